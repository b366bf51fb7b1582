/** Decoding of video by the machine's hardware: the setting, and the codecs that a machine offers. */
import type { Message } from '../messages/message.ts'

/** `off`: software only. `decode`: hardware decodes a video when its frames equal those of the software decoder. */
export const HARDWARE_VIDEO = ['off', 'decode'] as const
export type HardwareVideo = (typeof HARDWARE_VIDEO)[number]

/** FFmpeg's names of the interfaces to hardware codecs. */
export const HARDWARE_INTERFACES = ['vaapi', 'cuda', 'd3d11va', 'videotoolbox'] as const
export type HardwareInterface = (typeof HARDWARE_INTERFACES)[number]

/** FFmpeg's names of the codecs that the probe tries. */
export const HARDWARE_CODECS = ['h264', 'hevc', 'vp9', 'av1'] as const
export type HardwareCodecName = (typeof HARDWARE_CODECS)[number]

/** The names of the codecs for people, in every language. */
export const CODEC_NAMES: Readonly<Record<HardwareCodecName, string>> = {
  h264: 'H.264',
  hevc: 'HEVC',
  vp9: 'VP9',
  av1: 'AV1',
}

/** A codec of an interface, tried by decoding a few frames in a process of its own. */
export interface HardwareCodec {
  interface: HardwareInterface
  /** The interface's name for people. */
  name: string
  codec: HardwareCodecName
  usable: boolean
  /** Null for a usable codec. */
  reason: Message | null
}
