/** Finds the detections of a part of a run's video, and records them as tapes. */
import type { PartJob, PartResult } from '../../shared/engine-contract/parts.ts'
import { createExecutor } from '../blocks/executors.ts'
import { attributed } from '../core/watchdog.ts'
import { createInferencePool } from '../inference/pool.ts'
import { openMedia } from '../media/open-media.ts'
import { partOfMedia, positionOf } from '../media/part-of-media.ts'
import type { Executor } from '../nodes/executor.ts'
import { detectedInParts, withUpstream } from '../nodes/in-parts.ts'
import { type Plan, planOf } from '../nodes/plan.ts'
import type { RunLog } from '../output/run-log.ts'
import { tapesOfPart } from '../reuse/join-tapes.ts'
import { nodeKeys, timelineKey } from '../reuse/node-keys.ts'
import { writePartFacts } from '../reuse/part-files.ts'
import { detectionRecorder, type Recorder, timelineRecorder } from '../reuse/recorder.ts'
import type { TapeEnd } from '../reuse/tape-end.ts'
import { nodeContext, runContext } from '../runtime/node-context.ts'
import { devicesOf, openModels } from '../runtime/open-networks.ts'
import { Pipeline, type Stage } from '../runtime/pipeline.ts'
import { readFrames } from '../runtime/read-frames.ts'

export interface PartHooks {
  /** Number of frames that are done. */
  onFrames(done: number): void
  onActivity(): void
  signal: AbortSignal
  inferenceEntry?: string | undefined
  /** As in `RunHooks`. */
  cores?: number
}

/** The run that joins the parts logs the same. */
const UNLOGGED: RunLog = { write: () => undefined }

/** @throws RunFailure, MediaError as a run */
export async function detectPart({ job, sha256, part, outDir }: PartJob, hooks: PartHooks): Promise<PartResult> {
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
