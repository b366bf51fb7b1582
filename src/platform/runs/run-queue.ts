/** Runs one after the other, first come first served, and writes down what becomes of them. */
import type { Engine, EngineReport, EngineRun, RunJob, RunOutcome } from '../../shared/domain/job.ts'
import type { RunError, WorkflowRun } from '../../shared/domain/run.ts'
import type { Log } from '../log.ts'
import { createRunFeed, type RunFeed } from './run-feed.ts'
import type { RunRepository } from './run-repository.ts'

const SAVE_EVERY_MS = 500
/** An engine answers a cancel within half a second; beyond this it is not waited for. */
const CANCEL_PATIENCE_MS = 3000

/** Finds the files of a run when its turn comes; they may be gone since it was queued. */
export type PrepareJob = (run: WorkflowRun) => Promise<{ ok: true; job: RunJob } | { ok: false; error: RunError }>

export interface RunQueue {
  /** The run must be stored as queued. */
  add(run: WorkflowRun): void
  /** The live state; undefined once the run has ended. */
  live(runId: string): RunFeed | undefined
  /** Resolves when the run has ended, or the engine takes too long over it. */
  cancel(runId: string): Promise<void>
  /** Cancels everything and takes no more. */
  close(): Promise<void>
}

export interface RunQueueOptions {
  engine: Engine
  repository: RunRepository
  prepare: PrepareJob
  now: () => Date
  log: Log
}

export function createRunQueue(options: RunQueueOptions): RunQueue {
  const { engine, repository, prepare, log } = options
  const feeds = new Map<string, RunFeed>()
  const waiting: string[] = []
  let current: { runId: string; engineRun: EngineRun | null; cancelled: boolean } | null = null
  let closed = false
  const at = () => options.now().toISOString()

  async function save(run: WorkflowRun): Promise<void> {
    await repository.save(run).catch((error) => log('error', `Run ${run.id} could not be saved.`, error))
  }

  /** Stored first: who hears of the end can read it. */
  async function end(feed: RunFeed, change: Partial<WorkflowRun>): Promise<void> {
    const last = { ...change, finished_at: at() }
    await save({ ...feed.run, ...last })
    feeds.delete(feed.run.id)
    feed.end(last)
  }

  function next(): void {
    if (current || closed) return
    const runId = waiting.shift()
    const feed = runId === undefined ? undefined : feeds.get(runId)
    if (runId === undefined || !feed) return
    const turn = { runId, engineRun: null, cancelled: false }
    current = turn
    execute(feed, turn)
      .catch((error) => {
        log('error', `Run ${runId} failed outside the engine.`, error)
        return end(feed, { status: 'error', error: unexpected })
      })
      .finally(() => {
        current = null
        next()
      })
  }

  async function execute(feed: RunFeed, turn: NonNullable<typeof current>): Promise<void> {
    feed.update({ status: 'processing', started_at: at() }, 'run')
    await save(feed.run)
    const prepared = await prepare(feed.run)
    if (turn.cancelled) return end(feed, { status: 'cancelled' })
    if (!prepared.ok) return end(feed, { status: 'error', error: prepared.error })
    const saver = throttle(() => save(feed.run), SAVE_EVERY_MS)
    turn.engineRun = engine.start(prepared.job, (report) => {
      if (feeds.get(feed.run.id) !== feed) return
      apply(feed, report)
      if (report.type !== 'log') saver.request()
    })
    const outcome = await turn.engineRun.done
    await saver.stop()
    await end(feed, outcomeOf(outcome))
  }

  return {
    add(run) {
      feeds.set(run.id, createRunFeed(run))
      waiting.push(run.id)
      next()
    },
    live: (runId) => feeds.get(runId),
    async cancel(runId) {
      const feed = feeds.get(runId)
      if (!feed) return
      const place = waiting.indexOf(runId)
      if (place >= 0) {
        waiting.splice(place, 1)
        return end(feed, { status: 'cancelled' })
      }
      if (current?.runId !== runId) return
      current.cancelled = true
      current.engineRun?.cancel()
      await Promise.race([feed.ended, patience(CANCEL_PATIENCE_MS)])
    },
    async close() {
      closed = true
      await Promise.all([...feeds.keys()].map((runId) => this.cancel(runId)))
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

const outcomeOf = ({ status, progress, nodes, counts, artifacts, error }: RunOutcome): Partial<WorkflowRun> => ({
  status,
  progress,
  nodes,
  counts,
  artifacts,
  error,
})

const unexpected: RunError = {
  code: 'engine_died',
  message: 'The run could not be carried out because of a fault inside Sightline. Its log says more; try again.',
  node_id: null,
}

const patience = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** Calls `work` at most once in `ms`, the first time at once; `stop` waits for a call in progress and drops a planned one. */
function throttle(work: () => Promise<void>, ms: number): { request(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let lastStart = Number.NEGATIVE_INFINITY
  let working: Promise<void> = Promise.resolve()
  const start = () => {
    timer = undefined
    lastStart = performance.now()
    working = work()
  }
  return {
    request() {
      timer ??= setTimeout(start, Math.max(0, lastStart + ms - performance.now()))
    },
    stop() {
      clearTimeout(timer)
      return working
    },
  }
}
