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
  } else if (isOwnOrigin(headers.origin, host, publicUrl)) return
  throw new ApiError('cross_site', message('api.cross_site'))
}

/** False without an origin. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, publicUrl?: string): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  const own = new URL(origin)
  return own.host === host || (publicUrl !== undefined && own.origin === new URL(publicUrl).origin)
}
