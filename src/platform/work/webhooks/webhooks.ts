/** Webhook endpoints: creates, changes and tests them, and publishes events to them. */

import { ApiError } from '../../../shared/api/errors.ts'
import {
  type CreatedWebhookEndpoint,
  subscribesTo,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEventType,
  type WebhookTest,
  type WebhookUpdate,
} from '../../../shared/api/webhooks.ts'
import { englishOf, type MessageText, message, saidOf } from '../../../shared/messages/message.ts'
import { noteReplaced } from '../../accounts/secrets/reveals.ts'
import { fromJson, fromJsonOrNull, newId, toJson } from '../../db/database.ts'
import { insertWithFreeName } from '../../db/naming/resource-name.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../db/schema/webhooks.ts'
import type { Secrets } from '../../http/area/secrets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Deliverer } from './deliverer.ts'
import { newSecret, placeOf, shownPart, signingSecrets } from './endpoint-secrets.ts'
import { newDelivery, type Outgoing } from './new-deliveries.ts'
import { whyNotPublic } from './public-url.ts'
import type { Send } from './send.ts'
import type { DeliveryFilter, WebhookRepository } from './webhook-repository.ts'

export interface NewEndpoint {
  url: string
  description?: string | null | undefined
  event_types?: readonly WebhookEventType[] | undefined
}

export interface Webhooks {
  /** @throws ApiError invalid_field for an address that is not public */
  create(caller: Caller, endpoint: NewEndpoint): Promise<CreatedWebhookEndpoint>
  list(caller: Caller): Promise<WebhookEndpoint[]>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, nameOrId: string): Promise<WebhookEndpoint>
  /** @throws ApiError empty_update, invalid_field */
  update(caller: Caller, nameOrId: string, change: WebhookUpdate): Promise<WebhookEndpoint>
  rotateSecret(caller: Caller, nameOrId: string): Promise<CreatedWebhookEndpoint>
  test(caller: Caller, nameOrId: string): Promise<WebhookTest>
  delete(caller: Caller, nameOrId: string): Promise<void>
  deliveries(
    caller: Caller,
    filter: Omit<DeliveryFilter, 'endpointId'> & { endpoint?: string },
  ): Promise<WebhookDelivery[]>
  /** @throws ApiError wrong_state */
  replay(caller: Caller, deliveryId: string): Promise<void>
  /** Queues records for the endpoint of an address; creates one if there is none that subscribes to them. */
  sendTo(organizationId: string, url: string, messages: readonly Outgoing[]): Promise<void>
}

export interface WebhooksOptions {
  repository: WebhookRepository
  secrets: Secrets
  deliverer: Deliverer
  send: Send
  /** Also allows addresses that are not public. */
  allowPrivate: boolean
  now: () => Date
}

