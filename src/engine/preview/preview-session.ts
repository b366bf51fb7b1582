/**
 * Previews graphs on a window of the media repeatedly: frames stay decoded and models open, and a model's results for a
 * frame are cached, so that moving a slider downstream of it needs no inference.
 */

import type { Detection } from '../../shared/domain/detection.ts'
import type { Box } from '../../shared/domain/geometry.ts'
import { conversionInUse } from '../../shared/engine-contract/conversion-in-use.ts'
import type {
  NodePreview,
  Preview,
  PreviewDetection,
  PreviewFrame,
  PreviewJob,
} from '../../shared/engine-contract/preview.ts'
import type { Graph } from '../../shared/graph/graph.ts'
import { previewable, whyLeftOut } from '../../shared/graph/previewable.ts'
import { message } from '../../shared/messages/message.ts'
import { createExecutor } from '../blocks/executors.ts'
import { asRunFailure, RunFailure } from '../core/run-failure.ts'
import { Semaphore } from '../core/semaphore.ts'
import { attributed } from '../core/watchdog.ts'
import { createInferencePool, type PooledEmbedding, type PooledModel } from '../inference/pool.ts'
import type { Frame } from '../media/frame.ts'
import { encodeJpeg } from '../media/jpeg-writer.ts'
import type { Executor, NodeInput, Outputs } from '../nodes/executor.ts'
import { type AnyPlannedNode, orderOf, type Plan } from '../nodes/plan.ts'
import { nodeKeys } from '../reuse/node-keys.ts'
import { type Networks, nodeContext, openModel, runContext } from '../runtime/open-networks.ts'
import { Pipeline, type Stage } from '../runtime/pipeline.ts'
import { detectionRecord, pixels, seconds } from '../sinks/detection-record.ts'
import { createMoments } from './moment.ts'

export interface PreviewSession {
  /** Serialised. Raises `RunFailure`. */
  preview(job: PreviewJob): Promise<Preview>
  close(): Promise<void>
}

/** Number of frames whose model results are cached. */
const KEPT_FINDINGS = 1000
/** Frames in flight in addition to those that models process. */
const SPARE_FRAMES = 2

interface PreviewRecorder {
  /** `executor`, wrapped to record its inputs and outputs. */
  of(nodeId: string, executor: Executor): Executor
  frames(): PreviewFrame[]
}

/** Records the inputs and outputs of each block, frame by frame. */
function createPreviewRecorder(): PreviewRecorder {
  const frames = new Map<number, PreviewFrame>()
  const note = (nodeId: string, { frame, detections }: NodeInput, outputs: Outputs) => {
    const known = frames.get(frame.ptsS) ?? { time_s: seconds(frame.ptsS), nodes: {} }
    frames.set(frame.ptsS, known)
    known.nodes[nodeId] = nodePreview(detections, outputs)
  }
  return {
    of: (nodeId, executor) => ({
      ...executor,
      process(input) {
        const outputs = executor.process(input)
        if (!(outputs instanceof Promise)) {
          note(nodeId, input, outputs)
          return outputs
        }
        return outputs.then((done) => {
          note(nodeId, input, done)
          return done
        })
      },
    }),
    frames: () => [...frames.values()].sort((a, b) => a.time_s - b.time_s),
  }
}

function nodePreview(received: readonly Detection[] | null, outputs: Outputs): NodePreview {
  const preview: NodePreview = {
    received: received?.map((d) => d.id) ?? null,
    detections: null,
    branch: null,
    regions: null,
    events: [],
  }
  for (const [port, packet] of Object.entries(outputs)) {
    if (packet.type === 'detections') preview.detections = packet.detections.map(detectionPreview)
    if (packet.type === 'frames' && packet.regions) preview.regions = packet.regions.map(({ box }) => corners(box))
    if (packet.type === 'events') preview.events.push(...packet.events)
    if (port === 'true' || port === 'false') preview.branch = port
  }
  return preview
}

const corners = ({ x1, y1, x2, y2 }: Box): [number, number, number, number] => [
  pixels(x1),
  pixels(y1),
  pixels(x2),
  pixels(y2),
]

function detectionPreview(d: Detection): PreviewDetection {
  const { id, parent_id, track_id, class_name, confidence } = detectionRecord(d)
  return {
    id,
    parent_id,
    track_id,
    class_name,
    confidence,
    box: corners(d.box),
    ...(d.rings && { rings: d.rings.map((ring) => ring.map(pixels)) }),
    ...(d.keypoints && { keypoints: d.keypoints.map(({ x, y, score }) => [pixels(x), pixels(y), score] as const) }),
  } as PreviewDetection
}

