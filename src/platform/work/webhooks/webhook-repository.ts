import type { Page } from '../../../shared/api/endpoint.ts'
import type { DeliveryStatus } from '../../../shared/api/webhooks.ts'
import { noteSeen } from '../../accounts/secrets/reveals.ts'
import type { Database } from '../../db/database.ts'
import { namedRows, pageOf } from '../../db/pages.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../db/schema/webhooks.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { CLAIM_MS, type Claim, claim, type Outcome, settle } from './claims.ts'
import { insertDeliveries } from './new-deliveries.ts'

export interface DeliveryFilter extends Page {
  endpointId?: string
  status?: DeliveryStatus
}

export interface WebhookRepository {
  /** @throws a unique violation when the name is taken */
  insertEndpoint(row: WebhookEndpointRow): Promise<void>
  /**
   * `dueAt`: deliveries that wait for their next attempt at this endpoint become due then.
   * `also`: in the same transaction.
   */
  updateEndpoint(
    id: string,
    change: Partial<WebhookEndpointRow>,
    dueAt?: string | null,
    also?: (tx: Database) => Promise<void>,
  ): Promise<void>
  /** Notes that the person of the call has seen the secret of an endpoint. */
  noteSeen(caller: Caller, id: string, at: Date): Promise<void>
  deleteEndpoint(id: string): Promise<void>
  /** Matches the id when the text is one, otherwise the name. */
  findEndpoint(organizationId: string, nameOrId: string): Promise<WebhookEndpointRow | null>
  /** The oldest first. */
  listByUrl(organizationId: string, url: string): Promise<WebhookEndpointRow[]>
  listEndpoints(organizationId: string): Promise<WebhookEndpointRow[]>
  isNameTaken(organizationId: string, name: string): Promise<boolean>
  /** An existing delivery, by endpoint and delivery id, is left unchanged. */
  insertDeliveries(rows: readonly WebhookDeliveryRow[]): Promise<void>
  updateDelivery(id: string, change: Partial<WebhookDeliveryRow>): Promise<void>
  findDelivery(organizationId: string, id: string): Promise<WebhookDeliveryRow | null>
  listDeliveries(organizationId: string, filter: DeliveryFilter): Promise<WebhookDeliveryRow[]>
  /** An endpoint with a due delivery, that which has waited longest for one; null when there is none. */
  nextDueEndpoint(
    at: string,
    except: { endpoints: readonly string[]; organizations: readonly string[] },
  ): Promise<Pick<WebhookEndpointRow, 'id' | 'organization_id'> | null>
  /** Ids of due deliveries of an endpoint, the oldest first. */
  listDue(endpointId: string, at: string, limit: number): Promise<string[]>
  claim(deliveryId: string, endpointId: string, now: Date): Promise<Claim | null>
  settle(claim: Claim, outcome: Outcome): Promise<boolean>
  /** After the clock was set back: waits that began later than now begin now, and no endpoint is held longer. */
  limitWaits(at: Date): Promise<void>
  /** The earliest time after which something is due; null when nothing waits. */
  earliest(): Promise<string | null>
}

