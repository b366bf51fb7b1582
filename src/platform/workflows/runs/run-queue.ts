/**
 * Executes runs as jobs, and stores their outcomes. A run belongs to the process that has claimed its job, where it has a feed; all
 * others, and this one before and after, read its row.
 */
import { isTerminal, type RunError, type RunPicture, type WorkflowRun } from '../../../shared/domain/run.ts'
import type { Engine, RunJob } from '../../../shared/engine-contract/job.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { RunRow } from '../../db/schema/workflows.ts'
import type { Metrics } from '../../http/metrics/metrics.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Log } from '../../machine/log.ts'
import { isAway } from '../../work/jobs/away.ts'
import type { JobContext, JobEnd, StopReason } from '../../work/jobs/job.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import { RUN_POOL } from '../../work/jobs/lanes.ts'
import { createExecution, type Turn } from './execute-turn.ts'
import { endOfRun } from './follow-run.ts'
import type { InterruptedRuns } from './interrupted-runs.ts'
import type { RunParts } from './parts/run-parts.ts'
import { publishLive } from './publish-live.ts'
import type { RunChanges } from './run-changes.ts'
import { createRunEnds } from './run-ends.ts'
import { createRunFeed, type RunFeed } from './run-feed.ts'
import type { RunFiles } from './run-files.ts'
import { createRunFollowUp } from './run-follow-up.ts'
import type { ResultIntake } from './run-intake.ts'
import type { RunLive } from './run-live.ts'
import type { RunNotices } from './run-notices.ts'
import { CANCEL, CLOSE, endingOf, endOf, faultOf, LEAVE, type Stop } from './run-outcome.ts'
import { type EnqueueRun, type RunRepository, runOf } from './run-repository.ts'

export const RUN_JOB = 'workflow_run'

/** An engine replies to a cancel within half a second; the queue waits no longer than this. */
const CANCEL_PATIENCE_MS = 3000
const CHECK_EVERY_MS = 100

/** Finds the files of a run when it starts; they may be gone since it was queued. */
export type PrepareJob = (run: WorkflowRun) => Promise<{ ok: true; job: RunJob } | { ok: false; error: RunError }>

export interface QueuedRun {
  run: WorkflowRun
  /** The label of the workers that may execute the run; any worker when omitted. */
  label?: string | undefined
}

export interface RunQueue {
  /** `store` stores the run as queued, and its job in the same transaction. Rejects as `store` does. */
  add(queued: QueuedRun, caller: Caller, store: (enqueue: EnqueueRun) => Promise<void>): Promise<void>
  /** The live state of a run that this process executes, until its end is stored; undefined for all others. */
  live(runId: string): RunFeed | undefined
  /** Resolves when the run has ended, or when the engine takes too long to stop. */
  cancel(run: WorkflowRun): Promise<void>
  /** The next frame of a run, rendered; null when none is due soon. */
  picture(runId: string): Promise<RunPicture | null>
  /** The current run of this process. */
  running(): WorkflowRun | null
  /** Stops the runs of this process, and starts no more. Those that wait stay queued. */
  close(): Promise<void>
}

export interface RunQueueOptions {
  jobs: Jobs
  engine: Engine
  repository: RunRepository
  files: RunFiles
  prepare: PrepareJob
  /** Null without a store, through which processes exchange parts of a run. */
  parts: Pick<RunParts, 'inParts' | 'discard' | 'end'> | null
  /** For followers on other machines. */
  live: RunLive
  /** For followers in this process. */
  changes: RunChanges
  settle: ResultIntake['settle']
  notices: RunNotices
  interruptedRuns: InterruptedRuns
  metrics: Metrics
  now: () => Date
  log: Log
}

