/** Imports as rows, with what they have read. */
import { sql } from 'kysely'
import type { Page } from '../../../shared/api/endpoint.ts'
import type { ImportStatus } from '../../../shared/api/imports.ts'
import { type Database, insertMany, isUuid } from '../../db/database.ts'
import { type CountedRows, countedPage } from '../../db/pages.ts'
import type { DatasetImportRow, ImportImageRow, ImportLabelsRow } from '../../db/schema/imports.ts'
import type { Hold, Tx } from '../../work/jobs/job.ts'
import type { Settled } from './plan/settle-sizes.ts'

/** Characters of labels of one query, unless one image has more. */
const TEXT_AT_ONCE = 1_000_000

/** Statuses in which a job works on the import. */
export const WORKING: ImportStatus[] = ['planning', 'importing', 'undoing']

export interface ImportFilter extends Page {
  datasetId?: string
  status?: ImportStatus
}

/** An execution of a step of an import: only the last one writes. */
export type ImportAttempt = Pick<DatasetImportRow, 'id' | 'job_id' | 'attempt'>

export type TouchedImage = ImportImageRow & { image_id: string }

export interface ImportRepository {
  insert(tx: Tx, row: DatasetImportRow): Promise<void>
  find(organizationId: string, id: string): Promise<DatasetImportRow | null>
  /** Newest first. */
  list(organizationId: string, filter: ImportFilter): Promise<CountedRows<DatasetImportRow>>
  /** Begins an attempt of the import's present step; null when that is not the step of this job. */
  begin(jobId: string, attempt: number): Promise<DatasetImportRow | null>
  /** False, and nothing is written, unless the attempt is the last one of the present step. */
  change(tx: Pick<Tx, 'updateTable'>, attempt: ImportAttempt, fields: Partial<DatasetImportRow>): Promise<boolean>
  /** Stores images and labels under the same condition as `change`. */
  stage(attempt: ImportAttempt, images: readonly ImportImageRow[], labels: readonly ImportLabelsRow[]): Promise<boolean>
  /** Stores decisions about sizes under the same condition. */
  settle(attempt: ImportAttempt, settled: readonly Settled[]): Promise<boolean>
  /** Images in a state, in the order of their positions. */
  images(
    importId: string,
    state: readonly ImportImageRow['state'][],
    after: number,
    limit: number,
  ): Promise<ImportImageRow[]>
  /** Images that the import has added or changed and that are not undone, the last ones at first. */
  touchedImages(importId: string, limit: number): Promise<TouchedImage[]>
  countTouched(importId: string): Promise<number>
  countImages(importId: string, state: readonly ImportImageRow['state'][]): Promise<number>
  /** Labels by position, of the first of these positions: of one at least, and of more while their text is short. */
  labels(importId: string, positions: readonly number[]): Promise<Map<number, ImportLabelsRow[]>>
  /** Stores some fields of images that are stored, in the transaction of what made or changed the images. */
  note(tx: Tx, images: readonly ImportImageRow[], fields: readonly (keyof ImportImageRow)[]): Promise<void>
  /** Moves the import to a status from one of others, with the job of the new step; false when it is in none of these. */
  move(
    tx: Tx,
    row: DatasetImportRow,
    from: readonly ImportStatus[],
    fields: Partial<DatasetImportRow>,
  ): Promise<boolean>
  /** Removes up to `count` images with their labels; returns how many. */
  removeStaged(importId: string, count: number, hold?: Hold): Promise<number>
  /** Ids of hidden imports of all organizations. */
  hidden(): Promise<string[]>
  delete(importId: string): Promise<void>
}

