/**
 * The choice `auto`: the fastest device that returns the same detections as the CPU on the check image. Devices are
 * tried and models measured once; nothing is tried where there can be no GPU.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { arch, release } from 'node:os'
import { CPU, type Device, type DeviceCheck } from '../../../shared/domain/device.ts'
import { VERSION } from '../../../shared/domain/version.ts'
import type { Inspected, ModelFile } from '../../../shared/engine-contract/job.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { cpuDevice } from '../../inference/devices/cpu-device.ts'
import type { DeviceMemory } from './device-memory.ts'

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

/** Facts about this machine's GPUs that can be read without trying them. */
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
