/** Rejects calls that a page of another site makes with the cookies of this one. */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'

/**
 * Browsers send Sec-Fetch-Site by TLS and on loopback; elsewhere the Origin, which they send with each unsafe method,
 * must be this server's. A call with neither is rejected. @throws ApiError cross_site
 */
export function requireOwnOrigin({ headers, host }: FastifyRequest, publicUrl: string | undefined): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return
  } else if (headers.origin !== undefined && URL.canParse(headers.origin)) {
    const origin = new URL(headers.origin)
    if (origin.host === host || (publicUrl !== undefined && origin.origin === new URL(publicUrl).origin)) return
  }
  throw new ApiError('cross_site', message('api.cross_site'))
}
