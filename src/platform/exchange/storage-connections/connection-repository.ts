/** Connections to buckets as rows. */
import type { Page } from '../../../shared/api/endpoint.ts'
import { type Database, isUuid } from '../../db/database.ts'
import { pageOf } from '../../db/pages.ts'
import type { StorageConnectionRow } from '../../db/schema/storage-connections.ts'
import type { Tx } from '../../work/jobs/job.ts'

export interface ConnectionRepository {
  /** @throws a unique violation when the name is taken */
  insert(row: StorageConnectionRow): Promise<void>
  find(organizationId: string, id: string): Promise<StorageConnectionRow | null>
  /** The oldest first. */
  list(organizationId: string, page: Page): Promise<StorageConnectionRow[]>
  nameTaken(organizationId: string, name: string): Promise<boolean>
  setVerified(id: string, at: string): Promise<void>
  remove(tx: Tx, id: string): Promise<void>
}

export function createConnectionRepository(db: Database): ConnectionRepository {
  const of = (organizationId: string) =>
    db.selectFrom('storage_connections').where('organization_id', '=', organizationId)
  return {
    async insert(row) {
      await db.insertInto('storage_connections').values(row).execute()
    },
    async find(organizationId, id) {
      if (!isUuid(id)) return null
      return (await of(organizationId).selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst()) ?? null
    },
    list: (organizationId, page) => pageOf(of(organizationId).selectAll().orderBy('id'), page),
    async nameTaken(organizationId, name) {
      return (await of(organizationId).select('id').where('name', '=', name).executeTakeFirst()) !== undefined
    },
    async setVerified(id, at) {
      await db.updateTable('storage_connections').set({ last_verified_at: at }).where('id', '=', id).execute()
    },
    async remove(tx, id) {
      await tx.deleteFrom('storage_connections').where('id', '=', id).execute()
    },
  }
}
