/** Requests that are being answered, also those whose callers are gone: the database closes after them. */
export interface InProgress {
  track<T>(work: Promise<T>): Promise<T>
  /** Resolves when no request is being answered. */
  ended(): Promise<void>
}

export function createInProgress(): InProgress {
  const all = new Set<Promise<unknown>>()
  return {
    track(work) {
      const done = () => all.delete(settled)
      const settled: Promise<unknown> = work.then(done, done)
      all.add(settled)
      return work
    },
    async ended() {
      while (all.size > 0) await Promise.all(all)
    },
  }
}
