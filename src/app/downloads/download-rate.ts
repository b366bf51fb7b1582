/** Estimates the time left of a download from the bytes of its last seconds. */

const WINDOW_MS = 10_000
/** Shorter times give no estimate. */
const MIN_MS = 1_000

export class DownloadRate {
  private readonly samples: { at: number; bytes: number }[] = []

  /** `bytes`: all that were received so far; `now` in ms of a steady clock. */
  add(bytes: number, now: number): void {
    this.samples.push({ at: now, bytes })
    while (this.samples.length > 2 && now - (this.samples[0]?.at as number) > WINDOW_MS) this.samples.shift()
  }

  /** Null while unknown. */
  secondsLeft(total: number | null): number | null {
    const first = this.samples[0]
    const last = this.samples.at(-1)
    if (total === null || !first || !last || last.at - first.at < MIN_MS || last.bytes <= first.bytes) return null
    const perMs = (last.bytes - first.bytes) / (last.at - first.at)
    return Math.max(0, total - last.bytes) / perMs / 1000
  }
}
