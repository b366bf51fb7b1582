/** Follows a run that any process may be executing: by its feed while it is executed here, else by its row. */
import { isTerminal, type RunUpdate, type WorkflowRun } from '../../../shared/domain/run.ts'
import type { ServerEvent } from '../../http/handler.ts'
import type { RunChanges } from './run-changes.ts'
import { eventIdOf, type LastLine, type RunFeed } from './run-feed.ts'
import type { LiveView } from './run-live.ts'

/** A process that does not execute a run reads its row so often. */
const READ_EVERY_MS = 500

export interface FollowedRun {
  id: string
  read(): Promise<WorkflowRun>
  /** Undefined while another process executes it, and before it starts. */
  feed(): RunFeed | undefined
  /** The log lines of the process that executes it, which has to learn that somebody follows the run. */
  watch(): Promise<LiveView | null>
  changes: Pick<RunChanges, 'next'>
}

/** The run, then its changes and log lines after `last` until it ends or the signal aborts. */
export async function* followRun(
  { id, read, feed, watch, changes }: FollowedRun,
  signal: AbortSignal,
  last: LastLine,
): AsyncGenerator<ServerEvent<RunUpdate>> {
  let told = last
  for (let lastText = ''; !signal.aborted; ) {
    const change = changes.next(id, READ_EVERY_MS, signal)
    const here = feed()
    if (here) {
      yield* here.follow(signal, told)
      if (isTerminal(here.run.status)) return
      told = { attempt: here.attempt, number: Number.POSITIVE_INFINITY }
      continue
    }
    const run = await read()
    const text = JSON.stringify(run)
    if (text !== lastText) yield { data: { type: 'run', run } }
    if (isTerminal(run.status)) return
    lastText = text
    const view = run.status === 'processing' ? await watch() : null
    if (view && view.token >= told.attempt) {
      for (const { number, line } of view.lines) {
        if (view.token === told.attempt && number <= told.number) continue
        told = { attempt: view.token, number }
        yield { id: eventIdOf(told), data: { type: 'log', line } }
      }
    }
    await change
  }
}

export interface AwaitedRun extends Pick<FollowedRun, 'id' | 'read' | 'changes'> {
  /** Longest time between two looks; that of followers when omitted. */
  readEveryMs?: number
}

/** The ended run; null when the signal aborts. */
export async function endOfRun(
  { id, read, changes, readEveryMs = READ_EVERY_MS }: AwaitedRun,
  signal: AbortSignal,
): Promise<WorkflowRun | null> {
  while (!signal.aborted) {
    const change = changes.next(id, readEveryMs, signal)
    const run = await read()
    if (isTerminal(run.status)) return run
    await change
  }
  return null
}
