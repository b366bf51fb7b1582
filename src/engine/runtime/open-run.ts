/** Opens the source, models and files of a run; failures are attributed to the block that needs them. */

import { deserialize } from 'node:v8'
import type { MediaSummary } from '../../shared/domain/run.ts'
import type { HardwareCodec } from '../../shared/engine-contract/hardware-video.ts'
import type { EngineReport, RunJob } from '../../shared/engine-contract/job.ts'
import type { PartsOfRun } from '../../shared/engine-contract/parts.ts'
import { type Message, message, paramOf, saidOf } from '../../shared/messages/message.ts'
import { createExecutor, loadExecutors } from '../blocks/executors.ts'
import { asRunFailure } from '../core/run-failure.ts'
import { attributed } from '../core/watchdog.ts'
import { createInferencePool, type InferencePool } from '../inference/pool.ts'
import { type InspectionLimits, type LiveFrame, watchExecutor } from '../inspection/live-frame.ts'
import { watcherKind, watchersOf, withWatchers } from '../inspection/watched-plan.ts'
import { expectedFrames } from '../media/expected-frames.ts'
import type { MediaInfo, MediaReader } from '../media/frame.ts'
import type { OpenOptions } from '../media/open-media.ts'
import { type Executor, NOTHING, type NodeContext } from '../nodes/executor.ts'
import { type AnyPlannedNode, isVideoSink, type Plan, planOf } from '../nodes/plan.ts'
import { fileDigest, imagesDigest } from '../output/digest.ts'
import { createOutputFolder, type OutputFolder, type RunLog } from '../output/output-folder.ts'
import { type ResultHeader, resultHeader } from '../output/result-header.ts'
import type { Checkpoint, NodeState } from '../output/work-folder.ts'
import { openReuse, type Reuse, reuseSentence } from '../reuse/open-reuse.ts'
import { joinVideos } from '../sinks/join-videos.ts'
import { type Networks, nodeContext, openEmbeddings, openModels, runContext } from './open-networks.ts'
import { Pipeline, type Stage } from './pipeline.ts'
import { requireSame, resumedRun } from './resumed-run.ts'
import type { RunHooks } from './run-hooks.ts'

export interface OpenRun {
  sourceId: string
  reader: MediaReader
  /** Frames per second that the run processes; null when unknown. */
  fps: number | null
  /** Expected number of frames, as far as the media states it. */
  expected: number | null
  pipeline: Pipeline
  stages: readonly Stage[]
  /** Number of models that can run concurrently; 0 without a model. */
  workers: number
  header: ResultHeader
  output: OutputFolder
  /** The checkpoint that this run resumes from; null for a run that starts from the beginning. */
  checkpoint: Checkpoint | null
  /** The blocks of the user's graph. */
  plan: Plan
  /** Reuse of earlier results; null when nothing is reused or recorded. */
  reuse: Reuse | null
  networks: Networks
}

/** The resources opened so far, to be closed however the run ends, also when opening fails midway. */
export class Opened {
  readonly executors: Executor[] = []
  reader: MediaReader | null = null
  pool: InferencePool | null = null
  output: OutputFolder | null = null
  reuse: Reuse | null = null

  /** Closes everything even if one resource fails to close. `keep`: files stay for another run to resume from. */
  async close({ files }: { files: 'discard' | 'keep' | 'leave' }): Promise<void> {
    await Promise.allSettled(this.executors.map((e) => e.close?.()))
    await Promise.allSettled([this.reader?.close(), this.pool?.close(), this.reuse?.close()])
    if (files === 'discard') await Promise.allSettled([this.output?.discard()])
    else if (files === 'keep') await Promise.allSettled([this.output?.keep()])
  }
}

/** Progress that is reported while the run waits for the videos of its parts. */
const BEAT_MS = 1000

interface JoinedSink {
  /** Folders with the videos of the parts. */
  drawn: Promise<readonly string[]>
  /** Creates the sink as it is after the last frame. */
  create(folders: readonly string[]): Promise<Executor>
  onActivity(): void
}

/**
 * A sink whose videos are drawn elsewhere while the run measures: it waits for them when the last frame has been measured,
 * and only completes them.
 */
