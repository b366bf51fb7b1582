/**
 * The thread that writes. Changes and transactions take turns in the order in which they were asked for; long work is
 * done in many short transactions, so that others get their turn in between.
 */
import { type Request, SqliteThread } from './sqlite-thread.ts'

/** The thread during a transaction: no other statement is executed on it before the release. */
export interface WriterTurn {
  /** In one message. */
  send(requests: readonly Request[]): void
  release(): void
}

export interface Writer {
  /** A change of its own. */
  send(request: Request): void
  takeTurn(): Promise<WriterTurn>
  /** Waits for all turns and changes. */
  close(): Promise<void>
}

const MAX_AT_ONCE = 32

type Waiting = { request: Request } | { grant(): void }

export function createWriter(path: string): Writer {
  let thread: SqliteThread | null = null
  let queue: Waiting[] = []
  let isHeld = false
  let isScheduled = false

  /** A thread that has died is replaced; a transaction that was open on it was rolled back. */
  function current(): SqliteThread {
    if (!thread || thread.isGone) thread = new SqliteThread({ path, isReader: false }, flush)
    return thread
  }

  function flush(): void {
    if (isHeld || thread?.isBusy) return
    const [first] = queue
    if (!first) return
    if ('grant' in first) {
      queue.shift()
      isHeld = true
      first.grant()
      return
    }
    const batch: Request[] = []
    for (const waiting of queue) {
      if ('grant' in waiting || batch.length === MAX_AT_ONCE) break
      batch.push(waiting.request)
    }
    queue = queue.slice(batch.length)
    current().send(batch)
  }

  function schedule(): void {
    if (isScheduled || isHeld) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      flush()
    })
  }

  function turn(): WriterTurn {
    const own = current()
    return {
      send: (requests) => own.send(requests),
      release() {
        isHeld = false
        schedule()
      },
    }
  }

  return {
    send(request) {
      queue.push({ request })
      schedule()
    },
    async takeTurn() {
      await new Promise<void>((grant) => {
        queue.push({ grant })
        if (!isHeld && !isScheduled) flush()
      })
      return turn()
    },
    async close() {
      while (isHeld || queue.length > 0 || thread?.isBusy) await new Promise((resolve) => setImmediate(resolve))
      await thread?.close()
    },
  }
}
