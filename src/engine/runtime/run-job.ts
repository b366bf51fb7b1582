/** Executes one run, from its job to its outcome. */
import { stat, writeFile } from 'node:fs/promises'
import type { DeviceUsed } from '../../shared/domain/device.ts'
import type { RunCounts } from '../../shared/domain/event.ts'
import type { Artifact, RunInspection } from '../../shared/domain/run.ts'
import type { RunJob, RunOutcome } from '../../shared/engine-contract/job.ts'
import { englishOf, message, paramOf, type Sayable, saidOf } from '../../shared/messages/message.ts'
import { asRunFailure, outputFailure, RunFailure, toRunError, withDisplayName } from '../core/run-failure.ts'
import { INSPECTION_LIMITS, LiveFrame } from '../inspection/live-frame.ts'
import type { SkippedImage } from '../media/frame.ts'
import { type FolderLock, lockFoldersOf } from '../output/folder-lock.ts'
import { createRunLog, logArtifact, logLine, type OutputFolder, type RunLog } from '../output/output-folder.ts'
import type { ResultHeader } from '../output/result-header.ts'
import { hasCheckpoint, MANIFEST_NAME, workFolderOf } from '../output/work-folder.ts'
import { CHECKPOINT_EVERY_MS, Checkpointer } from './checkpointer.ts'
import { LiveRun } from './live-run.ts'
import { devicesOf } from './open-networks.ts'
import { Opened, type OpenRun, openRun } from './open-run.ts'
import { readFrames } from './read-frames.ts'
import type { RunHooks } from './run-hooks.ts'

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
    hooks.onReport({ type: 'log', line: logLine('error', failure) })
    return { ...live.outcome(), status: 'error', artifacts: [], error: toRunError(failure), resumable: false }
  }
  hooks.onLocked?.(lock)
  try {
    return await lockedJob(job, hooks, live)
  } finally {
    lock.release()
  }
}

interface ManifestParts {
  job: RunJob
  header: ResultHeader
  startedAt: Date
  frames: number
  counts: RunCounts
  artifacts: readonly Artifact[]
  /** For a collection of images: those that could not be read, and the reasons. */
  skipped?: readonly SkippedImage[] | undefined
  /** Blocks whose results were reused from an earlier run. */
  reused: readonly { node_id: string; made_at: string }[]
  /** Devices that ran the models of blocks. */
  devices: readonly ({ node_id: string } & DeviceUsed)[]
}

/** Writes `manifest.json`: the graph, source, versions and results of a run. The log, still open, is not included. */
async function writeManifest(output: OutputFolder, parts: ManifestParts): Promise<void> {
  const { job, header, startedAt, frames, counts, artifacts, skipped, reused, devices } = parts
  const { sightline, workflow, ...origin } = header
  const { graph, ...named } = workflow
  const manifest = {
    format: 'sightline-manifest',
    version: 1,
    ...origin,
    workflow: named,
    graph,
    settings: { sample_fps: job.source.sampleFps, duration_s: job.source.durationS },
    versions: { sightline, node: process.versions.node, os: process.platform, arch: process.arch },
    started_at: startedAt.toISOString(),
    finished_at: new Date().toISOString(),
    frames,
    ...(skipped && { skipped: skipped.map(({ name, reason }) => ({ name, reason: englishOf(reason) })) }),
    ...(reused.length > 0 && { reused }),
    ...(devices.length > 0 && { devices }),
    counts,
    artifacts,
  }
  const path = output.manifestPath
  try {
    await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx' })
  } catch (error) {
    throw outputFailure(error, MANIFEST_NAME) ?? error
  }
  output.add({ name: MANIFEST_NAME, kind: 'manifest', nodeId: null, mediaType: 'application/json', records: null })
}

interface Written {
  artifacts: Artifact[]
  inspection: RunInspection | null
}

/**
 * Completes a run: ends its files, writes the manifest and moves everything to the output folder. Null when the run is
 * cancelled meanwhile.
 */
