/** Authenticates callers and checks their roles. */

import type { FastifyRequest } from 'fastify'
import {
  type Credential,
  credentialOf,
  type Endpoint,
  OPERATOR,
  roleAtLeast,
  takesSession,
} from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { namesHostTwice } from '../../shared/bridge/host-header.ts'
import { message } from '../../shared/messages/message.ts'
import { DatabaseBusy } from '../db/database-unavailable.ts'
import type { Caller } from '../machine/identity/caller.ts'
import type { Log } from '../machine/log.ts'
import type { Gate } from './admission.ts'
import { databaseUnavailable } from './errors.ts'
import { requireOwnOrigin } from './own-origin.ts'
import { sessionTokenOf } from './session-cookie.ts'

export const KEY_HEADER = 'x-api-key'

/** @throws ApiError invalid_key for a secret that is unknown, switched off or expired. */
export type VerifySecret = (secret: string) => Promise<Omit<Caller, 'requestId'>>

/** A secret that can't be checked, as while the database fails, is 503: the fault says nothing about the secret. */
export function orUnavailable(verify: VerifySecret, log: Log): VerifySecret {
  return async (secret) => {
    try {
      return await verify(secret)
    } catch (error) {
      if (error instanceof ApiError || error instanceof DatabaseBusy) throw error
      log('error', 'A credential could not be checked.', error)
      throw databaseUnavailable()
    }
  }
}

/** The check of each credential that is a secret in a header. A session counts wherever an API key does. */
export type Verifiers = Readonly<Record<SecretCredential, VerifySecret>> & {
  /** Address under which callers reach the server through a proxy. */
  readonly publicUrl: string | undefined
}

type SecretCredential = Exclude<Credential, 'signed_url' | 'none'>

/**
 * The caller, or null when the endpoint knows none. Requests count for limits where there is a gate; `refused` is called
 * for a caller whose role is too low.
 * @throws ApiError invalid_key, session_needed, role_too_low, rate_limited, cross_site.
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
  const [kind, secret] = secretOf(request, endpoint, verifiers)
  const verify = () => verifiers[kind](secret)
  const verified = await (gate ? gate.verified(verify) : verify())
  const caller: Caller = { ...verified, requestId: request.id }
  await gate?.admit(caller)
  const { role: least } = endpoint
  if (credential === 'session' && caller.via !== 'session') {
    await refused?.(caller)
    throw new ApiError('session_needed', message('api.session_needed'))
  }
  if (least === undefined || (least === OPERATOR ? caller.isOperator : roleAtLeast(caller.role, least))) return caller
  await refused?.(caller)
  if (least === OPERATOR) throw new ApiError('role_too_low', message('operator.needed'))
  throw new ApiError('role_too_low', message('api.role_too_low', { least, role: caller.role }))
}

function secretOf(request: FastifyRequest, endpoint: Endpoint, verifiers: Verifiers): [SecretCredential, string] {
  const session = takesSession(endpoint) ? sessionOf(request, verifiers) : null
  if (session !== null) return ['session', session]
  if (credentialOf(endpoint) === 'deployment_token') return ['deployment_token', tokenOf(request)]
  const secret = request.headers[KEY_HEADER]
  if (typeof secret === 'string' && secret !== '') return ['api_key', secret]
  const isForPeople = credentialOf(endpoint) === 'session'
  throw new ApiError('invalid_key', message(isForPeople ? 'api.sign_in_needed' : 'api.key_needed'))
}

/** The token of the session, unless there is a key, which comes first. @throws ApiError cross_site */
function sessionOf(request: FastifyRequest, { publicUrl }: Verifiers): string | null {
  if (request.headers[KEY_HEADER] !== undefined) return null
  const token = sessionTokenOf(request.headers.cookie, publicUrl)
  if (token !== null && !SAFE_METHODS.includes(request.method)) requireOwnOrigin(request, publicUrl)
  return token
}
const SAFE_METHODS = ['GET', 'HEAD']

/** @throws ApiError invalid_key when the header is missing. */
function tokenOf({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  if (token !== undefined) return token
  throw new ApiError('invalid_key', message('api.token_needed'))
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
