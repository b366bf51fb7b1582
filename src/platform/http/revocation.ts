/** Ends calls that wait, such as event streams, when their credential is revoked meanwhile. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, hasCaller } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { authorize, type Verifiers } from './auth.ts'

/** The specification allows a second for a revocation to take effect. */
const CHECK_EVERY_MS = 500

/** A reply that has not begun becomes the error; one that has begun is cut off. */
export function watchCredential(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  verifiers: Verifiers,
): void {
  if (!hasCaller(endpoint)) return
  const check = async () => {
    try {
      await authorize(request, endpoint, verifiers)
    } catch (error) {
      // Another failure, such as one of the database, says nothing about the credential.
      if (!(error instanceof ApiError) || (error.code !== 'invalid_key' && error.code !== 'role_too_low')) return
      clearInterval(timer)
      if (reply.raw.headersSent) reply.raw.destroy()
      else if (!reply.sent) reply.send(error)
    }
  }
  const timer = setInterval(check, CHECK_EVERY_MS).unref()
  reply.raw.once('close', () => clearInterval(timer))
}
