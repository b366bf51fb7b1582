/** Exports as rows, with the images that they have frozen. */
import type { Page } from '../../../shared/api/endpoint.ts'
import type { ExportImage, ExportStatus, Split } from '../../../shared/api/exports.ts'
import { countStored, requireRoom } from '../../accounts/quota/quota.ts'
import { type Database, insertMany, isUuid, toJson } from '../../db/database.ts'
import { type CountedRows, countedPage } from '../../db/pages.ts'
import type { DatasetExportRow, ExportImageRow } from '../../db/schema/exports.ts'
import type { StoredBlob } from '../../files/blobs/blob-store.ts'
import { nameBlobs } from '../../files/blobs/name-blobs.ts'
import type { Hold, Tx } from '../../work/jobs/job.ts'

export const LIVE: ExportStatus[] = ['pending', 'running']

export interface ExportFilter extends Page {
  datasetId?: string
  status?: ExportStatus
}

/** An execution of the job of an export: only the last one writes. */
export type Attempt = Pick<DatasetExportRow, 'id' | 'attempt'>

export type StoredArchive = Pick<DatasetExportRow, 'archive_sha256' | 'warnings'> & { size_bytes: number }

export interface ExportRepository {
  /** `imageIds`: those of chosen images; null for all of its directory. */
  insert(tx: Tx, row: DatasetExportRow, imageIds: readonly string[] | null): Promise<void>
  find(organizationId: string, id: string): Promise<DatasetExportRow | null>
  /** Searches all organizations: for jobs, and for callers who have shown a right to this export. */
  byId(id: string): Promise<DatasetExportRow | null>
  /** Newest first. */
  list(organizationId: string, filter: ExportFilter): Promise<CountedRows<DatasetExportRow>>
  /** Begins an attempt; null when the export has ended, or is deleted. */
  begin(attempt: Attempt): Promise<DatasetExportRow | null>
  /** False, and nothing is written, unless the attempt is the last one of a running export. */
  change(attempt: Attempt, fields: Partial<DatasetExportRow>): Promise<boolean>
  /**
   * Stores the archive as `change` does; it counts as storage. `blob`: of the archive, which is named in the same transaction.
   * @throws ApiError storage_quota_reached
   */
  keepArchive(attempt: Attempt, archive: StoredArchive, blob: StoredBlob): Promise<boolean>
  /** Stores images of the export under the same condition as `change`. */
  addImages(attempt: Attempt, rows: readonly ExportImageRow[]): Promise<boolean>
  /** In the order of their positions. */
  images(exportId: string, from: number, limit: number, split?: Split): Promise<ExportImageRow[]>
  image(exportId: string, position: number): Promise<ExportImageRow | null>
  /** In the order of their positions, without files and annotations. */
  imageFacts(exportId: string, page: Page): Promise<ExportImage[]>
  /** Nobody finds it from now on; false while it is live. */
  hide(organizationId: string, id: string, at: string): Promise<boolean>
  /** Ids of the hidden exports of all organizations. */
  hidden(): Promise<string[]>
  /** Deletes up to `count` images; returns the hash of each one's file. */
  removeImages(exportId: string, count: number, hold?: Hold): Promise<string[]>
  /** Does what `removeImages` does for an export that has ended without an archive, and nothing for others. */
  removeLeftovers(exportId: string, count: number): Promise<string[]>
  /** Returns the hash of its archive; null without one. */
  delete(exportId: string): Promise<string | null>
}

