/** Authenticates callers and checks their roles. */

import type { FastifyRequest } from 'fastify'
import { type Credential, credentialOf, type Endpoint, roleAtLeast } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { namesHostTwice } from '../../shared/bridge/host-header.ts'
import { message } from '../../shared/messages/message.ts'
import type { Caller } from '../identity/caller.ts'
import type { Gate } from './admission.ts'

export const KEY_HEADER = 'x-api-key'

/** @throws ApiError invalid_key for a secret that is unknown, switched off or expired. */
export type VerifySecret = (secret: string) => Promise<Omit<Caller, 'requestId'>>

/** The check of each credential that is a secret in a header. */
export type Verifiers = Readonly<Record<Exclude<Credential, 'signed_url' | 'none'>, VerifySecret>>

/**
 * The caller, or null when the endpoint knows none. Requests count for limits where there is a gate; `refused` is called
 * for a caller whose role is too low.
 * @throws ApiError invalid_key, role_too_low, rate_limited.
 */
export async function authorize(
  request: FastifyRequest,
  endpoint: Endpoint,
  verifiers: Verifiers,
  gate?: Gate,
  refused?: (caller: Caller) => Promise<void>,
): Promise<Caller | null> {
  const credential = credentialOf(endpoint)
  if (credential === 'none' || credential === 'signed_url') return null
  const secret = SECRET_OF[credential](request)
  const verify = () => verifiers[credential](secret)
  const verified = await (gate ? gate.verified(secret, verify) : verify())
  const caller: Caller = { ...verified, requestId: request.id }
  await gate?.admit(caller)
  const { role: least } = endpoint
  if (least === undefined || roleAtLeast(caller.role, least)) return caller
  await refused?.(caller)
  throw new ApiError('role_too_low', message('api.role_too_low', { least, role: caller.role }))
}

/** @throws ApiError invalid_key when the header is missing. */
const SECRET_OF: Record<keyof Verifiers, (request: FastifyRequest) => string> = {
  api_key({ headers }) {
    const secret = headers[KEY_HEADER]
    if (typeof secret === 'string' && secret !== '') return secret
    throw new ApiError('invalid_key', message('api.key_needed'))
  },
  deployment_token({ headers }) {
    const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
    if (token !== undefined) return token
    throw new ApiError('invalid_key', message('api.token_needed'))
  },
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i
export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host)
export const isLoopbackAddress = (address: string): boolean =>
  isLoopbackHost(address.includes(':') ? `[${address}]` : address)

/** @throws ApiError malformed_request. */
export function requireOneHost(request: FastifyRequest): void {
  if (!namesHostTwice(request.raw.rawHeaders)) return
  throw new ApiError('malformed_request', message('api.many_hosts'))
}

/**
 * A server on loopback only accepts requests that address it as such: a page of another origin whose name was pointed
 * at 127.0.0.1 (DNS rebinding) is rejected. @throws ApiError malformed_request.
 */
export function requireLoopbackHost(request: FastifyRequest): void {
  if (isLoopbackHost(request.headers.host ?? '')) return
  throw new ApiError('malformed_request', message('api.other_host'))
}
