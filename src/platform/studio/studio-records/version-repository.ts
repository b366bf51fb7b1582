/** Versions of workflows as rows. */
import type { Kysely } from 'kysely'
import type { Page } from '../../../shared/api/endpoint.ts'
import { isUuid } from '../../db/database.ts'
import type { CountedRows } from '../../db/pages.ts'
import type { StudioVersionRow } from '../../db/schema/studio.ts'
import type { Tables } from '../../db/tables.ts'
import { type Owner, type OwnerName, ownedBy, visibleTo } from './ownership.ts'

/** The columns that a list shows; a graph can be megabytes. */
const SHOWN = [
  'v.id',
  'v.workflow_id',
  'v.user_id',
  'v.visibility',
  'v.revision',
  'v.kind',
  'v.note',
  'v.created_at',
  'v.graph_version',
  'v.blocks',
  'v.changes',
] as const

export type NamedVersionRow = Omit<StudioVersionRow, 'graph' | 'layout'> & OwnerName
export type StoredContent = Pick<StudioVersionRow, 'graph' | 'layout' | 'graph_version'>
export type AgedVersion = Pick<StudioVersionRow, 'id' | 'kind' | 'visibility' | 'created_at' | 'graph_version'>

/** The database, or a transaction in it. */
type Db = Kysely<Tables>

export interface VersionRepository {
  /** The own and the shared rows, the newest first. */
  list(db: Db, workflowId: string, reader: Owner, page: Page): Promise<CountedRows<NamedVersionRow>>
  /** Returns a row that the reader sees. */
  find(db: Db, workflowId: string, reader: Owner, id: string): Promise<NamedVersionRow | null>
  /** The rows of one owner, the oldest first. */
  ofOwner(db: Db, workflowId: string, owner: Owner): Promise<AgedVersion[]>
  content(db: Db, id: string): Promise<StoredContent>
  insert(db: Db, row: StudioVersionRow): Promise<void>
  update(db: Db, id: string, change: Partial<StudioVersionRow>): Promise<void>
  delete(db: Db, id: string): Promise<void>
}

export function createVersionRepository(): VersionRepository {
  const of = (db: Db, workflowId: string) =>
    db.selectFrom('studio_versions as v').where('v.workflow_id', '=', workflowId)
  const named = (db: Db, workflowId: string) =>
    of(db, workflowId).leftJoin('users as u', 'u.id', 'v.user_id').select(SHOWN).select(['u.full_name', 'u.email'])

  return {
    async list(db, workflowId, reader, { limit, offset }) {
      const counted = of(db, workflowId).where(visibleTo(reader))
      const { total } = await counted.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = named(db, workflowId)
        .where(visibleTo(reader))
        .orderBy('v.created_at', 'desc')
        .orderBy('v.id', 'desc')
        .limit(limit)
        .offset(offset)
      return { rows: await rows.execute(), total: Number(total) }
    },
    async find(db, workflowId, reader, id) {
      if (!isUuid(id)) return null
      const row = named(db, workflowId).where(visibleTo(reader)).where('v.id', '=', id.toLowerCase())
      return (await row.executeTakeFirst()) ?? null
    },
    ofOwner: (db, workflowId, owner) =>
      of(db, workflowId)
        .select(['v.id', 'v.kind', 'v.visibility', 'v.created_at', 'v.graph_version'])
        .where(ownedBy(owner))
        .orderBy('v.created_at')
        .orderBy('v.id')
        .execute(),
    content: (db, id) =>
      db
        .selectFrom('studio_versions')
        .select(['graph', 'layout', 'graph_version'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    async insert(db, row) {
      await db.insertInto('studio_versions').values(row).execute()
    },
    async update(db, id, change) {
      await db.updateTable('studio_versions').set(change).where('id', '=', id).execute()
    },
    async delete(db, id) {
      await db.deleteFrom('studio_versions').where('id', '=', id).execute()
    },
  }
}
