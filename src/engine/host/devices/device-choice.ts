/**
 * The choice `auto`: the fastest device that returns the same detections as the CPU on the check image. Devices are
 * tried and models measured once, and remembered; nothing is tried where there can be no GPU.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { arch, release } from 'node:os'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { writeFileAtomic } from '../../../disk/atomic-file.ts'
import { CPU, Device, DeviceCheck } from '../../../shared/domain/device.ts'
import { VERSION } from '../../../shared/domain/version.ts'
import type { Inspected, ModelFile } from '../../../shared/engine-contract/job.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { cpuDevice } from '../../inference/devices/cpu-device.ts'

export interface Choice {
  device: Device
  /** Reasons for which other devices were left out. */
  notes: Message[]
}

export interface DeviceTrials {
  /** Libraries of devices that were installed for Sightline, such as CUDA's. */
  libraries?(): string
  list(): Promise<Device[]>
  /** A failure when the device, or the process, ended. */
  check(model: ModelFile, device: Device): Promise<Inspected<DeviceCheck>>
}

/** Devices that `auto` may take: a software renderer is slower than the CPU that it runs on. */
export const isEligible = ({ kind, available, software }: Device): boolean => kind !== CPU && available && !software

const listed = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** Linux has a device file for every GPU with a driver: render nodes, NVIDIA's own, and that of WSL. */
const deviceFiles = (): string[] => [
  ...listed('/dev/dri').filter((name) => name.startsWith('renderD')),
  ...listed('/dev').filter((name) => /^nvidia\d+$/.test(name) || name === 'dxg'),
]

/**
 * False when this machine certainly has no GPU, which is Linux without a device file of one, and when the user keeps
 * `auto` on the CPU.
 */
function mayHaveGpu(): boolean {
  const { SIGHTLINE_AUTO_DEVICE: kept } = process.env
  return kept !== CPU && (process.platform !== 'linux' || deviceFiles().length > 0)
}

/** Changes with the hardware, its drivers and the engine, as far as that shows in files. `libraries`: those installed. */
function machineKey(libraries = ''): string {
  const { VK_ICD_FILENAMES, VK_DRIVER_FILES, CUDA_VISIBLE_DEVICES } = process.env
  const drivers = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'].flatMap((folder) =>
    listed(folder).map((name) => [name, statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.mtimeMs ?? 0]),
  )
  const facts = [
    [VERSION, process.platform, arch(), release()],
    [deviceFiles(), drivers, nvidiaDriver()],
    [VK_ICD_FILENAMES, VK_DRIVER_FILES, CUDA_VISIBLE_DEVICES, libraries],
  ]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

function nvidiaDriver(): string {
  try {
    return readFileSync('/proc/driver/nvidia/version', 'utf8')
  } catch {
    return ''
  }
}

const Memory = Type.Object({
  format: Type.Literal('sightline-device-checks'),
  version: Type.Literal(1),
  /** The devices, as long as the key of the machine is the same. */
  machine: Type.Optional(Type.Object({ key: Type.String(), devices: Type.Array(Device) })),
  checks: Type.Record(Type.String(), DeviceCheck),
  /** Devices on which a run of the model failed. */
  avoided: Type.Record(Type.String(), Type.Object({ at: Type.String() })),
  /** Work on a device, under its key and its own id: one whose process is gone has ended with it, or with the machine. */
  attempts: Type.Record(Type.String(), Type.Object({ pid: Type.Integer(), at: Type.String() })),
})
type Memory = Static<typeof Memory>

const empty = (): Memory => ({
  format: 'sightline-device-checks',
  version: 1,
  checks: {},
  avoided: {},
  attempts: {},
})

/** Other versions of engine or driver may do better or worse. */
const keyOf = (model: ModelFile, { id, name }: Pick<Device, 'id' | 'name'>): string =>
  JSON.stringify([model.sha256, id, name, VERSION, ...(model.conversion ? [model.conversion] : [])])

export interface DeviceMemory {
  devices(key: string): Promise<Device[] | null>
  keepDevices(key: string, devices: Device[]): Promise<void>
  check(model: ModelFile, device: Device): Promise<DeviceCheck | null>
  keepCheck(model: ModelFile, device: Device, check: DeviceCheck): Promise<void>
  /** True when a run of the model failed on the device, or ended together with its process. */
  isAvoided(model: ModelFile, device: Device): Promise<boolean>
  /** Notes that the model is about to run on the device; `ended` clears the note. */
  begin(model: ModelFile, device: Device): Promise<void>
  ended(model: ModelFile, device: Device, failed: boolean): Promise<void>
}

