/** A run's updates for the page, across lost connections to the host and to the platform. */
import { followEvents, type SentEvent } from '../../../../shared/api/follow-events.ts'
import type { StudioClient } from '../../../../shared/bridge/studio.ts'
import { isTerminal, type RunUpdate } from '../../../../shared/domain/run.ts'
import { type Host, HostError } from '../../../base/host/host-context.ts'
import { pause } from '../../../base/host/pause.ts'

/** Pauses before the attempts to connect again, in milliseconds; the last one repeats. */
export const PAUSES_MS: readonly number[] = [200, 500, 1_000, 2_000, 4_000]

const INTERRUPTIONS: readonly string[] = ['unreachable', 'timeout', 'internal']

export interface FollowRunOptions {
  signal: AbortSignal
  /**
   * Called when the run can't be reached: rethrows `error` to give up. `attempt` counts the attempts since the last
   * update, from 0. The default gives up when the platform refuses the call, and after an attempt for each pause.
   */
  onFailure?(error: unknown, attempt: number): void
  pausesMs?: readonly number[]
}

function giveUp(error: unknown, attempt: number): void {
  const isInterruption = error instanceof HostError && INTERRUPTIONS.includes(error.code)
  if (!isInterruption || attempt >= PAUSES_MS.length) throw error
}

/**
 * Yields a run's updates until it has ended or the signal aborts. A lost connection is opened again where it was lost:
 * each log line is yielded once, and the newest state follows. @throws the error with which `onFailure` gives up
 */
export async function* followRun(
  { studio }: Pick<Host, 'studio'>,
  runId: string,
  { signal, onFailure = giveUp, pausesMs = PAUSES_MS }: FollowRunOptions,
): AsyncGenerator<RunUpdate> {
  try {
    yield* followEvents<RunUpdate>({
      async connect(after) {
        const input = after === undefined ? { run_id: runId } : { run_id: runId, after }
        return sentBy(studio.followRun(input, signal))
      },
      isLast: (update) => update.type === 'run' && isTerminal(update.run.status),
      async pause(attempt, error) {
        if (error !== null && !signal.aborted) onFailure(error, attempt)
        await pause(pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 0, signal)
        signal.throwIfAborted()
      },
    })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function* sentBy(updates: ReturnType<StudioClient['followRun']>): AsyncGenerator<SentEvent<RunUpdate>> {
  for await (const { event_id: id, ...data } of updates) yield { id, data }
}
