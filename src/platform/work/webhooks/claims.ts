/**
 * Claims of deliveries: pending → claimed → delivered | pending | failed | dead_letter. A claim ends after half a minute,
 * as when its server died, and the delivery is due again; an outcome is stored only by the newest claim. A claim holds the
 * endpoint too: each has one delivery in flight.
 */
import type { Database } from '../../db/database.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../db/schema/webhooks.ts'

export interface Claim {
  endpoint: WebhookEndpointRow
  /** With the token of the claim. */
  delivery: WebhookDeliveryRow
}

/** Longer than an attempt can take. */
export const CLAIM_MS = 30_000

/** Claims a due delivery of an enabled endpoint; null when it is not due any more, or the endpoint is busy. */
export const claim = (db: Database, deliveryId: string, endpointId: string, now: Date): Promise<Claim | null> =>
  db.transaction().execute(async (tx) => {
    const at = now.toISOString()
    const until = new Date(now.getTime() + CLAIM_MS).toISOString()
    const endpoint = await tx
      .updateTable('webhook_endpoints')
      .set({ claimed_until: until })
      .where('id', '=', endpointId)
      .where('enabled', '=', 1)
      .where((e) => e.or([e('claimed_until', 'is', null), e('claimed_until', '<=', at)]))
      .where((e) => e.or([e('held_until', 'is', null), e('held_until', '<=', at)]))
      .returningAll()
      .executeTakeFirst()
    if (!endpoint) return null
    const delivery = await tx
      .updateTable('webhook_deliveries')
      .set((e) => ({ token: e('token', '+', 1), next_retry_at: until, waiting_since: at }))
      .where('id', '=', deliveryId)
      .where('status', '=', 'pending')
      .where('next_retry_at', '<=', at)
      .returningAll()
      .executeTakeFirst()
    if (delivery) return { endpoint, delivery }
    await tx.updateTable('webhook_endpoints').set({ claimed_until: null }).where('id', '=', endpointId).execute()
    return null
  })

/** The changes that an attempt makes; `endpoint` is the row as it is now. */
export type Outcome = (endpoint: WebhookEndpointRow) => {
  delivery: Partial<WebhookDeliveryRow>
  endpoint: Partial<WebhookEndpointRow>
}

/** Stores an outcome and frees the endpoint. False when the claim had been lost, and nothing is stored. */
export const settle = (db: Database, { endpoint, delivery }: Claim, outcome: Outcome): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const ours = tx.selectFrom('webhook_endpoints').selectAll().where('id', '=', endpoint.id)
    const current = await ours.executeTakeFirst()
    if (!current) return false
    const change = outcome(current)
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set(change.delivery)
      .where('id', '=', delivery.id)
      .where('token', '=', delivery.token)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await tx
      .updateTable('webhook_endpoints')
      .set({ ...change.endpoint, claimed_until: null })
      .where('id', '=', endpoint.id)
      .execute()
    return true
  })
