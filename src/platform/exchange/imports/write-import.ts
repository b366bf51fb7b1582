/**
 * The second step of an import: imports image files and writes labels, image by image. Each image is marked in the transaction
 * that writes its labels, so that a step that is executed again continues with the images that are left.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../../../shared/api/errors.ts'
import type { ImportFormat, ImportPlan } from '../../../shared/api/imports.ts'
import { isQuotaReached } from '../../accounts/quota/quota.ts'
import { annotationRows } from '../../datasets/annotations/annotation-check.ts'
import type { Cause } from '../../datasets/annotations/write-changes.ts'
import { typesOf } from '../../datasets/datasets.ts'
import { joinPath, splitPath } from '../../datasets/directories/directory-path.ts'
import type { Images } from '../../datasets/images/images.ts'
import type { NeutralAnnotation } from '../../datasets/labels/neutral.ts'
import { toStored } from '../../datasets/labels/stored-fields.ts'
import type { Label, LabelledRow } from '../../datasets/stored-annotation.ts'
import { type Database, derivedId, fromJson, isUuid, newId, toJson } from '../../db/database.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import type { DatasetImportRow, ImportImageRow } from '../../db/schema/imports.ts'
import { parseLargeJson } from '../../http/large-json.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { pausing } from '../../machine/pauses.ts'
import type { Hold } from '../../work/jobs/job.ts'
import { RecordOver } from '../../work/jobs/job-record.ts'
import { fitAnnotation } from './fit-annotation.ts'
import { plainPath } from './formats/archive-images.ts'
import type { ImportRepository } from './import-repository.ts'
import { placedShape } from './placed-shape.ts'
import { TOLERANCE_PX } from './plan-images.ts'
import type { ArchiveReader } from './reader/archive-reader.ts'
import { writeLabels } from './write-labels.ts'

export interface WriteOptions {
  db: Database
  repository: ImportRepository
  images: Images
  caller: Caller
  /** For one image file at a time. */
  folder: string
  now: () => Date
  signal: AbortSignal
  hold: Hold
  progress(done: number): void
}

/** Images that are looked up at a time. */
const PAGE = 50
/** Annotations, and images, of one transaction. */
const [BATCH, BATCH_IMAGES] = [500, 20]

interface Ready {
  staged: ImportImageRow
  image: Pick<ImageRow, 'id' | 'width' | 'height'>
  isNew: boolean
  rows: LabelledRow[]
  dropped: number
}

/**
 * Returns the classes and types of what it has written, and the reason for which it stopped when there is no room for more
 * images; all that it has read until then is written.
 */
