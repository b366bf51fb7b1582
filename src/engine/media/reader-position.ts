/** The position of a reader in a file, and seeking to it. */
import { createHash } from 'node:crypto'
import { AVSEEK_FLAG_BACKWARD } from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import type { FilePosition, I420 } from './frame.ts'
import type { OpenedInput } from './open-input.ts'
import { NO_PTS } from './stream-clock.ts'

/** Demuxers whose timestamps are the same after a seek; files of all others are read from their start. */
export const SEEKABLE = new Set(['mov', 'matroska', 'mpegts'])

/** The demuxers among `SEEKABLE` whose index lists the key frames. */
export const INDEXED = new Set(['mov', 'matroska'])

/**
 * Key frames are found by decoding time, and frames right after one may refer to earlier ones: starting this much
 * earlier ensures that all references of the wanted frame are decoded.
 */
export const LEAD_IN_S = 2

/** Seeks the demuxer to a key frame before the wanted one. False when the file can't be sought. */
export async function seekBefore(
  input: OpenedInput,
  stream: Stream,
  pts: bigint,
  leadInS = LEAD_IN_S,
): Promise<boolean> {
  const { num, den } = stream.timeBase
  const start = stream.startTime === NO_PTS ? 0n : stream.startTime
  const wanted = pts - BigInt(Math.ceil((leadInS * den) / num))
  return (await input.context.seekFrame(stream.index, wanted < start ? start : wanted, AVSEEK_FLAG_BACKWARD)) >= 0
}

/** Hex digest of the visible pixels of a frame. */
export function imageDigest({ width, height, y, u, v, strideY, strideUV }: I420): string {
  const hash = createHash('sha1')
  const plane = (bytes: Uint8Array, stride: number, w: number, h: number) => {
    for (let row = 0; row < h; row++) hash.update(bytes.subarray(row * stride, row * stride + w))
  }
  plane(y, strideY, width, height)
  plane(u, strideUV, (width + 1) >> 1, (height + 1) >> 1)
  plane(v, strideUV, (width + 1) >> 1, (height + 1) >> 1)
  return hash.digest('hex')
}

export type Place = Omit<FilePosition, 'picture'> & { pictures: number }

/** Exceeds the number of frames between the decoder and the run. */
const KEPT = 64

/** The reader's state after each of its last frames. */
export class RecentPlaces {
  readonly #places = new Map<number, Place>()
  #last: bigint | null = null
  #rising = true

  /** Call for each decoded frame. */
  pass(pts: bigint): void {
    if (pts === NO_PTS || (this.#last !== null && pts <= this.#last)) this.#rising = false
    this.#last = pts
  }

  note(index: number, place: Omit<Place, 'pts'>): void {
    this.#places.set(index, { ...place, pts: this.#rising ? this.#last : null })
    this.#places.delete(index - KEPT)
  }

  of(index: number): Place {
    const place = this.#places.get(index)
    if (!place) throw new Error(`the position of frame ${index} is no longer kept`)
    return place
  }

  restore(pts: bigint | null): void {
    this.#last = pts
    this.#rising = pts !== null
  }
}
