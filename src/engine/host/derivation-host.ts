/**
 * Keeps two engine children for derivations, each with one image at a time: one for images that somebody waits for, and one
 * for the others. An image that takes its process down fails alone.
 */
import type { RunError } from '../../shared/domain/run.ts'
import type { DeriveRequest, ImageDerivation } from '../../shared/engine-contract/derivation.ts'
import type { Inspected } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import type { ToChild } from './child-messages.ts'
import type { EngineChild } from './engine-child.ts'
import type { End, Limits } from './supervise.ts'
import { createWarmChild, type WarmChild } from './warm-child.ts'

/** An image that takes longer hangs. Longer than a child is kept idle, so that a new request never meets this limit. */
const STALLED_MS = 90_000

const CLOSED: Inspected<never> = {
  ok: false,
  error: { code: 'interrupted', ...saidOf(message('engine.interrupted')), node_id: null },
}

export type Derivations = WarmChild<DeriveRequest, ImageDerivation>

export function createDerivations(
  begin: (first: ToChild) => EngineChild,
  limits: Limits,
  lossOf: (end: End) => RunError,
): Derivations {
  const child = () =>
    createWarmChild<DeriveRequest, ImageDerivation>({
      begin,
      limits: { ...limits, stalledMs: Math.min(limits.stalledMs, STALLED_MS) },
      lossOf,
      ask: (id, request) => ({ type: 'derive', id, request }),
      reply: (message) => (message.type === 'derived' ? message : null),
    })
  const lanes = [oneByOne(child()), oneByOne(child())] as const
  return {
    request: (request) => lanes[request.background ? 0 : 1].request(request),
    close() {
      for (const lane of lanes) lane.close()
    },
  }
}

/** Each request begins once the one before has its result. */
export function oneByOne<Job, Result>({ request, close }: WarmChild<Job, Result>): WarmChild<Job, Result> {
  let turn: Promise<unknown> = Promise.resolve()
  let isClosed = false
  return {
    request(job) {
      const result: Promise<Inspected<Result>> = turn.then(() => (isClosed ? CLOSED : request(job)))
      turn = result
      return result
    },
    close() {
      isClosed = true
      close()
    },
  }
}