/**
 * Remembers the devices of this machine, and how models did on them, in a JSON file. Several processes may write it: the
 * last one wins, and what is lost is measured again. Without a path nothing outlives the object. A damaged file counts as empty, and one that can't be written is left.
 */
export function deviceMemory(path: string | null): DeviceMemory {
  const id = randomUUID()
  let own = empty()
  let turn: Promise<unknown> = Promise.resolve()
  const read = async (): Promise<Memory> => {
    if (path === null) return own
    try {
      const value: unknown = JSON.parse(await readFile(path, 'utf8'))
      return Value.Check(Memory, value) ? value : empty()
    } catch {
      return empty()
    }
  }
  const change = (work: (memory: Memory) => void): Promise<void> => {
    const changed = turn.then(async () => {
      const memory = await read()
      work(memory)
      own = memory
      if (path !== null) await writeFileAtomic(path, `${JSON.stringify(memory, null, 2)}\n`).catch(() => undefined)
    })
    turn = changed
    return changed
  }
  const current = (): Promise<Memory> => turn.then(read)
  return {
    async devices(key) {
      const { machine } = await current()
      return machine?.key === key ? machine.devices : null
    },
    keepDevices: (key, devices) =>
      change((memory) => {
        memory.machine = { key, devices }
      }),
    check: async (model, device) => (await current()).checks[keyOf(model, device)] ?? null,
    keepCheck: (model, device, check) =>
      change((memory) => {
        memory.checks[keyOf(model, device)] = check
      }),
    async isAvoided(model, device) {
      const { avoided, attempts } = await current()
      const key = keyOf(model, device)
      return avoided[key] !== undefined || lostIn(attempts, key).length > 0
    },
    begin: (model, device) =>
      change((memory) => {
        memory.attempts[`${keyOf(model, device)} ${id}`] = { pid: process.pid, at: new Date().toISOString() }
      }),
    ended: (model, device, failed) =>
      change((memory) => {
        const key = keyOf(model, device)
        for (const attempt of [`${key} ${id}`, ...lostIn(memory.attempts, key)]) delete memory.attempts[attempt]
        if (failed) memory.avoided[key] = { at: new Date().toISOString() }
        else delete memory.avoided[key]
      }),
  }
}

const lostIn = (attempts: Memory['attempts'], key: string): string[] =>
  Object.keys(attempts).filter((own) => own.startsWith(`${key} `) && !isAlive((attempts[own] as { pid: number }).pid))

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Tries the devices only when the machine or the engine has changed. */
export async function knownDevices(trials: DeviceTrials, memory: DeviceMemory): Promise<Device[]> {
  const key = machineKey(trials.libraries?.())
  const known = await memory.devices(key)
  if (known) return known
  const devices = await trials.list()
  await memory.keepDevices(key, devices)
  return devices
}

/** `hasGpu`: false where nothing need be tried. */
export async function chooseDevice(
  model: ModelFile,
  trials: DeviceTrials,
  memory: DeviceMemory,
  hasGpu = mayHaveGpu(),
): Promise<Choice> {
  const onCpu = cpuDevice()
  const notes: Message[] = []
  if (!hasGpu) return { device: onCpu, notes }
  const rivals: { device: Device; ms: number }[] = []
  for (const device of (await knownDevices(trials, memory)).filter(isEligible)) {
    const places = { model: model.name, device: device.name }
    if (await memory.isAvoided(model, device)) {
      notes.push(message('log.device_avoided', places))
      continue
    }
    const check = await checked(model, device, trials, memory)
    if (!check) notes.push(message('log.device_avoided', places))
    else if (!check.agrees) notes.push(message('log.device_differs', places))
    else rivals.push({ device, ms: check.median_ms })
  }
  if (rivals.length === 0) return { device: onCpu, notes }
  const cpu = await checked(model, onCpu, trials, memory)
  const best = rivals.reduce((a, b) => (b.ms < a.ms ? b : a))
  return { device: cpu && cpu.median_ms <= best.ms ? onCpu : best.device, notes }
}

/** Null when the device failed; it is then avoided. */
async function checked(
  model: ModelFile,
  device: Device,
  trials: DeviceTrials,
  memory: DeviceMemory,
): Promise<DeviceCheck | null> {
  const known = await memory.check(model, device)
  if (known) return known
  if (device.id !== CPU) await memory.begin(model, device)
  const result = await trials.check(model, device)
  if (device.id !== CPU) await memory.ended(model, device, !result.ok)
  if (!result.ok) return null
  await memory.keepCheck(model, device, result.value)
  return result.value
}
