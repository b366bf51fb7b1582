/** Removes events that every consumer has handled and no live stream will resume from. */
import type { Database } from '../../db/database.ts'
import { newestPosition } from './event-store.ts'

const KEPT_DAYS = 7
/** Of each organization, whatever their age. */
const KEPT_EVENTS = 10_000
/** Rows in one statement: other writers wait for it. */
const SLICE = 500
const DAY_MS = 24 * 60 * 60 * 1000

export async function pruneEvents(db: Database, consumers: readonly string[], now: Date): Promise<void> {
  const organizations = await db.selectFrom('event_counters').select('organization_id').execute()
  for (const { organization_id } of organizations) {
    const end = Math.min(await handledByAll(db, consumers, organization_id), await oldUpTo(db, organization_id, now))
    await deleteUpTo(db, organization_id, end)
  }
}

/** The position up to which all consumers have handled the events. */
async function handledByAll(db: Database, consumers: readonly string[], organizationId: string): Promise<number> {
  const query = db.selectFrom('event_consumers').select('position').where('organization_id', '=', organizationId)
  const rows = await query.where('name', 'in', consumers).execute()
  return rows.length < consumers.length ? 0 : Math.min(...rows.map(({ position }) => Number(position)))
}

async function oldUpTo(db: Database, organizationId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()
  const { old } = await db
    .selectFrom('events')
    .select((e) => e.fn.max('position').as('old'))
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', since)
    .executeTakeFirstOrThrow()
  return Math.max(Number(old ?? 0), (await newestPosition(db, organizationId)) - KEPT_EVENTS)
}

async function deleteUpTo(db: Database, organizationId: string, end: number): Promise<void> {
  const kept = db.selectFrom('events').where('organization_id', '=', organizationId)
  for (;;) {
    const { first } = await kept.select((e) => e.fn.min('position').as('first')).executeTakeFirstOrThrow()
    if (first === null || Number(first) > end) return
    await db
      .deleteFrom('events')
      .where('organization_id', '=', organizationId)
      .where('position', '<=', Math.min(end, Number(first) + SLICE - 1))
      .execute()
  }
}
