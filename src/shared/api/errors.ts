/** Every error of the API with its code, status and kind. The kinds and statuses are the specification's. */
import { type Static, Type } from 'typebox'
import { MessageText, type Sayable, saidOf } from '../messages/message.ts'

export const API_ERRORS = {
  malformed_request: { status: 400, kind: 'ValidationError' },
  empty_update: { status: 400, kind: 'ValidationError' },
  name_taken: { status: 400, kind: 'ValidationError' },
  graph_not_runnable: { status: 400, kind: 'ValidationError' },
  invalid_source: { status: 400, kind: 'ValidationError' },
  video_unreadable: { status: 400, kind: 'ValidationError' },
  model_unreadable: { status: 400, kind: 'ValidationError' },
  import_unreadable: { status: 400, kind: 'ValidationError' },
  image_unreadable: { status: 400, kind: 'ValidationError' },
  bucket_unreadable: { status: 400, kind: 'ValidationError' },
  sahi_needs_sam3: { status: 400, kind: 'ValidationError' },
  model_not_installed: { status: 400, kind: 'ValidationError' },
  key_without_user: { status: 400, kind: 'ValidationError' },
  no_tags: { status: 400, kind: 'ValidationError' },
  dataset_public: { status: 400, kind: 'ValidationError' },
  invalid_key: { status: 401, kind: 'AuthError' },
  insufficient_credits: { status: 402, kind: 'PaymentRequiredError' },
  member_cap_reached: { status: 402, kind: 'PaymentRequiredError' },
  image_quota_reached: { status: 402, kind: 'PaymentRequiredError' },
  storage_quota_reached: { status: 402, kind: 'PaymentRequiredError' },
  role_too_low: { status: 403, kind: 'ForbiddenError' },
  session_needed: { status: 403, kind: 'ForbiddenError' },
  cross_site: { status: 403, kind: 'ForbiddenError' },
  other_organization: { status: 403, kind: 'ForbiddenError' },
  not_the_author: { status: 403, kind: 'ForbiddenError' },
  not_the_owner: { status: 403, kind: 'ForbiddenError' },
  origin_refused: { status: 403, kind: 'ForbiddenError' },
  invalid_signature: { status: 403, kind: 'ForbiddenError' },
  not_found: { status: 404, kind: 'NotFoundError' },
  wait_timeout: { status: 408, kind: 'PollTimeoutError' },
  request_too_slow: { status: 408, kind: 'PollTimeoutError' },
  wrong_state: { status: 409, kind: 'ConflictError' },
  name_conflict: { status: 409, kind: 'ConflictError' },
  directory_not_empty: { status: 409, kind: 'ConflictError' },
  request_running: { status: 409, kind: 'ConflictError' },
  answer_not_kept: { status: 409, kind: 'ConflictError' },
  already_revealed: { status: 409, kind: 'ConflictError' },
  secret_not_kept: { status: 409, kind: 'ConflictError' },
  stale_revision: { status: 412, kind: 'ConflictError' },
  payload_too_large: { status: 413, kind: 'ValidationError' },
  range_not_satisfiable: { status: 416, kind: 'ValidationError' },
  invalid_field: { status: 422, kind: 'ValidationError' },
  last_owner: { status: 422, kind: 'ValidationError' },
  last_operator: { status: 422, kind: 'ValidationError' },
  idempotency_key_reused: { status: 422, kind: 'ValidationError' },
  rate_limited: { status: 429, kind: 'RateLimitError' },
  internal: { status: 500, kind: 'ServerError' },
  deployment_busy: { status: 503, kind: 'ServerError' },
  server_busy: { status: 503, kind: 'ServerError' },
  database_unavailable: { status: 503, kind: 'ServerError' },
  store_unavailable: { status: 503, kind: 'ServerError' },
  disk_full: { status: 507, kind: 'ServerError' },
} as const
export type ApiErrorCode = keyof typeof API_ERRORS
export type ApiErrorKind = (typeof API_ERRORS)[ApiErrorCode]['kind']

/** One cause of an error: a field of the request, or a block of a graph. */
export const ErrorDetail = Type.Object({
  message: Type.String(),
  text: Type.Optional(MessageText),
  field: Type.Optional(Type.String({ description: 'JSON pointer into the request' })),
  code: Type.Optional(Type.String()),
  node_id: Type.Optional(Type.String()),
})
export type ErrorDetail = Static<typeof ErrorDetail>

export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      kind: Type.String(),
      code: Type.String(),
      message: Type.String(),
      text: Type.Optional(MessageText),
      details: Type.Array(ErrorDetail),
    }),
  },
  { $id: 'ErrorBody' },
)
export type ErrorBody = Static<typeof ErrorBody>

/** Thrown by services and by the client; only `http/` maps it to a status. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly text: MessageText | undefined
  readonly details: readonly ErrorDetail[]

  constructor(code: ApiErrorCode, sayable: Sayable, details: readonly ErrorDetail[] = []) {
    const { message, text } = saidOf(sayable)
    super(message)
    this.code = code
    this.text = text
    this.details = details
  }
  get status(): number {
    return API_ERRORS[this.code].status
  }
  get kind(): ApiErrorKind {
    return API_ERRORS[this.code].kind
  }
}
