import type { WebhookEventType } from '../../../shared/api/webhooks.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { type Database, newId } from '../../db/database.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../db/schema/webhooks.ts'

/** One message; the same `deliveryId` is sent once to an endpoint, however often it is queued. */
export interface Outgoing {
  deliveryId: string
  eventType: WebhookEventType
  body: string
}

/** Rows per statement: SQLite allows 32,766 parameters. */
const BATCH = 500

export const newDelivery = (
  endpoint: Pick<WebhookEndpointRow, 'id' | 'organization_id'>,
  message: Outgoing,
  at: string,
): WebhookDeliveryRow => ({
  id: newId(),
  endpoint_id: endpoint.id,
  organization_id: endpoint.organization_id,
  event_type: message.eventType,
  delivery_id: message.deliveryId,
  body: message.body,
  status: 'pending',
  attempts: 0,
  retries: 0,
  last_status_code: null,
  last_error: null,
  last_error_text: null,
  next_retry_at: at,
  waiting_since: at,
  token: 0,
  created_at: at,
  delivered_at: null,
})

/** An existing delivery, by endpoint and delivery id, is left unchanged. */
export async function insertDeliveries(db: Database, rows: readonly WebhookDeliveryRow[]): Promise<void> {
  for (const some of batchesOf(rows, BATCH)) {
    await db
      .insertInto('webhook_deliveries')
      .values(some)
      .onConflict((c) => c.columns(['endpoint_id', 'delivery_id']).doNothing())
      .execute()
  }
}
