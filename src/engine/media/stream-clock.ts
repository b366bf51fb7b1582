/** Computes the media time of frames: seconds since the first displayed one. */
import type { Stream } from 'node-av/lib'

/** libav's "no timestamp". */
export const NO_PTS = -(2n ** 63n)

export const secondsOf = (ticks: bigint, { num, den }: { num: number; den: number }): number =>
  (Number(ticks) * num) / den

/** Frames per second that the container or the stream claims, or null. */
export function claimedFps(stream: Stream): number | null {
  for (const rate of [stream.avgFrameRate, stream.rFrameRate]) {
    const fps = rate.num / rate.den
    if (rate.num > 0 && rate.den > 0 && fps > 0.01 && fps <= 1000) return fps
  }
  return null
}

/** Timestamps that step back further than this belong to another clock: parts of several recordings were joined. */
const SAME_CLOCK_S = 2
/** Times this close would be the same in results. */
const LEAST_STEP_S = 1e-6
/** Share of a frame's length after which a frame follows whose timestamp does not rise. */
const CLOSE = 1 / 8

/**
 * Times are strictly rising, and those of the timestamps where these rise. A frame whose timestamp repeats or steps back
 * follows the previous one closely, so that the next one keeps its time; a frame without a timestamp follows at the claimed
 * rate.
 */
export class StreamClock {
  readonly #timeBase: { num: number; den: number }
  readonly #frameS: number
  #startS: number | null = null
  #lastS = Number.NEGATIVE_INFINITY

  constructor(stream: Stream) {
    this.#timeBase = stream.timeBase
    this.#frameS = 1 / (claimedFps(stream) ?? 25)
  }

  save(): { startS: number; lastS: number } {
    return { startS: this.startS, lastS: this.#lastS }
  }

  restore({ startS, lastS }: { startS: number; lastS: number }): void {
    this.#startS = startS
    this.#lastS = lastS
  }

  /** Container time of the frame at 0, once it is known. */
  get startS(): number {
    return this.#startS ?? 0
  }

  timeOf(pts: bigint): number {
    const at = pts === NO_PTS ? null : secondsOf(pts, this.#timeBase)
    if (this.#startS === null) {
      this.#startS = at ?? 0
      this.#lastS = 0
      return 0
    }
    const next = this.#lastS + this.#frameS
    // The clock before was another one: later timestamps count from this frame on.
    if (at !== null && at - this.#startS < this.#lastS - SAME_CLOCK_S) this.#startS = at - next
    const timeS = at === null ? next : at - this.#startS
    this.#lastS = timeS > this.#lastS + LEAST_STEP_S ? timeS : this.#lastS + CLOSE * this.#frameS
    return this.#lastS
  }
}

/** Picks the first frame at or after each tick of `fps`; every frame when that is null. */
export class FramePicker {
  readonly #fps: number | null
  #nextTick = 0

  constructor(fps: number | null) {
    this.#fps = fps
  }

  get nextTick(): number {
    return this.#nextTick
  }

  goOnAt(tick: number): void {
    this.#nextTick = tick
  }

  picks(ptsS: number): boolean {
    if (this.#fps === null) return true
    // Timestamps are rounded to the container's ticks: a frame due at 0.5 s may have 0.49999.
    const tick = Math.floor(ptsS * this.#fps + 1e-3)
    if (tick < this.#nextTick) return false
    this.#nextTick = tick + 1
    return true
  }
}
