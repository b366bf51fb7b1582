/** Executes one run, from its job to its outcome. */
import type { RunJob, RunOutcome } from '../../shared/engine-contract/job.ts'
import { asRunFailure, type RunFailure, toRunError } from '../core/run-failure.ts'
import { LiveFrame } from '../inspection/live-frame.ts'
import { INSPECTION_LIMITS } from '../inspection/watch-executors.ts'
import { hasCheckpoint } from '../output/checkpoint-file.ts'
import { type FolderLock, lockFoldersOf } from '../output/folder-lock.ts'
import { createRunLog, logArtifact, logLine, type RunLog } from '../output/run-log.ts'
import { workFolderOf } from '../output/work-folder.ts'
import { CHECKPOINT_EVERY_MS, Checkpointer } from './checkpointer.ts'
import { completeRun, type Written } from './complete-run.ts'
import { withDisplayName } from './display-name.ts'
import { LiveRun } from './live-run.ts'
import { Opened, openRun } from './open-run.ts'
import { readFrames } from './read-frames.ts'
import type { RunHooks } from './run-hooks.ts'
import { watchFile } from './source-watch.ts'

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
  const { liveFrame = new LiveFrame() } = hooks
  const wording = withDisplayName(job.source.path, job.source.name)
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
    const run = await openRun(job, opened, { log, onReport, onActivity, inferenceEntry, liveFrame, inspectionLimits })
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
      await readFrames(run, live, hooks.signal, checkpointer)
    } finally {
      await checkpointer.stop()
    }
    const changed = await isSourceChanged()
    if (changed) log.write('warning', changedSource(job.source.name), run.sourceId)
    if (!hooks.signal.aborted) written = await completeRun(job, run, live, log, startedAt, hooks)
    const kept = (id: string) => pipeline.tally(id).state()
    if (written && !changed) await run.reuse?.keep(reader, live.progress.frames_done, kept)
  } catch (error) {
    failure = asRunFailure(error, null)
  }
  liveFrame.close()
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

const changedSource = (name: string): string =>
  `“${name}” was changed while it was read: results may be of two different states of it. Run again to be sure.`

function withCause({ message, cause }: RunFailure): string {
  const why = cause instanceof Error ? cause.message : message
  return why === message ? message : `${message} (${why})`
}
