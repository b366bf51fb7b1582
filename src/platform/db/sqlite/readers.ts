/**
 * Threads that read. The first executes all that has been asked meanwhile, since a message to a thread takes longer
 * than to look a row up; the others take over what waits behind a slow query.
 */
import { type Request, SqliteThread } from './sqlite-thread.ts'

export interface Readers {
  send(request: Request): void
  /** Waits for the requests that were sent. */
  close(): Promise<void>
}

/** Statements of one message: a slow one delays those behind it. */
const MAX_AT_ONCE = 16
/** A thread that is busy for longer executes a slow query. */
const SLOW_AFTER_MS = 2
/** The first thread's first answer includes its start: another thread, which has to start too, would not be faster. */
const SLOW_START_MS = 200

/** Starts up to `max` threads, each when it is needed. */
export function createReaders(path: string, max: number): Readers {
  const threads: (SqliteThread | null)[] = Array.from({ length: max }, () => null)
  let queue: Request[] = []
  let isScheduled = false
  let isWatched = false
  /** When the first thread was last given statements. */
  let givenAt = 0

  /** The thread at this place, unless it is busy; one that has died is replaced. */
  function freeThread(place: number): SqliteThread | null {
    const there = threads[place]
    if (there && !there.isGone) return there.isBusy ? null : there
    const added = new SqliteThread({ path, isReader: true }, flush)
    threads[place] = added
    return added
  }

  function give(place: number): void {
    const thread = freeThread(place)
    if (!thread) return
    const batch = queue.slice(0, MAX_AT_ONCE)
    queue = queue.slice(MAX_AT_ONCE)
    if (place === 0) givenAt = performance.now()
    thread.send(batch)
  }

  function flush(): void {
    if (queue.length > 0) give(0)
    for (let place = 1; place < max && queue.length > 0 && isFirstSlow(); place++) give(place)
    if (queue.length > 0) watch()
  }

  const isFirstSlow = () => performance.now() - givenAt >= (threads[0]?.hasAnswered ? SLOW_AFTER_MS : SLOW_START_MS)

  function watch(): void {
    if (isWatched) return
    isWatched = true
    setTimeout(() => {
      isWatched = false
      flush()
    }, SLOW_AFTER_MS)
  }

  return {
    send(request) {
      queue.push(request)
      if (isScheduled) return
      isScheduled = true
      // After all requests of callers that arrived at the same time.
      setImmediate(() => {
        isScheduled = false
        flush()
      })
    },
    async close() {
      while (queue.length > 0 || threads.some((thread) => thread?.isBusy)) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      await Promise.all(threads.map((thread) => thread?.close()))
    },
  }
}
