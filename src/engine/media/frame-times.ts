/** The times of all frames of a video, read from its packets without decoding them. */
import { AV_PKT_FLAG_CORRUPT, AV_PKT_FLAG_DISCARD, AVDISCARD_ALL, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import { Packet, type Stream } from 'node-av/lib'
import { isImageSource } from './decode-image.ts'
import type { MediaInfo } from './frame.ts'
import { describeMedia, type OpenedInput, openInput, videoStream } from './open-input.ts'
import { SEEKABLE } from './reader-position.ts'
import { NO_PTS, secondsOf } from './stream-clock.ts'

export interface FrameTimes {
  info: MediaInfo
  /** Container timestamps, rising. */
  pts: readonly bigint[]
  /** The container timestamps of the key frames, rising. */
  keys: readonly bigint[]
  /** Container time of the first frame, in seconds. */
  startS: number
  /** Media time of a frame in seconds. */
  timeOf(pts: bigint): number
}

const PAUSE_EVERY = 4096

/**
 * Null for a file that can't be read from any frame on: an image, a container whose timestamps change after a seek, frames
 * without a timestamp, damaged packets.
 * @throws MediaError source_missing, source_empty, source_unreadable
 */
export async function readFrameTimes(path: string, onActivity: () => void): Promise<FrameTimes | null> {
  if (await isImageSource(path)) return null
  const input = await openInput(path)
  try {
    const stream = videoStream(input, path)
    if (!SEEKABLE.has(input.format)) return null
    const { pts, keys } = (await timestamps(input, stream, onActivity)) ?? { pts: [], keys: [] }
    const [first] = pts
    if (first === undefined) return null
    const startS = secondsOf(first, stream.timeBase)
    const { num, den } = stream.timeBase
    const timeOf = (at: bigint) => secondsOf(at, { num, den }) - startS
    return { info: describeMedia(input, stream), pts, keys, startS, timeOf }
  } finally {
    await input.close()
  }
}

async function timestamps(
  input: OpenedInput,
  stream: Stream,
  onActivity: () => void,
): Promise<Pick<FrameTimes, 'pts' | 'keys'> | null> {
  for (const other of input.streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL
  const all: bigint[] = []
  const keys: bigint[] = []
  const packet = new Packet()
  packet.alloc()
  try {
    for (let read = 0; ; read++) {
      if (read % PAUSE_EVERY === 0) onActivity()
      const result = await input.context.readFrame(packet)
      if (result === AVERROR_EAGAIN) continue
      if (result === AVERROR_EOF) break
      if (result < 0) return null
      const isShown = packet.streamIndex === stream.index && !packet.hasFlags(AV_PKT_FLAG_DISCARD)
      const { pts, isKeyframe } = packet
      const isDamaged = pts === NO_PTS || packet.hasFlags(AV_PKT_FLAG_CORRUPT)
      packet.unref()
      if (!isShown) continue
      if (isDamaged) return null
      all.push(pts)
      if (isKeyframe) keys.push(pts)
    }
  } finally {
    packet.free()
  }
  for (const list of [all, keys]) list.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return all.some((pts, i) => pts === all[i - 1]) ? null : { pts: all, keys }
}
