/** Measures a model on every device, one after the other, and lists the speeds and whether the detections agree. */
import { Button, Group, Progress } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DeviceList, DeviceMeasurement } from '../../../../shared/api/devices.ts'
import type { Model } from '../../../../shared/api/models.ts'
import { CPU, type Device } from '../../../../shared/domain/device.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { texts } from '../../../texts/texts.ts'
import { deviceLabel, deviceName } from './device-text.ts'
import classes from './model-speed.module.css'

const words = texts.devices.speed

interface ModelSpeedProps {
  model: Pick<Model, 'id' | 'name'>
  list: DeviceList
  measuring: Measuring
  /** The reason why this page may not measure; null when it may. */
  refused?: string | null
  /** Beside the button: the choice of the model. */
  children?: ReactNode
}

export function ModelSpeed({ model, list, measuring, refused = null, children }: ModelSpeedProps) {
  const measured = list.measurements.filter(({ model_id }) => model_id === model.id)
  return (
    <div className={classes.speed}>
      <Group gap={8} align="flex-end">
        {children}
        {refused === null && (
          <MeasureButton measuring={measuring} model={model} list={list} again={measured.length > 0} />
        )}
      </Group>
      <div role="status" className={classes.status}>
        {measuring.now
          ? words.measuring(deviceName(measuring.now.device), measuring.now.n, measuring.now.of)
          : takesText(model, list.devices, measured)}
      </div>
      {measuring.now && (
        <Progress
          aria-label={words.progress}
          value={(100 * (measuring.now.n - 1)) / measuring.now.of}
          size="sm"
          animated
        />
      )}
      <SpeedTable model={model} measured={measured} devices={list.devices} problems={measuring.problems} />
    </div>
  )
}

interface MeasureButtonProps {
  measuring: Measuring
  model: ModelSpeedProps['model']
  list: DeviceList
  again: boolean
}

/** The CPU first, which others are compared with; software last, since it takes seconds for an image. */
function MeasureButton({ measuring, model, list, again }: MeasureButtonProps) {
  const order = (device: Device) => (device.id === CPU ? 0 : device.software ? 2 : 1)
  const devices = list.devices.filter(({ available }) => available).sort((a, b) => order(a) - order(b))
  if (measuring.now) {
    return (
      <Button variant="default" onClick={measuring.stop}>
        {words.stop}
      </Button>
    )
  }
  return (
    <Button variant="default" onClick={() => void measuring.start(model.id, devices)}>
      {again ? words.measureAgain : words.measure}
    </Button>
  )
}

function takesText(
  { name }: ModelSpeedProps['model'],
  devices: readonly Device[],
  measured: readonly DeviceMeasurement[],
): string {
  const taken = automaticDevice(devices, measured)
  return taken.device ? words.takes.fastest(name, taken.device.name) : words.takes[taken.why](name)
}

interface SpeedTableProps {
  model: ModelSpeedProps['model']
  devices: readonly Device[]
  measured: readonly DeviceMeasurement[]
  problems: Readonly<Record<string, string>>
}

function SpeedTable({ model, devices, measured, problems }: SpeedTableProps) {
  return (
    <table className={classes.table} aria-label={words.tableOf(model.name)}>
      <thead>
        <tr>
          <th scope="col">{words.device}</th>
          <th scope="col">{words.msPerFrame}</th>
          <th scope="col">{words.detections}</th>
        </tr>
      </thead>
      <tbody>
        {devices
          .filter(({ available }) => available)
          .map((device) => {
            const found = measured.find((one) => one.device === device.id)
            const problem = problems[device.id]
            return (
              <tr key={device.id}>
                <th scope="row">{deviceLabel(device)}</th>
                <td>{found ? milliseconds(found.median_ms) : ''}</td>
                <td
                  data-differs={found?.agrees === false || undefined}
                  data-problem={problem !== undefined || undefined}
                >
                  {problem ?? (found ? agreement(found) : words.notMeasured)}
                </td>
              </tr>
            )
          })}
      </tbody>
    </table>
  )
}

const milliseconds = (ms: number): string => formatDecimal(ms, ms < 0.95 ? 2 : ms < 99.95 ? 1 : 0)

function agreement({ device, agrees, largest_difference }: DeviceMeasurement): string {
  if (device === CPU) return words.reference
  if (agrees) return words.same
  return largest_difference === null ? words.differ : words.differBy(`${formatDecimal(100 * largest_difference, 1)} %`)
}

/** The list with a measurement in place of an earlier one. */
export const withMeasurement = (list: DeviceList, made: DeviceMeasurement): DeviceList => ({
  ...list,
  measurements: [
    ...list.measurements.filter((one) => one.model_id !== made.model_id || one.device !== made.device),
    made,
  ],
})

type AutomaticDevice =
  | { device: Device; why: 'fastest' }
  /** The CPU, for this reason. `unmeasured`: not known before every candidate is measured. */
  | { device: null; why: 'only' | 'software' | 'unmeasured' | 'cpuFastest' | 'differs' }

/**
 * The device that `auto` takes for a model, judged by the measurements of that model, with the reason.
 * @param measured the measurements of one model
 */
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

interface Measuring {
  /** Null when nothing is being measured. `n` counts from 1. */
  now: { device: Device; n: number; of: number } | null
  /** Sentences by device, of the last measurement. */
  problems: Readonly<Record<string, string>>
  start(model: string, devices: readonly Device[]): Promise<void>
  /** The measurement in progress is completed; no other begins. */
  stop(): void
  /** Removes the problems, which belong to the model that was measured. */
  reset(): void
}

/** Measures one model on each available device, one after the other. */
export function useMeasuring(onMeasured: (measurement: DeviceMeasurement) => void): Measuring {
  const host = useHost()
  const [now, setNow] = useState<Measuring['now']>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  async function start(model: string, devices: readonly Device[]): Promise<void> {
    stopped.current = false
    setProblems({})
    for (const [i, device] of devices.entries()) {
      if (stopped.current) break
      setNow({ device, n: i + 1, of: devices.length })
      try {
        onMeasured(await host.api('devices.check', { body: { model, device: device.id } }))
      } catch (error) {
        const problem = errorText(error)
        setProblems((before) => ({ ...before, [device.id]: problem }))
      }
    }
    setNow(null)
  }

  return {
    now,
    problems,
    start,
    stop() {
      stopped.current = true
    },
    reset: () => setProblems({}),
  }
}
