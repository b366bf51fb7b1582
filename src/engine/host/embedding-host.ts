/** Keeps an engine child that embeds images and texts, with its model open. */
import type { RunError } from '../../shared/domain/run.ts'
import type { Embedding, EmbedRequest } from '../../shared/engine-contract/embedding.ts'
import type { ToChild } from './child-messages.ts'
import { oneByOne } from './derivation-host.ts'
import type { EngineChild } from './engine-child.ts'
import type { End, Limits } from './supervise.ts'
import { createWarmChild, type WarmChild } from './warm-child.ts'

export type Embeddings = WarmChild<EmbedRequest, Embedding>

export function createEmbeddings(
  begin: (first: ToChild) => EngineChild,
  limits: Limits,
  lossOf: (end: End) => RunError,
): Embeddings {
  return oneByOne(
    createWarmChild<EmbedRequest, Embedding>({
      begin,
      limits,
      lossOf,
      ask: (id, request) => ({ type: 'embed', id, request }),
      reply: (message) => (message.type === 'embedded' ? message : null),
    }),
  )
}