export function createImportRepository(db: Database): ImportRepository {
  const there = () => db.selectFrom('dataset_imports').selectAll().where('deleted_at', 'is', null)
  const current = (tx: Pick<Tx, 'updateTable'>, { id, job_id, attempt }: ImportAttempt) =>
    tx
      .updateTable('dataset_imports')
      .where('id', '=', id)
      .where('job_id', '=', job_id)
      .where('attempt', '=', attempt)
      .where('status', 'in', WORKING)
      .where('deleted_at', 'is', null)
  const change: ImportRepository['change'] = async (tx, attempt, fields) =>
    (
      await current(tx, attempt)
        .set({ ...fields, attempt: attempt.attempt })
        .executeTakeFirst()
    ).numUpdatedRows > 0n

  const touched = (importId: string) =>
    db
      .selectFrom('import_images')
      .where('import_id', '=', importId)
      .where('state', 'in', ['staged', 'done'])
      .where('image_id', 'is not', null)
      .where((e) =>
        e.or([e('is_new', '=', 1), e('split_set', '=', 1), e('made', 'is not', null), e('previous', 'is not', null)]),
      )

  return {
    async insert(tx, row) {
      await tx.insertInto('dataset_imports').values(row).execute()
    },
    async find(organizationId, id) {
      if (!isUuid(id)) return null
      const row = there().where('id', '=', id.toLowerCase()).where('organization_id', '=', organizationId)
      return (await row.executeTakeFirst()) ?? null
    },
    list(organizationId, { datasetId, status, ...page }) {
      let query = db
        .selectFrom('dataset_imports')
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is', null)
      if (datasetId !== undefined) query = query.where('dataset_id', '=', datasetId)
      if (status !== undefined) query = query.where('status', '=', status)
      return countedPage(query, query.selectAll().orderBy('id', 'desc'), page)
    },
    async begin(jobId, attempt) {
      const begun = await db
        .updateTable('dataset_imports')
        .set({ attempt })
        .where('job_id', '=', jobId)
        .where('attempt', '<=', attempt)
        .where('status', 'in', WORKING)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      return begun ?? null
    },
    change,
    stage: (attempt, images, labels) =>
      db.transaction().execute(async (tx) => {
        if (!(await change(tx, attempt, {}))) return false
        await insertMany(tx, 'import_images', images)
        await insertMany(tx, 'import_labels', labels)
        return true
      }),
    settle: (attempt, settled) =>
      db.transaction().execute(async (tx) => {
        if (!(await change(tx, attempt, {}))) return false
        for (const sizing of new Set(settled.map(({ image }) => image.sizing))) {
          const positions = settled.filter(({ image }) => image.sizing === sizing).map(({ image }) => image.position)
          const images = tx.updateTable('import_images').set({ sizing }).where('import_id', '=', attempt.id)
          await images.where('position', 'in', positions).execute()
        }
        for (const { import_id, position, part, annotations } of settled.flatMap(({ labels }) => labels)) {
          const labels = tx.updateTable('import_labels').set({ annotations }).where('import_id', '=', import_id)
          await labels.where('position', '=', position).where('part', '=', part).execute()
        }
        return true
      }),
    images: (importId, state, after, limit) =>
      db
        .selectFrom('import_images')
        .selectAll()
        .where('import_id', '=', importId)
        .where('position', '>', after)
        .where('state', 'in', state)
        .orderBy('position')
        .limit(limit)
        .execute(),
    async touchedImages(importId, limit) {
      const rows = await touched(importId).selectAll().orderBy('position', 'desc').limit(limit).execute()
      return rows as TouchedImage[]
    },
    async countTouched(importId) {
      const { n } = await touched(importId)
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    async countImages(importId, state) {
      const { n } = await db
        .selectFrom('import_images')
        .select((e) => e.fn.countAll().as('n'))
        .where('import_id', '=', importId)
        .where('state', 'in', state)
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    async labels(importId, positions) {
      const labels = db.selectFrom('import_labels').where('import_id', '=', importId)
      const sizes = await labels
        .where('position', 'in', positions)
        .groupBy('position')
        .select(['position', sql<number>`sum(length(annotations))`.as('size')])
        .execute()
      const sizeOf = new Map(sizes.map(({ position, size }) => [position, Number(size)]))
      const found = new Map<number, ImportLabelsRow[]>()
      let held = 0
      for (const position of positions) {
        held += sizeOf.get(position) ?? 0
        if (held > TEXT_AT_ONCE && found.size > 0) break
        found.set(position, [])
      }
      const rows = labels.selectAll().where('position', 'in', [...found.keys()])
      for (const row of await rows.orderBy('position').orderBy('part').execute()) found.get(row.position)?.push(row)
      return found
    },
    note: (tx, images, fields) =>
      insertMany(tx, 'import_images', images, { key: ['import_id', 'position'], set: fields }),
    async move(tx, row, from, fields) {
      const { numUpdatedRows } = await tx
        .updateTable('dataset_imports')
        .set(fields)
        .where('id', '=', row.id)
        .where('status', 'in', from)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    removeStaged: (importId, count, hold) =>
      db.transaction().execute(async (tx) => {
        await hold?.(tx)
        const some = tx.selectFrom('import_images').select('position').where('import_id', '=', importId)
        const rows = await some.orderBy('position').limit(count).execute()
        const last = rows.at(-1)
        if (!last) return 0
        for (const table of ['import_labels', 'import_images'] as const) {
          const removed = tx.deleteFrom(table).where('import_id', '=', importId)
          await removed.where('position', '<=', last.position).execute()
        }
        return rows.length
      }),
    async hidden() {
      const rows = await db.selectFrom('dataset_imports').select('id').where('deleted_at', 'is not', null).execute()
      return rows.map(({ id }) => id)
    },
    async delete(importId) {
      await db.deleteFrom('dataset_imports').where('id', '=', importId).execute()
    },
  }
}
