/**
 * Sends the deliveries of the outbox, at least once: for each endpoint oldest first and one at a time, for an
 * organization and in all up to a limit at once, so that a receiver that hangs delays no other one. An unreachable
 * receiver is retried with one delivery, on the schedule, while its others wait.
 */
import { englishOf, message } from '../../../shared/messages/message.ts'
import { toJson, toJsonOrNull } from '../../db/database.ts'
import type { WebhookDeliveryRow } from '../../db/schema/webhooks.ts'
import type { Secrets } from '../../http/area/secrets.ts'
import type { Log } from '../../machine/log.ts'
import type { Claim, Outcome } from './claims.ts'
import { signingSecrets } from './endpoint-secrets.ts'
import type { Send, Sent } from './send.ts'
import type { WebhookRepository } from './webhook-repository.ts'

/** Deliveries in flight. */
const MAX_IN_FLIGHT = 64
const MAX_IN_FLIGHT_OF_ORGANIZATION = 8
/** Deliveries to one endpoint before others that wait for a place. */
const IN_A_ROW = 32
/** Other servers store deliveries too, and those of a dead one are those of the others. */
const LONGEST_SLEEP_MS = 5000
/** Wait after a failure of the database. */
const AFTER_FAULT_MS = 5000
/** Attempts that take longer when the server closes are aborted, and repeated at the next start. */
const CLOSE_PATIENCE_MS = 2000

export interface Deliverer {
  /** Sends due deliveries in the background. */
  wake(): void
  /** Sends everything that is due now; resolves when nothing more is. */
  deliverDue(): Promise<void>
  /** Waits for the attempts in progress, but not for long. */
  close(): Promise<void>
}

/** Waits before each further attempt, which jitter changes by a tenth; after the last one a delivery is abandoned. */
export const RETRY_AFTER_MS = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000, 6 * 60 * 60_000] as const
/** Failed attempts in a row, over at least a day, after which an endpoint is disabled. */
export const FAILURES_UNTIL_DISABLED = 20
/** The changes that an attempt makes to its delivery and its endpoint. */
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

export interface DelivererOptions {
  repository: WebhookRepository
  secrets: Secrets
  send: Send
  now: () => Date
  log: Log
  /** From 0 to 1, as `Math.random`. */
  random?: () => number
}

export function createDeliverer({
  repository,
  secrets,
  send,
  now,
  log,
  random = Math.random,
}: DelivererOptions): Deliverer {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | null = null
  let again = false
  /** Ends the wait for a free place. */
  let interrupt = () => {}
  /** Endpoints with a delivery in flight, and the organization of each. */
  const busy = new Map<string, string>()
  /** Endpoints that this round leaves alone, because their rows could not be changed. */
  const faulty = new Set<string>()
  const aborting = new AbortController()
  /** The clock at its last reading; due times are checked against it at the first reading, and when it went back. */
  let clock = Number.POSITIVE_INFINITY

  /** Due times are set by the wall clock: after it was set back, nothing would be due until it had caught up. */
  async function readClock(): Promise<Date> {
    const at = now()
    if (at.getTime() < clock) await repository.limitWaits(at)
    clock = at.getTime()
    return at
  }

  /** Returns false when the endpoint has to wait. */
  async function attempt({ endpoint, delivery }: Claim): Promise<boolean> {
    const signing = await signingSecrets(secrets, endpoint, now())
    if (signing === null) {
      const unsent = { statusCode: null, failure: message('webhook.secret_unreadable') }
      return repository.settle({ endpoint, delivery }, outcomeOf(delivery, unsent, now(), random()))
    }
    const sent = await send({
      url: endpoint.url,
      deliveryId: delivery.delivery_id,
      eventType: delivery.event_type,
      body: delivery.body,
      secrets: signing,
      at: now(),
      signal: aborting.signal,
    })
    if (aborting.signal.aborted && sent.failure !== null) {
      await repository.settle({ endpoint, delivery }, () => ({
        delivery: { next_retry_at: now().toISOString() },
        endpoint: {},
      }))
      return false
    }
    return repository.settle({ endpoint, delivery }, outcomeOf(delivery, sent, now(), random()))
  }

  async function deliverTo(endpointId: string): Promise<void> {
    for (const id of await repository.listDue(endpointId, now().toISOString(), IN_A_ROW)) {
      const claimed = closed ? null : await repository.claim(id, endpointId, now())
      if (!claimed || !(await attempt(claimed))) return
    }
  }

  /** Has the round search again for due deliveries, also while others are in flight. */
  function searchAgain(): void {
    again = true
    interrupt()
  }

  function begin(endpointId: string, organizationId: string): void {
    busy.set(endpointId, organizationId)
    void deliverTo(endpointId)
      .catch((error) => {
        faulty.add(endpointId)
        log('error', 'A webhook could not be delivered.', error)
      })
      .finally(() => {
        busy.delete(endpointId)
        searchAgain()
      })
  }

  /** Organizations with as many deliveries in flight as are allowed. */
  function fullOrganizations(): string[] {
    const counts = new Map<string, number>()
    for (const organizationId of busy.values()) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= MAX_IN_FLIGHT_OF_ORGANIZATION).map(([id]) => id)
  }

  /** Begins to send to due endpoints, as far as there are places. */
  async function fillPlaces(): Promise<void> {
    while (!closed && busy.size < MAX_IN_FLIGHT) {
      const at = (await readClock()).toISOString()
      const except = { endpoints: [...busy.keys(), ...faulty], organizations: fullOrganizations() }
      const next = await repository.nextDueEndpoint(at, except)
      if (!next) return
      begin(next.id, next.organization_id)
    }
  }

  async function deliverAll(): Promise<void> {
    faulty.clear()
    try {
      for (;;) {
        again = false
        await fillPlaces()
        if (!again && busy.size === 0) return
        await new Promise<void>((resolve) => {
          interrupt = resolve
          if (again) resolve()
        })
      }
    } finally {
      // In the turn of the last search: a call after it begins a new round.
      working = null
    }
  }

  async function sleepUntilDue(): Promise<void> {
    const earliest = closed ? null : await repository.earliest()
    const shortest = faulty.size > 0 ? AFTER_FAULT_MS : 0
    const untilDue = earliest === null ? Number.POSITIVE_INFINITY : Date.parse(earliest) - now().getTime()
    sleep(Math.min(Math.max(shortest, untilDue), LONGEST_SLEEP_MS))
  }

  function sleep(ms: number): void {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(wake, ms)
    timer.unref()
  }

  /** One round at a time; a call during a round extends it. */
  function deliverDue(): Promise<void> {
    searchAgain()
    working ??= deliverAll()
    return working
  }

  function wake(): void {
    if (closed) return
    deliverDue()
      .then(sleepUntilDue)
      .catch((error) => {
        log('error', 'Webhooks could not be delivered.', error)
        sleep(AFTER_FAULT_MS)
      })
  }

  return {
    wake,
    deliverDue,
    async close() {
      closed = true
      clearTimeout(timer)
      const patience = setTimeout(() => aborting.abort(), CLOSE_PATIENCE_MS)
      await working?.catch(() => undefined)
      clearTimeout(patience)
    },
  }
}
