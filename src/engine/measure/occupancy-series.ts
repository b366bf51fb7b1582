/** How many were inside, over even intervals of media time that start with the first frame. */

export interface OccupancyInterval {
  startS: number
  /** What the figures cover; the last interval may be cut short by the media's end. */
  lengthS: number
  min: number
  /** Weighted by time. */
  mean: number
  max: number
}

/** A jump in time over more intervals than this is told as one long interval. */
const MAX_INTERVALS_AT_ONCE = 1000

/** A number that holds from one frame to the next, summed up per interval. */
export class OccupancySeries {
  private readonly intervalS: number
  private value = 0
  private startS: number | null = null
  private nowS = 0
  private weighted = 0
  private min = 0
  private max = 0

  constructor(intervalS: number) {
    this.intervalS = intervalS
  }

  /** Lets the current number hold until `timeS`; returns the intervals that end there or before. */
  advance(timeS: number): OccupancyInterval[] {
    const ended: OccupancyInterval[] = []
    if (this.startS === null) {
      this.startS = timeS
      this.nowS = timeS
      return ended
    }
    const whole = Math.floor((timeS - this.startS) / this.intervalS + 1e-9)
    const length = this.intervalS * (whole > MAX_INTERVALS_AT_ONCE ? whole : 1)
    for (let end = this.startS + length; end <= timeS + 1e-9; end = this.startS + length) {
      this.hold(end)
      ended.push(this.cut(end))
    }
    this.hold(timeS)
    return ended
  }

  /** The number from now on. */
  set(value: number): void {
    // At the very start of an interval the number before is no part of it.
    if (this.startS === this.nowS) this.min = this.max = value
    this.min = Math.min(this.min, value)
    this.max = Math.max(this.max, value)
    this.value = value
  }

  /** The interval that the media's end cut short; null when it has no length. */
  finish(): OccupancyInterval | null {
    return this.startS !== null && this.nowS - this.startS > 1e-9 ? this.cut(this.nowS) : null
  }

  private hold(untilS: number): void {
    if (untilS <= this.nowS) return
    this.weighted += this.value * (untilS - this.nowS)
    this.nowS = untilS
  }

  private cut(endS: number): OccupancyInterval {
    const startS = this.startS ?? endS
    const lengthS = endS - startS
    const mean = Math.min(this.max, Math.max(this.min, this.weighted / lengthS))
    const interval = { startS, lengthS, min: this.min, mean, max: this.max }
    this.startS = endS
    this.weighted = 0
    this.min = this.max = this.value
    return interval
  }
}
