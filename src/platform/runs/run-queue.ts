/**
 * Executes runs as jobs, and stores their outcomes. Where other processes share the database, a run belongs to the worker that has
 * claimed its job: all others see its row.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isTerminal, type RunError, type RunPicture, type WorkflowRun } from '../../shared/domain/run.ts'
import type { Engine, RunJob } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import type { JobRow } from '../db/schema/jobs.ts'
import type { Caller } from '../identity/caller.ts'
import { isAway } from '../jobs/away.ts'
import type { JobContext, JobEnd, StopReason } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../machine/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createExecution, type Turn } from './execute-turn.ts'
import type { RunParts } from './parts/run-parts.ts'
import { publishLive } from './publish-live.ts'
import type { ResultIntake } from './result-intake.ts'
import { createRunEnds } from './run-ends.ts'
import { createRunFeed, type RunFeed } from './run-feed.ts'
import type { RunFiles } from './run-files.ts'
import type { RunLive } from './run-live.ts'
import type { RunNotices } from './run-notices.ts'
import { CANCEL, CLOSE, endingOf, endOf, faultOf, LEAVE, type Stop } from './run-outcome.ts'
import { type EnqueueRun, type RunRepository, runOf } from './run-repository.ts'

/** Runs use the whole machine, so their pool has one slot. */
export const RUN_POOL = 'runs'
export const RUN_JOB = 'workflow_run'

/** An engine replies to a cancel within half a second; the queue waits no longer than this. */
const CANCEL_PATIENCE_MS = 3000
const CHECK_EVERY_MS = 100

/** Finds the files of a run when it starts; they may be gone since it was queued. */
export type PrepareJob = (run: WorkflowRun) => Promise<{ ok: true; job: RunJob } | { ok: false; error: RunError }>

export interface QueuedRun {
  run: WorkflowRun
  /** Of the workers that may execute it; any when omitted. */
  label?: string | undefined
}

export interface RunQueue {
  /** `store` stores the run as queued, and its job in the same transaction. Rejects as `store` does. */
  add(queued: QueuedRun, caller: Caller, store: (enqueue: EnqueueRun) => Promise<void>): Promise<void>
  /** The live state; undefined for the run of another process, and once the run has ended and its end is stored. */
  live(runId: string): RunFeed | undefined
  /** Resolves when the run has ended, or when the engine takes too long to stop. */
  cancel(run: WorkflowRun): Promise<void>
  /** The next frame of a run, rendered; null when none is due soon. */
  picture(runId: string): Promise<RunPicture | null>
  /** The current run of this process. */
  running(): WorkflowRun | null
  /** Interrupts everything and accepts no more runs. */
  close(): Promise<void>
}

export interface RunQueueOptions {
  jobs: Jobs
  engine: Engine
  repository: RunRepository
  files: Pick<RunFiles, 'publish' | 'discard'>
  prepare: PrepareJob
  /** Null where no other process can execute parts of a run. */
  parts: Pick<RunParts, 'inParts' | 'discard' | 'end'> | null
  /** For followers on other machines. */
  live: RunLive
  settle: ResultIntake['settle']
  notices: RunNotices
  isShared: boolean
  metrics: Metrics
  now: () => Date
  log: Log
}

