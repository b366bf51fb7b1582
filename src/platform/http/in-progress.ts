/** Requests that are being answered, also those whose callers are gone: the database closes after them. */
export interface InProgress {
  track<T>(work: Promise<T>): Promise<T>
  /** Returns whether a request was being answered in the last moment. */
  isBusy(): boolean
  /** Resolves when no request is being answered. */
  ended(): Promise<void>
}

/** The next request of a busy caller arrives sooner. */
const MOMENT_MS = 500

export function createInProgress(): InProgress {
  const all = new Set<Promise<unknown>>()
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    track(work) {
      lastAt = performance.now()
      const done = () => all.delete(settled)
      const settled: Promise<unknown> = work.then(done, done)
      all.add(settled)
      return work
    },
    isBusy: () => all.size > 0 || performance.now() - lastAt < MOMENT_MS,
    async ended() {
      while (all.size > 0) await Promise.all(all)
    },
  }
}
