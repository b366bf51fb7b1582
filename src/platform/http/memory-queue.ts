/** A semaphore that counts bytes: work waits until there is memory for it. */

/** Small work may use all of the memory, other work not this part of it, so that a flood of large bodies leaves room. */
const KEPT_FOR_SMALL = 1 / 8
/** Part of the memory. */
const SMALL = 1 / 256

export interface MemoryQueue {
  /** False for what would wait forever. */
  everFits(bytes: number): boolean
  /** Reserves memory without waiting. Returns null if too little is free. */
  takeNow(bytes: number): (() => void) | null
  /**
   * Takes memory as soon as it is there; whoever came first is served first, unless only those who came later fit. Returns
   * what gives it back, or null when the wait took too long or was aborted.
   */
  take(bytes: number, signal: AbortSignal): Promise<(() => void) | null>
}

interface Waiting {
  bytes: number
  start(): void
}

export function createMemoryQueue(totalBytes: number, waitMs: number): MemoryQueue {
  let taken = 0
  const waiting = new Set<Waiting>()
  const most = (bytes: number) => (bytes <= totalBytes * SMALL ? totalBytes : totalBytes * (1 - KEPT_FOR_SMALL))
  const fits = (bytes: number) => taken + bytes <= most(bytes)

  function hold(bytes: number): () => void {
    taken += bytes
    return () => {
      taken -= bytes
      for (const next of waiting) {
        if (taken >= totalBytes) return
        if (fits(next.bytes)) next.start()
      }
    }
  }

  return {
    everFits: (bytes) => bytes <= most(bytes),
    takeNow: (bytes) => (fits(bytes) ? hold(bytes) : null),
    async take(bytes, signal) {
      if (signal.aborted) return null
      if (fits(bytes)) return hold(bytes)
      return new Promise((resolve) => {
        const end = (held: (() => void) | null) => {
          waiting.delete(one)
          clearTimeout(timer)
          signal.removeEventListener('abort', giveUp)
          resolve(held)
        }
        const giveUp = () => end(null)
        const one: Waiting = { bytes, start: () => end(hold(bytes)) }
        const timer = setTimeout(giveUp, waitMs)
        signal.addEventListener('abort', giveUp)
        waiting.add(one)
      })
    },
  }
}
