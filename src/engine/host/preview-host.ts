/** Keeps one engine child for previews, with its frames and models, while previews are requested. */
import type { RunError } from '../../shared/domain/run.ts'
import type { Preview, PreviewJob } from '../../shared/engine-contract/preview.ts'
import type { ToChild } from './child-messages.ts'
import type { EngineChild } from './engine-child.ts'
import type { End, Limits } from './supervise.ts'
import { createWarmChild, type WarmChild } from './warm-child.ts'

export type Previews = WarmChild<PreviewJob, Preview>

/** A preview that takes longer counts as hung. */
const STALLED_MS = 60_000

export const createPreviews = (
  begin: (first: ToChild) => EngineChild,
  limits: Limits,
  lossOf: (end: End) => RunError,
): Previews =>
  createWarmChild({
    begin,
    limits: { ...limits, stalledMs: Math.min(limits.stalledMs, STALLED_MS) },
    lossOf,
    ask: (id, job) => ({ type: 'preview', id, job }),
    reply: (message) => (message.type === 'previewed' ? message : null),
  })