export async function writeImport(
  row: DatasetImportRow,
  dataset: DatasetRow,
  reader: ArchiveReader,
  options: WriteOptions,
): Promise<{ labels: Label[]; stopped: ApiError | null }> {
  const { db, repository, images, caller, folder, signal, hold } = options
  const { format } = fromJson<ImportPlan>(row.plan ?? '')
  const allowed = typesOf(dataset)
  const labels = new Map<string, Label>()

  async function imageOf(staged: ImportImageRow): Promise<{ image: Ready['image']; isNew: boolean } | null> {
    if (staged.file === null) {
      const image = staged.image_id === null ? null : await images.byId(caller, staged.image_id)
      return image && { image, isNew: false }
    }
    const { directory, filename } = splitPath(plainPath(staged.file))
    const path = join(folder, `${staged.position}`)
    try {
      await reader.extract(staged.file, path)
      const place = directory === '/' ? row.directory_path : joinPath(row.directory_path, directory.slice(1))
      const image = await images.ensureFile(caller, dataset, { path, filename, directory: place }, hold)
      const isNew = image.created_at >= (row.confirmed_at ?? '')
      // So that an import that stops before its labels are written is undone with this image.
      if (isNew) await repository.noteNewImage(staged, image.id)
      return { image, isNew }
    } catch (error) {
      // A file that is no image fails by itself.
      if (error instanceof ApiError && (error.code === 'image_unreadable' || error.code === 'invalid_field'))
        return null
      throw error
    } finally {
      await rm(path, { force: true })
    }
  }

  async function ready(staged: ImportImageRow): Promise<Ready | null> {
    const found = await imageOf(staged)
    if (!found) return null
    const { image } = found
    const parts = await repository.labels(row.id, staged.position)
    const size = { width: image.width, height: image.height }
    const place = { format, size, box_base: row.box_base, size_choice: row.size_choice }
    const fit = { bounds: size, tolerance: TOLERANCE_PX, allowed }
    const fitting = new Map<string, NeutralAnnotation>()
    const pause = pausing()
    let dropped = 0
    for (const { annotations } of parts) {
      for (const read of (await parseLargeJson(annotations, JSON.parse)) as NeutralAnnotation[]) {
        if (pause.isDue) await pause.take()
        const shape = placedShape(staged, read.shape, place)
        const fitted = shape && fitAnnotation({ ...read, shape }, fit)
        if (!fitted || 'dropped' in fitted) dropped++
        else fitting.set(freeId(idOf(fitted.annotation, image.id, format), fitting), fitted.annotation)
      }
    }
    const rows = await annotationRows(
      [...fitting].map(([id, one]) => toStored(one, id)),
      size,
      allowed,
    )
    for (const { name, type } of rows) labels.set(`${type} ${name}`, { name, type })
    return { ...found, staged, rows, dropped }
  }

  async function write(batch: readonly Ready[]): Promise<void> {
    const cause: Cause = { kind: 'import', userId: options.caller.userId, at: options.now().toISOString() }
    await db.transaction().execute(async (tx) => {
      let [changed, written, dropped, added] = [0, 0, 0, 0]
      for (const { staged, image, isNew, rows, dropped: unfit } of batch) {
        // Labels of the file replace those of an image also when there are none.
        const hasLabels = rows.length > 0 || row.mode === 'replace'
        const done = hasLabels
          ? await writeLabels(tx, image.id, row.mode, rows, cause)
          : { made: [], previous: [], dropped: 0 }
        changed += done.made.length > 0 || done.previous.length > 0 ? 1 : 0
        written += done.made.length
        dropped += done.dropped + unfit
        added += isNew ? 1 : 0
        const fields = { image_id: image.id, state: 'done' as const, is_new: (isNew ? 1 : 0) as 0 | 1 }
        const undo = { made: toJson(done.made), previous: done.previous.length > 0 ? toJson(done.previous) : null }
        await tx
          .updateTable('import_images')
          .set({ ...fields, ...undo })
          .where('import_id', '=', row.id)
          .where('position', '=', staged.position)
          .execute()
      }
      await count(tx, {
        images_added: added,
        images_changed: changed,
        annotations_written: written,
        annotations_dropped: dropped,
      })
    })
  }

  const count = async (tx: Pick<Database, 'updateTable'>, figures: Partial<Record<Figure, number>>) => {
    const { numUpdatedRows } = await tx
      .updateTable('dataset_imports')
      .set((e) => Object.fromEntries(Object.entries(figures).map(([name, n]) => [name, e(name as Figure, '+', n)])))
      .where('id', '=', row.id)
      .where('job_id', '=', row.job_id)
      .where('attempt', '=', row.attempt)
      .where('status', '=', 'importing')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new RecordOver()
  }

  async function fail(staged: ImportImageRow): Promise<void> {
    const parts = await repository.labels(row.id, staged.position)
    let dropped = 0
    for (const { annotations } of parts)
      dropped += ((await parseLargeJson(annotations, JSON.parse)) as unknown[]).length
    await db.transaction().execute(async (tx) => {
      await count(tx, { images_failed: 1, annotations_dropped: dropped })
      const failed = tx.updateTable('import_images').set({ state: 'failed' }).where('import_id', '=', row.id)
      await failed.where('position', '=', staged.position).execute()
    })
  }

  let done = await repository.countImages(row.id, ['done', 'failed'])
  for (let after = -1; ; ) {
    const page = await repository.images(row.id, ['staged'], after, PAGE)
    const last = page.at(-1)
    if (!last) return { labels: [...labels.values()], stopped: null }
    after = last.position
    let [batch, held]: [Ready[], number] = [[], 0]
    for (const staged of page) {
      signal.throwIfAborted()
      const one = await ready(staged).catch((error: unknown) => {
        if (isQuotaReached(error)) return error
        throw error
      })
      if (one instanceof ApiError) {
        await write(batch)
        return { labels: [...labels.values()], stopped: one }
      }
      if (!one) await fail(staged)
      else {
        batch.push(one)
        held += one.rows.length
      }
      options.progress(++done)
      if (held < BATCH && batch.length < BATCH_IMAGES) continue
      await write(batch)
      ;[batch, held] = [[], 0]
    }
    if (batch.length > 0) await write(batch)
  }
}

type Figure = 'images_added' | 'images_changed' | 'images_failed' | 'annotations_written' | 'annotations_dropped'

/** The id of a file stays the same in each import of it, so that a merge finds it again. */
function idOf({ id, name, shape }: NeutralAnnotation, imageId: string, format: ImportFormat): string {
  if (id === null) return newId()
  return isUuid(id) ? id.toLowerCase() : derivedId('import', format, imageId, id, name, shape.type)
}

const freeId = (id: string, taken: ReadonlyMap<string, unknown>): string => (taken.has(id) ? newId() : id)
