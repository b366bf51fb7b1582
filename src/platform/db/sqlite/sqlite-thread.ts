/** A thread with one connection to the database, as the platform's thread sees it. */
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Changed, FromThread, Selected, Statement, ThreadSettings, ToThread } from './thread-messages.ts'

/** A statement that waits for its outcome. */
export interface Request {
  statement: Statement
  resolve(outcome: Selected | Changed): void
  reject(error: Error): void
}

/** An error like libsql's of the same name; `code` is SQLite's, such as SQLITE_CONSTRAINT_UNIQUE. */
class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** Rows live for one message, so that more than Node's default would only be memory. */
const YOUNG_MB = 6

/** The thread's bundle lies beside the running one; sources that run as they are, in tests, use the built one. */
const ENTRY = import.meta.url.endsWith('.ts') ? '../../../../out/node/database.js' : './database.js'

export class SqliteThread {
  readonly #worker: Worker
  readonly #exited: Promise<void>
  readonly #waiting: Request[] = []
  #next = 0
  #end: Error | null = null
  #hasAnswered = false

  /** `onIdle` is called when all outcomes have arrived, and when the thread has ended. */
  constructor(settings: ThreadSettings, onIdle: () => void) {
    this.#worker = new Worker(fileURLToPath(new URL(ENTRY, import.meta.url)), {
      workerData: settings,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    // An open database keeps no process alive, only a statement in progress does.
    this.#worker.unref()
    this.#worker.on('message', (outcomes: FromThread) => {
      this.#hasAnswered = true
      for (const outcome of outcomes) {
        const request = this.#waiting[this.#next++]
        if (!request) continue
        if ('failed' in outcome) request.reject(errorOf(outcome.failed))
        else request.resolve(outcome)
      }
      if (this.isBusy) return
      this.#settled()
      onIdle()
    })
    let reason: unknown = null
    this.#worker.on('error', (error) => {
      reason = error
    })
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#end = new Error(`A thread of the database ended with code ${code}.`, { cause: reason })
        for (const { reject } of this.#waiting.slice(this.#next)) reject(this.#end)
        this.#settled()
        resolve()
        onIdle()
      })
    })
  }

  /** True once the thread is up. */
  get hasAnswered(): boolean {
    return this.#hasAnswered
  }

  get isBusy(): boolean {
    return this.#next < this.#waiting.length
  }

  /** True when it accepts no more statements, because it was closed or has died. */
  get isGone(): boolean {
    return this.#end !== null
  }

  /** Sends the statements, which are executed in this order behind earlier ones. */
  send(requests: readonly Request[]): void {
    if (this.#end) {
      for (const { reject } of requests) reject(this.#end)
      return
    }
    const statements: Statement[] = []
    for (const request of requests) statements.push(request.statement)
    try {
      this.#worker.postMessage(statements satisfies ToThread)
    } catch (error) {
      // A value that can't be copied to another thread fails its own statement only, with those that are chained to it.
      const chains = chainsOf(requests)
      if (chains.length > 1) for (const chain of chains) this.send(chain)
      else for (const { reject } of requests) reject(error as Error)
      return
    }
    if (!this.isBusy) this.#worker.ref()
    this.#waiting.push(...requests)
  }

  /** Waits for the statements that were sent. */
  async close(): Promise<void> {
    if (!this.#end) {
      this.#worker.ref()
      this.#worker.postMessage(null satisfies ToThread)
    }
    await this.#exited
  }

  #settled(): void {
    this.#waiting.length = 0
    this.#next = 0
    this.#worker.unref()
  }
}

/** Each chain begins with a statement that is not chained. */
function chainsOf(requests: readonly Request[]): Request[][] {
  const chains: Request[][] = []
  for (const request of requests) {
    const last = chains.at(-1)
    if (last && request.statement.isChained) last.push(request)
    else chains.push([request])
  }
  return chains
}

function errorOf({ message, code }: { message: string; code: string | null }): Error {
  return code === null ? new Error(message) : new SqliteError(message, code)
}
