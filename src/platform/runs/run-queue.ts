/** Executes runs as jobs of a pool with one slot, and stores their outcomes. */
import {
  isInterrupted,
  isTerminal,
  type RunError,
  type RunErrorCode,
  type RunPicture,
  type WorkflowRun,
} from '../../shared/domain/run.ts'
import type { Engine, EngineReport, EngineRun, RunJob, RunOutcome } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import type { JobRow } from '../db/rows/jobs-rows.ts'
import type { Caller } from '../identity/caller.ts'
import type { JobEnd } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { isDiskFull } from '../machine/disk-full.ts'
import type { Log } from '../machine/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { countFrames } from '../metrics/run-frames.ts'
import type { ResultIntake } from './result-intake.ts'
import { createRunFeed, type RunFeed } from './run-feed.ts'
import type { RunNotices } from './run-notices.ts'
import { type EnqueueRun, type RunRepository, runOf } from './run-repository.ts'
import { throttle } from './throttle.ts'

const SAVE_EVERY_MS = 500
/** Time between attempts to store the end of a run on a full disk. */
const STORE_AGAIN_MS = 5000
/** Runs use the whole machine, so their pool has one slot. */
export const RUN_POOL = 'runs'
export const RUN_JOB = 'workflow_run'

/** An engine replies to a cancel within half a second; the queue waits no longer than this. */
const CANCEL_PATIENCE_MS = 3000

/** Finds the files of a run when it starts; they may be gone since it was queued. */
export type PrepareJob = (run: WorkflowRun) => Promise<{ ok: true; job: RunJob } | { ok: false; error: RunError }>

export interface RunQueue {
  /** `store` stores the run as queued, and its job in the same transaction. Rejects as `store` does. */
  add(run: WorkflowRun, caller: Caller, store: (enqueue: EnqueueRun) => Promise<void>): Promise<void>
  /** The live state; undefined once the run has ended and its end is stored. */
  live(runId: string): RunFeed | undefined
  /** Resolves when the run has ended, or when the engine takes too long to stop. */
  cancel(run: WorkflowRun): Promise<void>
  /** The next frame of a run, rendered; null when none is due soon. */
  picture(runId: string): Promise<RunPicture | null>
  /** The current run. */
  running(): WorkflowRun | null
  /** Interrupts everything and accepts no more runs. */
  close(): Promise<void>
}

export interface RunQueueOptions {
  jobs: Jobs
  engine: Engine
  repository: RunRepository
  prepare: PrepareJob
  /** Finishes the results of a completed run before its followers learn of the end; never rejects. */
  settle: ResultIntake['settle']
  notices: RunNotices
  metrics: Metrics
  now: () => Date
  log: Log
}

interface Turn {
  runId: string
  engineRun: EngineRun | null
  stopped: Stop | null
  /** The turn with everything that follows its end. */
  done: Promise<void>
}

interface Stop {
  /** The end of a run that no engine works on. */
  ending: Ending
  stopEngine(engineRun: EngineRun): void
}

type Ending = Pick<WorkflowRun, 'status' | 'error' | 'resumable'>

const CANCELLED: Ending = { status: 'cancelled', error: null, resumable: false }
const INTERRUPTED: Ending = {
  status: 'error',
  error: {
    code: 'interrupted' satisfies RunErrorCode,
    ...saidOf(message('run.closed_before_start')),
    node_id: null,
  },
  resumable: true,
}

const CANCEL: Stop = { ending: CANCELLED, stopEngine: (engineRun) => engineRun.cancel() }
const CLOSE: Stop = { ending: INTERRUPTED, stopEngine: (engineRun) => engineRun.interrupt() }