async function completeRun(
  job: RunJob,
  { reader, sourceId, pipeline, output, header, reuse, networks }: OpenRun,
  live: LiveRun,
  log: RunLog,
  startedAt: Date,
  hooks: RunHooks,
): Promise<Written | null> {
  for (const warning of reader.warnings) log.write('warning', warning, sourceId)
  if (live.progress.frames_done === 0) {
    throw new RunFailure('source_empty', message('media.nothing_decoded', { name: job.source.name }), sourceId)
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
    reused: [...(reuse?.reused ?? [])].flatMap(([node_id, { madeAt }]) =>
      madeAt === null ? [] : [{ node_id, made_at: madeAt }],
    ),
    devices: [...devicesOf(networks)].map(([node_id, device]) => ({ node_id, ...device })),
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

/**
 * Returns a check for whether the file has been written to since; a removed file stays readable for processes that have
 * it open.
 */
async function watchFile(path: string): Promise<() => Promise<boolean>> {
  const before = await stampOf(path)
  return async () => {
    const now = await stampOf(path)
    return now !== null && now !== before
  }
}

const stampOf = (path: string): Promise<string | null> =>
  stat(path, { bigint: true }).then(
    ({ ino, size, mtimeNs }) => [ino, size, mtimeNs].join(' '),
    () => null,
  )

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
    log.write('info', message('log.begun', { run: job.runId, workflow: job.workflowName, source: job.source.name }))
    for (const { said, nodeId } of hooks.devices?.notes ?? []) log.write('info', said, nodeId)
    const { onReport, onActivity, inferenceEntry, inspectionLimits = INSPECTION_LIMITS, devices, hardware } = hooks
    const isSourceChanged = await watchFile(job.source.path)
    const reporting = { log, onReport, onActivity, liveFrame, inspectionLimits }
    const run = await openRun(job, opened, {
      ...reporting,
      inferenceEntry,
      cores: hooks.cores,
      devices,
      hardware,
      drawn: drawnOf(job, hooks),
    })
    if (run.checkpoint) {
      startedAt = new Date(run.checkpoint.startedAt)
      const { mediaTimeS, position } = run.checkpoint
      log.write('info', message('log.resuming', { time: mediaTimeS.toFixed(2), frames: position.index }))
    }
    live.begin(run)
    // Parts are joined in seconds, and their videos may be drawn later than a checkpoint.
    const checkpointMs = job.parts ? Number.POSITIVE_INFINITY : (hooks.checkpointMs ?? CHECKPOINT_EVERY_MS)
    const { header, reader, pipeline, output, fps } = run
    const checkpointed = { job, header, startedAt, reader, pipeline, fps, folder: output.folder }
    const checkpointer = new Checkpointer(checkpointed, checkpointMs, (warning) => log?.write('warning', warning))
    try {
      await readFrames(run, live, hooks.signal, checkpointer)
    } finally {
      await checkpointer.stop()
    }
    const changed = await isSourceChanged()
    if (changed) log.write('warning', message('media.changed_while_read', { name: job.source.name }), run.sourceId)
    if (!hooks.signal.aborted) written = await completeRun(job, run, live, log, startedAt, hooks)
    const kept = (id: string) => pipeline.tally(id).state()
    if (written && !changed) await run.reuse?.keep(reader, live.progress.frames_done, kept, devicesOf(run.networks))
  } catch (error) {
    failure = asRunFailure(error, null)
  }
  liveFrame.close()
  const status = written ? 'completed' : hooks.signal.aborted ? 'cancelled' : 'error'
  const resumable = status === 'error' && hasCheckpoint(workFolderOf(job.outDir, job.runId))
  await opened.close({ files: status === 'completed' ? 'leave' : resumable ? 'keep' : 'discard' })
  if (status === 'completed') log?.write('info', message('log.completed', { frames: live.progress.frames_done }))
  else if (status === 'cancelled') log?.write('info', message('log.cancelled'))
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

function withCause(failure: RunFailure): Sayable {
  const { cause } = failure
  if (!(cause instanceof Error) || cause.message === failure.message) return failure
  return message('engine.failure_with_cause', { failure: paramOf(saidOf(failure)), cause: cause.message })
}

/** Rejects when the run is cancelled before they are drawn. */
function drawnOf({ parts }: RunJob, { drawn = Promise.resolve([]), signal }: RunHooks): Promise<readonly string[]> {
  const given = parts?.drawn ?? []
  if (given !== 'later') return Promise.resolve(given)
  const cancelled = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const named = Promise.race([drawn, cancelled])
  // A run that ends before its last frame awaits nothing.
  named.catch(() => undefined)
  return named
}
