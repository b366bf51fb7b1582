/** Webhooks: endpoints, and what is delivered to them. */
import type { SchemaModule } from 'kysely'
import type { DeliveryStatus } from '../../../shared/api/webhooks.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time, type UserId } from './columns.ts'

export interface WebhookEndpointRow {
  id: string
  organization_id: string
  created_by: UserId | null
  name: string
  url: string
  description: string | null
  event_types: Json
  enabled: 0 | 1
  /** Sealed, as `previous_secret`. */
  secret: string
  /** Displayed. */
  secret_prefix: string
  previous_secret: string | null
  rotated_at: Time | null
  secret_version: number
  consecutive_failures: number
  /** The first of the failures in a row. */
  failing_since: Time | null
  disabled_reason: string | null
  /** The message that `disabled_reason` is the English of. */
  disabled_reason_text: Json | null
  /** A server is sending one of its deliveries; after this time another one may. */
  claimed_until: Time | null
  /** Nothing is sent before this: the receiver was unreachable. */
  held_until: Time | null
  last_delivery_at: Time | null
  created_at: Time
}

async function createWebhookEndpoints(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('webhook_endpoints')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('created_by', 'text')
    .addColumn('name', 'text', required)
    .addColumn('url', 'text', required)
    .addColumn('description', 'text')
    .addColumn('event_types', 'text', required)
    .addColumn('enabled', 'integer', required)
    .addColumn('secret', 'text', required)
    .addColumn('secret_prefix', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('previous_secret', 'text')
    .addColumn('rotated_at', 'text')
    .addColumn('secret_version', 'integer', required)
    .addColumn('consecutive_failures', 'integer', required)
    .addColumn('failing_since', 'text')
    .addColumn('disabled_reason', 'text')
    .addColumn('disabled_reason_text', 'text')
    .addColumn('claimed_until', 'text')
    .addColumn('held_until', 'text')
    .addColumn('last_delivery_at', 'text')
    .addColumn('created_at', 'text', required)
    .addUniqueConstraint('webhook_endpoints_name', ['organization_id', 'name'])
    .execute()
}

export interface WebhookDeliveryRow {
  id: string
  endpoint_id: string
  organization_id: string
  event_type: string
  delivery_id: string
  /** Empty once delivered. */
  body: string
  status: DeliveryStatus
  /** Total number of attempts. */
  attempts: number
  /** Number of retries used. */
  retries: number
  last_status_code: number | null
  last_error: string | null
  /** The message that `last_error` is the English of. */
  last_error_text: Json | null
  /** While pending; the end of the claim during an attempt. */
  next_retry_at: Time | null
  /** The time at which `next_retry_at` was set; later than now only after the clock was set back. */
  waiting_since: Time | null
  /** Number of claims: an attempt writes its outcome only while the token is that of its claim. */
  token: number
  created_at: Time
  delivered_at: Time | null
}

async function createWebhookDeliveries(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', primary)
    .addColumn('endpoint_id', 'text', partOf('webhook_endpoints.id'))
    .addColumn('organization_id', 'text', required)
    .addColumn('event_type', 'text', required)
    .addColumn('delivery_id', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('retries', 'integer', required)
    .addColumn('last_status_code', 'integer')
    .addColumn('last_error', 'text')
    .addColumn('last_error_text', 'text')
    .addColumn('next_retry_at', 'text')
    .addColumn('waiting_since', 'text')
    .addColumn('token', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'text', required)
    .addColumn('delivered_at', 'text')
    .addUniqueConstraint('webhook_deliveries_once', ['endpoint_id', 'delivery_id'])
    .execute()
  await schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .columns(['status', 'next_retry_at', 'endpoint_id'])
    .execute()
  await schema
    .createIndex('webhook_deliveries_order')
    .on('webhook_deliveries')
    .columns(['organization_id', 'id'])
    .execute()
  // The next delivery of an endpoint.
  await schema
    .createIndex('webhook_deliveries_next')
    .on('webhook_deliveries')
    .columns(['endpoint_id', 'status', 'next_retry_at'])
    .execute()
  await schema
    .createIndex('webhook_deliveries_age')
    .on('webhook_deliveries')
    .columns(['status', 'created_at'])
    .execute()
}

export interface WebhookTables {
  webhook_endpoints: WebhookEndpointRow
  webhook_deliveries: WebhookDeliveryRow
}

export const webhookTables: TableGroup = [createWebhookEndpoints, createWebhookDeliveries]