export function createRunQueue(options: RunQueueOptions): RunQueue {
  const { jobs, repository, files, parts, live, changes, log } = options
  const feeds = new Map<string, RunFeed>()
  const turns = new Map<string, Turn>()
  const closing = options.interruptedRuns === 'end' ? CLOSE : LEAVE
  let isClosed = false
  const followUp = createRunFollowUp(options)
  const ends = createRunEnds({ ...options, stored: (runId) => feeds.delete(runId), ended: followUp.ended })
  const isCurrent = (feed: RunFeed) => feeds.get(feed.run.id) === feed

  async function run(job: JobRow, { signal, progress, isWatched }: JobContext): Promise<JobEnd | null> {
    // An attempt that was lost to another worker, and is still being stopped.
    await turns.get(job.id)?.done.catch(() => undefined)
    const row = await repository.byId(job.id)
    if (!row || isTerminal(row.status)) return storedEnd(row)
    if (isClosed) await aborted(signal)
    if (signal.aborted && signal.reason !== 'cancelled') return null
    const feed = createRunFeed(runOf(row), job.token)
    feeds.set(job.id, feed)
    changes.changed(job.id)
    void feed.ended.then(() => changes.changed(job.id))
    const claim = { id: job.id, token: job.token }
    const turn: Turn = { runId: job.id, claim, progress, isWatched, engineRun: null, stopped: null, ...turnStart() }
    turns.set(job.id, turn)
    const stop = () => stopTurn(turn, stopFor(signal.reason))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      turn.done = turned(feed, turn).finally(() => parts?.discard(job.id))
      await turn.done
    } finally {
      signal.removeEventListener('abort', stop)
      turns.delete(job.id)
    }
    if (isTerminal(feed.run.status) && !isCurrent(feed)) return endOf(feed.run)
    // The runner would claim it again until it closes.
    if (isClosed) await aborted(signal)
    return null
  }

  function stopFor(reason: StopReason): Stop {
    if (reason === 'cancelled') return CANCEL
    return reason === 'closing' ? closing : LEAVE
  }

  async function turned(feed: RunFeed, turn: Turn): Promise<void> {
    const { runId, claim } = turn
    try {
      // An attempt that was lost on this machine may have left files that nothing can resume from.
      if (claim.token > 1 && !(await files.isResumable(runId))) await files.discard(runId)
      if (!turn.stopped) await shown(feed, turn)
      else await stoppedEnd(feed, turn, turn.stopped)
    } catch (error) {
      if (isAway(error)) {
        leave(feed)
        throw error
      }
      log('error', `Run ${runId} failed outside the engine.`, error)
      await ends.end(feed, faultOf(error), claim)
    }
  }

  /** Executes the run, which followers on other machines see too. */
  async function shown(feed: RunFeed, turn: Turn): Promise<void> {
    const { claim, isWatched } = turn
    const stop = publishLive(live, { claim, feed, isWatched, engineRun: () => turn.engineRun })
    try {
      await execute(feed, turn)
    } finally {
      await stop()
    }
  }

  /** Ends the feed of a run here; its followers continue with the stored run. */
  function leave(feed: RunFeed, change: Partial<WorkflowRun> = {}): void {
    feeds.delete(feed.run.id)
    feed.end(change)
  }

  async function stoppedEnd(feed: RunFeed, { claim }: Turn, { ending }: Stop): Promise<void> {
    if (ending) return ends.end(feed, ending, claim)
    const waiting = { status: 'queued', started_at: null } as const
    await ends.save({ ...feed.run, ...waiting }, claim)
    leave(feed, waiting)
  }

  /** A process that died between the end of a run and that of its job left only the job running. */
  async function storedEnd(row: RunRow | null): Promise<JobEnd> {
    if (!row) return { state: 'cancelled' }
    const run = runOf(row)
    if (run.status === 'completed') await options.settle(run, () => undefined)
    return endOf(run)
  }

  function stopTurn(turn: Turn, stop: Stop): void {
    if (turn.stopped) return
    turn.stopped = stop
    turn.stopping.abort(stop === CANCEL ? 'cancelled' : 'closing')
    if (turn.engineRun) stop.stopEngine(turn.engineRun)
  }

  const execute = createExecution({ ...options, ends, isCurrent, stoppedEnd })

  jobs.register({
    kind: RUN_JOB,
    pool: RUN_POOL,
    estimateMs: 60_000,
    isPortable: true,
    run,
    failures: { fault: 'run.fault', diskFull: 'run.fault' },
    async ended(tx, job, end) {
      const ending = endingOf(end)
      if (ending) await repository.endIn(tx, job.id, { ...ending, finished_at: options.now().toISOString() })
    },
    async after(job, end) {
      if (end.state !== 'done') await followUp.jobEnded(job.id)
      changes.changed(job.id)
      await parts
        ?.end({ id: job.id, organization_id: job.organization_id })
        .catch((error) => log('warning', `The parts of run ${job.id} are removed later.`, error))
    },
  })

  return {
    async add({ run, label }, caller, store) {
      await store((tx) =>
        jobs.enqueue(tx, {
          id: run.id,
          caller,
          kind: RUN_JOB,
          subject: run.workflow_name,
          payload: { run_id: run.id },
          ...(label !== undefined && { label }),
        }),
      )
      jobs.wake()
    },
    live: (runId) => feeds.get(runId),
    picture: async (runId) => (feeds.has(runId) ? ((await turns.get(runId)?.engineRun?.picture()) ?? null) : null),
    running() {
      const [runId] = turns.keys()
      return (runId !== undefined && feeds.get(runId)?.run) || null
    },
    async cancel(run) {
      const turn = turns.get(run.id)
      if (turn) stopTurn(turn, CANCEL)
      else if (await jobs.cancel({ organizationId: run.organization_id }, run.id)) return
      async function read(): Promise<WorkflowRun> {
        const row = await repository.byId(run.id)
        return feeds.get(run.id)?.run ?? (row ? runOf(row) : { ...run, status: 'cancelled' })
      }
      await endOfRun(
        { id: run.id, read, changes, readEveryMs: CHECK_EVERY_MS },
        AbortSignal.timeout(CANCEL_PATIENCE_MS),
      )
    },
    async close() {
      isClosed = true
      for (const turn of turns.values()) stopTurn(turn, closing)
      ends.close()
      const stopped = Promise.allSettled([...turns.values()].map(({ done }) => done))
      await Promise.race([stopped, patience(CANCEL_PATIENCE_MS)])
    },
  }
}

const turnStart = () => ({ stopping: new AbortController(), done: Promise.resolve() })

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })

const patience = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
