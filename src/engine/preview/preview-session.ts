/**
 * Previews graphs on a window of the media repeatedly: frames stay decoded and models open, and a model's results for a
 * frame are cached, so that moving a slider downstream of it needs no inference.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import type { Preview, PreviewJob } from '../../shared/engine-contract/preview.ts'
import type { Graph } from '../../shared/graph/graph.ts'
import { previewable, whyLeftOut } from '../../shared/graph/previewable.ts'
import type { Executor } from '../blocks/executor.ts'
import { createExecutor } from '../blocks/executors.ts'
import { createInferencePool, type PooledEmbedding, type PooledModel } from '../inference/pool.ts'
import type { Frame } from '../media/frame.ts'
import { encodeJpeg } from '../media/picture-writer.ts'
import { nodeKeys } from '../reuse/node-keys.ts'
import { Credits } from '../runtime/credits.ts'
import { sampledFps } from '../runtime/figures.ts'
import type { Outputs } from '../runtime/packet.ts'
import { Pipeline, type Stage } from '../runtime/pipeline.ts'
import { type AnyPlannedNode, orderOf, type Plan } from '../runtime/plan.ts'
import { asRunFailure, RunFailure } from '../runtime/run-failure.ts'
import { seconds } from '../sinks/detection-record.ts'
import { createOutputFolder } from '../sinks/output-folder.ts'
import { resultHeader } from '../sinks/result-header.ts'
import { createMoments, type Moment } from './moment.ts'
import { createSketch, type Sketch } from './sketch.ts'

export interface PreviewSession {
  /** Serialised. Raises `RunFailure`. */
  look(job: PreviewJob): Promise<Preview>
  close(): Promise<void>
}

/** Number of frames whose model results are cached. */
const KEPT_FINDINGS = 1000
/** Frames in flight in addition to those that models process. */
const SPARE_CREDITS = 2

