import { ApiError, type ApiErrorCode } from '../../shared/api/errors.ts'
import type { Message } from '../../shared/messages/message.ts'

/** An error that passes with time: `Retry-After` is sent with it. */
export class RetryLater extends ApiError {
  readonly retryAfterSeconds: number

  constructor(code: ApiErrorCode, reason: Message, retryAfterSeconds: number) {
    super(code, reason)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