export function createRunQueue(options: RunQueueOptions): RunQueue {
  const { jobs, engine, repository, prepare, notices, log } = options
  const feeds = new Map<string, RunFeed>()
  let current: Turn | null = null
  let closed = false
  const at = () => options.now().toISOString()

  /** The run with its cost; null when saving failed. */
  const save = (run: WorkflowRun): Promise<WorkflowRun | null> =>
    repository.save(run).then(
      (saved) => saved ?? run,
      (error) => {
        log('error', `Run ${run.id} could not be saved.`, error)
        return null
      },
    )

  /** Ends that are not stored yet because the disk was full. Their feeds stay, so that readers still see them. */
  const unstored = new Map<string, WorkflowRun>()
  let storing: NodeJS.Timeout | undefined

  async function storeEnds(): Promise<void> {
    clearTimeout(storing)
    for (const run of unstored.values()) {
      if (!(await save(run))) break
      await notices
        .ended(run)
        .catch((error) => log('error', `Records of run ${run.id} could not be taken over.`, error))
      unstored.delete(run.id)
      feeds.delete(run.id)
    }
    if (unstored.size > 0 && !closed) storing = setTimeout(storeEnds, STORE_AGAIN_MS).unref()
  }

  /** The end is stored first, so that followers can read it. */
  async function end(feed: RunFeed, change: Partial<WorkflowRun>): Promise<void> {
    const last = { ...change, finished_at: at() }
    const ended = { ...feed.run, ...last }
    const stored = await save(ended)
    const { artifacts } = ended.status === 'completed' ? await options.settle(ended, feed.log) : ended
    if (stored) feeds.delete(feed.run.id)
    else unstored.set(ended.id, { ...ended, artifacts })
    feed.end({ ...last, artifacts, cost_micro_usd: stored?.cost_micro_usd ?? 0 })
    if (!stored) return storeEnds()
    await notices
      .ended({ ...ended, artifacts })
      .catch((error) => log('error', `Records of run ${ended.id} could not be taken over.`, error))
  }

  async function run(job: JobRow, signal: AbortSignal): Promise<JobEnd> {
    const feed = feeds.get(job.id) ?? (await storedFeed(job.id))
    if (!feed) return storedEnd(job.id)
    const turn: Turn = { runId: job.id, engineRun: null, stopped: closed ? CLOSE : null, done: Promise.resolve() }
    current = turn
    const stopped = () => stopTurn(turn, signal.reason === 'cancelled' ? CANCEL : CLOSE)
    signal.addEventListener('abort', stopped)
    if (signal.aborted) stopped()
    turn.done = (turn.stopped ? end(feed, turn.stopped.ending) : execute(feed, turn)).catch((error) => {
      log('error', `Run ${job.id} failed outside the engine.`, error)
      return end(feed, { status: 'error', error: isDiskFull(error) ? noRoom : unexpected })
    })
    await turn.done
    signal.removeEventListener('abort', stopped)
    current = null
    return endOf(feed.run)
  }

  /** The feed of a run that another process has queued; null when the run has ended. */
  async function storedFeed(id: string): Promise<RunFeed | null> {
    const row = await repository.byId(id)
    if (!row || isTerminal(row.status)) return null
    const feed = createRunFeed(runOf(row))
    feeds.set(id, feed)
    return feed
  }

  /** A process that died between the end of a run and that of its job left only the job running. */
  async function storedEnd(id: string): Promise<JobEnd> {
    const row = await repository.byId(id)
    return row ? endOf(runOf(row)) : { state: 'cancelled' }
  }

  async function execute(feed: RunFeed, turn: Turn): Promise<void> {
    feed.update({ status: 'processing', started_at: at() }, 'run')
    await save(feed.run)
    const prepared = await prepare(feed.run)
    if (turn.stopped) return end(feed, turn.stopped.ending)
    if (!prepared.ok) return end(feed, { status: 'error', error: prepared.error })
    const saver = throttle(async () => {
      await save(feed.run)
      await notices
        .progressed(feed.run)
        .catch((error) => log('error', `Records of run ${feed.run.id} could not be taken over.`, error))
    }, SAVE_EVERY_MS)
    const count = countFrames(options.metrics)
    turn.engineRun = engine.start(prepared.job, (report) => {
      if (feeds.get(feed.run.id) !== feed) return
      apply(feed, report)
      if (report.type === 'progress') count(feed.run)
      if (report.type !== 'log') saver.request()
    })
    const outcome = await turn.engineRun.done
    await saver.stop()
    const ending = outcomeOf(outcome)
    count({ ...feed.run, ...ending })
    await end(feed, ending)
  }

  function stopTurn(turn: Turn, stop: Stop): void {
    if (turn.stopped) return
    turn.stopped = stop
    if (turn.engineRun) stop.stopEngine(turn.engineRun)
  }

  async function stop({ id, organization_id }: WorkflowRun, how: Stop): Promise<void> {
    const feed = feeds.get(id)
    if (current?.runId === id) stopTurn(current, how)
    else if (await jobs.cancel({ organizationId: organization_id }, id)) return feed && end(feed, how.ending)
    if (feed) await Promise.race([feed.ended, patience(CANCEL_PATIENCE_MS)])
  }

  jobs.register({
    kind: RUN_JOB,
    pool: RUN_POOL,
    estimateMs: 60_000,
    run: (job, { signal }) => run(job, signal),
    failureOf: () => saidOf(message('run.fault')),
  })

  return {
    async add(run, caller, store) {
      // Before the job can start.
      feeds.set(run.id, createRunFeed(run))
      try {
        await store((tx) => jobs.enqueue(tx, { id: run.id, caller, kind: RUN_JOB, payload: { run_id: run.id } }))
      } catch (error) {
        feeds.delete(run.id)
        throw error
      }
      jobs.wake()
    },
    live: (runId) => feeds.get(runId),
    picture: async (runId) =>
      current?.runId === runId && feeds.has(runId) ? ((await current.engineRun?.picture()) ?? null) : null,
    running: () => (current && feeds.get(current.runId)?.run) ?? null,
    cancel: (run) => stop(run, CANCEL),
    async close() {
      closed = true
      // The waiting ones first, so that none of them starts when the current one has ended.
      const isCurrent = (feed: RunFeed) => feed.run.id === current?.runId
      for (const feed of [...feeds.values()].sort((a, b) => Number(isCurrent(a)) - Number(isCurrent(b)))) {
        if (!unstored.has(feed.run.id)) await stop(feed.run, CLOSE)
      }
      if (current) await Promise.race([current.done, patience(CANCEL_PATIENCE_MS)])
      await storeEnds()
    },
  }
}

function apply(feed: RunFeed, report: EngineReport): void {
  if (report.type === 'started') feed.update({ media: report.media }, 'run')
  else if (report.type === 'log') feed.log(report.line)
  else {
    const { progress, nodes, counts } = report
    feed.update({ progress, nodes, counts }, 'progress')
  }
}

/** The end of a run's job. */
const endOf = ({ status, error }: WorkflowRun): JobEnd =>
  status === 'completed' ? { state: 'done' } : error ? { state: 'failed', error } : { state: 'cancelled' }

const outcomeOf = ({
  status,
  progress,
  nodes,
  counts,
  artifacts,
  inspection,
  error,
  resumable = false,
}: RunOutcome): Partial<WorkflowRun> => ({
  status,
  progress,
  nodes,
  counts,
  artifacts,
  ...(inspection && { inspection }),
  error,
  // A run without a checkpoint starts again from its first frame.
  resumable: resumable || isInterrupted({ status, error }),
})

const noRoom: RunError = {
  code: 'disk_full',
  ...saidOf(message('run.disk_full')),
  node_id: null,
}

const unexpected: RunError = {
  code: 'engine_died',
  ...saidOf(message('run.fault')),
  node_id: null,
}

const patience = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
