/** Devices of the server: lists them, keeps the chosen one and hardware decoding, and measures models on them. */

import type { DeviceList, DeviceMeasurement, VideoDecoder } from '../../../shared/api/devices.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { AUTO, type Device, type DeviceChoice, type DeviceId } from '../../../shared/domain/device.ts'
import type { HardwareCodec, HardwareVideo } from '../../../shared/engine-contract/hardware-video.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { type Message, message, paramOf, saidOf } from '../../../shared/messages/message.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Models } from '../models.ts'
import type { Chosen, DeviceRepository } from './device-repository.ts'

export interface Devices {
  /** `video`: also the hardware decoders, which are tried at the first such call. */
  list(caller: Caller, also?: { video: boolean }): Promise<DeviceList>
  /** The device of model blocks that name none. */
  chosen(): Promise<DeviceChoice>
  /** Whether runs decode by hardware. */
  hardwareVideo(): Promise<HardwareVideo>
  /** Devices of this machine; the first call may take seconds. */
  found(): Promise<readonly Device[]>
  /** @throws ApiError wrong_state when the server fixes the value, invalid_field for a device that can't be used */
  choose(caller: Caller, change: Partial<Chosen>): Promise<DeviceList>
  /**
   * @throws ApiError not_found for the model, wrong_state during a run or another measurement, invalid_field for a
   * device that can't be used, model_unreadable
   */
  check(caller: Caller, model: string, device: DeviceId): Promise<DeviceMeasurement>
}

export interface DevicesOptions {
  engine: Engine
  models: Models
  repository: DeviceRepository
  /** The values that the server was started with. */
  fixed: Partial<Chosen>
  /** The file from which the engine chooses for `auto`. */
  deviceChecks: string
  isProcessing(): Promise<boolean>
  version: string
  now: () => Date
}

export function createDevices(options: DevicesOptions): Devices {
  const { engine, models, repository, fixed, version, now } = options
  let measuring = false
  /** Read at every check of a graph, and written here only. */
  let kept: Chosen | null = null

  async function current(): Promise<Chosen> {
    if (kept !== null) return kept
    const stored = await repository.chosen()
    // A choice made meanwhile is newer.
    kept ??= stored
    return kept
  }
  const chosen = async () => fixed.device ?? (await current()).device
  const hardwareVideo = async () => fixed.hardware_video ?? (await current()).hardware_video

  async function measurementsOf(caller: Caller, devices: readonly Device[]): Promise<DeviceMeasurement[]> {
    const current = (await repository.measurements()).filter(
      (row) => row.version === version && devices.some(({ id, name }) => id === row.device && name === row.device_name),
    )
    if (current.length === 0) return []
    const weights = await models.weightsOf(caller)
    return current.flatMap(({ model_sha256, device_name: _name, version: _version, agrees, ...measured }) =>
      weights
        .filter(({ sha256 }) => sha256 === model_sha256)
        .map(({ id }) => ({ model_id: id, ...measured, agrees: agrees === 1 })),
    )
  }

  async function list(caller: Caller, { video } = { video: false }): Promise<DeviceList> {
    const devices = await engine.devices()
    return {
      devices,
      chosen: await chosen(),
      fixed: fixed.device !== undefined,
      measurements: await measurementsOf(caller, devices),
      hardware_video: await hardwareVideo(),
      hardware_video_fixed: fixed.hardware_video !== undefined,
      video: video ? (await engine.hardwareVideo()).map(decoderOf) : null,
    }
  }

  return {
    list,
    chosen,
    hardwareVideo,
    found: () => engine.devices(),
    async choose(caller, change) {
      const { device, hardware_video } = change
      if (device !== undefined && fixed.device !== undefined) {
        throw new ApiError('wrong_state', message('devices.fixed', { device: fixed.device }))
      }
      if (hardware_video !== undefined && fixed.hardware_video !== undefined) {
        throw new ApiError('wrong_state', message('devices.hardware_video_fixed', { mode: fixed.hardware_video }))
      }
      if (device !== undefined && device !== AUTO) requireUsable(await engine.devices(), device)
      await repository.choose(change)
      await current()
      kept &&= { ...kept, ...change }
      return list(caller)
    },
    async check(caller, nameOrId, id) {
      const { id: model_id } = await models.get(caller, nameOrId)
      const model = await models.find(caller, model_id)
      if (model?.status !== 'ready') {
        throw new ApiError('wrong_state', message('devices.model_not_ready', { name: nameOrId }))
      }
      if (measuring) throw new ApiError('wrong_state', message('devices.already_measuring'))
      measuring = true
      try {
        if (await options.isProcessing()) throw new ApiError('wrong_state', message('devices.run_in_progress'))
        const device = requireUsable(await engine.devices(), id)
        const checked = await engine.checkDevice(model.file, id, options.deviceChecks)
        if (!checked.ok) throw new ApiError('model_unreadable', checked.error)
        const measured = { device: id, ...checked.value, measured_at: now().toISOString() }
        await repository.keep({
          ...measured,
          agrees: measured.agrees ? 1 : 0,
          model_sha256: model.file.sha256,
          device_name: device.name,
          version,
        })
        return { model_id, ...measured }
      } finally {
        measuring = false
      }
    },
  }
}

const decoderOf = ({ reason, ...codec }: HardwareCodec): VideoDecoder => {
  if (reason === null) return { ...codec, reason }
  const { message: english, ...text } = saidOf(reason)
  return { ...codec, reason: english, ...text }
}

/** @throws ApiError invalid_field for a device that was not found or is not available. */
function requireUsable(devices: readonly Device[], id: DeviceId): Device {
  const device = devices.find((one) => one.id === id)
  if (device?.available) return device
  const ids = devices.filter((one) => one.available).map((one) => one.id)
  const reason: Message = device
    ? message('devices.not_available', { name: device.name, reason: reasonOf(device) })
    : message('devices.not_found', { device: id, ids: ids.join(', ') })
  throw new ApiError('invalid_field', reason, [{ field: '/device', ...saidOf(reason) }])
}

export const reasonOf = ({ reason, text }: Device) =>
  paramOf({ message: reason ?? '', ...(text !== undefined && { text }) })
