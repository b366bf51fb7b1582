/** Executes a run from its preparation to its end, in the process that has claimed it. */
import type { JobProgress } from '../../../shared/api/jobs.ts'
import type { RunErrorCode, RunProgress, WorkflowRun } from '../../../shared/domain/run.ts'
import type { EngineReport, EngineRun, RunJob, RunOutcome } from '../../../shared/engine-contract/job.ts'
import { countFrames } from '../../http/metrics/run-frames.ts'
import { traced } from '../../machine/tracing/tracing.ts'
import type { Claim, JobContext } from '../../work/jobs/job.ts'
import { drawMeanwhile } from './parts/draw-meanwhile.ts'
import type { PartsTurn } from './parts/run-parts.ts'
import type { RunEnds } from './run-ends.ts'
import type { RunFeed } from './run-feed.ts'
import { apply, outcomeOf, type Stop } from './run-outcome.ts'
import type { RunQueueOptions } from './run-queue.ts'

const SAVE_EVERY_MS = 500

export interface Turn {
  runId: string
  claim: Claim
  progress: JobContext['progress']
  isWatched: JobContext['isWatched']
  engineRun: EngineRun | null
  stopped: Stop | null
  /** Aborted when it is stopped. */
  stopping: AbortController
  /** The turn with everything that follows its end. */
  done: Promise<void>
}

interface Reported {
  count: ReturnType<typeof countFrames>
  save(): void
}

/** Limits how often the state of a live run is stored. */

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

/** The progress of a run whose parts have done a share of all work on its frames since a time in milliseconds. */
function partProgress(share: number, frames: number, tookMs: number): RunProgress {
  const done = Math.floor(share * frames)
  const fps = tookMs > 0 ? (done * 1000) / tookMs : 0
  return {
    frames_done: done,
    frames_total: frames,
    media_time_s: 0,
    fps: Math.round(fps * 100) / 100,
    seconds_left: fps > 0 ? Math.round(((frames - done) / fps) * 10) / 10 : null,
  }
}

export interface ExecutionOptions extends RunQueueOptions {
  ends: RunEnds
  stoppedEnd(feed: RunFeed, turn: Turn, stop: Stop): Promise<void>
  /** False once the run has ended, or is another process's. */
  isCurrent(feed: RunFeed): boolean
}

export function createExecution(options: ExecutionOptions) {
  const { engine, files, prepare, parts, notices, log, ends, stoppedEnd, isCurrent } = options
  async function execute(feed: RunFeed, turn: Turn): Promise<void> {
    const { claim } = turn
    feed.update({ status: 'processing', started_at: options.now().toISOString() }, 'run')
    await ends.save(feed.run, claim)
    const prepared = await traced('run.prepare', () => prepare(feed.run))
    if (turn.stopped) return stoppedEnd(feed, turn, turn.stopped)
    if (!prepared.ok) return ends.end(feed, { status: 'error', error: prepared.error }, claim)
    const saver = throttle(async () => {
      if ((await ends.save(feed.run, claim)) === 'lost') return
      await notices
        .progressed(feed.run)
        .catch((error) => log('error', `Records of run ${feed.run.id} could not be taken over.`, error))
    }, SAVE_EVERY_MS)
    const onProgress = progressOfParts(feed, turn, saver.request)
    let outcome: RunOutcome
    const counts: Reported['count'][] = []
    try {
      const signal = turn.stopping.signal
      const alone = prepared.job
      // A run that has a checkpoint continues where it was, on one worker.
      const inParts = await traced('run.parts', async () =>
        parts && !alone.resume ? parts.inParts(feed.run, alone, { signal, onProgress }) : { job: alone, draw: null },
      )
      if (turn.stopped) return await stoppedEnd(feed, turn, turn.stopped)
      const start = (job: RunJob) => {
        const ofJob = countFrames(options.metrics, job.parts !== undefined)
        counts.push(ofJob)
        turn.engineRun = engine.start(job, (report) =>
          onReport(feed, turn, job, report, { count: ofJob, save: saver.request }),
        )
        return turn.engineRun
      }
      const discard = () => files.discard(turn.runId)
      outcome = await traced('engine.run', () =>
        drawMeanwhile({ ...inParts, alone, turn: { signal, onProgress }, start, discard }),
      )
      if (!turn.stopped && isOwnRefused(outcome, alone)) {
        await discard()
        if (turn.stopped) return await stoppedEnd(feed, turn, turn.stopped)
        outcome = await traced('engine.run', () => start({ ...alone, resume: null }).done)
      }
    } finally {
      await saver.stop()
    }
    // The files of another worker's attempt are not overwritten.
    if ((await ends.save(feed.run, claim)) === 'lost') return ends.end(feed, outcomeOf(outcome), claim)
    const isLeft = () => turn.stopped !== null && turn.stopped.ending === null
    const isPublished =
      !isLeft() && (await traced('run.publish', () => files.publish(turn.runId, () => turn.stopped !== null)))
    if (turn.stopped && (isLeft() || !isPublished)) return stoppedEnd(feed, turn, turn.stopped)
    const ending = outcomeOf(outcome)
    counts.at(-1)?.({ ...feed.run, ...ending })
    await ends.end(feed, ending, claim)
  }

  /** Frames that are done in the parts of a run. */
  function progressOfParts(feed: RunFeed, turn: Turn, save: () => void): PartsTurn['onProgress'] {
    const since = performance.now()
    return (share, frames) => {
      if (turn.stopped) return
      feed.update({ progress: partProgress(share, frames, performance.now() - since) }, 'progress')
      turn.progress(framesOf(feed.run))
      save()
    }
  }

  function onReport(feed: RunFeed, turn: Turn, job: RunJob, report: EngineReport, { count, save }: Reported): void {
    if (!isCurrent(feed)) return
    // Joining parts reads all frames again, while others may still draw them.
    if (job.parts && report.type === 'progress' && isBehind(report, feed.run)) return
    const isDrawn = report.type === 'progress' && job.parts?.drawn === 'later'
    apply(feed, isDrawn ? { ...report, progress: feed.run.progress } : report)
    if (report.type === 'progress') {
      count(feed.run)
      turn.progress(framesOf(feed.run))
    }
    if (report.type !== 'log') save()
  }

  return execute
}

/** True for a checkpoint of the run itself that can't be used, as that of another version: the run starts over. */
const isOwnRefused = ({ error }: RunOutcome, { runId, resume }: RunJob): boolean =>
  resume?.runId === runId && error?.code === ('resume_refused' satisfies RunErrorCode)

/** The total is an estimate, which a run can exceed. */
const framesOf = ({ progress: { frames_done: done, frames_total } }: WorkflowRun): JobProgress => ({
  done,
  total: frames_total === null ? null : Math.max(done, frames_total),
})

const isBehind = ({ progress }: { progress: RunProgress }, run: WorkflowRun): boolean =>
  progress.frames_done < run.progress.frames_done
