/** Removes old deliveries. Dead letters stay longer, so that they can be replayed; pending ones are never removed. */
import type { DeliveryStatus } from '../../../shared/api/webhooks.ts'
import type { Database } from '../../db/database.ts'

const DELIVERED_DAYS = 30
const ABANDONED_DAYS = 90
/** Beyond these of an organization, delivered ones stay for a day only: a resumed run repeats its last ones. */
const KEPT_DELIVERIES = 10_000
/** Rows in one statement: other writers wait for it. */
const SLICE = 500
const DAY_MS = 24 * 60 * 60 * 1000

export async function pruneDeliveries(db: Database, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  await deleteOld(db, ['delivered'], daysAgo(DELIVERED_DAYS))
  await deleteOld(db, ['failed', 'dead_letter'], daysAgo(ABANDONED_DAYS))
  for (const { id } of await db.selectFrom('organizations').select('id').execute()) {
    const own = db.selectFrom('webhook_deliveries').select('id').where('organization_id', '=', id)
    const last = await own.orderBy('id', 'desc').limit(1).offset(KEPT_DELIVERIES).executeTakeFirst()
    if (last) await deleteOld(db, ['delivered'], daysAgo(1), { organization: id, upTo: last.id })
  }
}

async function deleteOld(
  db: Database,
  statuses: readonly DeliveryStatus[],
  before: string,
  within?: { organization: string; upTo: string },
): Promise<void> {
  let old = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('status', 'in', statuses)
    .where('created_at', '<', before)
  if (within) old = old.where('organization_id', '=', within.organization).where('id', '<=', within.upTo)
  let removed = SLICE
  while (removed === SLICE) {
    const slice = (await old.limit(SLICE).execute()).map(({ id }) => id)
    removed = slice.length
    if (removed > 0) await db.deleteFrom('webhook_deliveries').where('id', 'in', slice).execute()
  }
}
