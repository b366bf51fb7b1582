/** Imports from buckets as rows, and the places that their images took. */
import { joinPath } from '../../datasets/directories/directory-path.ts'
import { type Database, isUuid, toJsonOrNull } from '../../db/database.ts'
import type { ImageSourceRow, StorageImportRow } from '../../db/schema/storage-connections.ts'
import type { Tx } from '../../work/jobs/job.ts'
import type { RecordEnd } from '../../work/jobs/job-record.ts'

/** A directory and a file name of a data set. */
export interface Place {
  directory: string
  filename: string
}

export const pathOf = ({ directory, filename }: Place): string => joinPath(directory, filename)

/** What is known of a place: the object that last arrived there, null for an image that came otherwise. */
export type Taken = Pick<ImageSourceRow, 'import_id' | 'object_key' | 'etag' | 'bucket'> | null

export type Counts = Pick<StorageImportRow, 'total' | 'imported' | 'skipped' | 'failed' | 'failures' | 'warning'>

export interface ImportRepository {
  insert(tx: Tx, row: StorageImportRow): Promise<void>
  find(organizationId: string, id: string): Promise<StorageImportRow | null>
  /** Gives a claim of the job the right to write. Null when the import has ended. */
  begin(id: string, token: number): Promise<StorageImportRow | null>
  /** False without the right to write: the import has ended, or another worker has it. */
  setCounts(id: string, token: number, counts: Counts): Promise<boolean>
  /** Null when it has ended before: the first end is the one that counts. */
  end(tx: Tx, id: string, end: RecordEnd): Promise<StorageImportRow | null>
  /** Ids of the imports from a connection that have not ended. */
  liveOf(tx: Tx, connectionId: string): Promise<string[]>
  /** Returns which of these places of a data set are taken, by their paths. */
  taken(datasetId: string, places: readonly Place[]): Promise<Map<string, Taken>>
  addSource(tx: Tx, row: ImageSourceRow): Promise<void>
  /** Starts the import again. */
  reset(tx: Tx, id: string): Promise<void>
}

export const NO_COUNTS = { total: 0, imported: 0, skipped: 0, failed: 0, failures: '[]', warning: null } as const

const LIVE = ['pending', 'running'] as const

export function createImportRepository(db: Database): ImportRepository {
  return {
    async insert(tx, row) {
      await tx.insertInto('storage_imports').values(row).execute()
    },
    async find(organizationId, id) {
      if (!isUuid(id)) return null
      const query = db.selectFrom('storage_imports').selectAll().where('organization_id', '=', organizationId)
      return (await query.where('id', '=', id.toLowerCase()).executeTakeFirst()) ?? null
    },
    async begin(id, token) {
      const row = await db
        .updateTable('storage_imports')
        .set({ status: 'running', token })
        .where('id', '=', id)
        .where('status', 'in', LIVE)
        .where('token', '<', token)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },
    async setCounts(id, token, counts) {
      const { numUpdatedRows } = await db
        .updateTable('storage_imports')
        .set(counts)
        .where('id', '=', id)
        .where('token', '=', token)
        .where('status', '=', 'running')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async end(tx, id, { status, error, completed_at }) {
      const row = await tx
        .updateTable('storage_imports')
        .set({ status, error: toJsonOrNull(error), completed_at })
        .where('id', '=', id)
        .where('status', 'in', LIVE)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },
    async liveOf(tx, connectionId) {
      const query = tx.selectFrom('storage_imports').select('id').where('connection_id', '=', connectionId)
      return (await query.where('status', 'in', LIVE).orderBy('id').execute()).map(({ id }) => id)
    },
    async taken(datasetId, places) {
      const taken = new Map<string, Taken>()
      for (const [directory, filenames] of byDirectory(places)) {
        const images = db.selectFrom('images').select('filename').where('dataset_id', '=', datasetId)
        const there = images.where('directory_path', '=', directory).where('filename', 'in', filenames)
        for (const { filename } of await there.execute()) taken.set(joinPath(directory, filename), null)
        const sources = db.selectFrom('image_sources').selectAll().where('dataset_id', '=', datasetId)
        const arrived = sources.where('directory_path', '=', directory).where('filename', 'in', filenames)
        for (const row of await arrived.execute()) taken.set(joinPath(directory, row.filename), row)
      }
      return taken
    },
    async addSource(tx, row) {
      await tx.insertInto('image_sources').values(row).execute()
    },
    async reset(tx, id) {
      const again = { ...NO_COUNTS, status: 'pending', error: null, completed_at: null } as const
      await tx.updateTable('storage_imports').set(again).where('id', '=', id).execute()
    },
  }
}

/** The file names of each directory: one query finds those of one directory by the index of places. */
function byDirectory(places: readonly Place[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>()
  for (const { directory, filename } of places) {
    const names = grouped.get(directory)
    if (names) names.push(filename)
    else grouped.set(directory, [filename])
  }
  return grouped
}