export function createWebhooks({ repository, secrets, deliverer, send, allowPrivate, now }: WebhooksOptions): Webhooks {
  const at = () => now().toISOString()

  function requireUrl(url: string): void {
    const reason = allowPrivate ? null : whyNotPublic(url)
    if (reason) throw new ApiError('invalid_field', reason, [{ field: '/url', ...saidOf(reason) }])
  }

  async function rowOf(caller: Caller, nameOrId: string): Promise<WebhookEndpointRow> {
    const row = await repository.findEndpoint(caller.organizationId, nameOrId)
    if (!row) throw new ApiError('not_found', message('webhook.endpoint_missing', { name: nameOrId }))
    return row
  }

  async function insert(
    author: Pick<Caller, 'organizationId' | 'userId'>,
    { url, description, event_types }: NewEndpoint,
  ): Promise<{ row: WebhookEndpointRow; secret: string }> {
    const id = newId()
    const secret = newSecret()
    const row = await insertWithFreeName(
      { nameTaken: repository.isNameTaken, insert: repository.insertEndpoint },
      {
        id,
        organization_id: author.organizationId,
        created_by: author.userId,
        name: URL.canParse(url) ? new URL(url).host : url,
        url,
        description: description ?? null,
        event_types: toJson(event_types ?? []),
        enabled: 1,
        secret: await secrets.seal(placeOf({ id, organization_id: author.organizationId }), secret),
        secret_prefix: shownPart(secret),
        previous_secret: null,
        rotated_at: null,
        secret_version: 1,
        consecutive_failures: 0,
        failing_since: null,
        disabled_reason: null,
        disabled_reason_text: null,
        claimed_until: null,
        held_until: null,
        last_delivery_at: null,
        created_at: at(),
      },
    )
    return { row, secret }
  }

  async function enqueue(endpoint: WebhookEndpointRow, messages: readonly Outgoing[]): Promise<void> {
    await repository.insertDeliveries(messages.map((message) => newDelivery(endpoint, message, at())))
    deliverer.wake()
  }

  return {
    async create(caller, endpoint) {
      requireUrl(endpoint.url)
      const { row, secret } = await insert(caller, endpoint)
      await repository.noteSeen(caller, row.id, now())
      return { endpoint: endpointOf(row), secret }
    },
    list: async (caller) => (await repository.listEndpoints(caller.organizationId)).map(endpointOf),
    get: async (caller, nameOrId) => endpointOf(await rowOf(caller, nameOrId)),
    async update(caller, nameOrId, { enabled, event_types, ...plain }) {
      const row = await rowOf(caller, nameOrId)
      if (enabled === undefined && event_types === undefined && Object.keys(plain).length === 0) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      if (plain.url !== undefined) requireUrl(plain.url)
      const change: Partial<WebhookEndpointRow> = {
        ...plain,
        ...(event_types && { event_types: toJson(event_types) }),
        ...(enabled === false && { enabled: 0 as const }),
        ...(enabled && HEALTHY),
      }
      await repository.updateEndpoint(row.id, change, enabled ? at() : null)
      deliverer.wake()
      return endpointOf({ ...row, ...change })
    },
    async rotateSecret(caller, nameOrId) {
      const row = await rowOf(caller, nameOrId)
      const secret = newSecret()
      const change = {
        secret: await secrets.seal(placeOf(row), secret),
        secret_prefix: shownPart(secret),
        previous_secret: row.secret,
        rotated_at: at(),
        secret_version: row.secret_version + 1,
      }
      await repository.updateEndpoint(row.id, change, null, (tx) =>
        noteReplaced(tx, caller, { kind: 'webhook_secret', id: row.id }, now()),
      )
      return { endpoint: endpointOf({ ...row, ...change }), secret }
    },
    async test(caller, nameOrId) {
      const row = await rowOf(caller, nameOrId)
      const body = JSON.stringify({ type: 'webhook.test', created_at: at(), data: { endpoint_id: row.id } })
      const eventType = 'webhook.test'
      const signing = await signingSecrets(secrets, row, now())
      const unsent = { statusCode: null, failure: message('webhook.secret_unreadable') }
      const call = (signing: string[]) =>
        send({
          url: row.url,
          deliveryId: newId(),
          eventType,
          body,
          secrets: signing,
          at: now(),
        })
      const sent = signing === null ? unsent : await call(signing)
      const { failure } = sent
      return {
        delivered: failure === null,
        status_code: sent.statusCode,
        error: failure && englishOf(failure),
        ...(failure && { text: failure }),
      }
    },
    delete: async (caller, nameOrId) => repository.deleteEndpoint((await rowOf(caller, nameOrId)).id),
    async deliveries(caller, { endpoint, ...filter }) {
      const of = endpoint === undefined ? {} : { endpointId: (await rowOf(caller, endpoint)).id }
      return (await repository.listDeliveries(caller.organizationId, { ...filter, ...of })).map(deliveryOf)
    },
    async replay(caller, deliveryId) {
      const row = await repository.findDelivery(caller.organizationId, deliveryId)
      if (!row) throw new ApiError('not_found', message('webhook.delivery_missing'))
      if (row.status !== 'failed' && row.status !== 'dead_letter') {
        throw new ApiError('wrong_state', message('webhook.delivery_not_abandoned', { status: row.status }))
      }
      await repository.updateDelivery(row.id, {
        status: 'pending',
        retries: 0,
        next_retry_at: at(),
        waiting_since: at(),
      })
      deliverer.wake()
    },
    async sendTo(organizationId, url, messages) {
      if (messages.length === 0) return
      const known = (await repository.listByUrl(organizationId, url)).find(({ event_types }) =>
        subscribesTo(fromJson<string[]>(event_types), 'workflow_run.records'),
      )
      const made = { url, description: 'Made for a webhook sink', event_types: ['workflow_run.records'] as const }
      await enqueue(known ?? (await insert({ organizationId, userId: null }, made)).row, messages)
    },
  }
}

const HEALTHY = {
  enabled: 1,
  consecutive_failures: 0,
  failing_since: null,
  disabled_reason: null,
  disabled_reason_text: null,
  held_until: null,
} as const

const endpointOf = (row: WebhookEndpointRow): WebhookEndpoint => ({
  id: row.id,
  organization_id: row.organization_id,
  name: row.name,
  url: row.url,
  description: row.description,
  event_types: fromJsonOrNull<string[]>(row.event_types) ?? [],
  enabled: row.enabled === 1,
  secret_version: row.secret_version,
  secret_prefix: row.secret_prefix,
  consecutive_failures: row.consecutive_failures,
  disabled_reason: row.disabled_reason,
  ...(row.disabled_reason_text !== null && { text: fromJson<MessageText>(row.disabled_reason_text) }),
  auth_header_names: null,
  last_delivery_at: row.last_delivery_at,
  created_at: row.created_at,
})

const deliveryOf = (stored: WebhookDeliveryRow): WebhookDelivery => {
  const { body: _body, retries: _retries, token: _token, waiting_since: _since, last_error_text, ...row } = stored
  return { ...row, ...(last_error_text !== null && { text: fromJson<MessageText>(last_error_text) }) }
}
