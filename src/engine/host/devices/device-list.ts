/** The devices of this machine, each tried once in a child process. */
import type { Device, DeviceId } from '../../../shared/domain/device.ts'
import { type Message, message, saidOf } from '../../../shared/messages/message.ts'
import { adapterIn } from '../../inference/devices/adapter-log.ts'
import { cpuDevice } from '../../inference/devices/cpu-device.ts'
import { type GpuKind, gpuKindsOf, isNumbered, KIND_NAMES } from '../../inference/devices/execution-providers.ts'
import { engineEnvironment, type ForkFn, PROBE_LOGGED } from '../engine-child.ts'
import { type Limits, superviseCall } from '../supervise.ts'

/** Devices of one kind that are tried. */
const MOST = 4
/** A driver that needs longer counts as hung. */
const PATIENCE_MS = 30_000
/** The log of a child that has ended arrives shortly after. */
const LOG_MS = 1_000
const LOG_KEPT = 200_000

export async function listDevices(entry: string, fork: ForkFn, limits: Limits): Promise<Device[]> {
  const found = await Promise.all(gpuKindsOf(process.platform).map((kind) => devicesOf(kind, entry, fork, limits)))
  return [cpuDevice(), ...found.flat()]
}

async function devicesOf(kind: GpuKind, entry: string, fork: ForkFn, limits: Limits): Promise<Device[]> {
  const devices: Device[] = []
  for (let number = 0; number < MOST; number++) {
    const device = await deviceOf(kind, number, entry, fork, limits)
    // The first is listed with the reason why it is not available.
    if (number > 0 && !device.available) break
    devices.push(device)
    if (!device.available || !isNumbered(kind)) break
  }
  return devices
}

async function deviceOf(kind: GpuKind, number: number, entry: string, fork: ForkFn, limits: Limits): Promise<Device> {
  const id = number === 0 ? kind : `${kind}:${number + 1}`
  const { reason, log } = await probe(id, kind, entry, fork, limits)
  if (reason) {
    const { message: sentence, text } = saidOf(reason)
    const why = { reason: sentence, ...(text && { text }) }
    return { id, kind, name: KIND_NAMES[kind], available: false, ...why, software: false }
  }
  const { name, software } = adapterIn(log, number)
  // Core ML has no emulation, and names no processor.
  const isEmulated = kind !== 'coreml' && kind !== 'cuda' && software
  return { id, kind, name: name ?? KIND_NAMES[kind], available: true, reason: null, software: isEmulated }
}

async function probe(
  id: DeviceId,
  kind: GpuKind,
  entry: string,
  fork: ForkFn,
  limits: Limits,
): Promise<{ reason: Message | null; log: string }> {
  // The loader of Vulkan names the processor that it opens.
  const child = fork(entry, { ...engineEnvironment(), VK_LOADER_DEBUG: 'driver' })
  let log = ''
  const logged = new Promise<void>((resolve) => {
    child.onStderr((text) => {
      log = (log + text).slice(-LOG_KEPT)
      if (log.includes(PROBE_LOGGED)) resolve()
    })
  })
  const patience = { ...limits, silentMs: Math.min(limits.silentMs, PATIENCE_MS) }
  const end = await superviseCall(child, 'probeDevice', { device: id }, patience)
  if (end.type !== 'answered') return { reason: message('device.probe_ended', { device: KIND_NAMES[kind] }), log }
  const result = end.answer
  if (!result.ok) {
    return { reason: message('device.unusable', { device: KIND_NAMES[kind], reason: result.error.message }), log }
  }
  await Promise.race([logged, new Promise((resolve) => setTimeout(resolve, LOG_MS).unref())])
  return { reason: result.value, log }
}
