/** Keeps an engine child for pictures that are made of images, with one image at a time. */
import type { RunError } from '../../shared/domain/run.ts'
import type { ChangedPictures, ChangeRequest } from '../../shared/engine-contract/picture-change.ts'
import type { ToChild } from './child-messages.ts'
import { oneByOne } from './derivation-host.ts'
import type { EngineChild } from './engine-child.ts'
import type { End, Limits } from './supervise.ts'
import { createWarmChild, type WarmChild } from './warm-child.ts'

export type Pictures = WarmChild<ChangeRequest, ChangedPictures>

export function createPictures(
  begin: (first: ToChild) => EngineChild,
  limits: Limits,
  lossOf: (end: End) => RunError,
): Pictures {
  return oneByOne(
    createWarmChild<ChangeRequest, ChangedPictures>({
      begin,
      limits,
      lossOf,
      ask: (id, request) => ({ type: 'change-image', id, request }),
      reply: (message) => (message.type === 'image-changed' ? message : null),
    }),
  )
}
