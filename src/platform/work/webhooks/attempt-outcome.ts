/** The changes that an attempt makes to its delivery and its endpoint. */
import { englishOf } from '../../../shared/messages/format.ts'
import { message } from '../../../shared/messages/message.ts'
import { toJson, toJsonOrNull } from '../../db/json.ts'
import type { WebhookDeliveryRow } from '../../db/schema/webhooks.ts'
import type { Outcome } from './claims.ts'
import type { Sent } from './send.ts'

/** Waits before each further attempt, which jitter changes by a tenth; after the last one a delivery is abandoned. */
export const RETRY_AFTER_MS = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000, 6 * 60 * 60_000] as const
/** Failed attempts in a row, over at least a day, after which an endpoint is disabled. */
export const FAILURES_UNTIL_DISABLED = 20
export const FAILING_MS_UNTIL_DISABLED = 24 * 60 * 60 * 1000
/** Longer waits that a receiver asks for are cut. */
const MAX_ASKED_WAIT_MS = 24 * 60 * 60 * 1000

/** `random`: from 0 to 1, so that receivers of many deliveries are not called at the same moment. */
export function outcomeOf(delivery: WebhookDeliveryRow, sent: Sent, now: Date, random: number): Outcome {
  const at = now.toISOString()
  const last_error_text = toJsonOrNull(sent.failure)
  const last_error = sent.failure && englishOf(sent.failure)
  const tried = { attempts: delivery.attempts + 1, last_status_code: sent.statusCode, last_error, last_error_text }
  if (sent.failure === null) {
    const done = { status: 'delivered', delivered_at: at, next_retry_at: null, body: '' } as const
    const healthy = { consecutive_failures: 0, failing_since: null, held_until: null }
    return () => ({ delivery: { ...tried, ...done }, endpoint: { ...healthy, last_delivery_at: at } })
  }
  const error = sent.failure
  const next = sent.isFinal ? null : nextAttempt(delivery.retries, sent, now, random)
  const abandoned = { status: sent.isFinal ? ('failed' as const) : ('dead_letter' as const), next_retry_at: null }
  const change = next === null ? abandoned : { retries: delivery.retries + 1, next_retry_at: next, waiting_since: at }
  return (endpoint) => {
    const failures = endpoint.consecutive_failures + 1
    const { failing_since: since } = endpoint
    // A clock that was set back leaves a start in the future: the period restarts now.
    const failing_since = since === null || since > at ? at : since
    const isDisabled =
      failures >= FAILURES_UNTIL_DISABLED && now.getTime() - Date.parse(failing_since) >= FAILING_MS_UNTIL_DISABLED
    const reason = message('webhook.disabled', { failures, error })
    return {
      delivery: { ...tried, ...change },
      endpoint: {
        consecutive_failures: failures,
        failing_since,
        last_delivery_at: at,
        held_until: isOutage(sent) ? next : null,
        ...(isDisabled && {
          enabled: 0,
          disabled_reason: englishOf(reason),
          disabled_reason_text: toJson(reason),
        }),
      },
    }
  }
}

function nextAttempt(retries: number, { retryAfterMs = 0 }: Sent, now: Date, random: number): string | null {
  const wait = RETRY_AFTER_MS[retries]
  if (wait === undefined) return null
  const asked = Math.min(retryAfterMs, MAX_ASKED_WAIT_MS)
  return new Date(now.getTime() + Math.max(wait * (0.9 + 0.2 * random), asked)).toISOString()
}

/** The receiver is unreachable or overloaded; any other status concerns this one delivery. */
const isOutage = ({ statusCode }: Sent): boolean => statusCode === null || statusCode >= 500 || statusCode === 429
