/** Executes one run, from its job to its outcome. */
import type { RunCounts } from '../../shared/domain/event.ts'
import {
  type Artifact,
  emptyCounts,
  emptyProgress,
  type FrameMoment,
  type NodeFigures,
  type RunInspection,
  type RunProgress,
} from '../../shared/domain/run.ts'
import type { EngineReport, RunJob, RunOutcome } from '../../shared/engine-contract/job.ts'
import { hasCheckpoint } from '../checkpoint/checkpoint-file.ts'
import { CHECKPOINT_EVERY_MS, Checkpointer } from '../checkpoint/checkpointer.ts'
import { type FolderLock, lockFoldersOf } from '../checkpoint/folder-lock.ts'
import { workFolderOf } from '../checkpoint/work-folder.ts'
import { LivePicture } from '../inspection/live-picture.ts'
import { INSPECTION_LIMITS, type InspectionLimits } from '../inspection/watch-executors.ts'
import type { Frame } from '../media/frame.ts'
import { nodeFigures } from '../reuse/reused-figures.ts'
import { writeManifest } from '../sinks/manifest.ts'
import { whileAtWork } from './at-work.ts'
import { Credits } from './credits.ts'
import { Pace, progressOf } from './figures.ts'
import { attributed, Opened, type OpenRun, openRun } from './open-run.ts'
import { inOwnName } from './own-name.ts'
import { asRunFailure, atFrame, RunFailure, toRunError } from './run-failure.ts'
import { createRunLog, logArtifact, logLine, type RunLog } from './run-log.ts'
import { sendReady } from './send-ready.ts'
import { watchFile } from './source-watch.ts'

export interface RunHooks {
  onReport(report: EngineReport): void
  /** Called when the run has locked its folders. */
  onLocked?(lock: FolderLock): void
  /**
   * Files of these names are about to be moved to the output folder: they must be removed if the process dies
   * meanwhile.
   */
  onCommit(names: string[]): void
  /** Called on progress; a run that reports none for long counts as hung. */
  onActivity(): void
  signal: AbortSignal
  /** Wall time between checkpoints. */
  checkpointMs?: number
  /** Source of live images of the run; omitted when none are requested. */
  livePicture?: LivePicture
  /** Limits in bytes of the records for the inspector. */
  inspectionLimits?: InspectionLimits
  /** Path of the bundled inference.js; by default in the folder of the running bundle. */
  inferenceEntry?: string
}

/** Frames in flight in addition to those that models process. */
const SPARE_CREDITS = 4
const REPORT_EVERY_MS = 200

/**
 * Never rejects: every failure is an outcome. A run that does not complete keeps only its log and, after a failure, the
 * files from which another run can resume. The host removes the checkpoint of a completed run.
 */
export async function runJob(job: RunJob, hooks: RunHooks): Promise<RunOutcome> {
  const live = new LiveRun(hooks)
  let lock: FolderLock
  try {
    lock = await lockFoldersOf(job)
  } catch (error) {
    const failure = asRunFailure(error, null)
    const { message } = failure
    hooks.onReport({ type: 'log', line: logLine('error', message) })
    return { ...live.outcome(), status: 'error', artifacts: [], error: toRunError(failure), resumable: false }
  }
  hooks.onLocked?.(lock)
  try {
    return await lockedJob(job, hooks, live)
  } finally {
    lock.release()
  }
}