function joinedSink({ drawn, create, onActivity }: JoinedSink): Executor {
  let sink: Executor | null = null
  return {
    process: () => NOTHING,
    async finish(late, endS) {
      const beat = setInterval(onActivity, BEAT_MS)
      try {
        sink = await create(await drawn)
      } finally {
        clearInterval(beat)
      }
      return (await sink.finish?.(late, endS)) ?? []
    },
    close: async () => sink?.close?.(),
  }
}

export interface OpenHooks {
  log: RunLog
  onReport(report: EngineReport): void
  onActivity(): void
  inferenceEntry: string | undefined
  cores: number | undefined
  hardware: readonly HardwareCodec[] | undefined
  devices: RunHooks['devices']
  liveFrame: LiveFrame
  inspectionLimits: InspectionLimits
  /** Folders with the videos of the job's parts. */
  drawn: Promise<readonly string[]>
}

export async function openRun(job: RunJob, opened: Opened, hooks: OpenHooks): Promise<OpenRun> {
  const { source } = job
  const designed = planOf(job.graph)
  const watchers = job.inspected ? watchersOf(designed) : null
  const plan = watchers ? withWatchers(designed, watchers) : designed
  const resumed = await resumedRun(job)
  if (!resumed) opened.output = await createOutputFolder(job.outDir, job.runId)
  const sampleFps = source.sampleFps ?? plan.source.config.sample_fps ?? null
  const { images, path, durationS } = source
  const hardware = hooks.hardware && { codecs: hooks.hardware }
  const { deinterlace } = plan.source.config
  const reading = { sampleFps, durationS, deinterlace, from: resumed?.checkpoint.position, hardware }
  // A resumed run can't record frames that it has not seen, and can't replay those that it has.
  const reuse = resumed ? null : await openReuse(job, plan, sampleFps, hooks.onActivity)
  opened.reuse = reuse
  const isDrawn = reuse?.isJoined === true && job.parts?.drawn != null
  // Without decoding or drawing there is no image to display.
  const isShown = ({ id }: AnyPlannedNode) => watcherKind(watchers, id) !== 'picture' || !(reuse?.timeline || isDrawn)
  const running = plan.nodes.filter((node) => isShown(node) && (reuse?.runs(node.id) ?? true))
  const own = { ...plan, nodes: running.filter(({ id }) => !reuse?.replays(id)) }
  const opening = attributed(
    plan.source.id,
    reuse?.timeline ? Promise.resolve(reuse.timeline) : openSource(source, reading),
  ).then((reader) => {
    opened.reader = reader
    hooks.onReport({ type: 'started', media: summary(reader.info) })
    // A module that can't be loaded fails with its block.
    loadExecutors(running.map(({ kind }) => kind)).catch(() => undefined)
    return reader
  })
  const hashing = attributed(
    plan.source.id,
    reuse
      ? Promise.resolve(reuse.sha256)
      : images
        ? imagesDigest(images, hooks.onActivity)
        : fileDigest(path, hooks.onActivity),
  )
  const pool = createInferencePool(hooks.inferenceEntry, hooks.onActivity, hooks.cores, {
    ...hooks.devices,
    onFallback({ path, name }, device, error) {
      const nodeId = plan.nodes.find(({ id }) => job.models[id]?.path === path)?.id ?? null
      const reason = paramOf(hooks.devices?.reasons?.[device.id] ?? saidOf(asRunFailure(error, null)))
      hooks.log.write('warning', message('log.device_failed', { device: device.name, model: name, reason }), nodeId)
    },
  })
  opened.pool = pool
  const [reader, models, sha256] = await allSettled(opening, openModels(job, own, pool, hooks), hashing)
  const { info } = reader
  const embeddings = await openEmbeddings(job, own, pool, hooks)
  const header = resultHeader(job, info, sha256)
  if (resumed) {
    requireSame(resumed.checkpoint, job, header)
    opened.output = await createOutputFolder(job.outDir, job.runId, resumed.folder)
  }
  const output = opened.output as OutputFolder
  const states = resumed?.checkpoint.nodes ?? {}
  const files = { output, header, outboxDir: job.outboxDir }
  const networks = { models, embeddings }
  const parts = { plan, media: info, sampleFps, networks, files, onActivity: hooks.onActivity }
  const shared = runContext(job, parts)
  const stages: Stage[] = []
  for (const node of running) {
    const replay = reuse?.replay(node.id)
    if (replay) {
      opened.executors.push(replay)
      stages.push({ node: { ...node, inlets: [] }, executor: replay })
      continue
    }
    if (isDrawn && node.kind === 'visualize') {
      stages.push({ node, executor: passing() })
      continue
    }
    const watching = watcherKind(watchers, node.id)
    const warn = (warning: Message) => hooks.log.write('warning', warning, watching ? null : node.id)
    const { onActivity } = hooks
    if (isDrawn && isVideoSink(node)) {
      const create = async (folders: readonly string[]) =>
        createExecutor(nodeContext(shared, node, await joinVideos(folders, node.id, output, onActivity), warn))
      const executor = joinedSink({ drawn: hooks.drawn, create, onActivity })
      opened.executors.push(executor)
      stages.push({ node, executor })
      continue
    }
    const context = nodeContext(shared, node, savedBy(states[node.id]), warn)
    const creating = watching
      ? watchExecutor(watching, context as NodeContext<'sink'>, hooks.liveFrame, hooks.inspectionLimits)
      : createExecutor(context)
    const created = await attributed(node.id, creating)
    const executor = reuse?.recorded(node, created) ?? created
    opened.executors.push(executor)
    stages.push({ node, executor })
  }
  const expected = expectedFrames(info, sampleFps, source.durationS)
  const { width, height, codec } = info
  const read = { width, height, codec }
  const unknownLength = expected === null
  hooks.log.write(
    'info',
    unknownLength ? message('log.reading_unknown_length', read) : message('log.reading', { ...read, frames: expected }),
  )
  if (reader.decoding) hooks.log.write('info', reader.decoding)
  if (job.parts) logParts(hooks.log, job.parts, reuse)
  const workers = models.size > 0 ? pool.workers : 0
  const reused = reuse && reuseSentence(plan, reuse)
  if (reused) hooks.log.write('info', reused)
  const pipeline = new Pipeline(stages, states, plan.nodes)
  const checkpoint = resumed?.checkpoint ?? null
  const made = { reader, fps: shared.fps, expected, pipeline, stages, workers, header, output }
  return { sourceId: plan.source.id, ...made, checkpoint, plan: designed, reuse, networks }
}

