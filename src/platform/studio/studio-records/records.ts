/** Records with one value each: batches, ground truth of videos, and labels of runs. */
import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Page, PaginatedList } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { Visibility } from '../../../shared/api/studio-records.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { type Database, fromJson, isUuid, newId, toJson } from '../../db/database.ts'
import { type CountedRows, paginatedListOf } from '../../db/pages.ts'
import type { StudioRecordRow } from '../../db/schema/studio.ts'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { type OwnerName, ownedBy, ownedFields, requireMayChange, requireMayShow, visibleTo } from './ownership.ts'

export interface StudioRecord<T> {
  id: string
  owner_id: string | null
  owner_name: string | null
  is_own: boolean
  visibility: Visibility
  revision: string
  created_at: string
  updated_at: string | null
  value: T
}

export interface RecordUpdate<T> {
  value?: T
  visibility?: Visibility
}

export interface Records<T> {
  /** The own and the shared ones, newest first; the own ones come first among those of one subject. */
  list(caller: Caller, page: Page, subject?: string): Promise<PaginatedList<StudioRecord<T>>>
  /** Returns the stored record where the caller has the same one already. @throws ApiError stale_revision for another one */
  create(caller: Caller, value: T): Promise<StudioRecord<T>>
  /**
   * @param revision the one that the value is based on; undefined where any will do
   * @throws ApiError not_found, empty_update, invalid_field, stale_revision, not_the_owner, role_too_low
   */
  update(caller: Caller, id: string, update: RecordUpdate<T>, revision?: string): Promise<StudioRecord<T>>
  /** @throws ApiError not_found, stale_revision, role_too_low */
  delete(caller: Caller, id: string, revision?: string): Promise<void>
}

type RecordTable = 'studio_batches' | 'studio_truths' | 'studio_run_labels'
type NamedRecordRow = StudioRecordRow & OwnerName

/** The person, or the keys of no person, on whose behalf records are read. */
type Reader = Pick<Caller, 'organizationId' | 'userId'>
/** The database, or a transaction in it. */
type Db = Kysely<Tables>

interface RecordRepository {
  /** The own and the shared rows, the newest first; of one subject, the own row first. */
  list(db: Db, reader: Reader, page: Page, subject?: string): Promise<CountedRows<NamedRecordRow>>
  /** Returns a row that the reader sees. */
  find(db: Db, reader: Reader, id: string): Promise<NamedRecordRow | null>
  /** Returns the reader's own row of a subject. */
  ofSubject(db: Db, reader: Reader, subject: string): Promise<NamedRecordRow | null>
  insert(db: Db, row: StudioRecordRow): Promise<void>
  update(db: Db, id: string, change: Partial<StudioRecordRow>): Promise<void>
  delete(db: Db, id: string): Promise<void>
}

/** Records of the Studio as rows. */
function createRecordRepository(name: RecordTable): RecordRepository {
  // Kysely does not know that the tables of a union have the same columns: one of them represents all.
  const table = name as 'studio_batches'
  const within = (db: Db, { organizationId }: Reader) =>
    db.selectFrom(`${table} as r`).where('r.organization_id', '=', organizationId)
  const named = (db: Db, reader: Reader) =>
    within(db, reader).leftJoin('users as u', 'u.id', 'r.user_id').selectAll('r').select(['u.full_name', 'u.email'])

  return {
    async list(db, reader, { limit, offset }, subject) {
      let counted = within(db, reader).where(visibleTo(reader))
      let rows = named(db, reader).where(visibleTo(reader))
      if (subject !== undefined) {
        counted = counted.where('r.subject', '=', subject)
        rows = rows
          .where('r.subject', '=', subject)
          .orderBy((e) => e.case().when(ownedBy(reader)).then(0).else(1).end())
      }
      const { total } = await counted.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows: await rows.orderBy('r.id', 'desc').limit(limit).offset(offset).execute(), total: Number(total) }
    },
    async find(db, reader, id) {
      if (!isUuid(id)) return null
      const row = named(db, reader).where(visibleTo(reader)).where('r.id', '=', id.toLowerCase())
      return (await row.executeTakeFirst()) ?? null
    },
    async ofSubject(db, reader, subject) {
      const row = named(db, reader).where(ownedBy(reader)).where('r.subject', '=', subject)
      return (await row.executeTakeFirst()) ?? null
    },
    async insert(db, row) {
      await db.insertInto(table).values(row).execute()
    },
    async update(db, id, change) {
      await db.updateTable(table).set(change).where('id', '=', id).execute()
    },
    async delete(db, id) {
      await db.deleteFrom(table).where('id', '=', id).execute()
    },
  }
}

