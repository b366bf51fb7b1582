/** The consumer that queues each event for the endpoints that subscribe to it. */
import { subscribesTo, WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../../shared/api/webhooks.ts'
import { fromJson } from '../../db/json.ts'
import type { EventConsumer, OrganizationEvent } from '../../http/area/organization-events.ts'
import type { Tx } from '../events/event-store.ts'
import { insertDeliveries, newDelivery } from './new-deliveries.ts'

export interface FanOutOptions {
  /** The `data` of the body of an event. */
  eventData(tx: Tx, event: OrganizationEvent): Promise<object>
  /** Sends due deliveries. */
  wake(): void
  now: () => Date
}

/** Other events, such as the end of an extraction, concern notifications only. */
const isPublished = (type: string): type is WebhookEventType =>
  (WEBHOOK_EVENT_TYPES as readonly string[]).includes(type)

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