function logParts(log: RunLog, { detected, drawn }: PartsOfRun, reuse: Reuse | null): void {
  const parts = { parts: detected.length }
  if (!reuse?.isJoined) log.write('warning', message('log.parts_unused', parts))
  else log.write('info', drawn ? message('log.parts_joined_drawn', parts) : message('log.parts_joined', parts))
}

/** The executor of a block that has nothing to draw. */
const passing = (): Executor => ({ process: ({ frame }) => ({ frames: { type: 'frames', frame, regions: null } }) })

/** Loaded only for decoding: a run that only repeats the measuring starts without libav. */
async function openSource({ images, path }: RunJob['source'], reading: OpenOptions): Promise<MediaReader> {
  if (images) return (await import('../media/open-images.ts')).openImages(images, reading)
  return (await import('../media/open-media.ts')).openMedia(path, reading)
}

const summary = (info: MediaInfo): MediaSummary => ({
  width: info.width,
  height: info.height,
  duration_seconds: info.durationS,
  native_fps: info.nativeFps,
  frame_count: info.frameCount,
})

const savedBy = (state: NodeState | undefined): unknown => (state ? deserialize(state.saved) : null)

/**
 * Like Promise.all, but waits for all: no work may continue after a run has failed. Of several failures, the first in
 * argument order is thrown.
 */
async function allSettled<A, B, C>(a: Promise<A>, b: Promise<B>, c: Promise<C>): Promise<[A, B, C]> {
  await Promise.allSettled([a, b, c])
  return await Promise.all([a, b, c])
}
