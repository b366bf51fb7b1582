/** The outbox of organization events, and notifications. */
import type { SchemaModule } from 'kysely'
import { partOf, primary, required, type TableGroup } from './columns.ts'

export interface EventRow {
  organization_id: string
  /** From 1, without gaps, in the order of the commits. */
  position: number
  id: string
  type: string
  payload: string
  created_at: string
}

async function createEvents(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('events')
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('position', 'bigint', required)
    .addColumn('id', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('events_key', ['organization_id', 'position'])
    .execute()
}

/** The position of the newest event of an organization; updating it locks it until the transaction ends. */
export interface EventCounterRow {
  organization_id: string
  position: number
}

async function createEventCounters(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('event_counters')
    .addColumn('organization_id', 'text', (c) => c.primaryKey().references('organizations.id').onDelete('cascade'))
    .addColumn('position', 'bigint', required)
    .execute()
}

/** The position up to which a consumer has handled the events of an organization. */
export interface EventConsumerRow {
  name: string
  organization_id: string
  position: number
}

async function createEventConsumers(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('event_consumers')
    .addColumn('name', 'text', required)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('position', 'bigint', required)
    .addPrimaryKeyConstraint('event_consumers_key', ['name', 'organization_id'])
    .execute()
}

export interface NotificationRow {
  id: string
  organization_id: string
  /** Null for a notification of the whole organization. */
  user_id: string | null
  type: string
  title: string
  /** JSON: the message that `title` is the English of. */
  title_text: string
  message: string | null
  message_text: string | null
  /** JSON; its keys depend on the type. */
  metadata: string | null
  is_read: 0 | 1
  created_at: string
}

async function createNotifications(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('notifications')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('user_id', 'text')
    .addColumn('type', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('title_text', 'text', required)
    .addColumn('message', 'text')
    .addColumn('message_text', 'text')
    .addColumn('metadata', 'text')
    .addColumn('is_read', 'integer', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('notifications_order').on('notifications').columns(['organization_id', 'id']).execute()
  await schema
    .createIndex('notifications_unread')
    .on('notifications')
    .columns(['organization_id', 'is_read', 'id'])
    .execute()
}

export interface EventTables {
  events: EventRow
  event_counters: EventCounterRow
  event_consumers: EventConsumerRow
  notifications: NotificationRow
}

export const eventTables: TableGroup = [createEvents, createEventCounters, createEventConsumers, createNotifications]
