/** Measures how long a person works: the time between inputs, without pauses. */

/** A longer time between two inputs is a pause, which does not count. */
const PAUSE_MS = 60_000

export interface ActiveTime {
  /** Notes an input. `nowMs`: of a clock that never goes back. */
  input(nowMs: number): void
  /** Returns the whole seconds since the last call; the rest counts for the next one. */
  take(): number
}

export function createActiveTime(): ActiveTime {
  let lastMs: number | null = null
  let activeMs = 0
  return {
    input(nowMs) {
      if (lastMs !== null && nowMs - lastMs <= PAUSE_MS) activeMs += nowMs - lastMs
      lastMs = nowMs
    },
    take() {
      const seconds = Math.floor(activeMs / 1000)
      activeMs -= seconds * 1000
      return seconds
    },
  }
}
