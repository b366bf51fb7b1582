/** Webhooks: the endpoints of receivers, and the deliveries to them. */
import type { Message } from '../../../shared/messages/message.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import { createHourly } from '../../machine/hourly.ts'
import { createDeliverer } from './deliverer.ts'
import { createEventFanOut, type FanOutOptions } from './event-fan-out.ts'
import { pruneDeliveries } from './prune-deliveries.ts'
import { whyNotPublic } from './public-url.ts'
import { createRevealSecret } from './reveal-secret.ts'
import { createRunOutboxes, type RunOutboxes } from './run-outboxes.ts'
import { createSend } from './send.ts'
import { webhookHandlers } from './webhook-handlers.ts'
import { createWebhookRepository } from './webhook-repository.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export interface WebhookAreaOptions {
  /** True when webhooks may call addresses inside this network, and without TLS. */
  allowPrivate: boolean
  /** The `data` of the body of an event. */
  eventData: FanOutOptions['eventData']
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
