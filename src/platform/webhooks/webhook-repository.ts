import type { Page } from '../../shared/api/paging.ts'
import type { DeliveryStatus } from '../../shared/api/webhooks.ts'
import type { Database } from '../db/database.ts'
import { namedRows } from '../db/named-rows.ts'
import { pageOf } from '../db/pages.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../db/tables.ts'

export interface DeliveryFilter extends Page {
  endpointId?: string
  status?: DeliveryStatus
}

export interface WebhookRepository {
  /** @throws a unique violation when the name is taken */
  insertEndpoint(row: WebhookEndpointRow): Promise<void>
  /** `dueAt`: deliveries that wait for their next attempt at this endpoint become due then. */
  updateEndpoint(id: string, change: Partial<WebhookEndpointRow>, dueAt?: string | null): Promise<void>
  deleteEndpoint(id: string): Promise<void>
  /** Matches the id when the text is one, otherwise the name. */
  findEndpoint(organizationId: string, nameOrId: string): Promise<WebhookEndpointRow | null>
  findByUrl(organizationId: string, url: string): Promise<WebhookEndpointRow | null>
  listEndpoints(organizationId: string): Promise<WebhookEndpointRow[]>
  isNameTaken(organizationId: string, name: string): Promise<boolean>
  /** An existing delivery, by endpoint and delivery id, is left unchanged. */
  insertDeliveries(rows: readonly WebhookDeliveryRow[]): Promise<void>
  updateDelivery(id: string, change: Partial<WebhookDeliveryRow>): Promise<void>
  findDelivery(organizationId: string, id: string): Promise<WebhookDeliveryRow | null>
  listDeliveries(organizationId: string, filter: DeliveryFilter): Promise<WebhookDeliveryRow[]>
  /** Endpoints that are due for a delivery. */
  listDueEndpoints(at: string): Promise<WebhookEndpointRow[]>
  /** The oldest due delivery of an endpoint; null when there is none. */
  nextDue(endpointId: string, at: string): Promise<WebhookDeliveryRow | null>
  /**
   * Limits waits from now to those of the retries, and the hold of an endpoint to the retry that caused it. `afterMs`:
   * the wait before each further attempt.
   */
  limitWaits(at: Date, afterMs: readonly number[]): Promise<void>
  /** The earliest time after which something is due; null when nothing waits. */
  earliest(): Promise<string | null>
}

/** Rows per statement: SQLite allows 32,766 parameters. */
const BATCH = 500

export function createWebhookRepository(db: Database): WebhookRepository {
  const named = namedRows(db, 'webhook_endpoints')
  const endpoints = () => db.selectFrom('webhook_endpoints').selectAll()
  const due = (at: string) =>
    db.selectFrom('webhook_deliveries as d').where('d.status', '=', 'pending').where('d.next_retry_at', '<=', at)

  return {
    async insertEndpoint(row) {
      await db.insertInto('webhook_endpoints').values(row).execute()
    },
    updateEndpoint: (id, change, dueAt = null) =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute()
        if (dueAt === null) return
        await tx
          .updateTable('webhook_deliveries')
          .set({ next_retry_at: dueAt })
          .where('endpoint_id', '=', id)
          .where('status', '=', 'pending')
          .execute()
      }),
    async deleteEndpoint(id) {
      await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
    },
    findEndpoint: named.find,
    async findByUrl(organizationId, url) {
      const found = endpoints().where('organization_id', '=', organizationId).where('url', '=', url).orderBy('id')
      return (await found.executeTakeFirst()) ?? null
    },
    listEndpoints: (organizationId) =>
      endpoints().where('organization_id', '=', organizationId).orderBy('id').execute(),
    isNameTaken: named.nameTaken,
    async insertDeliveries(rows) {
      for (let i = 0; i < rows.length; i += BATCH) {
        await db
          .insertInto('webhook_deliveries')
          .values(rows.slice(i, i + BATCH))
          .onConflict((c) => c.columns(['endpoint_id', 'delivery_id']).doNothing())
          .execute()
      }
    },
    async updateDelivery(id, change) {
      await db.updateTable('webhook_deliveries').set(change).where('id', '=', id).execute()
    },
    async findDelivery(organizationId, id) {
      const found = db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', id.toLowerCase())
      return (await found.executeTakeFirst()) ?? null
    },
    listDeliveries(organizationId, { endpointId, status, ...page }) {
      let query = db.selectFrom('webhook_deliveries').selectAll().where('organization_id', '=', organizationId)
      if (endpointId !== undefined) query = query.where('endpoint_id', '=', endpointId)
      if (status !== undefined) query = query.where('status', '=', status)
      return pageOf(query.orderBy('id', 'desc'), page)
    },
    listDueEndpoints: (at) =>
      endpoints()
        .where('enabled', '=', 1)
        .where((e) => e.or([e('held_until', 'is', null), e('held_until', '<=', at)]))
        .where('id', 'in', due(at).select('d.endpoint_id').distinct())
        .orderBy('id')
        .execute(),
    async nextDue(endpointId, at) {
      const found = due(at).selectAll('d').where('d.endpoint_id', '=', endpointId).orderBy('d.id')
      return (await found.executeTakeFirst()) ?? null
    },
    limitWaits: (at, afterMs) =>
      db.transaction().execute(async (tx) => {
        for (const [retries, wait] of [0, ...afterMs].entries()) {
          const latest = new Date(at.getTime() + wait).toISOString()
          await tx
            .updateTable('webhook_deliveries')
            .set({ next_retry_at: latest })
            .where('status', '=', 'pending')
            .where('retries', '=', retries)
            .where('next_retry_at', '>', latest)
            .execute()
        }
        const held = await tx
          .selectFrom('webhook_endpoints')
          .select(['id', 'held_until'])
          .where('held_until', 'is not', null)
          .execute()
        for (const { id, held_until } of held) {
          const waiting = tx.selectFrom('webhook_deliveries').select((e) => e.fn.max('next_retry_at').as('last'))
          const retried = waiting.where('endpoint_id', '=', id).where('status', '=', 'pending').where('retries', '>', 0)
          const last = (await retried.executeTakeFirst())?.last ?? null
          if (last !== null && held_until !== null && held_until <= last) continue
          await tx.updateTable('webhook_endpoints').set({ held_until: last }).where('id', '=', id).execute()
        }
      }),
    async earliest() {
      const rows = await db
        .selectFrom('webhook_deliveries as d')
        .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
        .where('d.status', '=', 'pending')
        .where('e.enabled', '=', 1)
        .select((e) => ['e.id', 'e.held_until', e.fn.min('d.next_retry_at').as('due_at')])
        .groupBy(['e.id', 'e.held_until'])
        .execute()
      const times = rows.flatMap(({ held_until, due_at }) => {
        if (due_at === null) return []
        return held_until && held_until > due_at ? held_until : due_at
      })
      return times.sort()[0] ?? null
    },
  }
}
