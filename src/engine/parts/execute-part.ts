/** Executes a part of a run's video: finds its detections, or draws its annotated videos. */
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartJob, PartResult, RunPart } from '../../shared/engine-contract/parts.ts'
import { createExecutor } from '../blocks/executors.ts'
import { attributed } from '../core/watchdog.ts'
import { createInferencePool } from '../inference/pool.ts'
import type { Frame, MediaReader, ReaderPosition } from '../media/frame.ts'
import { openMedia } from '../media/open-media.ts'
import { imageDigest } from '../media/reader-position.ts'
import type { Executor } from '../nodes/executor.ts'
import { detectedInParts, drawnInParts, isVideoSink, type Plan, planOf, withUpstream } from '../nodes/plan.ts'
import { createOutputFolder, type RunLog } from '../output/output-folder.ts'
import { resultHeader } from '../output/result-header.ts'
import { joinTapes, type TapeEnd, tapesOfPart } from '../reuse/join-tapes.ts'
import { nodeKeys, timelineKey } from '../reuse/node-keys.ts'
import { writePartFacts } from '../reuse/part-files.ts'
import { detectionRecorder, type Recorder, timelineRecorder } from '../reuse/recorder.ts'
import { replayExecutor } from '../reuse/replay.ts'
import { type TapeStore, tapeStore } from '../reuse/tape-store.ts'
import { readTimeline } from '../reuse/timeline.ts'
import { devicesOf, nodeContext, openModels, runContext } from '../runtime/open-networks.ts'
import { Pipeline, type Stage } from '../runtime/pipeline.ts'
import { readFrames } from '../runtime/read-frames.ts'
import { sendReady } from '../runtime/send-ready.ts'
import type { OutputVideoState } from '../sinks/annotated-video-sink.ts'
import { type VideosOfPart, writeVideosOfPart } from '../sinks/join-videos.ts'

interface PartHooks {
  /** Number of frames that are done. */
  onFrames(done: number): void
  onActivity(): void
  signal: AbortSignal
  inferenceEntry?: string | undefined
  /** The cores on which models run, as in `RunHooks`. */
  cores?: number
}

/** The run that joins the parts logs the same. */
const UNLOGGED: RunLog = { write: () => undefined }

const positionOf = ({ first, start }: RunPart): ReaderPosition | null =>
  start && {
    index: first,
    pictures: start.pictures,
    skipped: [],
    file: {
      pts: BigInt(start.pts),
      clock: { startS: start.startS, lastS: start.lastS },
      nextTick: start.nextTick,
      damage: 0,
      picture: null,
    },
  }

interface PartReader extends MediaReader {
  /** Digest of the last frame's picture; null before it is read, and at the end of the media. */
  readonly last: string | null
}

/** Ends the frames of a reader before the frame `end`, and keeps the digest by which the next part is known to follow. */
function partOfMedia(reader: MediaReader, { end }: Pick<RunPart, 'end'>): PartReader {
  let last: PartReader['last'] = null
  return {
    info: reader.info,
    warnings: reader.warnings,
    get last() {
      return last
    },
    async *frames(): AsyncGenerator<Frame> {
      for await (const frame of reader.frames()) {
        const isLast = end !== null && frame.index >= end - 1
        if (isLast) last = imageDigest(frame.image)
        yield frame
        if (isLast) return
      }
    },
    positionAfter: (frame) => reader.positionAfter(frame),
    close: () => reader.close(),
  }
}

/**
 * Finds the detections of a part of a run's video, and records them as tapes.
 * @throws RunFailure, MediaError as a run
 */
async function detectPart({ job, sha256, part, outDir }: PartJob, hooks: PartHooks): Promise<PartResult> {
  const { onActivity, onFrames, signal, inferenceEntry, cores } = hooks
  const plan = planOf(job.graph)
  const { source } = job
  const { deinterlace } = plan.source.config
  const sampleFps = source.sampleFps ?? plan.source.config.sample_fps ?? null
  const nodes = withUpstream(plan, detectedInParts(plan))
  const pool = createInferencePool(inferenceEntry, onActivity, cores)
  const executors: Executor[] = []
  const media = await attributed(
    plan.source.id,
    openMedia(source.path, { sampleFps, durationS: source.durationS, deinterlace, from: positionOf(part) }),
  )
  const reader = partOfMedia(media, part)
  const recorders = createRecorders(plan, nodeKeys(plan, job, { sha256, sampleFps }), part.first, outDir)
  try {
    const models = await openModels(job, { ...plan, nodes }, pool, { log: UNLOGGED, onActivity })
    const networks = { models, embeddings: new Map() }
    const context = runContext(job, { plan, media: reader.info, sampleFps, networks, files: null, onActivity })
    const stages: Stage[] = []
    for (const node of nodes) {
      const executor = await attributed(node.id, createExecutor(nodeContext(context, node, null, () => undefined)))
      executors.push(executor)
      stages.push({ node, executor: recorders.of(node.id)?.recorded(executor) ?? executor })
    }
    const pipeline = new Pipeline(stages, {}, plan.nodes)
    let frames = 0
    const framesDone = (more: number) => {
      frames += more
      onActivity()
      onFrames(frames)
    }
    const sourceId = plan.source.id
    await readFrames({ reader, sourceId, pipeline, workers: pool.workers }, { framesDone }, signal)
    signal.throwIfAborted()
    const madeAt = new Date().toISOString()
    const tallies = Object.fromEntries(stages.map(({ node }) => [node.id, pipeline.tally(node.id).state()]))
    const { [sourceId]: _, ...others } = tallies
    const devices = Object.fromEntries(devicesOf(networks))
    const detections: TapeEnd = { frames, madeAt, tallies: others, devices }
    const timeline = { info: reader.info, warnings: media.warnings, skipped: null }
    recorders.keep(frames, (id) => (id === sourceId ? timeline : detections))
    const isRegular = media.isRegular ?? false
    const before = media.before ?? null
    const { last } = reader
    await writePartFacts(outDir, { first: part.first, frames, before, last, isRegular })
    return { frames, isRegular }
  } finally {
    await Promise.allSettled(executors.map((executor) => executor.close?.()))
    await Promise.allSettled([media.close(), pool.close()])
    recorders.discard()
  }
}

