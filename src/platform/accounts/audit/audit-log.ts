/** Entries of the audit log: written by calls of the API, read by admins, removed by age and number. */
import type { SelectQueryBuilder } from 'kysely'
import type { AuditEntry, AuditList } from '../../../shared/api/audit.ts'
import type { Page } from '../../../shared/api/endpoint.ts'
import { type Database, fromJson, newId, toJson } from '../../db/database.ts'
import { countedPage, paginatedListOf } from '../../db/pages.ts'
import type { AuditRow } from '../../db/schema/audit.ts'
import type { Tables } from '../../db/tables.ts'
import type { Change } from '../../http/changes.ts'
import type { Caller } from '../../machine/identity/caller.ts'

export interface AuditFilter extends Page {
  action?: string
  /** Id of a user or a key. */
  actor?: string
  outcome?: AuditRow['outcome']
}

export function entryOf(
  { caller, action, object, address = null }: Change,
  outcome: AuditRow['outcome'],
  at: Date,
): AuditRow {
  return {
    id: newId(),
    organization_id: caller.organizationId,
    created_at: at.toISOString(),
    user_id: caller.userId,
    key_id: caller.keyId,
    via: caller.via,
    role: caller.role,
    action,
    object: toJson(object),
    request_id: caller.requestId,
    outcome,
    address,
    times: 1,
  }
}

/** Returns the id of the entry. */
export async function writeEntry(
  db: Database,
  change: Change,
  outcome: AuditRow['outcome'],
  at: Date,
): Promise<string> {
  const entry = entryOf(change, outcome, at)
  await db.insertInto('audit_log').values(entry).execute()
  return entry.id
}

export async function listEntries(
  db: Database,
  { organizationId }: Pick<Caller, 'organizationId'>,
  { action, actor, outcome, ...page }: AuditFilter,
): Promise<AuditList> {
  let query = db.selectFrom('audit_log').where('organization_id', '=', organizationId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (outcome !== undefined) query = query.where('outcome', '=', outcome)
  if (actor !== undefined) query = query.where((e) => e.or([e('user_id', '=', actor), e('key_id', '=', actor)]))
  const found = await countedPage(query, query.selectAll().orderBy('id', 'desc'), page)
  return paginatedListOf(found, page, shown)
}

const shown = ({ object, organization_id: _, ...row }: AuditRow): AuditEntry => ({
  ...row,
  object: fromJson<Record<string, string>>(object),
})

const KEPT_DAYS = 400
/** The most entries that are kept for each organization. */
export const KEPT_ENTRIES = 100_000
/** Entries of failed sign-ins among them: whoever guesses passwords pushes no change out of the log. */
const KEPT_FAILURES = 10_000
/** Rows in one statement: other writers wait for it. */
const SLICE = 500
const DAY_MS = 24 * 60 * 60 * 1000

export async function pruneEntries(
  db: Database,
  now: Date,
  kept = KEPT_ENTRIES,
  failures = KEPT_FAILURES,
): Promise<void> {
  const since = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()
  for (const { id } of await db.selectFrom('organizations').select('id').execute()) {
    const entries = db.selectFrom('audit_log').where('organization_id', '=', id)
    await prune(db, entries, since, kept)
    await prune(db, entries.where('outcome', '=', 'failed'), since, failures)
  }
}

type Entries = SelectQueryBuilder<Tables, 'audit_log', object>

async function prune(db: Database, entries: Entries, since: string, kept: number): Promise<void> {
  const beyond = await entries.select('id').orderBy('id', 'desc').offset(kept).limit(1).executeTakeFirst()
  for (;;) {
    const oldest = await entries.select(['id', 'created_at']).orderBy('id').limit(SLICE).execute()
    const old = oldest.filter((row) => row.created_at < since || (beyond && row.id <= beyond.id))
    if (old.length > 0)
      await db
        .deleteFrom('audit_log')
        .where(
          'id',
          'in',
          old.map((row) => row.id),
        )
        .execute()
    if (old.length < SLICE) break
  }
}
