/** Webhooks: the endpoints of receivers, and the deliveries to them. */
import type { Message } from '../../shared/messages/message.ts'
import type { Area, PlatformServices } from '../area/area.ts'
import type { Handlers } from '../http/handler.ts'
import { createDeliverer } from './deliverer.ts'
import { whyNotPublic } from './public-url.ts'
import { createRunOutboxes, type RunOutboxes } from './run-outboxes.ts'
import { createSend } from './send.ts'
import { webhookHandlers } from './webhook-handlers.ts'
import { createWebhookRepository } from './webhook-repository.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export interface WebhookAreaOptions {
  /** True when webhooks may call addresses inside this network, and without TLS. */
  allowPrivate: boolean
}

export interface WebhookArea extends Area {
  webhooks: Webhooks
  /** The records that webhook sinks of runs queue for delivery. */
  outboxes: RunOutboxes
  /** The reason why a webhook can't call an address, or null. */
  whyNotCallable(url: string): Message | null
  handlers: Pick<Handlers, 'webhooks'>
}

export function createWebhookArea(services: PlatformServices, { allowPrivate }: WebhookAreaOptions): WebhookArea {
  const { db, folders, now, log } = services
  const send = createSend({ allowPrivate })
  const repository = createWebhookRepository(db)
  const deliverer = createDeliverer({ repository, send, now, log })
  const webhooks = createWebhooks({ repository, deliverer, send, allowPrivate, now })
  return {
    webhooks,
    outboxes: createRunOutboxes(folders.outbox, webhooks),
    whyNotCallable: (url) => (allowPrivate ? null : whyNotPublic(url)),
    listening: deliverer.wake,
    handlers: { webhooks: webhookHandlers(webhooks) },
    close: deliverer.close,
  }
}
