/** Limits how often the state of a live run is stored. */

/** Calls `work` at most once in `ms`, the first time at once; `stop` waits for a call in progress and drops a planned one. */
export function throttle(work: () => Promise<void>, ms: number): { request(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let lastStart = Number.NEGATIVE_INFINITY
  let working: Promise<void> = Promise.resolve()
  const start = () => {
    timer = undefined
    lastStart = performance.now()
    working = work()
  }
  return {
    request() {
      timer ??= setTimeout(start, Math.max(0, lastStart + ms - performance.now()))
    },
    stop() {
      clearTimeout(timer)
      return working
    },
  }
}
