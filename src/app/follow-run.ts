/** A run's live updates for the page, across interruptions of the platform. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { StopSignal } from '../shared/bridge/contract.ts'
import { isTerminal, type RunUpdate } from '../shared/domain/run.ts'
import { abortSignal } from './abort-signal.ts'
import type { Platform } from './platform.ts'

const RETRY_MS = [200, 500, 1_000, 2_000, 4_000]

const isInterruption = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code
  return code === undefined || code === 'unreachable' || code === 'internal'
}

/**
 * Emits a run's updates until it has ended. Reconnects after a lost connection: the stream begins with a snapshot, so
 * only log lines can be missed. Throws the platform's error when there is no such run.
 */
export async function followRun(
  platform: Platform,
  runId: string,
  emit: (update: RunUpdate) => Promise<void>,
  stop: StopSignal,
): Promise<void> {
  const signal = abortSignal(stop)
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const ended = await platform.use(async (client) => {
        for await (const update of client.workflowRuns.events({ params: { run_id: runId } }, { signal })) {
          failures = 0
          await emit(update)
          if (update.type === 'run' && isTerminal(update.run.status)) return true
        }
        return false
      })
      if (ended) return
    } catch (error) {
      if (signal.aborted) return
      if (failures >= RETRY_MS.length || !isInterruption(error)) throw error
    }
    await sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)], undefined, { signal }).catch(() => {})
  }
}
