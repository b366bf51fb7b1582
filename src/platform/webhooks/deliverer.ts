/**
 * Sends the deliveries of the outbox, for each endpoint oldest first, at least once. An unreachable receiver is retried
 * with one delivery, on the schedule, while the others wait: nothing is lost and nobody is flooded.
 */
import { englishOf } from '../../shared/messages/format.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { toJsonOrNull } from '../db/json.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../db/tables.ts'
import type { Log } from '../machine/log.ts'
import type { Send, Sent } from './send.ts'
import { GRACE_MS } from './signature.ts'
import type { WebhookRepository } from './webhook-repository.ts'

/** Waits before each further attempt; after the last one a delivery is abandoned. */
export const RETRY_AFTER_MS = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000, 6 * 60 * 60_000] as const
/** Failed attempts in a row after which an endpoint is disabled. */
export const FAILURES_UNTIL_DISABLED = 20
const AFTER_FAULT_MS = 10_000
const LONGEST_SLEEP_MS = 60 * 60_000

export interface Deliverer {
  /** Sends due deliveries in the background. */
  wake(): void
  /** Sends everything that is due now; resolves when nothing more is. */
  deliverDue(): Promise<void>
  /** Waits for the current attempt. */
  close(): Promise<void>
}

export interface DelivererOptions {
  repository: WebhookRepository
  send: Send
  now: () => Date
  log: Log
}

export function createDeliverer({ repository, send, now, log }: DelivererOptions): Deliverer {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | null = null
  let again = false
  /** The clock at its last reading; due times are checked against it at the first reading, and when it went back. */
  let clock = Number.POSITIVE_INFINITY

  /** Due times are set by the wall clock: after it was set back, nothing would be due until it had caught up. */
  async function readClock(): Promise<Date> {
    const at = now()
    if (at.getTime() < clock) await repository.limitWaits(at, RETRY_AFTER_MS)
    clock = at.getTime()
    return at
  }

  async function attempt(endpoint: WebhookEndpointRow, delivery: WebhookDeliveryRow): Promise<Sent> {
    const sent = await send({
      url: endpoint.url,
      deliveryId: delivery.delivery_id,
      eventType: delivery.event_type,
      body: delivery.body,
      secrets: secretsOf(endpoint, now()),
      at: now(),
    })
    const at = now()
    const attempts = delivery.attempts + 1
    const result = { attempts, last_status_code: sent.statusCode, ...lastFailure(sent.failure) }
    if (sent.failure === null) {
      const done = { status: 'delivered', delivered_at: at.toISOString(), next_retry_at: null, body: '' } as const
      await repository.updateDelivery(delivery.id, { ...result, ...done })
      await repository.updateEndpoint(endpoint.id, {
        consecutive_failures: 0,
        last_delivery_at: at.toISOString(),
        held_until: null,
      })
      return sent
    }
    const wait = RETRY_AFTER_MS[delivery.retries]
    const next = wait === undefined ? null : new Date(at.getTime() + wait).toISOString()
    const change = next
      ? { retries: delivery.retries + 1, next_retry_at: next }
      : ({ status: 'dead_letter', next_retry_at: null } as const)
    await repository.updateDelivery(delivery.id, { ...result, ...change })
    const failures = endpoint.consecutive_failures + 1
    const giveUp = failures >= FAILURES_UNTIL_DISABLED
    await repository.updateEndpoint(endpoint.id, {
      consecutive_failures: failures,
      last_delivery_at: at.toISOString(),
      held_until: isOutage(sent) ? next : null,
      ...(giveUp && {
        enabled: 0,
        disabled_reason: englishOf(message('webhook.disabled', { failures, error: sent.failure })),
      }),
    })
    return sent
  }

  async function deliverAll(): Promise<void> {
    for (;;) {
      if (closed) return
      const at = (await readClock()).toISOString()
      const [endpoint] = await repository.listDueEndpoints(at)
      const delivery = endpoint && (await repository.nextDue(endpoint.id, at))
      if (!delivery) return
      await attempt(endpoint, delivery)
    }
  }

  async function sleepUntilDue(): Promise<void> {
    const earliest = closed ? null : await repository.earliest()
    clearTimeout(timer)
    if (earliest === null || closed) return
    const wait = Math.min(Math.max(0, Date.parse(earliest) - now().getTime()), LONGEST_SLEEP_MS)
    timer = setTimeout(wake, wait)
    timer.unref()
  }

  /** One round at a time; a call during a round causes another one. */
  function deliverDue(): Promise<void> {
    again = working !== null
    working ??= (async () => {
      try {
        do {
          again = false
          await deliverAll()
        } while (again)
      } finally {
        working = null
      }
    })()
    return working
  }

  function wake(): void {
    if (closed) return
    deliverDue()
      .then(sleepUntilDue)
      .catch((error) => {
        log('error', 'Webhooks could not be delivered.', error)
        // The database may respond again by then.
        if (!closed) timer = setTimeout(wake, AFTER_FAULT_MS).unref()
      })
  }

  return {
    wake,
    deliverDue,
    async close() {
      closed = true
      clearTimeout(timer)
      await working?.catch(() => undefined)
    },
  }
}

/** The failure of the last attempt as the row stores it. */
const lastFailure = (failure: Message | null): Pick<WebhookDeliveryRow, 'last_error' | 'last_error_text'> => ({
  last_error: failure && englishOf(failure),
  last_error_text: toJsonOrNull(failure),
})

/** The receiver is unreachable or overloaded; any other status concerns this one delivery. */
const isOutage = ({ statusCode }: Sent): boolean => statusCode === null || statusCode >= 500 || statusCode === 429

export function secretsOf(endpoint: WebhookEndpointRow, at: Date): string[] {
  const { secret, previous_secret, rotated_at } = endpoint
  const stillGood = previous_secret !== null && rotated_at !== null && at.getTime() - Date.parse(rotated_at) < GRACE_MS
  return stillGood ? [secret, previous_secret] : [secret]
}
