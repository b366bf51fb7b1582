/**
 * Keeps the leases of running jobs while the event loop is starved, in a thread of its own: a process at work on a busy machine
 * loses none of its jobs. One that hangs for good loses them two minutes later.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Log } from '../../machine/log.ts'
import type { Claim } from './job.ts'
import { type KeeperSettings, Note, newNotes, note, type ToKeeper } from './lease-messages.ts'

export interface LeaseKeeper {
  /** Names the claims of all jobs that run here now. The thread starts with the first one. */
  hold(claims: readonly Claim[]): void
  /** The leases of all of them have just been renewed. */
  renewed(): void
  close(): Promise<void>
}

const ALIVE_EVERY_MS = 1000
const CLOSE_PATIENCE_MS = 1000
/** Most of the thread's memory would be the young generation that Node gives to a thread by default. */
const YOUNG_MB = 2

/** The thread's bundle lies beside the running one; sources that run as they are, in tests, use the built one. */
const ENTRY = import.meta.url.endsWith('.ts') ? '../../../../out/node/leases.js' : './leases.js'

export function createLeaseKeeper(url: string, log: Log): LeaseKeeper {
  const notes = newNotes()
  let thread: Worker | null = null
  let exited: Promise<void> = Promise.resolve()
  let alive: NodeJS.Timeout | undefined

  function start(claims: readonly Claim[]): void {
    const settings: KeeperSettings = { url, claims, notes }
    const started = new Worker(fileURLToPath(new URL(ENTRY, import.meta.url)), {
      workerData: settings,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    started.unref()
    started.on('error', (error) => log('error', 'The thread that keeps the leases of jobs has ended.', error))
    exited = new Promise((resolve) => {
      started.on('exit', () => {
        // The next job starts another one.
        if (thread === started) thread = null
        resolve()
      })
    })
    thread = started
  }

  return {
    hold(claims) {
      note(notes, Note.alive)
      if (claims.length === 0) {
        clearInterval(alive)
        alive = undefined
      } else alive ??= setInterval(() => note(notes, Note.alive), ALIVE_EVERY_MS).unref()
      if (thread) thread.postMessage(claims satisfies ToKeeper)
      else if (claims.length > 0) start(claims)
    },
    renewed: () => note(notes, Note.renewed),
    async close() {
      clearInterval(alive)
      const closing = thread
      closing?.postMessage(null satisfies ToKeeper)
      // A database that is away answers nothing to wait for.
      await Promise.race([exited, sleep(CLOSE_PATIENCE_MS)])
      await closing?.terminate()
    },
  }
}
