/** Records of the Studio as rows. */
import type { Kysely } from 'kysely'
import type { Page } from '../../../shared/api/paging.ts'
import { isUuid } from '../../db/ids.ts'
import type { CountedRows } from '../../db/pages.ts'
import type { StudioRecordRow } from '../../db/schema/studio.ts'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { type OwnerName, ownedBy, visibleTo } from './ownership.ts'

export type RecordTable = 'studio_batches' | 'studio_truths' | 'studio_run_labels'
export type NamedRecordRow = StudioRecordRow & OwnerName

/** The person, or the keys of no person, on whose behalf records are read. */
type Reader = Pick<Caller, 'organizationId' | 'userId'>
/** The database, or a transaction in it. */
type Db = Kysely<Tables>

export interface RecordRepository {
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

export function createRecordRepository(name: RecordTable): RecordRepository {
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
