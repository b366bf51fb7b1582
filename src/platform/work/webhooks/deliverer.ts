/**
 * Sends the deliveries of the outbox, at least once: for each endpoint oldest first and one at a time, for an
 * organization and in all up to a limit at once, so that a receiver that hangs delays no other one. An unreachable
 * receiver is retried with one delivery, on the schedule, while its others wait.
 */
import { message } from '../../../shared/messages/message.ts'
import type { Secrets } from '../../http/area/secrets.ts'
import type { Log } from '../../machine/log.ts'
import { outcomeOf } from './attempt-outcome.ts'
import type { Claim } from './claims.ts'
import { signingSecrets } from './endpoint-secrets.ts'
import type { Send } from './send.ts'
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
