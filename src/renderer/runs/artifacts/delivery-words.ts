/** Why a webhook's message has not arrived and when it is tried again, in words. */
import type { WebhookDelivery } from '../../../shared/api/webhooks.ts'
import { worded } from '../../messages/sentences.ts'
import { texts } from '../../messages/texts.ts'

/** What the system says of a connection that failed, and our word for it. */
const REASONS: readonly [RegExp, keyof typeof texts.runs.artifacts.unreachable][] = [
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
  return reason ? words.unreachable[reason] : worded(last_error)
}

/** Null where no attempt is to come, or none has failed yet. */
export function nextAttempt({ status, attempts, next_retry_at }: WebhookDelivery, now = Date.now()): string | null {
  if (status !== 'pending' || attempts === 0 || next_retry_at === null) return null
  const seconds = Math.max(0, Math.round((Date.parse(next_retry_at) - now) / 1000))
  const words = texts.runs.artifacts
  if (seconds < 90) return words.againInSeconds(seconds)
  return seconds < 5400
    ? words.againInMinutes(Math.round(seconds / 60))
    : words.againInHours(Math.round(seconds / 3600))
}
