/** The run queue: executes runs one at a time, in order of arrival, and stores their outcomes. */

import {
  isInterrupted,
  type RunError,
  type RunErrorCode,
  type RunPicture,
  type WorkflowRun,
} from '../../shared/domain/run.ts'
import type { Engine, EngineReport, EngineRun, RunJob, RunOutcome } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import { isDiskFull } from '../machine/disk-full.ts'
import type { Log } from '../machine/log.ts'
import type { ResultIntake } from './result-intake.ts'
import { createRunFeed, type RunFeed } from './run-feed.ts'
import type { RunNotices } from './run-notices.ts'
import type { RunRepository } from './run-repository.ts'

const SAVE_EVERY_MS = 500
/** Time between attempts to store the end of a run on a full disk. */
const STORE_AGAIN_MS = 5000
/** An engine replies to a cancel within half a second; the queue waits no longer than this. */
const CANCEL_PATIENCE_MS = 3000

/** Finds the files of a run when it starts; they may be gone since it was queued. */
export type PrepareJob = (run: WorkflowRun) => Promise<{ ok: true; job: RunJob } | { ok: false; error: RunError }>

export interface RunQueue {
  /** The run must be stored as queued. */
  add(run: WorkflowRun): void
  /** The live state; undefined once the run has ended and its end is stored. */
  live(runId: string): RunFeed | undefined
  /** Resolves when the run has ended, or when the engine takes too long to stop. */
  cancel(runId: string): Promise<void>
  /** The next frame of a run, rendered; null when none is due soon. */
  picture(runId: string): Promise<RunPicture | null>
  /** The current run. */
  running(): WorkflowRun | null
  /** Waiting runs, the next one first. */
  waiting(): WorkflowRun[]
  /** Reorders these waiting runs within the places that they hold together; ids that do not wait are ignored. */
  reorder(runIds: readonly string[]): void
  isPaused(): boolean
  /** While paused no further run starts; the current one continues. */
  setPaused(paused: boolean): void
  /** Interrupts everything and accepts no more runs. */
  close(): Promise<void>
}

export interface RunQueueOptions {
  engine: Engine
  repository: RunRepository
  prepare: PrepareJob
  /** Finishes the results of a completed run before its followers learn of the end; never rejects. */
  settle: ResultIntake['settle']
  notices: RunNotices
  now: () => Date
  log: Log
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

export function createRunQueue(options: RunQueueOptions): RunQueue {
  const { engine, repository, prepare, notices, log } = options
  const feeds = new Map<string, RunFeed>()
  const waiting: string[] = []
  let current: { runId: string; engineRun: EngineRun | null; stopped: Ending | null } | null = null
  let closed = false
  let paused = false
  /** The current turn, including everything that follows its end. */
  let working: Promise<void> = Promise.resolve()
  const at = () => options.now().toISOString()

  /** Resolves to false when saving failed. */
  const save = (run: WorkflowRun): Promise<boolean> =>
    repository.save(run).then(
      () => true,
      (error) => {
        log('error', `Run ${run.id} could not be saved.`, error)
        return false
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
    const isStored = await save(ended)
    const { artifacts } = ended.status === 'completed' ? await options.settle(ended, feed.log) : ended
    if (isStored) feeds.delete(feed.run.id)
    else unstored.set(ended.id, { ...ended, artifacts })
    feed.end({ ...last, artifacts })
    if (!isStored) return storeEnds()
    await notices
      .ended({ ...ended, artifacts })
      .catch((error) => log('error', `Records of run ${ended.id} could not be taken over.`, error))
  }

  function next(): void {
    if (current || closed || paused) return
    const runId = waiting.shift()
    const feed = runId === undefined ? undefined : feeds.get(runId)
    if (runId === undefined || !feed) return
    const turn = { runId, engineRun: null, stopped: null }
    current = turn
    working = execute(feed, turn)
      .catch((error) => {
        log('error', `Run ${runId} failed outside the engine.`, error)
        return end(feed, { status: 'error', error: isDiskFull(error) ? noRoom : unexpected })
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
    if (turn.stopped) return end(feed, turn.stopped)
    if (!prepared.ok) return end(feed, { status: 'error', error: prepared.error })
    const saver = throttle(async () => {
      await save(feed.run)
      await notices
        .progressed(feed.run)
        .catch((error) => log('error', `Records of run ${feed.run.id} could not be taken over.`, error))
    }, SAVE_EVERY_MS)
    turn.engineRun = engine.start(prepared.job, (report) => {
      if (feeds.get(feed.run.id) !== feed) return
      apply(feed, report)
      if (report.type !== 'log') saver.request()
    })
    const outcome = await turn.engineRun.done
    await saver.stop()
    await end(feed, outcomeOf(outcome))
  }

  /** `ending`: the end of a run that no engine works on. */
  async function stop(runId: string, ending: Ending, stopEngine: (engineRun: EngineRun) => void): Promise<void> {
    const feed = feeds.get(runId)
    if (!feed) return
    const place = waiting.indexOf(runId)
    if (place >= 0) {
      waiting.splice(place, 1)
      return end(feed, ending)
    }
    if (current?.runId !== runId) return
    current.stopped = ending
    if (current.engineRun) stopEngine(current.engineRun)
    await Promise.race([feed.ended, patience(CANCEL_PATIENCE_MS)])
  }

  return {
    add(run) {
      feeds.set(run.id, createRunFeed(run))
      waiting.push(run.id)
      next()
    },
    live: (runId) => feeds.get(runId),
    picture: async (runId) =>
      current?.runId === runId && feeds.has(runId) ? ((await current.engineRun?.picture()) ?? null) : null,
    running: () => (current && feeds.get(current.runId)?.run) ?? null,
    waiting: () => waiting.flatMap((id) => feeds.get(id)?.run ?? []),
    reorder(runIds) {
      const named = [...new Set(runIds)].filter((id) => waiting.includes(id))
      const places = waiting.flatMap((id, place) => (named.includes(id) ? [place] : []))
      for (const [i, place] of places.entries()) waiting[place] = named[i] as string
    },
    isPaused: () => paused,
    setPaused(wanted) {
      paused = wanted
      next()
    },
    cancel: (runId) => stop(runId, CANCELLED, (engineRun) => engineRun.cancel()),
    async close() {
      closed = true
      await Promise.all([...feeds.keys()].map((id) => stop(id, INTERRUPTED, (engineRun) => engineRun.interrupt())))
      await Promise.race([working, patience(CANCEL_PATIENCE_MS)])
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
