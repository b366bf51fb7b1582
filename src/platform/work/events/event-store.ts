/** The outbox as rows. */
import type { Transaction } from 'kysely'
import { type Database, fromJson, newId, toJson } from '../../db/database.ts'
import type { EventRow } from '../../db/schema/events.ts'
import type { Tables } from '../../db/tables.ts'
import type { NewEvent, OrganizationEvent } from '../../http/area/organization-events.ts'

export type Tx = Transaction<Tables>

/** Takes the positions and stores the events; the counter stays locked until the transaction ends. */
export async function insertEvents(
  tx: Tx,
  organizationId: string,
  events: readonly NewEvent[],
  at: string,
): Promise<void> {
  if (events.length === 0) return
  const { position } = await tx
    .insertInto('event_counters')
    .values({ organization_id: organizationId, position: events.length })
    .onConflict((c) =>
      c.column('organization_id').doUpdateSet((e) => ({
        position: e('event_counters.position', '+', events.length),
      })),
    )
    .returning('position')
    .executeTakeFirstOrThrow()
  const first = Number(position) - events.length + 1
  await tx
    .insertInto('events')
    .values(
      events.map(({ type, payload }, i) => ({
        organization_id: organizationId,
        position: first + i,
        id: newId(),
        type,
        payload: toJson(payload),
        created_at: at,
      })),
    )
    .execute()
}

/** The position of the newest event; 0 before the first one. */
export async function newestPosition(db: Database, organizationId: string): Promise<number> {
  const query = db.selectFrom('event_counters').select('position').where('organization_id', '=', organizationId)
  return Number((await query.executeTakeFirst())?.position ?? 0)
}

/** Events after a position, in order. */
export async function eventsAfter(
  db: Database,
  organizationId: string,
  position: number,
  limit: number,
): Promise<OrganizationEvent[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(eventOf)
}

const eventOf = ({ id, position, type, payload, created_at }: EventRow): OrganizationEvent =>
  ({ id, position: Number(position), type, payload: fromJson(payload), created_at }) as OrganizationEvent
