/** Occupancy over even intervals of media time that start with the first frame. */

export interface OccupancyInterval {
  startS: number
  /** The length that the figures cover; the media's end may shorten the last interval. */
  lengthS: number
  min: number
  /** Weighted by time. */
  mean: number
  max: number
}

/** A jump in time over more intervals than this is reported as one long interval. */
const MAX_INTERVALS_AT_ONCE = 1000

const NONE: readonly OccupancyInterval[] = []

/** State of a series between frames. */
export interface SeriesState {
  value: number
  /** Start of the current interval; null before the first frame. */
  startS: number | null
  nowS: number
  /** Integral of the value over the interval so far. */
  weighted: number
  min: number
  max: number
}

export const newSeries = (): SeriesState => ({ value: 0, startS: null, nowS: 0, weighted: 0, min: 0, max: 0 })

/** A number that is constant from one frame to the next, aggregated per interval. */
export class OccupancySeries {
  private readonly intervalS: number
  private readonly state: SeriesState

  /** @param state owned by this object from now on */
  constructor(intervalS: number, state: SeriesState) {
    this.intervalS = intervalS
    this.state = state
  }

  /** Keeps the current number until `timeS`; returns the intervals that end by then. */
  advance(timeS: number): readonly OccupancyInterval[] {
    const { state } = this
    if (state.startS === null) {
      state.startS = timeS
      state.nowS = timeS
      return NONE
    }
    if (timeS < state.startS + this.intervalS - 1e-9) {
      this.hold(timeS)
      return NONE
    }
    const ended: OccupancyInterval[] = []
    const whole = Math.floor((timeS - state.startS) / this.intervalS + 1e-9)
    const length = this.intervalS * (whole > MAX_INTERVALS_AT_ONCE ? whole : 1)
    for (let end = state.startS + length; end <= timeS + 1e-9; end = state.startS + length) {
      this.hold(end)
      ended.push(this.cut(end))
    }
    this.hold(timeS)
    return ended
  }

  /** Sets the number from now on. */
  set(value: number): void {
    const { state } = this
    // At the very start of an interval, the previous number does not belong to it.
    if (state.startS === state.nowS) state.min = state.max = value
    state.min = Math.min(state.min, value)
    state.max = Math.max(state.max, value)
    state.value = value
  }

  /** The interval shortened by the media's end; null when it has no length. */
  finish(): OccupancyInterval | null {
    const { startS, nowS } = this.state
    return startS !== null && nowS - startS > 1e-9 ? this.cut(nowS) : null
  }

  private hold(untilS: number): void {
    const { state } = this
    if (untilS <= state.nowS) return
    state.weighted += state.value * (untilS - state.nowS)
    state.nowS = untilS
  }

  private cut(endS: number): OccupancyInterval {
    const { state } = this
    const startS = state.startS ?? endS
    const lengthS = endS - startS
    const { min, max } = state
    const mean = Math.min(max, Math.max(min, state.weighted / lengthS))
    state.startS = endS
    state.weighted = 0
    state.min = state.max = state.value
    return { startS, lengthS, min, mean, max }
  }
}
