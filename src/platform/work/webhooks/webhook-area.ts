/** Webhooks: the endpoints of receivers, and the deliveries to them. */
import { ApiError } from '../../../shared/api/errors.ts'
import {
  type DeliveryStatus,
  type RevealedWebhookSecret,
  subscribesTo,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
} from '../../../shared/api/webhooks.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { noteReveal } from '../../accounts/secrets/reveals.ts'
import { type Database, fromJson } from '../../db/database.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { EventConsumer, OrganizationEvent } from '../../http/area/organization-events.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import { createHourly } from '../../machine/hourly.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Tx } from '../events/event-store.ts'
import { createDeliverer } from './deliverer.ts'
import { placeOf } from './endpoint-secrets.ts'
import { insertDeliveries, newDelivery } from './new-deliveries.ts'
import { whyNotPublic } from './public-url.ts'
import { createRunOutboxes, type RunOutboxes } from './run-outboxes.ts'
import { createSend } from './send.ts'
import { createWebhookRepository, type WebhookRepository } from './webhook-repository.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

interface FanOutOptions {
  /** The `data` of the body of an event. */
  eventData(tx: Tx, event: OrganizationEvent): Promise<object>
  /** Sends due deliveries. */
  wake(): void
  now: () => Date
}

/** Other events, such as the end of an extraction, concern notifications only. */
const isPublished = (type: string): type is WebhookEventType =>
  (WEBHOOK_EVENT_TYPES as readonly string[]).includes(type)

/** The consumer that queues each event for the endpoints that subscribe to it. */
export const createEventFanOut = ({ eventData, wake, now }: FanOutOptions): EventConsumer => ({
  name: 'webhooks',
  async handle(tx, organizationId, events) {
    const published = events.filter(({ type }) => isPublished(type))
    if (published.length === 0) return
    const endpoints = await tx
      .selectFrom('webhook_endpoints')
      .select(['id', 'organization_id', 'event_types'])
      .where('organization_id', '=', organizationId)
      .orderBy('id')
      .execute()
    for (const event of published) {
      const { id: deliveryId, created_at } = event
      const eventType = event.type as WebhookEventType
      const subscribed = endpoints.filter(({ event_types }) => subscribesTo(fromJson<string[]>(event_types), eventType))
      if (subscribed.length === 0) continue
      const body = JSON.stringify({ type: eventType, created_at, data: await eventData(tx, event) })
      const at = now().toISOString()
      await insertDeliveries(
        tx,
        subscribed.map((endpoint) => newDelivery(endpoint, { deliveryId, eventType, body }, at)),
      )
    }
  },
  handled: wake,
})

export interface WebhookAreaOptions {
  /** True when webhooks may call addresses inside this network, and without TLS. */
  allowPrivate: boolean
  /** The `data` of the body of an event. */
  eventData: FanOutOptions['eventData']
}

/** @throws ApiError not_found, secret_not_kept, already_revealed */
type RevealSecret = (caller: Caller, nameOrId: string) => Promise<RevealedWebhookSecret>

/** The signing secret of an endpoint, as a signed-in person sees it again. */
function createRevealSecret(
  { db, secrets, now }: Pick<PlatformServices, 'db' | 'secrets' | 'now'>,
  repository: Pick<WebhookRepository, 'findEndpoint'>,
): RevealSecret {
  return async (caller, nameOrId) => {
    const row = await repository.findEndpoint(caller.organizationId, nameOrId)
    if (!row) throw new ApiError('not_found', message('webhook.endpoint_missing', { name: nameOrId }))
    const secret = await secrets.open(placeOf(row), row.secret)
    if (secret === null) throw new ApiError('secret_not_kept', message('webhook.secret_unreadable'))
    // A new secret can be seen in the same session.
    const place = `webhook_endpoints/${row.id}/${row.secret_version}`
    await noteReveal(db, caller, { kind: 'webhook_secret', id: row.id, place }, now())
    return { endpoint_id: row.id, secret }
  }
}

