/** Stores the ends of runs, and tells their followers. */
import type { WorkflowRun } from '../../shared/domain/run.ts'
import type { Claim } from '../jobs/job.ts'
import type { Log } from '../machine/log.ts'
import type { ResultIntake } from './result-intake.ts'
import type { RunFeed } from './run-feed.ts'
import type { RunNotices } from './run-notices.ts'
import type { RunRepository } from './run-repository.ts'

/** Time between attempts to store the end of a run on a full disk. */
const STORE_AGAIN_MS = 5000

export interface RunEnds {
  /** The run with its cost; `lost` when it is another worker's, or had ended; null when saving failed. */
  save(run: WorkflowRun, claim: Claim | null): Promise<WorkflowRun | 'lost' | null>
  /** The end is stored first, so that followers can read it. `claim`: of a worker that other ones may replace. */
  end(feed: RunFeed, change: Partial<WorkflowRun>, claim: Claim | null): Promise<void>
  isUnstored(runId: string): boolean
  /** Stores the ends that could not be stored before. */
  close(): Promise<void>
}

export interface RunEndsOptions {
  repository: Pick<RunRepository, 'save'>
  /** Finishes the results of a completed run before its followers learn of the end; never rejects. */
  settle: ResultIntake['settle']
  notices: RunNotices
  /** Called when the end of a run is stored. */
  stored(runId: string): void
  now: () => Date
  log: Log
}

export function createRunEnds({ repository, settle, notices, stored, now, log }: RunEndsOptions): RunEnds {
  /** Ends that are not stored yet because the disk was full. Their feeds stay, so that readers still see them. */
  const unstored = new Map<string, { run: WorkflowRun; claim: Claim | null }>()
  let storing: NodeJS.Timeout | undefined
  let isClosed = false

  const save: RunEnds['save'] = (run, claim) =>
    repository.save(run, claim).then(
      (saved) => saved ?? (claim ? 'lost' : run),
      (error) => {
        log('error', `Run ${run.id} could not be saved.`, error)
        return null
      },
    )

  const noticed = (run: WorkflowRun): Promise<void> =>
    notices.ended(run).catch((error) => log('error', `Records of run ${run.id} could not be taken over.`, error))

  async function storeEnds(): Promise<void> {
    clearTimeout(storing)
    for (const { run, claim } of unstored.values()) {
      const saved = await save(run, claim)
      if (!saved) break
      if (saved !== 'lost') await noticed(run)
      unstored.delete(run.id)
      stored(run.id)
    }
    if (unstored.size > 0 && !isClosed) storing = setTimeout(storeEnds, STORE_AGAIN_MS).unref()
  }

  return {
    save,
    async end(feed, change, claim) {
      const last = { ...change, finished_at: now().toISOString() }
      const ended = { ...feed.run, ...last }
      const saved = await save(ended, claim)
      if (saved === 'lost') {
        stored(ended.id)
        return feed.end({})
      }
      const { artifacts } = ended.status === 'completed' ? await settle(ended, feed.log) : ended
      if (saved) stored(ended.id)
      else unstored.set(ended.id, { run: { ...ended, artifacts }, claim })
      feed.end({ ...last, artifacts, cost_micro_usd: saved?.cost_micro_usd ?? 0 })
      if (!saved) return storeEnds()
      await noticed({ ...ended, artifacts })
    },
    isUnstored: (runId) => unstored.has(runId),
    async close() {
      isClosed = true
      await storeEnds()
    },
  }
}
