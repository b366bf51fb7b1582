/** The device that `auto` takes for a model, judged by the measurements of that model, with the reason. */
import type { DeviceMeasurement } from '../../../../shared/api/devices.ts'
import { CPU, type Device } from '../../../../shared/domain/device.ts'

export type AutomaticDevice =
  | { device: Device; why: 'fastest' }
  /** The CPU, for this reason. `unmeasured`: not known before every candidate is measured. */
  | { device: null; why: 'only' | 'software' | 'unmeasured' | 'cpuFastest' | 'differs' }

/** @param measured the measurements of one model */
export function automaticDevice(
  devices: readonly Device[],
  measured: readonly Pick<DeviceMeasurement, 'device' | 'median_ms' | 'agrees'>[],
): AutomaticDevice {
  const others = devices.filter(({ id, available }) => id !== CPU && available)
  if (others.length === 0) return { device: null, why: 'only' }
  const candidates = others.filter(({ software }) => !software)
  if (candidates.length === 0) return { device: null, why: 'software' }
  const of = (id: string) => measured.find(({ device }) => device === id)
  const cpu = of(CPU)
  if (!cpu || candidates.some(({ id }) => !of(id))) return { device: null, why: 'unmeasured' }
  const agreeing = candidates.flatMap((device) => {
    const found = of(device.id)
    return found?.agrees ? [{ device, ms: found.median_ms }] : []
  })
  const [best] = agreeing.sort((a, b) => a.ms - b.ms)
  if (!best) return { device: null, why: 'differs' }
  return best.ms < cpu.median_ms ? { device: best.device, why: 'fastest' } : { device: null, why: 'cpuFastest' }
}
