/** Maps failures to statuses and bodies, in this place only. */
import { API_ERRORS, ApiError, type ApiErrorCode, type ErrorBody } from '../../shared/api/errors.ts'
import { type Message, message, saidOf } from '../../shared/messages/message.ts'
import { unstorableText } from '../db/database.ts'
import { DatabaseBusy, DatabaseUnavailable } from '../db/database-unavailable.ts'
import { StoreUnavailable } from '../files/blobs/object-store.ts'
import { diskFull, isDiskFull } from '../machine/disk-full.ts'
import type { Log } from '../machine/log.ts'

export const errorBody = (error: ApiError): ErrorBody => ({
  error: { kind: error.kind, code: error.code, ...saidOf(error), details: [...error.details] },
})

/** Fastify's own failures, by its codes. */
const FRAMEWORK_ERRORS: Record<string, [ApiErrorCode, Message]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', message('api.body_too_large')],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['malformed_request', message('api.body_not_json_type')],
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed_request', message('api.body_not_json')],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_request', message('api.body_length')],
  FST_ERR_BAD_URL: ['malformed_request', message('api.bad_address')],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', message('api.nothing_here')],
}

/** Any failure as an error of the API. An unknown one is logged, and reported without its details. */
export function toApiError(error: unknown, log: Log, where: string): ApiError {
  if (error instanceof ApiError) return error
  if (isDiskFull(error)) {
    log('error', `${where} found no room on the disk.`, error)
    return diskFull()
  }
  // The loss of the database is logged once, not for each request.
  if (error instanceof DatabaseBusy) return new RetryLater('server_busy', message('api.database_busy'), BUSY_RETRY_S)
  if (error instanceof DatabaseUnavailable) return databaseUnavailable()
  if (error instanceof StoreUnavailable)
    return new RetryLater('store_unavailable', message('api.store_unavailable'), AWAY_RETRY_S)
  const unstorable = unstorableText(error)
  if (unstorable) return new ApiError('invalid_field', unstorable)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = Object.hasOwn(FRAMEWORK_ERRORS, code) ? FRAMEWORK_ERRORS[code] : undefined
  if (known) return new ApiError(...known)
  if (error instanceof SyntaxError && 'statusCode' in error) {
    return new ApiError('malformed_request', message('api.body_not_json_because', { reason: error.message }))
  }
  if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500) {
    return new ApiError('malformed_request', error.message)
  }
  log('error', `${where} failed.`, error)
  return new ApiError('internal', message('api.internal'))
}

const BUSY_RETRY_S = 1
const AWAY_RETRY_S = 5

export const databaseUnavailable = (): ApiError =>
  new RetryLater('database_unavailable', message('api.database_unavailable'), AWAY_RETRY_S)

/** Codes that every endpoint may return without declaring them. */
export const COMMON_ERRORS: readonly ApiErrorCode[] = [
  'malformed_request',
  'invalid_key',
  'role_too_low',
  'cross_site',
  'invalid_field',
  'payload_too_large',
  'request_too_slow',
  'rate_limited',
  'internal',
  'database_unavailable',
  'server_busy',
  'store_unavailable',
  'disk_full',
]

/** Codes that endpoints may return which take an Idempotency-Key. */
export const IDEMPOTENCY_ERRORS: readonly ApiErrorCode[] = [
  'request_running',
  'answer_not_kept',
  'idempotency_key_reused',
]

export const statusOf = (code: ApiErrorCode): number => API_ERRORS[code].status

/** An error that passes with time: `Retry-After` is sent with it. */
export class RetryLater extends ApiError {
  readonly retryAfterSeconds: number

  constructor(code: ApiErrorCode, reason: Message, retryAfterSeconds: number) {
    super(code, reason)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
