/** Consumers of events, each with its own position; the effect of a batch and the new position commit together. */

import type { Database } from '../../db/database.ts'
import type { EventConsumer } from '../../http/area/organization-events.ts'
import { eventsAfter } from './event-store.ts'

/** Events in one transaction: other writers wait for it. */
const BATCH = 25

/** Organizations with events that the consumer has not handled. */
export async function organizationsBehind(db: Database, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('event_counters as c')
    .leftJoin('event_consumers as k', (join) =>
      join.onRef('k.organization_id', '=', 'c.organization_id').on('k.name', '=', name),
    )
    .where((e) => e('c.position', '>', e.fn.coalesce('k.position', e.lit(0))))
    .select('c.organization_id')
    .orderBy('c.organization_id')
    .execute()
  return rows.map((row) => row.organization_id)
}

/** Handles the next events of an organization. Returns whether there may be more. */
export const handleBatch = (db: Database, consumer: EventConsumer, organizationId: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const key = { name: consumer.name, organization_id: organizationId }
    await tx
      .insertInto('event_consumers')
      .values({ ...key, position: 0 })
      .onConflict((c) => c.columns(['name', 'organization_id']).doNothing())
      .execute()
    const ours = () => tx.selectFrom('event_consumers').select('position').where('name', '=', consumer.name)
    const { position } = await ours().where('organization_id', '=', organizationId).executeTakeFirstOrThrow()
    const events = await eventsAfter(tx, organizationId, Number(position), BATCH)
    const last = events.at(-1)
    if (!last) return false
    // Another server that handles the same events waits here, then finds the position changed.
    const { numUpdatedRows } = await tx
      .updateTable('event_consumers')
      .set({ position: last.position })
      .where('name', '=', consumer.name)
      .where('organization_id', '=', organizationId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return true
    await consumer.handle(tx, organizationId, events)
    return events.length === BATCH
  })
