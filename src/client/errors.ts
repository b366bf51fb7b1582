/** Failures of a call: the API's own as `ApiError`, and those without a reply. */

import { Value } from 'typebox/value'
import { API_ERRORS, ApiError, type ApiErrorCode, ErrorBody } from '../shared/api/errors.ts'

/** No reply: the server is unreachable, or did not reply in time. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: 'unreachable' | 'timeout'
  readonly details: readonly [] = []

  constructor(code: 'unreachable' | 'timeout', message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** For replies of servers and proxies without an error of the API. */
const BY_STATUS: Record<number, [ApiErrorCode, string]> = {
  400: ['malformed_request', 'The server did not understand the request.'],
  401: ['invalid_key', 'The API key is missing or not valid.'],
  402: ['insufficient_credits', 'There are not enough credits.'],
  403: ['role_too_low', 'The API key may not do this.'],
  404: ['not_found', 'There is no such thing on the server.'],
  408: ['wait_timeout', 'The wait took too long; the work goes on.'],
  409: ['wrong_state', 'This is not possible in the current state.'],
  412: ['stale_revision', 'This was changed elsewhere in the meantime.'],
  413: ['payload_too_large', 'The server does not take so much at once.'],
  416: ['range_not_satisfiable', 'The file is shorter than what was asked of it.'],
  422: ['invalid_field', 'A field has a value that is not allowed.'],
  507: ['disk_full', 'The disk of the server is full. Make room, then try again.'],
  429: ['rate_limited', 'Too many calls. Wait a moment, then try again.'],
}

const isKnownCode = (code: string): code is ApiErrorCode => Object.hasOwn(API_ERRORS, code)

/**
 * The error of a failed response. Any body is safe: one that is not in the API's format is described by its status
 * alone.
 */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  if (Value.Check(ErrorBody, body)) {
    const { code, details } = body.error
    const [fallback] = fallbackOf(response.status)
    return new ApiError(isKnownCode(code) ? code : fallback, body.error, details)
  }
  const [code, message] = fallbackOf(response.status)
  return new ApiError(code, message)
}

function fallbackOf(status: number): [ApiErrorCode, string] {
  const known = BY_STATUS[status]
  if (known) return known
  if (status >= 400 && status < 500) return ['malformed_request', `The server refused the call (status ${status}).`]
  return ['internal', `The server failed (status ${status}). Try again later.`]
}
