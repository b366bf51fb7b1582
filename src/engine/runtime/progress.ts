/** Progress of a run: speed and time left. */
import type { RunProgress } from '../../shared/domain/run.ts'

const WINDOW_MS = 3000
/** Marks closer than this are merged. */
const MARK_MS = 50

/** Speed over the last few seconds. */
export class Pace {
  #marks: { at: number; frames: number }[] = []

  mark(frames: number): void {
    const at = performance.now()
    const before = this.#marks.at(-2)
    if (before && at - before.at < MARK_MS) this.#marks.pop()
    this.#marks.push({ at, frames })
    while (this.#marks.length > 2 && at - (this.#marks[1] as { at: number }).at > WINDOW_MS) this.#marks.shift()
  }

  fps(): number {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)]
    if (!first || !last || last.at <= first.at) return 0
    return ((last.frames - first.frames) * 1000) / (last.at - first.at)
  }
}

export function progressOf(done: number, total: number | null, mediaTimeS: number, fps: number): RunProgress {
  const expected = total === null ? null : Math.max(total, done)
  return {
    frames_done: done,
    frames_total: expected,
    media_time_s: mediaTimeS,
    fps: Math.round(fps * 100) / 100,
    seconds_left: expected === null || fps <= 0 ? null : Math.round(((expected - done) / fps) * 10) / 10,
  }
}