async function lockedJob(job: RunJob, hooks: RunHooks, live: LiveRun): Promise<RunOutcome> {
  let startedAt = new Date()
  const opened = new Opened()
  const { livePicture = new LivePicture() } = hooks
  const wording = inOwnName(job.source.path, job.source.name)
  let log: RunLog | null = null
  let written: Written | null = null
  let failure: RunFailure | null = null
  try {
    log = createRunLog(job.outDir, (line) => hooks.onReport({ type: 'log', line }), wording, {
      append: job.resume?.outDir === job.outDir,
    })
    log.write('info', `Run ${job.runId} of “${job.workflowName}” on “${job.source.name}”`)
    const { onReport, onActivity, inferenceEntry, inspectionLimits = INSPECTION_LIMITS } = hooks
    const isSourceChanged = await watchFile(job.source.path)
    const run = await openRun(job, opened, { log, onReport, onActivity, inferenceEntry, livePicture, inspectionLimits })
    if (run.checkpoint) {
      startedAt = new Date(run.checkpoint.startedAt)
      log.write(
        'info',
        `Going on after ${run.checkpoint.mediaTimeS.toFixed(2)} s, ${run.checkpoint.position.index} frames`,
      )
    }
    live.begin(run)
    const { checkpointMs = CHECKPOINT_EVERY_MS } = hooks
    const { header, reader, pipeline, output, fps } = run
    const checkpointed = { job, header, startedAt, reader, pipeline, fps, folder: output.folder }
    const checkpointer = new Checkpointer(checkpointed, checkpointMs, (message) => log?.write('warning', message))
    try {
      await readFrames(run, live, hooks, checkpointer)
    } finally {
      await checkpointer.stop()
    }
    const changed = await isSourceChanged()
    if (changed) log.write('warning', changedSource(job.source.name), run.sourceId)
    if (!hooks.signal.aborted) written = await complete(job, run, live, log, startedAt, hooks)
    const kept = (id: string) => pipeline.tally(id).state()
    if (written && !changed) await run.reuse?.keep(reader, live.progress.frames_done, kept)
  } catch (error) {
    failure = asRunFailure(error, null)
  }
  livePicture.close()
  const status = written ? 'completed' : hooks.signal.aborted ? 'cancelled' : 'error'
  const resumable = status === 'error' && hasCheckpoint(workFolderOf(job.outDir, job.runId))
  await opened.close({ files: status === 'completed' ? 'leave' : resumable ? 'keep' : 'discard' })
  if (status === 'completed') log?.write('info', `Completed: ${live.progress.frames_done} frames`)
  else if (status === 'cancelled') log?.write('info', 'Cancelled')
  else if (failure) log?.write('error', withCause(failure), failure.nodeId)
  const logged = log ? await logArtifact(job.outDir).catch(() => null) : null
  return {
    ...live.outcome(),
    status,
    artifacts: [...(written?.artifacts ?? []), ...(logged ? [logged] : [])],
    ...(written?.inspection && { inspection: written.inspection }),
    error: status === 'error' && failure ? toRunError(failure, wording) : null,
    resumable,
  }
}

/** Sends every frame to the pipeline, with a bounded number in flight; returns when all are done. */
async function readFrames(
  { reader, sourceId, pipeline, workers }: OpenRun,
  live: LiveRun,
  { signal }: RunHooks,
  checkpointer: Checkpointer,
): Promise<void> {
  if (reader.ready) return await sendReady(reader.ready(), pipeline, live.framesDone.bind(live), signal)
  const credits = new Credits(workers + SPARE_CREDITS)
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  /** The frame that is read next; its time is unknown until it is read, so it has the time of the previous one. */
  let upcoming: FrameMoment | null = null
  const send = (frame: Frame) => {
    const { ptsS, index } = frame
    upcoming = { index: index + 1, time_s: ptsS }
    const work = (pipeline.send(frame) ?? Promise.resolve())
      .then(() => live.framesDone(1, ptsS))
      .catch((error: unknown) => void failures.push(atFrame(error, { index, time_s: ptsS })))
      .finally(() => {
        underWay.delete(work)
        credits.give()
      })
    underWay.add(work)
  }
  const sendAndAwaitAll = async (frame: Frame) => {
    send(frame)
    await Promise.all(underWay)
    if (failures.length > 0) throw failures[0]
  }
  const frames = reader.frames()[Symbol.asyncIterator]()
  try {
    for (;;) {
      await credits.take()
      // Decoding is synchronous: without this pause, messages (cancel, results) would wait for it to end.
      await new Promise(setImmediate)
      if (failures.length > 0 || signal.aborted) break
      const askedAt = performance.now()
      const next = await whileAtWork(sourceId, () => attributed(sourceId, frames.next()))
      pipeline.tally(sourceId).busyMs += performance.now() - askedAt
      if (next.done) break
      if (!checkpointer.isDueAfter(next.value)) send(next.value)
      else checkpointer.after(next.value, sendAndAwaitAll).catch((error: unknown) => void failures.push(error))
    }
  } catch (error) {
    throw upcoming ? atFrame(error, upcoming) : error
  } finally {
    await Promise.allSettled(underWay)
    await frames.return?.()
  }
  if (failures.length > 0) throw earliest(failures)
}

