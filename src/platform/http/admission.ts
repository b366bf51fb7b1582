/** Limits of requests, as the HTTP server applies them: headers of the IETF drafts, and 429. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Message } from '../../shared/messages/message.ts'
import type { Caller } from '../machine/identity/caller.ts'
import { RetryLater } from './errors.ts'

/** A limit that a request counts for, after this request. */
export interface Quota {
  name: 'key' | 'plan'
  limit: number
  windowSeconds: number
  remaining: number
  secondsLeft: number
}

export interface Admission {
  quotas: readonly Quota[]
  /** Null when the request is admitted. */
  refused: { reason: Message; retryAfterSeconds: number } | null
}

export interface Admissions {
  /** Counts a request for the limits of its caller; null for one that has none. */
  admit(caller: Caller): Promise<Admission | null>
  /**
   * Verifies a secret, and counts failures by the address that they come from: after too many, the further ones are 429.
   * A valid secret is never refused for the invalid ones of others.
   */
  bounded<T>(address: string, verify: () => Promise<T>): Promise<T>
}

/** The steps of authorization that count requests. */
export interface Gate {
  /** @throws ApiError rate_limited */
  verified<T>(verify: () => Promise<T>): Promise<T>
  /** @throws ApiError rate_limited */
  admit(caller: Caller): Promise<void>
}

export const gateOf = (request: FastifyRequest, reply: FastifyReply, admissions: Admissions): Gate => ({
  verified: (verify) => admissions.bounded(request.clientAddress, verify),
  async admit(caller) {
    const admission = await admissions.admit(caller)
    if (!admission) return
    const { quotas, refused } = admission
    // draft-ietf-httpapi-ratelimit-headers-10
    reply.header('ratelimit-policy', quotas.map((q) => `"${q.name}";q=${q.limit};w=${q.windowSeconds}`).join(', '))
    reply.header('ratelimit', quotas.map((q) => `"${q.name}";r=${q.remaining};t=${q.secondsLeft}`).join(', '))
    if (refused) throw new RateLimited(refused.reason, refused.retryAfterSeconds)
  },
})

export class RateLimited extends RetryLater {
  constructor(reason: Message, retryAfterSeconds: number) {
    super('rate_limited', reason, retryAfterSeconds)
  }
}