/** `inferenceEntry`: path of the bundled inference.js; by default in the folder of the running bundle. */
export function createPreviewSession(inferenceEntry?: string): PreviewSession {
  const pool = createInferencePool(inferenceEntry)
  const moments = createMoments()
  /** By key of the model block and time of the frame. */
  const findings = new Map<string, Outputs>()

  async function look(job: PreviewJob): Promise<Preview> {
    const startedAt = performance.now()
    const { graph, leftOut } = previewable(job.graph)
    if (graph.nodes.length === 0) throw withoutSource(job.graph)
    const plan = quiet(orderOf(graph))
    // Models open while the window is decoded; a failure here occurs again where the model is used.
    for (const node of plan.nodes) networkOf(node, job)?.catch(() => undefined)
    const moment = await moments.of(job).catch((error: unknown) => {
      throw asRunFailure(error, plan.source.id)
    })
    if (moment.frames.length === 0) {
      throw new RunFailure(
        'source_empty',
        `There is no frame at ${job.atS.toFixed(1)} s. Choose an earlier one.`,
        plan.source.id,
      )
    }
    const folder = await mkdtemp(join(tmpdir(), 'sightline-preview-'))
    const stages: Stage[] = []
    try {
      const sketch = createSketch()
      for (const node of plan.nodes) stages.push(await stageOf(node, plan, job, moment, folder, sketch))
      const pipeline = new Pipeline(stages)
      await sendAll(moment.frames, pipeline)
      const counts = stages.map(({ executor }) => executor.counts?.())
      const { width, height } = moment.info
      const [first] = moment.frames
      return {
        ...(job.picture && first && { picture: await pictureOf(first) }),
        width,
        height,
        frames: sketch.frames(),
        counts: { lines: counts.flatMap((c) => c?.lines ?? []), zones: counts.flatMap((c) => c?.zones ?? []) },
        left_out: leftOut,
        engine_ms: Math.round(performance.now() - startedAt),
      }
    } finally {
      await Promise.allSettled(stages.map(({ executor }) => executor.close?.()))
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** The block's network; null for a block without one. */
  function networkOf(node: AnyPlannedNode, job: PreviewJob): Promise<PooledModel | PooledEmbedding> | null {
    const file = job.models[node.id]
    if (!file) return null
    if (node.kind === 'track') return pool.openEmbedding(file)
    if (node.kind !== 'model') return null
    return node.config.model_kind === 'sam3' ? pool.openSam3(file, node.config.prompt_classes) : pool.open(file)
  }

  async function sendAll(frames: readonly Frame[], pipeline: Pipeline): Promise<void> {
    const credits = new Credits(pool.workers + SPARE_CREDITS)
    const failures: unknown[] = []
    const sent: Promise<void>[] = []
    for (const frame of frames) {
      await credits.take()
      if (failures.length > 0) break
      const work = pipeline.send(lent(frame)) ?? Promise.resolve()
      sent.push(work.catch((error: unknown) => void failures.push(error)).finally(() => credits.give()))
    }
    await Promise.all(sent)
    if (failures.length > 0) throw failures[0]
  }

  async function stageOf(
    node: AnyPlannedNode,
    plan: Plan,
    job: PreviewJob,
    { info }: Moment,
    folder: string,
    sketch: Sketch,
  ): Promise<Stage> {
    const run = { ...job, runId: node.id, workflowName: '', outDir: folder, outboxDir: folder, ...NO_TRACES }
    try {
      const network = await networkOf(node, job)
      if (node.kind === 'model' && !network) {
        throw new RunFailure('model_missing', 'The model of this block is not there. Choose another.')
      }
      const executor = await createExecutor({
        node,
        plan,
        media: info,
        fps: sampledFps(info, job.source.sampleFps),
        sourcePath: job.source.path,
        classNames: [],
        // A block requests only its own.
        model: () => network as PooledModel,
        embedding: () => network as PooledEmbedding | null,
        output: await createOutputFolder(folder, node.id),
        header: resultHeader(run, info, ''),
        outboxDir: folder,
        saved: null,
        warn: () => undefined,
        onActivity: () => undefined,
      })
      const key = node.kind === 'model' ? keyOf(node, plan, run) : null
      return { node, executor: sketch.of(node.id, key === null ? executor : remembering(executor, key)) }
    } catch (error) {
      throw asRunFailure(error, node.id)
    }
  }

  /** Wraps `executor` with a cache of its results by frame. */
  function remembering(executor: Executor, key: string): Executor {
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
    look,
    async close() {
      await moments.close()
      await pool.close()
    },
  }
}

async function pictureOf({ image, ptsS, width, height }: Frame): Promise<Preview['picture']> {
  const jpeg = await encodeJpeg(image, { x1: 0, y1: 0, x2: width, y2: height })
  return { time_s: seconds(ptsS), jpeg: jpeg.toString('base64') }
}

/** The frame for one preview: it stays open for the next one. Nothing is drawn in a preview. */
const lent = (frame: Frame): Frame => ({
  ...{ index: frame.index, ptsS: frame.ptsS, source: frame.source, width: frame.width, height: frame.height },
  image: frame.image,
  letterbox: (into, target, region) => frame.letterbox(into, target, region),
  copy: () => frame.copy(),
  close: () => undefined,
})

const NO_TRACES = { cacheDir: null, resume: null }

/** Tracks depend on the earlier frames: a key is valid for one window only. */
function keyOf(node: AnyPlannedNode, plan: Plan, job: RunJob & PreviewJob): string {
  const { path, images, sampleFps } = job.source
  const moment = JSON.stringify([path, images?.length ?? null, job.atS, job.windowS])
  return nodeKeys(plan, job, { sha256: moment, sampleFps }).get(node.id) as string
}

/** A preview writes no files. */
const quiet = (plan: Plan): Plan => ({
  ...plan,
  nodes: plan.nodes.map((n) => (n.kind === 'crop' ? { ...n, config: { ...n.config, emit_crops: false } } : n)),
})

/** Reports problems of the source block other than its file. */
function withoutSource(graph: Graph): RunFailure {
  const source = graph.nodes.find((n) => n.type === 'source')
  const why = source && whyLeftOut(graph, source.id)
  const message = why?.message ?? 'Choose a video or an image in the source block.'
  return new RunFailure('graph_invalid', message, source?.id ?? null)
}
