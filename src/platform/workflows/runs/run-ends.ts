/** Stores the ends of runs, and tells their followers. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import type { Log } from '../../machine/log.ts'
import type { Claim } from '../../work/jobs/job.ts'
import type { RunFeed } from './run-feed.ts'
import type { ResultIntake } from './run-intake.ts'
import type { RunRepository } from './run-repository.ts'

/** Time between attempts to store the end of a run on a full disk. */
const STORE_AGAIN_MS = 5000

export interface RunEnds {
  /** The run with its cost; `lost` when it is another worker's, or had ended; null when saving failed. */
  save(run: WorkflowRun, claim: Claim): Promise<WorkflowRun | 'lost' | null>
  /**
   * The end is stored first, so that followers can read it. Where it can't be, as on a full disk, they learn of it at once, and the
   * promise resolves when it is stored or the platform closes.
   */
  end(feed: RunFeed, change: Partial<WorkflowRun>, claim: Claim): Promise<void>
  /** Tries once more to store the ends that could not be stored, and waits for none any longer. */
  close(): void
}

export interface RunEndsOptions {
  repository: Pick<RunRepository, 'save'>
  /** Finishes the results of a completed run before its followers learn of the end; never rejects. */
  settle: ResultIntake['settle']
  /** Called when the end of a run is stored, or the run is another worker's. */
  stored(runId: string): void
  /** Called after that for a run of this worker. */
  ended(run: WorkflowRun): Promise<void>
  now: () => Date
  log: Log
}

export function createRunEnds({ repository, settle, stored, ended, now, log }: RunEndsOptions): RunEnds {
  const closing = new AbortController()

  const save: RunEnds['save'] = (run, claim) =>
    repository.save(run, claim).then(
      (saved) => saved ?? 'lost',
      (error) => {
        log('error', `Run ${run.id} could not be saved.`, error)
        return null
      },
    )

  /** Returns false unless this worker has stored it. The feed stays meanwhile, so that readers still see the end. */
  async function storeLater(run: WorkflowRun, claim: Claim): Promise<boolean> {
    for (;;) {
      await sleep(STORE_AGAIN_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
      const saved = await save(run, claim)
      if (saved) stored(run.id)
      if (saved || closing.signal.aborted) return saved !== null && saved !== 'lost'
    }
  }

  return {
    save,
    async end(feed, change, claim) {
      const last = { ...change, finished_at: now().toISOString() }
      const run = { ...feed.run, ...last }
      const saved = await save(run, claim)
      if (saved === 'lost') {
        stored(run.id)
        return feed.end({})
      }
      const { artifacts } = run.status === 'completed' ? await settle(run, feed.log) : run
      const whole = { ...run, artifacts }
      if (saved) stored(run.id)
      feed.end({ ...last, artifacts, cost_micro_usd: saved?.cost_micro_usd ?? 0 })
      if (saved || (await storeLater(whole, claim))) await ended(whole)
    },
    close: () => closing.abort(),
  }
}
