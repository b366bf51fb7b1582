import { WEBHOOK_EVENT_TYPES } from '../../shared/api/webhooks.ts'
import type { GroupHandlers } from '../http/handler.ts'
import type { Webhooks } from './webhooks.ts'

export const webhookHandlers = (webhooks: Webhooks): GroupHandlers<'webhooks'> => ({
  eventTypes: async () => [...WEBHOOK_EVENT_TYPES],
  create: ({ caller, body }) => webhooks.create(caller.organizationId, body),
  list: ({ caller }) => webhooks.list(caller.organizationId),
  get: ({ caller, params }) => webhooks.get(caller.organizationId, params.endpoint),
  update: ({ caller, params, body }) => webhooks.update(caller.organizationId, params.endpoint, body),
  rotateSecret: ({ caller, params }) => webhooks.rotateSecret(caller.organizationId, params.endpoint),
  test: ({ caller, params }) => webhooks.test(caller.organizationId, params.endpoint),
  delete: ({ caller, params }) => webhooks.delete(caller.organizationId, params.endpoint),
  deliveries: ({ caller, query }) => webhooks.deliveries(caller.organizationId, query),
  replay: ({ caller, params }) => webhooks.replay(caller.organizationId, params.delivery_id),
})
