/** Opens everything that a run needs; what can't be opened fails with the block that asked for it. */
import type { EngineReport, RunJob } from '../../shared/domain/job.ts'
import type { Executor } from '../blocks/executor.ts'
import { createExecutor } from '../blocks/executors.ts'
import { createInferencePool, type InferencePool, type PooledModel } from '../inference/pool.ts'
import type { MediaReader } from '../media/frame.ts'
import { openMedia } from '../media/open-media.ts'
import { fileDigest } from '../sinks/digest.ts'
import { createOutputFolder, type OutputFolder } from '../sinks/output-folder.ts'
import { type ResultHeader, resultHeader } from '../sinks/result-header.ts'
import { expectedFrames, sampledFps } from './figures.ts'
import { Pipeline, type Stage } from './pipeline.ts'
import { type Plan, planOf, trainedModels } from './plan.ts'
import { asRunFailure, RunFailure } from './run-failure.ts'
import type { RunLog } from './run-log.ts'
import { requireSupported } from './supported.ts'

export interface OpenRun {
  sourceId: string
  reader: MediaReader
  /** How many frames there will be, as far as the media says. */
  expected: number | null
  pipeline: Pipeline
  stages: readonly Stage[]
  /** How many models can work at once; 0 without a model. */
  workers: number
  header: ResultHeader
  output: OutputFolder
}

/** What is open so far, for closing it however the run ends, also when opening fails half-way. */
export class Opened {
  readonly executors: Executor[] = []
  reader: MediaReader | null = null
  pool: InferencePool | null = null
  output: OutputFolder | null = null

  /** One thing that can't be closed does not keep the others open. */
  async close({ keepFiles }: { keepFiles: boolean }): Promise<void> {
    await Promise.allSettled(this.executors.map((e) => e.close?.()))
    await Promise.allSettled([this.reader?.close(), this.pool?.close()])
    if (!keepFiles) await Promise.allSettled([this.output?.discard()])
  }
}

export interface OpenHooks {
  log: RunLog
  onReport(report: EngineReport): void
  onActivity(): void
  inferenceEntry: string | undefined
}

export async function openRun(job: RunJob, opened: Opened, hooks: OpenHooks): Promise<OpenRun> {
  const { source } = job
  const plan = planOf(job.graph)
  requireSupported(plan)
  const output = await createOutputFolder(job.outDir, job.runId)
  opened.output = output
  const sampleFps = source.sampleFps ?? plan.source.config.sample_fps ?? null
  const opening = openMedia(source.path, { sampleFps, durationS: source.durationS })
  const reader = await attributed(plan.source.id, opening)
  opened.reader = reader
  const { info } = reader
  hooks.onReport({
    type: 'started',
    media: {
      width: info.width,
      height: info.height,
      duration_seconds: info.durationS,
      native_fps: info.nativeFps,
      frame_count: info.frameCount,
    },
  })
  const hashing = attributed(plan.source.id, fileDigest(source.path, hooks.onActivity))
  const [models, sha256] = await bothSettled(openModels(job, plan, opened, hooks), hashing)
  const header = resultHeader(job, info, sha256)
  const stages: Stage[] = []
  for (const node of plan.nodes) {
    const creating = createExecutor({
      node,
      plan,
      media: info,
      fps: sampledFps(info, sampleFps),
      sourcePath: source.path,
      model: (id) => models.get(id) as PooledModel,
      output,
      header,
      warn: (message) => hooks.log.write('warning', message, node.id),
    })
    const executor = await attributed(node.id, creating)
    opened.executors.push(executor)
    stages.push({ node, executor })
  }
  const expected = expectedFrames(info, sampleFps, source.durationS)
  hooks.log.write('info', `Reading ${info.width}x${info.height} ${info.codec}, ${expected ?? 'unknown'} frames`)
  const workers = models.size > 0 ? (opened.pool?.workers ?? 0) : 0
  const pipeline = new Pipeline(stages)
  return { sourceId: plan.source.id, reader, expected, pipeline, stages, workers, header, output }
}

async function openModels(
  job: RunJob,
  plan: Plan,
  opened: Opened,
  { log, onActivity, inferenceEntry }: OpenHooks,
): Promise<Map<string, PooledModel>> {
  const pool = createInferencePool(inferenceEntry)
  opened.pool = pool
  const models = new Map<string, PooledModel>()
  for (const { id, config } of trainedModels(plan)) {
    const file = job.models[id]
    if (!file) {
      throw new RunFailure('model_missing', `The model “${config.model_id}” is not there. Choose another.`, id)
    }
    const model = await attributed(id, pool.open(file))
    onActivity()
    const { architecture, input, classes } = model.inspection
    log.write('info', `“${file.name}”: ${architecture}, ${input.width}x${input.height}, ${classes.length} classes`, id)
    models.set(id, model)
  }
  return models
}

/** The failure of `work`, if any, as one of this block. */
export async function attributed<T>(nodeId: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw asRunFailure(error, nodeId)
  }
}

/** Like Promise.all, but waits for both: nothing goes on behind the back of a run that has failed. */
async function bothSettled<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([a, b])
  return await Promise.all([a, b])
}
