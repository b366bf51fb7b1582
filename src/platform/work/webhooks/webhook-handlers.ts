import { WEBHOOK_EVENT_TYPES } from '../../../shared/api/webhooks.ts'
import type { GroupHandlers } from '../../http/handler.ts'
import type { RevealSecret } from './reveal-secret.ts'
import type { Webhooks } from './webhooks.ts'

export const webhookHandlers = (webhooks: Webhooks, revealSecret: RevealSecret): GroupHandlers<'webhooks'> => ({
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