const webhookHandlers = (webhooks: Webhooks, revealSecret: RevealSecret): GroupHandlers<'webhooks'> => ({
  eventTypes: async () => [...WEBHOOK_EVENT_TYPES],
  create: ({ caller, body }) => webhooks.create(caller, body),
  list: ({ caller }) => webhooks.list(caller),
  get: ({ caller, params }) => webhooks.get(caller, params.endpoint),
  update: ({ caller, params, body }) => webhooks.update(caller, params.endpoint, body),
  rotateSecret: ({ caller, params }) => webhooks.rotateSecret(caller, params.endpoint),
  revealSecret: ({ caller, params }) => revealSecret(caller, params.endpoint),
  test: ({ caller, params }) => webhooks.test(caller, params.endpoint),
  delete: ({ caller, params }) => webhooks.delete(caller, params.endpoint),
  deliveries: ({ caller, query }) => webhooks.deliveries(caller, query),
  replay: ({ caller, params }) => webhooks.replay(caller, params.delivery_id),
})

const DELIVERED_DAYS = 30
const ABANDONED_DAYS = 90
/** Beyond these of an organization, delivered ones stay for a day only: a resumed run repeats its last ones. */
const KEPT_DELIVERIES = 10_000
/** Rows in one statement: other writers wait for it. */
const SLICE = 500
const DAY_MS = 24 * 60 * 60 * 1000

/** Removes old deliveries. Dead letters stay longer, so that they can be replayed; pending ones are never removed. */
export async function pruneDeliveries(db: Database, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  await deleteOld(db, ['delivered'], daysAgo(DELIVERED_DAYS))
  await deleteOld(db, ['failed', 'dead_letter'], daysAgo(ABANDONED_DAYS))
  for (const { id } of await db.selectFrom('organizations').select('id').execute()) {
    const own = db.selectFrom('webhook_deliveries').select('id').where('organization_id', '=', id)
    const last = await own.orderBy('id', 'desc').limit(1).offset(KEPT_DELIVERIES).executeTakeFirst()
    if (last) await deleteOld(db, ['delivered'], daysAgo(1), { organization: id, upTo: last.id })
  }
}

async function deleteOld(
  db: Database,
  statuses: readonly DeliveryStatus[],
  before: string,
  within?: { organization: string; upTo: string },
): Promise<void> {
  let old = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('status', 'in', statuses)
    .where('created_at', '<', before)
  if (within) old = old.where('organization_id', '=', within.organization).where('id', '<=', within.upTo)
  let removed = SLICE
  while (removed === SLICE) {
    const slice = (await old.limit(SLICE).execute()).map(({ id }) => id)
    removed = slice.length
    if (removed > 0) await db.deleteFrom('webhook_deliveries').where('id', 'in', slice).execute()
  }
}

export interface WebhookArea extends Area {
  webhooks: Webhooks
  /** The records that webhook sinks of runs queue for delivery. */
  outboxes: RunOutboxes
  /** The reason why a webhook can't call an address, or null. */
  whyNotCallable(url: string): Message | null
  handlers: Pick<Handlers, 'webhooks'>
}

export function createWebhookArea(
  services: PlatformServices,
  { allowPrivate, eventData }: WebhookAreaOptions,
): WebhookArea {
  const { db, events, secrets, folders, now, log } = services
  const send = createSend({ allowPrivate })
  const repository = createWebhookRepository(db)
  const deliverer = createDeliverer({ repository, secrets, send, now, log })
  events.addConsumer(createEventFanOut({ eventData, wake: deliverer.wake, now }))
  const hourly = createHourly('The removal of old deliveries', () => pruneDeliveries(db, now()), log)
  const webhooks = createWebhooks({ repository, secrets, deliverer, send, allowPrivate, now })
  return {
    webhooks,
    outboxes: createRunOutboxes(folders.outbox, webhooks),
    whyNotCallable: (url) => (allowPrivate ? null : whyNotPublic(url)),
    listening() {
      deliverer.wake()
      hourly.start()
    },
    handlers: { webhooks: webhookHandlers(webhooks, createRevealSecret(services, repository)) },
    async close() {
      await hourly.close()
      await deliverer.close()
    },
  }
}