/** Revisions of records: a change that is based on an older one is refused, so that no window overwrites another. */
export const revisionOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * @param known the revision that the change is based on; undefined where any will do
 * @throws ApiError stale_revision
 */
export function requireRevision(
  row: { revision: string },
  known: string | undefined,
  reason: Message = message('record.changed_elsewhere'),
): void {
  if (known !== undefined && known !== row.revision) throw new ApiError('stale_revision', reason)
}

/** The rules of one kind of record. */
export interface RecordKind<T> {
  table: RecordTable
  /** What a value is about, which no change of its record changes. */
  subjectOf(value: T): string
  /** Checks a value beyond its schema, and a new one against other tables. @throws ApiError */
  check?(value: T): void
  checkNew?(tx: Transaction<Tables>, caller: Caller, value: T): Promise<void>
  /** Thrown for a value about another subject than that of its record. */
  otherSubject(): ApiError
}

export function createRecords<T>(db: Database, now: () => Date, kind: RecordKind<T>): Records<T> {
  const { table, subjectOf } = kind
  const repository = createRecordRepository(table)
  const at = () => now().toISOString()
  const shown = (row: NamedRecordRow, caller: Caller): StudioRecord<T> => ({
    id: row.id,
    ...ownedFields(row, caller),
    revision: row.revision,
    created_at: row.created_at,
    updated_at: row.updated_at,
    value: fromJson<T>(row.value),
  })

  async function visible(tx: Transaction<Tables>, caller: Caller, id: string): Promise<NamedRecordRow> {
    const row = await repository.find(tx, caller, id)
    if (!row) throw new ApiError('not_found', message('record.missing', { id }))
    return row
  }

  /** Returns the columns that change. */
  function changeOf(row: NamedRecordRow, caller: Caller, { value, visibility }: RecordUpdate<T>, revision?: string) {
    const change: Partial<StudioRecordRow> = {}
    if (visibility !== undefined && visibility !== row.visibility) {
      requireMayShow(row, visibility, caller)
      change.visibility = visibility
    }
    if (value === undefined) return change
    requireMayChange(row, caller)
    if (subjectOf(value) !== row.subject) throw kind.otherSubject()
    const text = toJson(value)
    const next = revisionOf(text)
    // A change that is repeated because its reply was lost finds its own value.
    if (next === row.revision) return change
    requireRevision(row, revision)
    return Object.assign(change, { value: text, revision: next, updated_at: at() })
  }

  return {
    async list(caller, page, subject) {
      return paginatedListOf(await repository.list(db, caller, page, subject), page, (row) => shown(row, caller))
    },

    create(caller, value) {
      kind.check?.(value)
      const text = toJson(value)
      return db.transaction().execute(async (tx) => {
        await kind.checkNew?.(tx, caller, value)
        const kept = await repository.ofSubject(tx, caller, subjectOf(value))
        if (kept) {
          if (kept.value !== text) throw new ApiError('stale_revision', message('record.changed_elsewhere'))
          return shown(kept, caller)
        }
        const id = newId()
        await repository.insert(tx, {
          id,
          organization_id: caller.organizationId,
          user_id: caller.userId,
          visibility: 'me',
          subject: subjectOf(value),
          value: text,
          revision: revisionOf(text),
          created_at: at(),
          updated_at: null,
        })
        return shown(await visible(tx, caller, id), caller)
      })
    },

    update(caller, id, update, revision) {
      if (update.value === undefined && update.visibility === undefined) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      if (update.value !== undefined) kind.check?.(update.value)
      return db.transaction().execute(async (tx) => {
        const row = await visible(tx, caller, id)
        const change = changeOf(row, caller, update, revision)
        if (Object.keys(change).length > 0) await repository.update(tx, row.id, change)
        return shown({ ...row, ...change }, caller)
      })
    },

    delete: (caller, id, revision) =>
      db.transaction().execute(async (tx) => {
        const row = await visible(tx, caller, id)
        requireMayChange(row, caller)
        requireRevision(row, revision)
        await repository.delete(tx, row.id)
      }),
  }
}