export function createWebhookRepository(db: Database): WebhookRepository {
  const named = namedRows(db, 'webhook_endpoints')
  const endpoints = () => db.selectFrom('webhook_endpoints').selectAll()

  return {
    async insertEndpoint(row) {
      await db.insertInto('webhook_endpoints').values(row).execute()
    },
    noteSeen: (caller, id, at) => noteSeen(db, caller, { kind: 'webhook_secret', id }, at),
    updateEndpoint: (id, change, dueAt = null, also = undefined) =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute()
        await also?.(tx)
        if (dueAt === null) return
        await tx
          .updateTable('webhook_deliveries')
          .set({ next_retry_at: dueAt, waiting_since: dueAt })
          .where('endpoint_id', '=', id)
          .where('status', '=', 'pending')
          .execute()
      }),
    async deleteEndpoint(id) {
      await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
    },
    findEndpoint: named.find,
    listByUrl: (organizationId, url) =>
      endpoints().where('organization_id', '=', organizationId).where('url', '=', url).orderBy('id').execute(),
    listEndpoints: (organizationId) =>
      endpoints().where('organization_id', '=', organizationId).orderBy('id').execute(),
    isNameTaken: named.nameTaken,
    insertDeliveries: (rows) => insertDeliveries(db, rows),
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
    async nextDueEndpoint(at, except) {
      let query = db
        .selectFrom('webhook_endpoints as e')
        .select(['e.id', 'e.organization_id'])
        .where('e.enabled', '=', 1)
        .where((e) => e.or([e('e.held_until', 'is', null), e('e.held_until', '<=', at)]))
        .where((e) => e.or([e('e.claimed_until', 'is', null), e('e.claimed_until', '<=', at)]))
        .where((e) =>
          e.exists(
            e
              .selectFrom('webhook_deliveries as d')
              .select('d.id')
              .whereRef('d.endpoint_id', '=', 'e.id')
              .where('d.status', '=', 'pending')
              .where('d.next_retry_at', '<=', at),
          ),
        )
      if (except.endpoints.length > 0) query = query.where('e.id', 'not in', except.endpoints)
      if (except.organizations.length > 0) query = query.where('e.organization_id', 'not in', except.organizations)
      const inTurn = query.orderBy((e) => e.fn.coalesce('e.last_delivery_at', e.val(''))).orderBy('e.id')
      return (await inTurn.limit(1).executeTakeFirst()) ?? null
    },
    async listDue(endpointId, at, limit) {
      const found = await db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('endpoint_id', '=', endpointId)
        .where('status', '=', 'pending')
        .where('next_retry_at', '<=', at)
        .orderBy('id')
        .limit(limit)
        .execute()
      return found.map(({ id }) => id)
    },
    claim: (deliveryId, endpointId, now) => claim(db, deliveryId, endpointId, now),
    settle: (claimed, outcome) => settle(db, claimed, outcome),
    limitWaits: (now) =>
      db.transaction().execute(async (tx) => {
        const at = now.toISOString()
        const longestClaim = new Date(now.getTime() + CLAIM_MS).toISOString()
        await tx
          .updateTable('webhook_endpoints')
          .set({ claimed_until: longestClaim })
          .where('claimed_until', '>', longestClaim)
          .execute()
        await tx
          .updateTable('webhook_deliveries')
          .set({ next_retry_at: at, waiting_since: at })
          .where('status', '=', 'pending')
          .where('waiting_since', '>', at)
          .where('retries', '=', 0)
          .execute()
        const retried = await tx
          .selectFrom('webhook_deliveries')
          .select(['id', 'next_retry_at', 'waiting_since'])
          .where('status', '=', 'pending')
          .where('waiting_since', '>', at)
          .execute()
        for (const { id, next_retry_at, waiting_since } of retried) {
          const wait = Date.parse(next_retry_at ?? at) - Date.parse(waiting_since ?? at)
          const next = new Date(now.getTime() + wait).toISOString()
          const change = { next_retry_at: next, waiting_since: at }
          await tx.updateTable('webhook_deliveries').set(change).where('id', '=', id).execute()
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
        .selectFrom('webhook_endpoints as e')
        .where('e.enabled', '=', 1)
        .select((e) => [
          'e.held_until',
          'e.claimed_until',
          e
            .selectFrom('webhook_deliveries as d')
            .select((of) => of.fn.min('d.next_retry_at').as('due_at'))
            .whereRef('d.endpoint_id', '=', 'e.id')
            .where('d.status', '=', 'pending')
            .as('due_at'),
        ])
        .execute()
      const times = rows.flatMap(({ due_at, held_until, claimed_until }) =>
        due_at === null ? [] : ([due_at, held_until ?? '', claimed_until ?? ''].sort().at(-1) as string),
      )
      return times.sort()[0] ?? null
    },
  }
}
