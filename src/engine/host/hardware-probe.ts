/** Probes the hardware decoders of this machine: each interface in a process of its own, since drivers may crash. */
import {
  HARDWARE_CODECS,
  type HardwareCodec,
  type HardwareInterface,
} from '../../shared/engine-contract/hardware-video.ts'
import { message, paramOf } from '../../shared/messages/message.ts'
import type { EngineChild } from './engine-child.ts'
import { type Limits, resultOf, superviseCall } from './supervise.ts'

const NAMES: Record<HardwareInterface, string> = {
  vaapi: 'VAAPI',
  cuda: 'NVDEC',
  d3d11va: 'D3D11',
  videotoolbox: 'VideoToolbox',
}

/** The hardware interfaces that a system can have. */
const INTERFACES: Partial<Record<NodeJS.Platform, readonly HardwareInterface[]>> = {
  linux: ['vaapi', 'cuda'],
  win32: ['cuda', 'd3d11va'],
  darwin: ['videotoolbox'],
}

/** A driver that takes longer counts as hung. */
const SILENT_MS = 20_000

/** Probes once, when first called. */
export function createHardwareProbe(
  begin: () => EngineChild,
  limits: Limits,
  platform: NodeJS.Platform = process.platform,
): () => Promise<HardwareCodec[]> {
  let probed: Promise<HardwareCodec[]> | null = null
  const probe = async (kind: HardwareInterface): Promise<readonly HardwareCodec[]> => {
    const name = NAMES[kind]
    const silentMs = Math.min(limits.silentMs, SILENT_MS)
    const patience = { ...limits, silentMs, stalledMs: silentMs }
    const end = await superviseCall(begin(), 'probeHardware', { kind, name }, patience)
    const result = resultOf(end)
    if (result.ok) return result.value
    const reason = message('hardware.crashed', { name, reason: paramOf(result.error) })
    return HARDWARE_CODECS.map((codec) => ({ interface: kind, name, codec, usable: false, reason }))
  }
  return () => {
    probed ??= Promise.all((INTERFACES[platform] ?? []).map(probe)).then((all) => all.flat())
    return probed
  }
}