export function createRunQueue(options: RunQueueOptions): RunQueue {
  const { jobs, repository, files, parts, live, isShared, log } = options
  const feeds = new Map<string, RunFeed>()
  const turns = new Map<string, Turn>()
  let closed = false
  const ends = createRunEnds({ ...options, stored: (runId) => feeds.delete(runId) })
  const isCurrent = (feed: RunFeed) => feeds.get(feed.run.id) === feed

  async function run(job: JobRow, { signal, progress, isWatched }: JobContext): Promise<JobEnd | null> {
    const feed = feeds.get(job.id) ?? (await storedFeed(job.id))
    if (!feed) return storedEnd(job.id)
    feeds.set(job.id, feed)
    const claim = isShared ? { id: job.id, token: job.token } : null
    const stopped = closed ? CLOSE : null
    const turn: Turn = { runId: job.id, claim, progress, isWatched, engineRun: null, stopped, ...turnStart() }
    turns.set(job.id, turn)
    const stop = () => stopTurn(turn, stopFor(signal.reason))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      turn.done = turned(feed, turn, job)
      await turn.done
    } finally {
      signal.removeEventListener('abort', stop)
      turns.delete(job.id)
      await parts?.discard(job.id)
    }
    return isTerminal(feed.run.status) ? endOf(feed.run) : null
  }

  /** A run that is not this process's any more is executed again by another one. */
  function stopFor(reason: StopReason): Stop {
    if (reason === 'cancelled') return CANCEL
    return isShared ? LEAVE : CLOSE
  }

  async function turned(feed: RunFeed, turn: Turn, { token }: JobRow): Promise<void> {
    try {
      // Of an attempt that was lost on this machine.
      if (turn.claim && token > 1) await files.discard(turn.runId)
      if (!turn.stopped) await shown(feed, turn)
      else await stoppedEnd(feed, turn, turn.stopped)
    } catch (error) {
      if (turn.claim && isAway(error)) {
        leave(feed)
        throw error
      }
      log('error', `Run ${turn.runId} failed outside the engine.`, error)
      await ends.end(feed, faultOf(error), turn.claim)
    }
  }

  /** Executes the run, which followers on other machines see too. */
  async function shown(feed: RunFeed, turn: Turn): Promise<void> {
    const { claim, isWatched } = turn
    const stop = claim && publishLive(live, { claim, feed, isWatched, engineRun: () => turn.engineRun })
    try {
      await execute(feed, turn)
    } finally {
      await stop?.()
    }
  }

  /** Its followers continue with the stored run. */
  function leave(feed: RunFeed): void {
    feeds.delete(feed.run.id)
    feed.end({})
  }

  const stoppedEnd = async (feed: RunFeed, { claim }: Turn, { ending }: Stop): Promise<void> =>
    ending ? ends.end(feed, ending, claim) : leave(feed)

  /** The feed of a run that another process has queued; null when the run has ended. */
  async function storedFeed(id: string): Promise<RunFeed | null> {
    const row = await repository.byId(id)
    return !row || isTerminal(row.status) ? null : createRunFeed(runOf(row))
  }

  /** A process that died between the end of a run and that of its job left only the job running. */
  async function storedEnd(id: string): Promise<JobEnd> {
    const row = await repository.byId(id)
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

  async function stop({ id, organization_id }: WorkflowRun, how: Stop): Promise<void> {
    const feed = feeds.get(id)
    const turn = turns.get(id)
    if (turn) stopTurn(turn, how)
    else if (await jobs.cancel({ organizationId: organization_id }, id)) {
      return feed && how.ending ? ends.end(feed, how.ending, null) : undefined
    }
    if (feed) await Promise.race([feed.ended, patience(CANCEL_PATIENCE_MS)])
    else if (isShared) await endedElsewhere(id)
  }

  async function endedElsewhere(id: string): Promise<void> {
    for (const since = performance.now(); performance.now() - since < CANCEL_PATIENCE_MS; ) {
      const row = await repository.byId(id)
      if (!row || isTerminal(row.status)) return
      await sleep(CHECK_EVERY_MS)
    }
  }

  const execute = createExecution({ ...options, ends, isCurrent, stoppedEnd })

  jobs.register({
    kind: RUN_JOB,
    pool: RUN_POOL,
    estimateMs: 60_000,
    isPortable: true,
    run,
    failureOf: () => saidOf(message('run.fault')),
    async after(job, end) {
      // Of a job that has ended without a worker.
      const feed = isShared ? await storedFeed(job.id) : null
      if (feed && (end.state === 'cancelled' || end.state === 'parked')) await ends.end(feed, endingOf(end), null)
      await parts
        ?.end({ id: job.id, organization_id: job.organization_id })
        .catch((error) => log('warning', `The parts of run ${job.id} are removed later.`, error))
    },
  })

  return {
    async add({ run, label }, caller, store) {
      // Before the job can start. Another process may start it where the database is shared.
      if (!isShared) feeds.set(run.id, createRunFeed(run))
      try {
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
      } catch (error) {
        feeds.delete(run.id)
        throw error
      }
      jobs.wake()
    },
    live: (runId) => feeds.get(runId),
    picture: async (runId) => (feeds.has(runId) ? ((await turns.get(runId)?.engineRun?.picture()) ?? null) : null),
    running() {
      const [runId] = turns.keys()
      return (runId !== undefined && feeds.get(runId)?.run) || null
    },
    cancel: (run) => stop(run, CANCEL),
    async close() {
      closed = !isShared
      // The waiting ones first, so that none of them starts when the current one has ended.
      const isAtWork = (feed: RunFeed) => turns.has(feed.run.id)
      const waitingFirst = [...feeds.values()].sort((a, b) => Number(isAtWork(a)) - Number(isAtWork(b)))
      // Where other processes can execute them, the runner returns them to the queue.
      for (const feed of isShared ? [] : waitingFirst) {
        if (!ends.isUnstored(feed.run.id)) await stop(feed.run, CLOSE)
      }
      if (!isShared)
        await Promise.race([Promise.all([...turns.values()].map(({ done }) => done)), patience(CANCEL_PATIENCE_MS)])
      await ends.close()
    },
  }
}

const turnStart = () => ({ stopping: new AbortController(), done: Promise.resolve() })

const patience = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
