/** Describes why a webhook message was not delivered and when it is retried. */
import type { WebhookDelivery, WebhookEndpoint } from '../../../../shared/api/webhooks.ts'
import { saidOf } from '../../../../shared/messages/message.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'

/** Null when the message was delivered or no attempt has failed yet. */
export function deliveryFailure({ status, last_status_code, last_error, text }: WebhookDelivery): string | null {
  if (status === 'delivered') return null
  if (last_status_code !== null) return texts.runs.artifacts.answered(last_status_code)
  return last_error === null ? null : messageText(saidOf({ message: last_error, text }))
}

/** Null for an endpoint that is enabled, or that a person disabled. */
export const disabledReason = ({ enabled, disabled_reason, text }: WebhookEndpoint): string | null =>
  enabled || disabled_reason === null ? null : messageText(saidOf({ message: disabled_reason, text }))

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
