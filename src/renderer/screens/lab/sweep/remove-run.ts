/** Cancels a run if it is active, and deletes it. */
import { isTerminal } from '../../../../shared/domain/run.ts'
import type { Host } from '../../../base/host/host-context.ts'

const ASK_EVERY_MS = 150
const ASK_TIMES = 100

/** Never rejects: a run that is gone or can't be deleted now does not stop the sweep. */
export async function removeRun(host: Host, runId: string): Promise<void> {
  const params = { run_id: runId }
  try {
    const run = await host.api('workflowRuns.get', { params })
    if (!isTerminal(run.status)) {
      await host.api('workflowRuns.cancel', { params }).catch(() => {})
      for (let i = 0; i < ASK_TIMES; i++) {
        if (isTerminal((await host.api('workflowRuns.get', { params })).status)) break
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
      }
    }
    await host.api('workflowRuns.delete', { params })
  } catch {
    // The user may have deleted it.
  }
}