export function createExportRepository(db: Database): ExportRepository {
  const there = () => db.selectFrom('dataset_exports').selectAll().where('deleted_at', 'is', null)
  const running = (tx: Pick<Tx, 'updateTable'>, { id, attempt }: Attempt) =>
    tx
      .updateTable('dataset_exports')
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('status', '=', 'running')
      .where('deleted_at', 'is', null)

  return {
    async insert(tx, row, imageIds) {
      await tx.insertInto('dataset_exports').values(row).execute()
      if (imageIds === null) return
      const chosen = { export_id: row.id, image_ids: toJson(imageIds) }
      await tx.insertInto('export_selections').values(chosen).execute()
    },
    async find(organizationId, id) {
      if (!isUuid(id)) return null
      const row = there().where('id', '=', id.toLowerCase()).where('organization_id', '=', organizationId)
      return (await row.executeTakeFirst()) ?? null
    },
    byId: async (id) => (await there().where('id', '=', id).executeTakeFirst()) ?? null,
    list(organizationId, { datasetId, status, ...page }) {
      let query = db
        .selectFrom('dataset_exports')
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is', null)
      if (datasetId !== undefined) query = query.where('dataset_id', '=', datasetId)
      if (status !== undefined) query = query.where('status', '=', status)
      return countedPage(query, query.selectAll().orderBy('id', 'desc'), page)
    },
    async begin({ id, attempt }) {
      const begun = await db
        .updateTable('dataset_exports')
        .set({ status: 'running', attempt })
        .where('id', '=', id)
        .where('attempt', '<=', attempt)
        .where('status', 'in', LIVE)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      return begun ?? null
    },
    async change(attempt, fields) {
      return (await running(db, attempt).set(fields).executeTakeFirst()).numUpdatedRows > 0n
    },
    keepArchive: (attempt, archive, blob) =>
      db.transaction().execute(async (tx) => {
        const before = tx.selectFrom('dataset_exports').select(['organization_id', 'size_bytes'])
        const row = await before.where('id', '=', attempt.id).executeTakeFirst()
        const { numUpdatedRows } = await running(tx, attempt).set(archive).executeTakeFirst()
        if (!row || numUpdatedRows === 0n) return false
        await blob.name(tx)
        // An attempt that ended between its archive and its end is repeated.
        const bytes = archive.size_bytes - Number(row.size_bytes ?? 0)
        await requireRoom(tx, row.organization_id, { bytes })
        await countStored(tx, row.organization_id, 'exports', bytes)
        return true
      }),
    addImages: (attempt, rows) =>
      db.transaction().execute(async (tx) => {
        // Written, not only read: a cancel or a removal at the same time waits, or this transaction is repeated.
        const { numUpdatedRows } = await running(tx, attempt).set({ attempt: attempt.attempt }).executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await nameBlobs(
          tx,
          rows.map(({ sha256 }) => sha256),
        )
        await insertMany(tx, 'export_images', rows)
        return true
      }),
    images(exportId, from, limit, split) {
      let query = db.selectFrom('export_images').selectAll().where('export_id', '=', exportId)
      query = query.where('position', '>=', from)
      if (split !== undefined) query = query.where('split', '=', split)
      return query.orderBy('position').limit(limit).execute()
    },
    async image(exportId, position) {
      const query = db.selectFrom('export_images').selectAll().where('export_id', '=', exportId)
      return (await query.where('position', '=', position).executeTakeFirst()) ?? null
    },
    imageFacts: (exportId, { limit, offset }) =>
      db
        .selectFrom('export_images')
        .select(['position', 'image_id', 'filename', 'directory_path', 'width', 'height', 'split'])
        .where('export_id', '=', exportId)
        // Positions have no gaps, so that no rows are read to be skipped.
        .where('position', '>=', offset)
        .orderBy('position')
        .limit(limit)
        .execute(),
    hide: (organizationId, id, at) =>
      db.transaction().execute(async (tx) => {
        const hidden = await tx
          .updateTable('dataset_exports')
          .set({ deleted_at: at })
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .where('status', 'not in', LIVE)
          .where('deleted_at', 'is', null)
          .returning('size_bytes')
          .executeTakeFirst()
        if (hidden) await countStored(tx, organizationId, 'exports', -Number(hidden.size_bytes ?? 0))
        return hidden !== undefined
      }),
    async hidden() {
      const rows = await db.selectFrom('dataset_exports').select('id').where('deleted_at', 'is not', null).execute()
      return rows.map(({ id }) => id)
    },
    removeImages: (exportId, count, hold) =>
      db.transaction().execute(async (tx) => {
        await hold?.(tx)
        return removeSome(tx, exportId, count)
      }),
    removeLeftovers: (exportId, count) =>
      db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('dataset_exports')
          .set({ frozen_at: null, image_count: 0, annotation_count: 0, split_counts: null })
          .where('id', '=', exportId)
          .where('status', 'in', ['failed', 'cancelled'])
          .executeTakeFirst()
        return numUpdatedRows > 0n ? removeSome(tx, exportId, count) : []
      }),
    async delete(exportId) {
      const gone = db.deleteFrom('dataset_exports').where('id', '=', exportId).returning('archive_sha256')
      return (await gone.executeTakeFirst())?.archive_sha256 ?? null
    },
  }
}

async function removeSome(tx: Tx, exportId: string, count: number): Promise<string[]> {
  const some = tx.selectFrom('export_images').select(['position', 'sha256']).where('export_id', '=', exportId)
  const rows = await some.orderBy('position').limit(count).execute()
  const last = rows.at(-1)
  if (last) {
    const removed = tx.deleteFrom('export_images').where('export_id', '=', exportId)
    await removed.where('position', '<=', last.position).execute()
  }
  return rows.map(({ sha256 }) => sha256)
}