function createRecorders(plan: Plan, keys: ReadonlyMap<string, string>, first: number, outDir: string) {
  const store = tapesOfPart(outDir)
  const keyOf = (id: string) => keys.get(id) as string
  const recorders = new Map<string, Recorder>()
  for (const id of detectedInParts(plan)) recorders.set(id, detectionRecorder(store, keyOf(id), first))
  const sourceId = plan.source.id
  recorders.set(sourceId, timelineRecorder(store, timelineKey(keyOf(sourceId)), first))
  return {
    of: (id: string) => recorders.get(id),
    keep(frames: number, endOf: (id: string) => object): void {
      for (const [id, recorder] of recorders) {
        if (!recorder.keep(frames, () => endOf(id))) throw new Error(`the tape of ${id} could not be written`)
      }
    },
    discard(): void {
      for (const recorder of recorders.values()) recorder.discard()
    },
  }
}

/** Frames that are drawn and encoded at the same time. */
const AT_ONCE = 2

/**
 * Draws the annotated videos of a part of a run's video, with what the blocks remember of all frames before it.
 * @throws RunFailure, MediaError as a run
 */
async function drawPart(given: PartJob, hooks: PartHooks): Promise<PartResult> {
  const { job, sha256, part, outDir, detected: folders } = given
  const { onActivity, onFrames, signal } = hooks
  const { source, cacheDir } = job
  const plan = planOf(job.graph)
  const sinks = drawnInParts(plan)
  if (!sinks || !cacheDir) throw new Error('the videos of this run are not drawn in parts')
  const { deinterlace } = plan.source.config
  const sampleFps = source.sampleFps ?? plan.source.config.sample_fps ?? null
  const keys = nodeKeys(plan, job, { sha256, sampleFps })
  const keyOf = (id: string) => keys.get(id) as string
  const detected = detectedInParts(plan)
  const tapes = tapeStore(cacheDir)
  const frames = timelineKey(keyOf(plan.source.id))
  if (!(await joinTapes(tapes, { folders, detections: [...detected].map(keyOf), frames }))) {
    return { frames: 0, isRegular: false }
  }
  const timeline = readTimeline(await tapeOf(tapes, frames))
  const executors: Executor[] = []
  const media = await attributed(
    plan.source.id,
    openMedia(source.path, { sampleFps, durationS: source.durationS, deinterlace, from: positionOf(part) }),
  )
  const reader = partOfMedia(media, part)
  // The work folder gets the journals of the part's videos, which are joined to complete ones later.
  const output = await createOutputFolder(outDir, job.runId)
  try {
    const files = { output, header: resultHeader(job, reader.info, sha256), outboxDir: job.outboxDir }
    const networks = { models: new Map(), embeddings: new Map() }
    const context = runContext(job, { plan, media: reader.info, sampleFps, networks, files, onActivity })
    const stages: Stage[] = []
    for (const node of withUpstream(plan, sinks)) {
      const isReplayed = detected.has(node.id)
      const made = isReplayed
        ? tapeOf(tapes, keyOf(node.id)).then((tape) => replayExecutor(tape))
        : createExecutor(nodeContext(context, node, null, () => undefined))
      const executor = await attributed(node.id, made)
      executors.push(executor)
      stages.push({ node: isReplayed ? { ...node, inlets: [] } : node, executor })
    }
    const pipeline = new Pipeline(stages, {}, plan.nodes)
    await sendReady(framesBefore(timeline, part.first), pipeline, onActivity, signal)
    signal.throwIfAborted()
    let done = 0
    const framesDone = (more: number) => {
      done += more
      onActivity()
      onFrames(done)
    }
    await readFrames({ reader, sourceId: plan.source.id, pipeline, workers: AT_ONCE }, { framesDone }, signal)
    signal.throwIfAborted()
    const videos: VideosOfPart = {}
    for (const { node, executor } of stages) {
      if (isVideoSink(node)) videos[node.id] = (await executor.save?.()) as OutputVideoState[]
    }
    await writeVideosOfPart(output.folder, videos)
    return { frames: done, isRegular: media.isRegular ?? false }
  } finally {
    await Promise.allSettled(executors.map((executor) => executor.close?.()))
    await Promise.allSettled([media.close(), timeline.close()])
    await moveFiles(output.folder, outDir)
  }
}

async function moveFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name))
  await rm(from, { recursive: true })
}

async function tapeOf(store: TapeStore, key: string) {
  const tape = await store.open(key)
  if (!tape) throw new Error(`the tape ${key} is missing`)
  return tape
}

function* framesBefore(timeline: MediaReader, first: number): Generator<Frame> {
  for (const frame of timeline.ready?.() ?? []) {
    if (frame.index >= first) return
    yield frame
  }
}

export const executePart = (part: PartJob, hooks: PartHooks): Promise<PartResult> =>
  part.step === 'detect' ? detectPart(part, hooks) : drawPart(part, hooks)
