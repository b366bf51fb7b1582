/** What follows from the stored end of a run, whether or not a worker executed it. */
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import type { Log } from '../../machine/log.ts'
import type { RunFiles } from './run-files.ts'
import type { RunNotices } from './run-notices.ts'
import { type RunRepository, runOf } from './run-repository.ts'

export interface RunFollowUp {
  /** Never rejects. */
  ended(run: WorkflowRun): Promise<void>
  /** The same for a run whose job has ended, perhaps without a worker, who would have removed its leftovers. */
  jobEnded(runId: string): Promise<void>
}

export interface RunFollowUpOptions {
  repository: RunRepository
  files: RunFiles
  notices: RunNotices
  log: Log
}

export function createRunFollowUp({ repository, files, notices, log }: RunFollowUpOptions): RunFollowUp {
  async function ended(run: WorkflowRun): Promise<void> {
    try {
      await notices.ended(run)
    } catch (error) {
      log('error', `Records of run ${run.id} could not be taken over.`, error)
    }
    if (run.resumed_from !== null && !run.resumable) await giveBack(run.resumed_from)
  }

  /** A resumed run becomes resumable again when its successor ended before it took anything over. */
  async function giveBack(id: string): Promise<void> {
    try {
      await repository.setResumable(id, await files.isResumable(id))
    } catch (error) {
      log('error', `Run ${id} could not be marked as one that can be resumed.`, error)
    }
  }

  async function keepOnlyLog({ id }: WorkflowRun): Promise<void> {
    const kept = await files.keepOnlyLog(id, { resumable: false })
    if (kept && (await files.publish(id, () => true))) await repository.replaceArtifacts(id, [kept])
  }

  return {
    ended,
    async jobEnded(runId) {
      const row = await repository.byId(runId)
      if (!row || !isTerminal(row.status)) return
      const run = runOf(row)
      if (!run.resumable && run.artifacts.length === 0) await keepOnlyLog(run)
      await ended(run)
    },
  }
}
