/** Follows a run that any process may be executing: by its feed while it is executed here, else by its row. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isTerminal, type RunUpdate, type WorkflowRun } from '../../shared/domain/run.ts'
import type { ServerEvent } from '../http/handler.ts'
import type { RunFeed } from './run-feed.ts'
import type { LiveView } from './run-live.ts'

const READ_EVERY_MS = 500

export interface FollowedRun {
  read(): Promise<WorkflowRun>
  /** Undefined while another process executes it, and before it starts. */
  feed(): RunFeed | undefined
  /** The log lines of the process that executes it, which has to learn that somebody follows the run. */
  watch(): Promise<LiveView | null>
}

/** The run, then its changes and log lines until it ends or the signal aborts. */
export async function* followShared(
  { read, feed, watch }: FollowedRun,
  signal: AbortSignal,
  afterLine: number,
): AsyncGenerator<ServerEvent<RunUpdate>> {
  let toldLine = afterLine
  let attempt = 0
  for (let last = ''; !signal.aborted; await pause(signal)) {
    const here = feed()
    if (here) yield* here.follow(signal, afterLine)
    if (here && isTerminal(here.run.status)) return
    const run = await read()
    const text = JSON.stringify(run)
    if (text !== last) yield { data: { type: 'run', run } }
    if (isTerminal(run.status)) return
    last = text
    const view = run.status === 'processing' ? await watch() : null
    // Another attempt numbers its lines from 1 too.
    if (view && attempt !== 0 && view.token !== attempt) toldLine = 0
    attempt = view?.token ?? attempt
    for (const { number, line } of view?.lines ?? []) {
      if (number <= toldLine) continue
      toldLine = number
      yield { id: String(number), data: { type: 'log', line } }
    }
  }
}

/** The ended run; null when the signal aborts. */
export async function endOfShared(read: FollowedRun['read'], signal?: AbortSignal): Promise<WorkflowRun | null> {
  for (; !signal?.aborted; await pause(signal)) {
    const run = await read()
    if (isTerminal(run.status)) return run
  }
  return null
}

const pause = (signal?: AbortSignal) =>
  sleep(READ_EVERY_MS, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined)