/** `inferenceEntry`: path of the bundled inference.js; by default in the folder of the running bundle. */
export function createPreviewSession(inferenceEntry?: string): PreviewSession {
  const pool = createInferencePool(inferenceEntry)
  const moments = createMoments()
  /** By key of the model block and time of the frame. */
  const findings = new Map<string, Outputs>()

  async function preview(job: PreviewJob): Promise<Preview> {
    const startedAt = performance.now()
    const { graph, leftOut } = previewable(job.graph)
    if (graph.nodes.length === 0) throw withoutSource(job.graph)
    const plan = orderOf(graph)
    // Models open while the window is decoded; a failure here occurs again where the model is used.
    for (const node of plan.nodes) opening(node, job)?.catch(() => undefined)
    const moment = await moments.of(job, plan.source.config.deinterlace).catch((error: unknown) => {
      throw asRunFailure(error, plan.source.id)
    })
    if (moment.frames.length === 0) {
      throw new RunFailure('source_empty', message('media.no_frame_at', { time: job.atS.toFixed(1) }), plan.source.id)
    }
    const stages: Stage[] = []
    try {
      const networks = await openNetworks(plan, job)
      const { sampleFps } = job.source
      // Without files, the nodes write nothing.
      const parts = { plan, media: moment.info, sampleFps, networks, files: null, onActivity: () => undefined }
      const shared = runContext(job, parts)
      const recorder = createPreviewRecorder()
      for (const node of plan.nodes) {
        const created = await attributed(node.id, createExecutor(nodeContext(shared, node, null, () => undefined)))
        const executor = node.kind === 'model' ? cached(created, keyOf(node, plan, job)) : created
        stages.push({ node, executor: recorder.of(node.id, executor) })
      }
      const pipeline = new Pipeline(stages)
      await sendAll(moment.frames, pipeline)
      const counts = stages.map(({ executor }) => executor.counts?.())
      const { width, height } = moment.info
      const [first] = moment.frames
      return {
        ...(job.picture && first && { picture: await imageOf(first) }),
        width,
        height,
        frames: recorder.frames(),
        counts: { lines: counts.flatMap((c) => c?.lines ?? []), zones: counts.flatMap((c) => c?.zones ?? []) },
        conversions: conversionsOf(networks),
        left_out: leftOut,
        engine_ms: Math.round(performance.now() - startedAt),
      }
    } finally {
      await Promise.allSettled(stages.map(({ executor }) => executor.close?.()))
    }
  }

  /** Opens the block's network, unless it is open; null for a block without one. */
  function opening(node: AnyPlannedNode, job: PreviewJob): Promise<PooledModel | PooledEmbedding> | null {
    const file = job.models[node.id]
    if (!file) return null
    if (node.kind === 'track') return pool.openEmbedding(file)
    return node.kind === 'model' ? openModel(pool, node, file) : null
  }

  async function openNetworks({ nodes }: Plan, job: PreviewJob): Promise<Networks> {
    const networks = { models: new Map<string, PooledModel>(), embeddings: new Map<string, PooledEmbedding>() }
    for (const node of nodes) {
      const network = opening(node, job)
      if (node.kind === 'model') {
        if (!network) throw new RunFailure('model_missing', message('engine.block_model_missing'), node.id)
        networks.models.set(node.id, (await attributed(node.id, network)) as PooledModel)
      } else if (network) networks.embeddings.set(node.id, (await attributed(node.id, network)) as PooledEmbedding)
    }
    return networks
  }

  async function sendAll(frames: readonly Frame[], pipeline: Pipeline): Promise<void> {
    const inFlight = new Semaphore(pool.workers + SPARE_FRAMES)
    const failures: unknown[] = []
    const sent: Promise<void>[] = []
    for (const frame of frames) {
      await inFlight.acquire()
      if (failures.length > 0) break
      const work = pipeline.send(lent(frame)) ?? Promise.resolve()
      sent.push(work.catch((error: unknown) => void failures.push(error)).finally(() => inFlight.release()))
    }
    await Promise.all(sent)
    if (failures.length > 0) throw failures[0]
  }

  /** Wraps `executor` with a cache of its results by frame. */
  function cached(executor: Executor, key: string): Executor {
    return {
      ...executor,
      async process(input) {
        const place = `${key} ${input.frame.ptsS}`
        const known = findings.get(place)
        if (known) return known
        const outputs = await executor.process(input)
        findings.set(place, outputs)
        if (findings.size > KEPT_FINDINGS) findings.delete(findings.keys().next().value as string)
        return outputs
      },
    }
  }

  return {
    preview,
    async close() {
      await moments.close()
      await pool.close()
    },
  }
}

/** By node id. */
function conversionsOf({ models }: Networks): NonNullable<Preview['conversions']> {
  const inUse = [...models].map(([id, { inspection }]) => [id, conversionInUse(inspection)] as const)
  return Object.fromEntries(inUse.flatMap(([id, values]) => (values ? [[id, values]] : [])))
}

async function imageOf({ image, ptsS, width, height }: Frame): Promise<Preview['picture']> {
  const jpeg = await encodeJpeg(image, { x1: 0, y1: 0, x2: width, y2: height })
  return { time_s: seconds(ptsS), jpeg: jpeg.toString('base64') }
}

/** The frame for one preview: it stays open for the next one. Nothing is drawn in a preview. */
const lent = (frame: Frame): Frame => ({
  index: frame.index,
  ptsS: frame.ptsS,
  source: frame.source,
  width: frame.width,
  height: frame.height,
  image: frame.image,
  letterbox: (into, target, region) => frame.letterbox(into, target, region),
  copy: () => frame.copy(),
  close: () => undefined,
})

/** Tracks depend on the earlier frames: a key is valid for one window only. */
function keyOf(node: AnyPlannedNode, plan: Plan, job: PreviewJob): string {
  const { path, images, sampleFps } = job.source
  const moment = JSON.stringify([path, images?.length ?? null, job.atS, job.windowS])
  return nodeKeys(plan, job, { sha256: moment, sampleFps }).get(node.id) as string
}

/** Reports problems of the source block other than its file. */
function withoutSource(graph: Graph): RunFailure {
  const source = graph.nodes.find((n) => n.type === 'source')
  const why = source && whyLeftOut(graph, source.id)
  return new RunFailure('graph_invalid', why ?? message('engine.no_media'), source?.id ?? null)
}
