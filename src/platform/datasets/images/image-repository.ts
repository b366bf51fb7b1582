/** Images as rows. */

import { sql, type Transaction } from 'kysely'
import type { Page } from '../../../shared/api/endpoint.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { roomOf } from '../../accounts/quota/quota.ts'
import { type Database, insertMany, isUuid, lockingTransaction } from '../../db/database.ts'
import { allSettled } from '../../db/one-message.ts'
import { pageOf } from '../../db/pages.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import { datasetDeleted, lockDataset } from '../content-locks.ts'
import { createTally, placeOf, readCounters } from '../counters.ts'
import type { Arrivals } from '../derivations/arrivals.ts'
import { isWithin } from '../directories/directory-path.ts'

type InTransaction = (tx: Transaction<Tables>) => Promise<void>

export interface ImageRepository {
  /**
   * Inserts images of one data set, all or none of them. `before` and `after`: further writes, made before and after the rows in the
   * same transaction.
   * @throws ApiError image_quota_reached, storage_quota_reached, not_found when the data set was deleted
   */
  insertAll(rows: readonly ImageRow[], before: InTransaction, after?: InTransaction): Promise<void>
  byId(organizationId: string, id: string): Promise<ImageRow | null>
  /** Returns the organization's images among these ids, by id in lower case. */
  byIds(organizationId: string, ids: readonly string[]): Promise<Map<string, ImageRow>>
  /** Returns the ids among these that belong to the organization's images. */
  existing(organizationId: string, ids: readonly string[]): Promise<Set<string>>
  byName(datasetId: string, directory: string, filename: string): Promise<ImageRow | null>
  /** Images of a directory with one of these names. */
  byNames(datasetId: string, directory: string, filenames: readonly string[]): Promise<ImageRow[]>
  /** In the order of their paths, without archived ones. */
  list(datasetId: string, page: Page): Promise<ImageRow[]>
  /** Images of a directory and those below it, without archived ones. */
  listBelow(datasetId: string, directory: string): Promise<ImageRow[]>
  countBelow(datasetId: string, directory: string): Promise<number>
  /** Deletes up to `count` images of a hidden data set, whose counters stay as they are; returns the hash of each one's file. */
  removeSome(datasetId: string, count: number): Promise<string[]>
}

/** Ids of one query. */
const IDS_AT_ONCE = 500

export function createImageRepository(db: Database, arrivals: Pick<Arrivals, 'note'>): ImageRepository {
  const all = () => db.selectFrom('images').selectAll()
  const below = (datasetId: string, directory: string) => {
    const live = db.selectFrom('images').where('dataset_id', '=', datasetId).where('is_archived', '=', 0)
    if (directory === '/') return live
    const start = `${directory}/`
    return live.where(
      sql<boolean>`(directory_path = ${directory} or substr(directory_path, 1, length(${start})) = ${start})`,
    )
  }

  const insertAll: ImageRepository['insertAll'] = async (rows, before, after) => {
    const [first] = rows
    if (!first) return
    await lockingTransaction(db, async (tx) => {
      if (!(await lockDataset(tx, first.dataset_id))) throw datasetDeleted()
      await before(tx)
      const room = await roomOf(tx, first.organization_id)
      for (const { size_bytes: bytes } of rows) {
        const refusal = room.refusal({ images: 1, bytes })
        if (refusal) throw refusal
        room.take({ images: 1, bytes })
      }
      const inserted = insertMany(tx, 'images', rows)
      if (after) {
        await inserted
        await after(tx)
      }
      const tally = createTally(first.dataset_id)
      for (const row of rows) tally.image(row, 1)
      await allSettled([inserted, tally.write(tx), arrivals.note(tx, rows)])
    })
  }

  return {
    insertAll,
    async byId(organizationId, id) {
      if (!isUuid(id)) return null
      const query = all().where('id', '=', id.toLowerCase()).where('organization_id', '=', organizationId)
      return (await query.executeTakeFirst()) ?? null
    },
    async byIds(organizationId, ids) {
      const found = new Map<string, ImageRow>()
      const known = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))]
      for (const some of batchesOf(known, IDS_AT_ONCE)) {
        const query = all().where('organization_id', '=', organizationId)
        const rows = await query.where('id', 'in', some).execute()
        for (const row of rows) found.set(row.id, row)
      }
      return found
    },
    async existing(organizationId, ids) {
      const found = new Set<string>()
      for (const some of batchesOf(ids, IDS_AT_ONCE)) {
        const query = db.selectFrom('images').select('id').where('organization_id', '=', organizationId)
        const rows = await query.where('id', 'in', some).execute()
        for (const { id } of rows) found.add(id)
      }
      return found
    },
    async byName(datasetId, directory, filename) {
      const query = all()
        .where('dataset_id', '=', datasetId)
        .where('directory_path', '=', directory)
        .where('filename', '=', filename)
      return (await query.executeTakeFirst()) ?? null
    },
    byNames: (datasetId, directory, filenames) =>
      all()
        .where('dataset_id', '=', datasetId)
        .where('directory_path', '=', directory)
        .where('filename', 'in', filenames)
        .execute(),
    list(datasetId, page) {
      const listed = all().where('dataset_id', '=', datasetId).where('is_archived', '=', 0)
      return pageOf(listed.orderBy('directory_path').orderBy('filename'), page)
    },
    listBelow: (datasetId, directory) => below(datasetId, directory).selectAll().execute(),
    async countBelow(datasetId, directory) {
      const counters = await readCounters(db, datasetId, 'directory')
      const held = counters.filter(({ key }) => isWithin(placeOf(key).path, directory))
      return held.reduce((sum, { images }) => sum + images, 0)
    },
    removeSome: (datasetId, count) =>
      db.transaction().execute(async (tx) => {
        // In no order: sorting all images of the data set for each step would take longer than the step.
        const some = tx.selectFrom('images').where('dataset_id', '=', datasetId).limit(count)
        const rows = await some.select(['id', 'sha256']).execute()
        const ids = rows.map(({ id }) => id)
        if (ids.length > 0) await tx.deleteFrom('images').where('id', 'in', ids).execute()
        return rows.map((row) => row.sha256)
      }),
  }
}
