/**
 * The header Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07): a POST that is repeated with the same key
 * is carried out once. A mark is stored in the transaction of the first change, the answer right after the work: after a
 * crash, a request that had changed nothing can be repeated, and another one is answered 409.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, takesIdempotencyKey } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import type { Caller } from '../machine/identity/caller.ts'
import type { Log } from '../machine/log.ts'
import type { Reduce } from './declared-fields.ts'

export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** A request that may be repeated. */
export interface Repeatable {
  caller: Caller
  key: string
  /** Equal for repetitions of one request. */
  fingerprint: string
}

export interface Repetitions {
  /**
   * The answer of an earlier request with the key, as JSON; null when there was none, and the caller has to carry the
   * request out. @throws ApiError request_running, idempotency_key_reused, answer_not_kept
   */
  begin(request: Repeatable): Promise<string | null>
  /** Calls `work`, and marks the request with the first change that it makes. */
  around<T>(request: Repeatable, work: () => Promise<T>): Promise<T>
  /** Keeps the answer, JSON; null for one that is not kept. */
  finish(request: Repeatable, answer: string | null): Promise<void>
  /** Forgets a request that failed and has changed nothing. */
  forget(request: Repeatable): Promise<void>
}

/** Larger answers are not kept. */
const MOST_KEPT = 256 * 1024

/**
 * Calls `work`, whose answer `reduce` reduces to what leaves the server, or returns the answer that it returned to an
 * earlier request with the same key.
 */
export async function once(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  reduce: Reduce,
  { repetitions, log }: { repetitions: Repetitions; log: Log },
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers[IDEMPOTENCY_HEADER]
  if (key === undefined || !takesIdempotencyKey(endpoint) || !request.caller) return work()
  const repeatable = { caller: request.caller, key: requireKey(key), fingerprint: fingerprintOf(request) }
  const earlier = await repetitions.begin(repeatable)
  if (earlier !== null) {
    reply.header('idempotent-replayed', 'true')
    return JSON.parse(earlier)
  }
  let answer: unknown
  try {
    answer = await repetitions.around(repeatable, work)
  } catch (error) {
    // A wait that took too long, or whose caller is gone, has started what it waited for.
    const isStarted = error instanceof ApiError && error.code === 'wait_timeout'
    const noted = isStarted ? repetitions.finish(repeatable, null) : repetitions.forget(repeatable)
    await noted.catch((failure) =>
      log('error', 'The end of a request with an Idempotency-Key could not be stored.', failure),
    )
    throw error
  }
  const text = JSON.stringify(reduce(answer) ?? null)
  await repetitions
    .finish(repeatable, endpoint.secretReply || text.length > MOST_KEPT ? null : text)
    .catch((failure) => log('error', 'The answer to a request with an Idempotency-Key could not be kept.', failure))
  return answer
}

function requireKey(key: string | string[]): string {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new ApiError('malformed_request', message('idempotency.bad_key'))
}

const fingerprintOf = ({ method, url, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex')