/** Frames are processed concurrently, so a later one may have failed before the first one that fails. */
function earliest(failures: readonly unknown[]): unknown {
  const frameOf = (failure: unknown) => (failure instanceof RunFailure ? failure.frame?.index : null) ?? Infinity
  return failures.reduce((first, other) => (frameOf(other) < frameOf(first) ? other : first))
}

interface Written {
  artifacts: Artifact[]
  inspection: RunInspection | null
}

/** Ends all files, writes the manifest and moves everything to the output folder; null when cancelled meanwhile. */
async function complete(
  job: RunJob,
  { reader, sourceId, pipeline, output, header, reuse }: OpenRun,
  live: LiveRun,
  log: RunLog,
  startedAt: Date,
  hooks: RunHooks,
): Promise<Written | null> {
  for (const warning of reader.warnings) log.write('warning', warning, sourceId)
  if (live.progress.frames_done === 0) {
    const message = `“${job.source.name}” holds no picture that can be decoded. Choose another file.`
    throw new RunFailure('source_empty', message, sourceId)
  }
  await pipeline.finish(live.progress.media_time_s)
  live.end()
  const artifacts = await output.describe(hooks.onActivity)
  const frames = live.progress.frames_done
  await writeManifest(output, {
    job,
    header,
    startedAt,
    frames,
    counts: live.counts(),
    artifacts,
    skipped: reader.skipped,
    reused: [...(reuse?.reused ?? [])].map(([node_id, { madeAt }]) => ({ node_id, made_at: madeAt })),
  })
  const all = await output.describe()
  const inspection = job.inspected ? inspectionOf(await output.describeInternal(hooks.onActivity)) : null
  if (hooks.signal.aborted) return null
  await output.commit(hooks.onCommit)
  return { artifacts: all, inspection }
}

const inspectionOf = (files: readonly Artifact[]): RunInspection => {
  const of = (kind: 'frames' | 'events') => files.find(({ name }) => name.startsWith(`inspection-${kind}`)) ?? null
  return { frames: of('frames'), events: of('events') }
}

const changedSource = (name: string): string =>
  `“${name}” was changed while it was read: results may be of two different states of it. Run again to be sure.`

/** The live state of a run for its reports. */
class LiveRun {
  progress: RunProgress = emptyProgress()
  readonly #hooks: RunHooks
  readonly #pace = new Pace()
  #run: OpenRun | null = null
  #reportedAt = 0

  constructor(hooks: RunHooks) {
    this.#hooks = hooks
  }

  begin(run: OpenRun): void {
    this.#run = run
    const done = run.checkpoint?.position.index ?? 0
    this.#pace.mark(done)
    if (run.checkpoint) this.progress = progressOf(done, run.expected, run.checkpoint.mediaTimeS, 0)
  }

  /** `ptsS`: time of the latest of them. */
  framesDone(frames: number, ptsS: number): void {
    const done = this.progress.frames_done + frames
    this.#pace.mark(done)
    const mediaTimeS = Math.max(this.progress.media_time_s, ptsS)
    this.progress = progressOf(done, this.#run?.expected ?? null, mediaTimeS, this.#pace.fps())
    this.#hooks.onActivity()
    if (performance.now() - this.#reportedAt >= REPORT_EVERY_MS) this.#report()
  }

  /** No more frames follow: the total is known. */
  end(): void {
    this.progress = { ...this.progress, frames_total: this.progress.frames_done, seconds_left: 0 }
    this.#report()
  }

  outcome(): Pick<RunOutcome, 'progress' | 'nodes' | 'counts'> {
    return { progress: this.progress, nodes: this.figures(), counts: this.counts() }
  }

  figures(): Record<string, NodeFigures> {
    return this.#run ? nodeFigures(this.#run) : {}
  }

  counts(): RunCounts {
    const all = this.#run?.stages.map(({ executor }) => executor.counts?.() ?? emptyCounts()) ?? []
    return { lines: all.flatMap((c) => c.lines), zones: all.flatMap((c) => c.zones) }
  }

  #report(): void {
    this.#reportedAt = performance.now()
    const { progress } = this
    this.#hooks.onReport({ type: 'progress', progress, nodes: this.figures(), counts: this.counts() })
  }
}

function withCause({ message, cause }: RunFailure): string {
  const why = cause instanceof Error ? cause.message : message
  return why === message ? message : `${message} (${why})`
}
