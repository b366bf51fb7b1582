/** Describes why a webhook message was not delivered and when it is retried. */
import type { WebhookDelivery } from '../../../../shared/api/webhooks.ts'
import { texts } from '../../../base/messages/texts.ts'

/** Errors of the platform and the operating system, and the texts that describe them. */
const REASONS: readonly [RegExp, keyof typeof texts.runs.artifacts.unreachable][] = [
  [/private network|not public/, 'notPublic'],
  [/ECONNREFUSED/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'unknownHost'],
  [/no answer within|ETIMEDOUT/, 'silent'],
  [/ECONNRESET|EPIPE|hang up/, 'hungUp'],
  [/certificate|SSL|TLS|EPROTO/i, 'insecure'],
]

export function deliveryFailure({ status, last_status_code, last_error }: WebhookDelivery): string | null {
  const words = texts.runs.artifacts
  if (status === 'delivered') return null
  if (last_status_code !== null) return words.answered(last_status_code)
  if (last_error === null) return null
  const reason = REASONS.find(([pattern]) => pattern.test(last_error))?.[1]
  return reason ? words.unreachable[reason] : last_error
}

/** Null when no attempt is planned or none has failed yet. */
export function nextAttempt({ status, attempts, next_retry_at }: WebhookDelivery, now = Date.now()): string | null {
  if (status !== 'pending' || attempts === 0 || next_retry_at === null) return null
  const seconds = Math.max(0, Math.round((Date.parse(next_retry_at) - now) / 1000))
  const words = texts.runs.artifacts
  if (seconds < 90) return words.againInSeconds(seconds)
  return seconds < 5400
    ? words.againInMinutes(Math.round(seconds / 60))
    : words.againInHours(Math.round(seconds / 3600))
}
