/** A network on a device, which is opened on the CPU as soon as the device fails. */
import { CPU, type DeviceId, type DeviceUsed } from '../../../shared/domain/device.ts'
import { cpuUsed } from './cpu-device.ts'

export interface OnDevice<N> {
  /** The network on the device that runs it at present. */
  readonly network: N
  readonly used: DeviceUsed
  /** Repeats the work on the CPU when it fails on the device. */
  attempt<T>(work: (network: N) => Promise<T>): Promise<T>
}

/** `onFallback` is called once. Raises the failures of `open` on the CPU: a model that fails there too is at fault. */
export async function openOnDevice<N>(
  device: DeviceUsed,
  open: (id: DeviceId) => Promise<N>,
  onFallback: (error: unknown) => void,
): Promise<OnDevice<N>> {
  let used = device
  let network: N
  let moving: Promise<N> | null = null
  const move = async (error: unknown): Promise<N> => {
    network = await open(CPU)
    used = { ...cpuUsed(), fell_back: true }
    onFallback(error)
    return network
  }
  const moveOnce = (error: unknown): Promise<N> => {
    if (device.id === CPU) throw error
    moving ??= move(error)
    return moving
  }
  network = await open(device.id).catch(moveOnce)
  return {
    get network() {
      return network
    },
    get used() {
      return used
    },
    async attempt(work) {
      if (moving) return work(await moving)
      try {
        return await work(network)
      } catch (error) {
        return work(await moveOnce(error))
      }
    },
  }
}
