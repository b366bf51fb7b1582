/** Measures a model on every device, one after the other, and lists the speeds and whether the detections agree. */
import { Button, Group, Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DeviceList, DeviceMeasurement } from '../../../../shared/api/devices.ts'
import type { Model } from '../../../../shared/api/models.ts'
import { CPU, type Device } from '../../../../shared/domain/device.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import { automaticDevice } from './automatic-device.ts'
import { deviceLabel, deviceName } from './device-text.ts'
import classes from './model-speed.module.css'
import type { Measuring } from './use-measuring.ts'

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
