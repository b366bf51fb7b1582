/** Starts and supervises the engine process of a run. */
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { logText } from '../../shared/domain/log-text.ts'
import {
  emptyCounts,
  emptyProgress,
  type LogLine,
  type RunError,
  type RunErrorCode,
  type RunPicture,
  type RunProgress,
} from '../../shared/domain/run.ts'
import type { EngineReport, EngineRun, RunJob, RunOutcome } from '../../shared/engine-contract/job.ts'
import { message, paramOf, type Sayable, saidOf } from '../../shared/messages/message.ts'
import { lockFolder } from '../output/folder-lock.ts'
import { LOG_NAME, logArtifact, logLine } from '../output/output-folder.ts'
import { hasCheckpoint, rollBackCommit, workFolderOf } from '../output/work-folder.ts'
import type { RunDevices } from '../runtime/run-hooks.ts'
import type { PreparedRun } from './devices/devices-of-run.ts'
import type { EngineChild, ToChild } from './engine-child.ts'
import { errorOf, type Limits, type Loss, supervise } from './supervise.ts'

/** Starts a process and sends it the run, at once or when the hardware decoders are known. */
export type BeginRun = (run: Extract<ToChild, { type: 'run' }>) => EngineChild

export function runOnDevices(
  { job, devices, ended }: PreparedRun,
  onReport: (report: EngineReport) => void,
  begin: BeginRun,
  limits: Limits,
): EngineRun {
  const run = startRun(job, onReport, begin, limits, devices)
  const done = run.done.then(async (outcome) => {
    await ended(outcome)
    return outcome
  })
  return { ...run, done }
}

export function startRun(
  job: RunJob,
  onReport: (report: EngineReport) => void,
  begin: BeginRun,
  limits: Limits,
  devices?: RunDevices,
): EngineRun {
  const child = begin({ type: 'run', job, checkpointMs: limits.checkpointMs, ...(devices && { devices }) })
  let committed: string[] = []
  let cancelling: NodeJS.Timeout | null = null
  const liveImages = createLiveImageRequests(() => child.send({ type: 'live-image' }))
  let interrupted = false
  let latest: Pick<RunOutcome, 'progress' | 'nodes' | 'counts'> = {
    progress: emptyProgress(),
    nodes: {},
    counts: emptyCounts(),
  }
  const done = async (): Promise<RunOutcome> => {
    const end = await supervise(child, limits, (received) => {
      if (received.type === 'live-image') liveImages.answer(received.image)
      else if (received.type === 'commit') committed = received.names
      else if (received.type === 'report') {
        if (received.report.type === 'progress') latest = received.report
        onReport(received.report)
      }
      return received.type === 'outcome' ? received.outcome : null
    })
    if (cancelling) clearTimeout(cancelling)
    liveImages.close()
    const work = workFolderOf(job.outDir, job.runId)
    if (end.type === 'answered') {
      const outcome = end.answer
      if (outcome.status === 'completed') {
        await whileLocked(job.outDir, () => rm(work, { recursive: true, force: true }))
      }
      return outcome
    }
    const loss = interrupted ? INTERRUPTED : errorOf(end)
    const error = cancelling ? null : atFrameOf(loss, latest.progress)
    const line = error
      ? logLine(interrupted ? 'warning' : 'error', withStderr(error, end))
      : logLine('info', message('log.cancelled'))
    onReport({ type: 'log', line })
    const left = await whileLocked(job.outDir, async () => {
      const resumable = error !== null && hasCheckpoint(work)
      if (resumable) await rollBackCommit(work).catch(() => undefined)
      else await cleanUp(job, committed)
      return { resumable, log: await closeLog(job.outDir, line) }
    })
    return {
      progress: latest.progress,
      nodes: latest.nodes,
      counts: latest.counts,
      status: error ? 'error' : 'cancelled',
      artifacts: left?.log ? [left.log] : [],
      error,
      resumable: left?.resumable ?? false,
    }
  }
  return {
    done: done(),
    pid: child.pid,
    picture: liveImages.request,
    drawn: (folders) => child.send({ type: 'drawn', folders }),
    cancel() {
      if (cancelling || interrupted) return
      child.send({ type: 'cancel' })
      cancelling = setTimeout(() => child.kill(), limits.cancelMs)
    },
    interrupt() {
      if (cancelling || interrupted) return
      // The last checkpoint is complete however the process ends, so no graceful exit is needed.
      interrupted = true
      child.kill()
    },
  }
}

/** Only one process may clean up after a child: another may have resumed the run meanwhile. */
async function whileLocked<T>(outDir: string, work: () => Promise<T>): Promise<T | null> {
  const lock = await lockFolder(outDir).catch(() => null)
  if (lock === null) return null
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** Removes partial results of a child that died. */
async function cleanUp({ outDir, runId }: RunJob, committed: readonly string[]): Promise<void> {
  const paths = [workFolderOf(outDir, runId), ...committed.map((name) => join(outDir, name))]
  await Promise.allSettled(paths.map((path) => rm(path, { recursive: true, force: true })))
}

async function closeLog(outDir: string, line: LogLine) {
  try {
    await appendFile(join(outDir, LOG_NAME), logText(line))
    return await logArtifact(outDir)
  } catch {
    return null
  }
}

export const INTERRUPTED: RunError = {
  code: 'interrupted' satisfies RunErrorCode,
  ...saidOf(message('engine.interrupted')),
  node_id: null,
}

const withStderr = (error: RunError, end: Loss): Sayable =>
  end.type === 'died' && end.stderr
    ? message('engine.with_output', { reason: paramOf(saidOf(error)), output: end.stderr })
    : error

/** A dead engine can't report the frame at which it died: it is the one after the last reported frame. */
const atFrameOf = (error: RunError, { frames_done, media_time_s }: RunProgress): RunError =>
  frames_done === 0 ? error : { ...error, frame: { index: frames_done, time_s: media_time_s } }

interface LiveImageRequests {
  request(): Promise<RunPicture | null>
  answer(image: RunPicture | null): void
  /** Called when the child has exited. */
  close(): void
}

/** A run whose next frame takes longer has nothing new to display. */
const PATIENCE_MS = 10_000

/** Requests live images of a run from its child: concurrent requests share one image. */
function createLiveImageRequests(send: () => void): LiveImageRequests {
  let pending: { image: Promise<RunPicture | null>; answer(image: RunPicture | null): void } | null = null
  let closed = false
  return {
    request() {
      if (closed) return Promise.resolve(null)
      if (pending) return pending.image
      let answer: (image: RunPicture | null) => void = () => undefined
      const image = new Promise<RunPicture | null>((resolve) => {
        const patience = setTimeout(() => answer(null), PATIENCE_MS)
        patience.unref()
        answer = (given) => {
          clearTimeout(patience)
          pending = null
          resolve(given)
        }
      })
      pending = { image, answer }
      send()
      return image
    },
    answer: (image) => pending?.answer(image),
    close() {
      closed = true
      pending?.answer(null)
    },
  }
}
