/** Keeps one engine child for prompts, with its segmenter and the embeddings of recent images. */
import type { RunError } from '../../shared/domain/run.ts'
import type { Segmentation, SegmentRequest } from '../../shared/engine-contract/segmentation.ts'
import type { ToChild } from './child-messages.ts'
import type { EngineChild } from './engine-child.ts'
import type { End, Limits } from './supervise.ts'
import { createWarmChild, type WarmChild } from './warm-child.ts'

export type Segmentations = WarmChild<SegmentRequest, Segmentation>

export const createSegmentations = (
  begin: (first: ToChild) => EngineChild,
  limits: Limits,
  lossOf: (end: End) => RunError,
): Segmentations =>
  createWarmChild({
    begin,
    limits,
    lossOf,
    ask: (id, request) => ({ type: 'segment', id, request }),
    reply: (message) => (message.type === 'segmented' ? message : null),
  })
