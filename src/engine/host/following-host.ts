/** Keeps an engine child that follows objects from image to image, for one request at a time. */
import type { RunError } from '../../shared/domain/run.ts'
import type { Following, FollowRequest } from '../../shared/engine-contract/following.ts'
import type { ToChild } from './child-messages.ts'
import { oneByOne } from './derivation-host.ts'
import type { EngineChild } from './engine-child.ts'
import type { End, Limits } from './supervise.ts'
import { createWarmChild, type WarmChild } from './warm-child.ts'

export type Followings = WarmChild<FollowRequest, Following>

export function createFollowings(
  begin: (first: ToChild) => EngineChild,
  limits: Limits,
  lossOf: (end: End) => RunError,
): Followings {
  return oneByOne(
    createWarmChild<FollowRequest, Following>({
      begin,
      limits,
      lossOf,
      ask: (id, request) => ({ type: 'follow', id, request }),
      reply: (message) => (message.type === 'followed' ? message : null),
    }),
  )
}
