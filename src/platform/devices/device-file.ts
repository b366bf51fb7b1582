/** The chosen device and the measurements of models, kept in a file of the data folder. */
import { readFile } from 'node:fs/promises'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { writeFileAtomic } from '../../disk/atomic-file.ts'
import { AUTO, DeviceCheck, DeviceChoice, DeviceId } from '../../shared/domain/device.ts'
import type { Log } from '../machine/log.ts'

const KeptMeasurement = Type.Object({
  model_sha256: Type.String(),
  device: DeviceId,
  /** Another processor under the same id has another speed. */
  device_name: Type.String(),
  /** Version of Sightline, since another version of ONNX Runtime has another speed. */
  version: Type.String(),
  ...DeviceCheck.properties,
  measured_at: Type.String(),
})
export type KeptMeasurement = Static<typeof KeptMeasurement>

const DeviceFile = Type.Object({ chosen: DeviceChoice, measurements: Type.Array(KeptMeasurement) })
type DeviceFile = Static<typeof DeviceFile>

/** The oldest measurements beyond this are dropped. */
const MAX_MEASUREMENTS = 500

export interface DeviceRecords {
  read(): Promise<DeviceFile>
  choose(chosen: DeviceChoice): Promise<void>
  /** Replaces the measurement of the same model on the same device. */
  keep(measurement: KeptMeasurement): Promise<void>
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const isSame = (a: KeptMeasurement, b: KeptMeasurement) => a.model_sha256 === b.model_sha256 && a.device === b.device

/** A file that can't be read counts as empty and is replaced by the next change. */
export function createDeviceRecords(path: string, log: Log): DeviceRecords {
  let file: Promise<DeviceFile> | null = null
  let writing: Promise<void> = Promise.resolve()

  async function load(): Promise<DeviceFile> {
    try {
      const json: unknown = JSON.parse(await readFile(path, 'utf8'))
      if (Value.Check(DeviceFile, json)) return json
      log('warning', `${path} does not hold the choice of a device. Choose the device in Settings again.`)
    } catch (error) {
      if (!isMissing(error)) log('warning', `${path} can’t be read. Choose the device in Settings again.`, error)
    }
    return { chosen: AUTO, measurements: [] }
  }

  const read = () => {
    file ??= load()
    return file
  }

  /** One change after the other. The value in memory changes only when the file has changed. */
  function change(next: (file: DeviceFile) => DeviceFile): Promise<void> {
    const mine = writing.then(async () => {
      const changed = next(await read())
      await writeFileAtomic(path, `${JSON.stringify(changed)}\n`)
      file = Promise.resolve(changed)
    })
    writing = mine.catch(() => undefined)
    return mine
  }

  return {
    read,
    choose: (chosen) => change((kept) => ({ ...kept, chosen })),
    keep: (measurement) =>
      change(({ chosen, measurements }) => {
        const others = measurements.filter((other) => !isSame(other, measurement))
        return { chosen, measurements: [...others, measurement].slice(-MAX_MEASUREMENTS) }
      }),
  }
}
