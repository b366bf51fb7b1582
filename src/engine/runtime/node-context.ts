/** Builds the context of the nodes, of a run and of a preview alike. */

import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import { classesOfGraph } from '../../shared/graph/class-names.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { PooledModel } from '../inference/pool.ts'
import { sampledFps } from '../media/expected-frames.ts'
import type { MediaInfo } from '../media/frame.ts'
import type { NodeContext, RunContext, RunFiles } from '../nodes/executor.ts'
import type { AnyPlannedNode, Plan } from '../nodes/plan.ts'
import type { Networks } from './open-networks.ts'

export interface ContextParts {
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
