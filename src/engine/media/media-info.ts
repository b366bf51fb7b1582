/** Reads a stream's properties from its container: size, length, rate, number of frames. */
import { AV_PKT_DATA_DISPLAYMATRIX, AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
import { avGetCodecName, type Packet, type Stream } from 'node-av/lib'
import type { MediaInfo } from './frame.ts'
import type { OpenedInput } from './open-input.ts'
import { orientationOf, orientedSize } from './orientation.ts'
import { claimedFps, NO_PTS, secondsOf } from './stream-clock.ts'
import type { Shortfall } from './truncation.ts'

/** The properties of a video in container and stream, before anything is decoded. */
export function describeMedia(input: OpenedInput, stream: Stream): MediaInfo {
  const { codecpar } = stream
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  const size = orientedSize({ width: codecpar.width, height: codecpar.height }, orientationOf(matrix))
  const { endS } = announcedEndS(input, stream)
  const durationS = endS === null ? null : Math.max(0, endS - startOf(stream))
  const nativeFps = claimedFps(stream)
  const counted = Number(stream.nbFrames)
  const estimated = durationS !== null && nativeFps !== null ? Math.round(durationS * nativeFps) : null
  return {
    ...size,
    kind: 'video',
    codec: avGetCodecName(codecpar.codecId) ?? 'unknown',
    durationS,
    nativeFps,
    frameCount: counted > 0 ? counted : estimated,
    hasAudio: input.streams.some((s) => s.codecpar.codecType === AVMEDIA_TYPE_AUDIO),
  }
}

/** Container time of the stream's first frame. */
export const startOf = (stream: Stream): number =>
  stream.startTime === NO_PTS ? 0 : secondsOf(stream.startTime, stream.timeBase)

/**
 * Container time at which a packet's content ends, in seconds; minus infinity when unknown. The last packets of a
 * stream often have no length: they then count as `frameS`.
 */
export function packetEndS(packet: Packet, input: OpenedInput, frameS: number): number {
  const start = packet.pts === NO_PTS ? packet.dts : packet.pts
  const stream = input.streams[packet.streamIndex]
  if (start === NO_PTS || !stream) return Number.NEGATIVE_INFINITY
  const lengthS = packet.duration > 0n ? secondsOf(packet.duration, stream.timeBase) : frameS
  return secondsOf(start, stream.timeBase) + lengthS
}

/** Length of a typical frame. */
export const frameLength = (stream: Stream): number => 1 / (claimedFps(stream) ?? 25)

/** Container time at which the content should end, or null; and whether the stream itself states it. */
export function announcedEndS(input: OpenedInput, stream: Stream): { endS: number | null; perStream: boolean } {
  const { context } = input
  if (stream.duration > 0n) {
    const start = stream.startTime === NO_PTS ? 0n : stream.startTime
    const endS = secondsOf(start + stream.duration, stream.timeBase)
    // For an AVI that is cut off, libav reports the length of the remaining part, but the header's number of frames.
    const headerS = input.format === 'avi' ? startOf(stream) + Number(stream.nbFrames) * frameLength(stream) : endS
    return { endS: Math.max(endS, headerS), perStream: true }
  }
  if (context.duration > 0n) {
    // Matroska and FLV state the time of the end, the others the length.
    const fromZero = input.format === 'matroska' || input.format === 'flv'
    const start = fromZero || context.startTime === NO_PTS ? 0n : context.startTime
    return { endS: Number(start + context.duration) / 1e6, perStream: false }
  }
  return { endS: null, perStream: false }
}

/** The difference between announced and read length, or null when nothing is announced. */
export function shortfallOf(
  input: OpenedInput,
  stream: Stream,
  readEndS: number,
): Omit<Shortfall, 'structureCut'> | null {
  const { endS } = announcedEndS(input, stream)
  if (endS === null || !Number.isFinite(readEndS)) return null
  const startS = startOf(stream)
  return { announcedS: endS - startS, readS: readEndS - startS, frameS: frameLength(stream) }
}
