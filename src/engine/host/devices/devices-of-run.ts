/** The devices of a run: each model's choice as a device, and its fate on it for later choices. */
import { AUTO, CPU, type Device, type DeviceId, kindOfDevice } from '../../../shared/domain/device.ts'
import type { ModelFile, RunJob, RunOutcome } from '../../../shared/engine-contract/job.ts'
import { type Said, saidOf } from '../../../shared/messages/message.ts'
import { cpuDevice } from '../../inference/devices/cpu-device.ts'
import { KIND_NAMES } from '../../inference/devices/execution-providers.ts'
import type { RunDevices } from '../../runtime/run-hooks.ts'
import { chooseDevice, type DeviceMemory, type DeviceTrials, deviceMemory, knownDevices } from './device-choice.ts'

export interface PreparedRun {
  /** Names devices, never `auto`. */
  job: RunJob
  devices: RunDevices
  /** Clears the notes of the attempts; call when the run has ended. */
  ended(outcome: RunOutcome): Promise<void>
}

const isOnCpu = ({ device }: ModelFile): boolean => device === undefined || device === CPU

/** False for a run on the CPU, which starts at once. */
export const needsDevices = ({ models }: RunJob): boolean => !Object.values(models).every(isOnCpu)

export async function prepareRun(given: RunJob, trials: DeviceTrials): Promise<PreparedRun> {
  const memory = deviceMemory(given.deviceChecks ?? null)
  const notes: { said: ReturnType<typeof saidOf>; nodeId: string }[] = []
  const models: Record<string, ModelFile> = Object.create(null)
  const placed: Placed[] = []
  for (const [nodeId, file] of Object.entries(given.models)) {
    const device = await deviceFor(file, isSam3(given, nodeId))
    models[nodeId] = { ...file, device: device.id }
    if (device.id !== CPU) placed.push({ nodeId, file, device })
  }
  for (const { file, device } of placed) await memory.begin(file, device)
  const names = Object.fromEntries(placed.map(({ device }) => [device.id, device.name]))
  const reasons = Object.fromEntries(placed.flatMap(({ device }) => reasonOf(device)))
  return {
    job: { ...given, models },
    devices: { names, notes, ...(Object.keys(reasons).length > 0 && { reasons }) },
    ended: (outcome) => settle(placed, outcome, memory),
  }

  async function deviceFor(file: ModelFile, cpuOnly: boolean): Promise<Device> {
    if (isOnCpu(file) || cpuOnly) return cpuDevice()
    if (file.device !== AUTO) return named(file, await knownDevices(trials, memory))
    const choice = await chooseDevice(file, trials, memory)
    const nodeId = Object.keys(given.models).find((id) => given.models[id] === file) ?? ''
    notes.push(...choice.notes.map((note) => ({ said: saidOf(note), nodeId })))
    return choice.device
  }
}

/** The device for work outside a run; nothing is remembered without the file `deviceChecks`. */
export async function deviceOf(file: ModelFile, trials: DeviceTrials, deviceChecks?: string): Promise<Device> {
  if (isOnCpu(file)) return cpuDevice()
  const memory = deviceMemory(deviceChecks ?? null)
  if (file.device !== AUTO) return named(file, await knownDevices(trials, memory))
  return (await chooseDevice(file, trials, memory)).device
}

interface Placed {
  nodeId: string
  file: ModelFile
  device: Device
}

/** SAM 3 is a folder with networks of its own, which have been tried on the CPU only. */
const isSam3 = ({ graph }: RunJob, nodeId: string): boolean =>
  graph.nodes.some((n) => n.id === nodeId && n.type === 'model' && n.config.model_kind === 'sam3')

/** A device that is not there is requested nonetheless: the run falls back with the reason in its log. */
function named({ device = CPU }: ModelFile, devices: readonly Device[]): Device {
  const kind = kindOfDevice(device)
  const missing = { id: device, kind, name: KIND_NAMES[kind], available: false, reason: null, software: false }
  return devices.find(({ id }) => id === device) ?? missing
}

const reasonOf = ({ id, reason, text }: Device): [DeviceId, Said][] =>
  reason === null ? [] : [[id, { message: reason, ...(text && { text }) }]]

async function settle(placed: readonly Placed[], { nodes, error }: RunOutcome, memory: DeviceMemory): Promise<void> {
  const isLost = error?.code === 'engine_died' || error?.code === 'engine_hung'
  for (const { nodeId, file, device } of placed) {
    // One that is not available has not failed: it may work once its libraries are installed.
    const failed = isLost || (device.available && nodes[nodeId]?.device?.fell_back === true)
    await memory.ended(file, device, failed)
  }
}
