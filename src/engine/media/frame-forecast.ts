/**
 * Predicts before decoding the frames that a `FramePicker` will not pick: those before the first wanted one, and those
 * after another frame of the same tick that was already read. Decoders may skip them when no other frame refers to
 * them.
 */
import type { Stream } from 'node-av/lib'
import { NO_PTS, secondsOf } from './stream-clock.ts'

/** Frames are stored out of order by less than this; times that step back further are unreliable. */
const REORDER_S = 2
/** Exceeds the number of ticks between the frames of a reordered group. */
const KEPT_TICKS = 256

export class FrameForecast {
  readonly #fps: number | null
  readonly #startS: number
  readonly #timeBase: { num: number; den: number }
  /** The earliest time seen so far in each of the latest ticks. */
  readonly #earliest = new Map<number, number>()
  #latestS = Number.NEGATIVE_INFINITY
  #reliable = true
  /** Frames before this media time are never wanted, and do not count as first of a tick. */
  fromS = Number.NEGATIVE_INFINITY

  /** `fps` null: all frames are picked. `firstPts` is the timestamp of the frame at media time 0. */
  constructor(fps: number | null, stream: Stream, firstPts: bigint) {
    this.#fps = fps
    this.#timeBase = stream.timeBase
    this.#startS = secondsOf(firstPts, stream.timeBase)
    this.#reliable = firstPts !== NO_PTS
  }

  /** Packets must be passed in file order. */
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

  /** Reading continues at another position. */
  restart(): void {
    this.#earliest.clear()
    this.#latestS = Number.NEGATIVE_INFINITY
  }
}
