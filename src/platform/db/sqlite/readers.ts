/** Threads that read: each executes what has been asked meanwhile, and a slow query keeps no other from its place. */
import { type Request, SqliteThread } from './sqlite-thread.ts'

export interface Readers {
  send(request: Request): void
  /** Waits for the requests that were sent. */
  close(): Promise<void>
}

/** Statements of one message: fewer messages, but a slow statement delays those behind it. */
const MAX_AT_ONCE = 16

/** Starts up to `max` threads, each when the others are busy. */
export function createReaders(path: string, max: number): Readers {
  let threads: SqliteThread[] = []
  let queue: Request[] = []
  let isScheduled = false

  function freeThread(): SqliteThread | null {
    const free = threads.find((thread) => !thread.isBusy)
    if (free || threads.length === max) return free ?? null
    const added: SqliteThread = new SqliteThread({ path, isReader: true }, () => {
      // One that has died is replaced when it is needed.
      if (added.isGone) threads = threads.filter((thread) => thread !== added)
      if (queue.length > 0) flush()
    })
    threads.push(added)
    return added
  }

  function flush(): void {
    isScheduled = false
    while (queue.length > 0) {
      const thread = freeThread()
      if (!thread) return
      const batch = queue.length <= MAX_AT_ONCE ? queue : queue.slice(0, MAX_AT_ONCE)
      queue = queue.length <= MAX_AT_ONCE ? [] : queue.slice(MAX_AT_ONCE)
      thread.send(batch)
    }
  }

  return {
    send(request) {
      queue.push(request)
      if (isScheduled) return
      isScheduled = true
      // After all requests of callers that arrived at the same time.
      setImmediate(flush)
    },
    async close() {
      while (queue.length > 0 || threads.some((thread) => thread.isBusy)) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
