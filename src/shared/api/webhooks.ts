/** Webhooks: the endpoints that receive events, and the state of each delivery. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
import { defineEndpoint, pageQuery } from './endpoint.ts'

export const WEBHOOK_EVENT_TYPES = [
  'workflow_run.completed',
  'workflow_run.failed',
  /** Ours: the records of a webhook sink, sent only to an endpoint of the sink's address that subscribes to them. */
  'workflow_run.records',
  'webhook.test',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]

/** Returns whether an endpoint with these event types receives events of a type; without any it receives all. */
export const subscribesTo = (eventTypes: readonly string[], type: WebhookEventType): boolean =>
  eventTypes.length === 0 || eventTypes.includes(type)

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'dead_letter'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const WebhookEndpoint = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    name: Type.String({ description: 'Unique in the organization; can be used in place of the id' }),
    url: Type.String(),
    description: nullable(Type.String()),
    event_types: Type.Array(Type.String(), { description: 'Empty means all' }),
    enabled: Type.Boolean(),
    secret_version: Type.Integer(),
    secret_prefix: nullable(Type.String()),
    consecutive_failures: Type.Integer(),
    disabled_reason: nullable(Type.String()),
    text: Type.Optional(MessageText),
    auth_header_names: nullable(Type.Array(Type.String())),
    last_delivery_at: nullable(Type.String()),
    created_at: nullable(Type.String()),
  },
  { $id: 'WebhookEndpoint' },
)
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

export const CreatedWebhookEndpoint = Type.Object(
  { endpoint: WebhookEndpoint, secret: Type.String({ description: 'Signs deliveries; begins whsec_' }) },
  { $id: 'CreatedWebhookEndpoint' },
)
export type CreatedWebhookEndpoint = Static<typeof CreatedWebhookEndpoint>

export const RevealedWebhookSecret = Type.Object(
  { endpoint_id: Type.String(), secret: Type.String() },
  { $id: 'RevealedWebhookSecret' },
)
export type RevealedWebhookSecret = Static<typeof RevealedWebhookSecret>

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: 'Of this row; replay takes it' }),
    endpoint_id: Type.String(),
    organization_id: Type.String(),
    event_type: Type.String(),
    delivery_id: Type.String({ description: 'The same at every attempt; receivers detect duplicates by it' }),
    status: Type.Enum([...DELIVERY_STATUSES]),
    attempts: Type.Integer(),
    last_status_code: nullable(Type.Integer()),
    last_error: nullable(Type.String()),
    text: Type.Optional(MessageText),
    next_retry_at: nullable(Type.String()),
    created_at: Type.String(),
    delivered_at: nullable(Type.String()),
  },
  { $id: 'WebhookDelivery' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

const Url = Type.String({ minLength: 1, maxLength: 2000, description: 'A public HTTPS address' })
const Description = nullable(Type.String({ maxLength: 2000 }))
const EventTypes = Type.Array(Type.Enum([...WEBHOOK_EVENT_TYPES]), { uniqueItems: true })

export const WebhookUpdate = Type.Object(
  {
    url: Type.Optional(Url),
    description: Type.Optional(Description),
    event_types: Type.Optional(EventTypes),
    enabled: Type.Optional(Type.Boolean()),
  },
  { $id: 'WebhookUpdate', additionalProperties: false },
)
export type WebhookUpdate = Static<typeof WebhookUpdate>

export const WebhookTest = Type.Object(
  {
    delivered: Type.Boolean(),
    status_code: nullable(Type.Integer()),
    error: nullable(Type.String()),
    text: Type.Optional(MessageText),
  },
  { $id: 'WebhookTest' },
)
export type WebhookTest = Static<typeof WebhookTest>

export const webhooks = {
  eventTypes: defineEndpoint({
    method: 'GET',
    path: '/webhooks/event-types',
    role: 'viewer',
    summary: 'List the event types',
    reply: { as: 'json', schema: Type.Array(Type.String()) },
    idempotent: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/webhooks/endpoints',
    role: 'admin',
    summary: 'Register a receiver; this call and a rotation return its signing secret',
    body: Type.Object(
      { url: Url, description: Type.Optional(Description), event_types: Type.Optional(EventTypes) },
      { $id: 'WebhookCreate', additionalProperties: false },
    ),
    reply: { as: 'json', schema: CreatedWebhookEndpoint, status: 201 },
    secretReply: true,
    idempotent: false,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/webhooks/endpoints',
    role: 'viewer',
    summary: 'List receivers',
    reply: { as: 'json', schema: Type.Array(WebhookEndpoint) },
    idempotent: true,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/webhooks/endpoints/{endpoint}',
    role: 'viewer',
    summary: 'Read a receiver',
    reply: { as: 'json', schema: WebhookEndpoint },
    errors: ['not_found'],
    idempotent: true,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/webhooks/endpoints/{endpoint}',
    role: 'admin',
    summary: 'Change a receiver; enabling it clears its failures',
    body: WebhookUpdate,
    reply: { as: 'json', schema: WebhookEndpoint },
    errors: ['not_found', 'empty_update'],
    idempotent: true,
  }),
  rotateSecret: defineEndpoint({
    method: 'POST',
    path: '/webhooks/endpoints/{endpoint}/rotate-secret',
    role: 'admin',
    summary: 'Create a new secret; for a day, deliveries are also signed with the previous one',
    reply: { as: 'json', schema: CreatedWebhookEndpoint },
    errors: ['not_found'],
    secretReply: true,
    idempotent: false,
  }),
  /** Ours. */
  revealSecret: defineEndpoint({
    method: 'POST',
    path: '/webhooks/endpoints/{endpoint}/reveal-secret',
    credential: 'session',
    role: 'member',
    summary: 'Show the signing secret again, once in each session',
    reply: { as: 'json', schema: RevealedWebhookSecret },
    errors: ['not_found', 'already_revealed', 'secret_not_kept'],
    secretReply: true,
    idempotent: false,
  }),
  test: defineEndpoint({
    method: 'POST',
    path: '/webhooks/endpoints/{endpoint}/test',
    role: 'admin',
    summary: 'Send a signed webhook.test event now and return its result',
    reply: { as: 'json', schema: WebhookTest },
    errors: ['not_found'],
    idempotent: false,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/webhooks/endpoints/{endpoint}',
    role: 'admin',
    summary: 'Remove a receiver with its deliveries, including pending ones',
    reply: { as: 'empty' },
    errors: ['not_found'],
    idempotent: true,
  }),
  deliveries: defineEndpoint({
    method: 'GET',
    path: '/webhooks/deliveries',
    role: 'viewer',
    summary: 'List deliveries, newest first',
    query: Type.Object(
      {
        endpoint: Type.Optional(Type.String({ description: 'Name or id' })),
        status: Type.Optional(Type.Enum([...DELIVERY_STATUSES])),
        ...pageQuery({ limit: 50, max: 1000 }),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Type.Array(WebhookDelivery) },
    errors: ['not_found'],
    idempotent: true,
  }),
  replay: defineEndpoint({
    method: 'POST',
    path: '/webhooks/deliveries/{delivery_id}/replay',
    role: 'admin',
    summary: 'Replay an abandoned delivery; all its retries are available again',
    reply: { as: 'empty' },
    errors: ['not_found', 'wrong_state'],
    idempotent: false,
  }),
} as const
