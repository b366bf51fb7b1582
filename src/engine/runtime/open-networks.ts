/**
 * Opens the networks of blocks: the models of model blocks, the re-identification networks of track blocks. Builds the context in
 * which the blocks of a run or a preview use them.
 */

import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import { CPU, type DeviceUsed } from '../../shared/domain/device.ts'
import { SAM3_MISSING } from '../../shared/domain/installed-models.ts'
import { EMBEDDING } from '../../shared/domain/model-types.ts'
import type { ModelFile, RunJob } from '../../shared/engine-contract/job.ts'
import { classesOfGraph } from '../../shared/graph/class-names.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import { attributed } from '../core/watchdog.ts'
import type { InferencePool, PooledEmbedding, PooledModel } from '../inference/pool.ts'
import { sampledFps } from '../media/expected-frames.ts'
import type { MediaInfo } from '../media/frame.ts'
import type { NodeContext, RunContext, RunFiles } from '../nodes/executor.ts'
import { type AnyPlannedNode, type Plan, type PlannedNode, trainedModels } from '../nodes/plan.ts'
import type { RunLog } from '../output/output-folder.ts'

/** By node id. */
export interface Networks {
  models: ReadonlyMap<string, PooledModel>
  embeddings: ReadonlyMap<string, PooledEmbedding>
}

export const openModel = (
  pool: InferencePool,
  { config }: PlannedNode<'model'>,
  file: ModelFile,
): Promise<PooledModel> => (config.model_kind === 'sam3' ? pool.openSam3(file, config.prompt_classes) : pool.open(file))

interface OpenHooks {
  log: RunLog
  onActivity(): void
}

/** By node id; failures are attributed to the block. */
export async function openModels(
  job: RunJob,
  plan: Plan,
  pool: InferencePool,
  { log, onActivity }: OpenHooks,
): Promise<Map<string, PooledModel>> {
  const models = new Map<string, PooledModel>()
  for (const node of trainedModels(plan)) {
    const { id, config } = node
    const file = job.models[id]
    if (!file) {
      const { model_id: name = '', model_kind } = config
      const missing = model_kind === 'sam3' ? SAM3_MISSING : message('engine.model_missing', { name })
      throw new RunFailure('model_missing', missing, id)
    }
    const model = await attributed(id, openModel(pool, node, file))
    onActivity()
    const { architecture, family, input, classes } = model.inspection
    if (family === EMBEDDING) {
      throw new RunFailure('model_unsupported', message('engine.embedding_in_model_block', { name: file.name }), id)
    }
    const { width, height } = input
    const facts = { name: file.name, architecture, width, height, classes: classes.length }
    log.write('info', message('log.model', facts), id)
    logDevice(log, model, file.name, id)
    models.set(id, model)
  }
  return models
}

/** Opens the re-identification networks of track blocks, by node id; failures are attributed to the block. */
export async function openEmbeddings(
  job: RunJob,
  plan: Plan,
  pool: InferencePool,
  { log, onActivity }: OpenHooks,
): Promise<Map<string, PooledEmbedding>> {
  const embeddings = new Map<string, PooledEmbedding>()
  for (const node of plan.nodes) {
    if (node.kind !== 'track' || node.config.tracker !== 'botsort' || node.config.reid_model_id === undefined) continue
    const file = job.models[node.id]
    if (!file) {
      const missing = message('engine.appearance_model_missing', { name: node.config.reid_model_id })
      throw new RunFailure('model_missing', missing, node.id)
    }
    const embedding = await attributed(node.id, pool.openEmbedding(file))
    onActivity()
    log.write('info', message('log.appearance_model', { name: file.name, length: embedding.dimension }), node.id)
    logDevice(log, embedding, file.name, node.id)
    embeddings.set(node.id, embedding)
  }
  return embeddings
}

/** The CPU is not worth a line. */
function logDevice(log: RunLog, { device }: Pick<PooledModel, 'device'>, model: string, nodeId: string): void {
  if (device.id !== CPU) log.write('info', message('log.device', { model, device: device.name }), nodeId)
}

/** By node id, the devices that run the networks at present. */
export const devicesOf = ({ models, embeddings }: Networks): Map<string, DeviceUsed> =>
  new Map([...models, ...embeddings].map(([id, { device }]) => [id, device]))

interface ContextParts {
  plan: Plan
  media: MediaInfo
  /** Null keeps every frame. */
  sampleFps: number | null
  networks: Networks
  /** Null in a preview. */
  files: RunFiles | null
  onActivity(): void
}

/** The part of the context that all nodes share. */
export const runContext = (
  job: Pick<RunJob, 'graph' | 'source' | 'models'>,
  { plan, media, sampleFps, networks, files, onActivity }: ContextParts,
): RunContext => ({
  plan,
  media,
  fps: sampledFps(media, sampleFps),
  sourcePath: job.source.path,
  classNames: classesOfGraph(job.graph, (_, { id }) => job.models[id]?.classes),
  // A block requests only its own.
  model: (id) => networks.models.get(id) as PooledModel,
  embedding: (id) => networks.embeddings.get(id) ?? null,
  onActivity,
  ...files,
})

/** `saved`: state of the node in the run that is resumed, or null. */
export const nodeContext = (
  run: RunContext,
  node: AnyPlannedNode,
  saved: unknown,
  warn: (message: Message) => void,
): NodeContext<BlockKindName> => ({ ...run, node, saved, warn })
