/** Failures of a call: the API's own as `ApiError`, and those without a reply. */

import { Value } from 'typebox/value'
import { API_ERRORS, ApiError, type ApiErrorCode, ErrorBody } from '../shared/api/errors.ts'
import { type Message, type MessageText, message, type Sayable, saidOf } from '../shared/messages/message.ts'

/** No reply: the server is unreachable, or did not reply in time. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: 'unreachable' | 'timeout'
  readonly text: MessageText | undefined
  readonly details: readonly [] = []

  constructor(code: 'unreachable' | 'timeout', sayable: Sayable, options?: ErrorOptions) {
    const { message, text } = saidOf(sayable)
    super(message, options)
    this.text = text
    this.code = code
  }
}

/** For replies of servers and proxies without an error of the API. */
const BY_STATUS: Record<number, [ApiErrorCode, Message]> = {
  400: ['malformed_request', message('api.status_400')],
  401: ['invalid_key', message('api.status_401')],
  402: ['insufficient_credits', message('api.status_402')],
  403: ['role_too_low', message('api.status_403')],
  404: ['not_found', message('api.status_404')],
  408: ['wait_timeout', message('api.status_408')],
  409: ['wrong_state', message('api.status_409')],
  412: ['stale_revision', message('api.status_412')],
  413: ['payload_too_large', message('api.status_413')],
  416: ['range_not_satisfiable', message('api.status_416')],
  422: ['invalid_field', message('api.status_422')],
  507: ['disk_full', message('api.status_507')],
  429: ['rate_limited', message('api.status_429')],
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
  const [code, reason] = fallbackOf(response.status)
  return new ApiError(code, reason)
}

function fallbackOf(status: number): [ApiErrorCode, Message] {
  const known = BY_STATUS[status]
  if (known) return known
  if (status >= 400 && status < 500) return ['malformed_request', message('api.refused', { status })]
  return ['internal', message('api.failed', { status })]
}
