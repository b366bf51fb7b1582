/** Bounds the memory of large bodies: those of all calls in progress together. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { message } from '../../shared/messages/message.ts'
import { RetryLater } from './retry-later.ts'

const BUDGET_BYTES = 512 * 1024 * 1024
const RETRY_S = 1

export interface BodyBudget {
  /**
   * Counts the body of a call until its response is over; one of unknown length counts as `maxBytes`, the limit of its
   * endpoint. @throws RetryLater server_busy
   */
  take(request: FastifyRequest, reply: FastifyReply, maxBytes: number): void
}

export function createBodyBudget(): BodyBudget {
  let taken = 0
  return {
    take({ headers }, reply, maxBytes) {
      // A caller that left while its token was checked would never be counted off again.
      if (reply.raw.closed) return
      const bytes = Math.min(Number(headers['content-length'] ?? maxBytes), maxBytes)
      if (taken + bytes > BUDGET_BYTES) throw new RetryLater('server_busy', message('api.many_bodies'), RETRY_S)
      taken += bytes
      reply.raw.once('close', () => {
        taken -= bytes
      })
    },
  }
}
