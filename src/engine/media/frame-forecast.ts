/**
 * Tells before decoding which frames a `FramePicker` will not pick: those before the first that is wanted, and those
 * behind another frame of the same tick that was read already. Decoders may leave them out when no other frame refers
 * to them.
 */
import type { Stream } from 'node-av/lib'
import { NO_PTS, secondsOf } from './stream-clock.ts'

/** Frames are stored out of order by less than this; where times step back further, they say nothing. */
const REORDER_S = 2
/** More ticks than are between the frames of a reordered group. */
const KEPT_TICKS = 256

export class FrameForecast {
  readonly #fps: number | null
  readonly #startS: number
  readonly #timeBase: { num: number; den: number }
  /** The earliest time seen so far in each of the latest ticks. */
  readonly #earliest = new Map<number, number>()
  #latestS = Number.NEGATIVE_INFINITY
  #reliable = true
  /** Frames before this media time are not wanted at all, and do not count as first of a tick. */
  fromS = Number.NEGATIVE_INFINITY

  /** `fps` null: all frames are picked. `firstPts` is that of the frame at media time 0. */
  constructor(fps: number | null, stream: Stream, firstPts: bigint) {
    this.#fps = fps
    this.#timeBase = stream.timeBase
    this.#startS = secondsOf(firstPts, stream.timeBase)
    this.#reliable = firstPts !== NO_PTS
  }

  /** Packets come in the order of the file. */
  mayBePicked(pts: bigint): boolean {
    if (!this.#reliable || pts === NO_PTS) return true
    const atS = secondsOf(pts, this.#timeBase) - this.#startS
    if (atS < this.#latestS - REORDER_S) {
      this.#reliable = false
      return true
    }
    this.#latestS = Math.max(this.#latestS, atS)
    if (atS < this.fromS) return false
    if (this.#fps === null) return true
    const tick = Math.floor(atS * this.#fps + 1e-3)
    const earliest = this.#earliest.get(tick)
    if (earliest !== undefined && earliest < atS) return false
    this.#earliest.set(tick, atS)
    if (this.#earliest.size > KEPT_TICKS) this.#earliest.delete(this.#earliest.keys().next().value as number)
    return true
  }

  /** Reading goes on at another place. */
  restart(): void {
    this.#earliest.clear()
    this.#latestS = Number.NEGATIVE_INFINITY
  }
}
