/**
 * The second step of an import: imports image files and writes labels, image by image. Each image is marked in the transaction
 * that writes its labels, so that a step that is executed again continues with the images that are left.
 */
import { ApiError } from '../../../shared/api/errors.ts'
import type { ImportFormat, ImportPlan } from '../../../shared/api/imports.ts'
import { isQuotaReached } from '../../accounts/quota/quota.ts'
import { annotationRows } from '../../datasets/annotations/annotation-check.ts'
import type { Cause } from '../../datasets/annotations/write-changes.ts'
import { typesOf } from '../../datasets/datasets.ts'
import { joinPath, splitPath } from '../../datasets/directories/directory-path.ts'
import type { ReadFile } from '../../datasets/images/add-images.ts'
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
import { type FetchedImage, fetchImages } from './fetch-images.ts'
import { fitAnnotation, fromBase, scaled } from './fit-annotation.ts'
import { plainPath } from './formats/archive-images.ts'
import type { ImportRepository } from './import-repository.ts'
import { TOLERANCE_PX } from './plan-import.ts'
import type { ArchiveReader } from './reader/archive-reader.ts'
import { writeLabels } from './write-labels.ts'

export interface WriteOptions {
  db: Database
  repository: ImportRepository
  images: Images
  caller: Caller
  /** For the image files of two groups at a time. */
  folder: string
  now: () => Date
  signal: AbortSignal
  hold: Hold
  progress(done: number): void
}

/** Annotations, and images, of one transaction. */
const [BATCH, BATCH_IMAGES] = [500, 20]

/** Null when there is no image; the error when there is no room for it. */
type Found = Pick<Ready, 'image' | 'isNew'> | ApiError | null

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

  /** The place of a file of the archive. */
  function placeOf(file: string) {
    const { directory, filename } = splitPath(plainPath(file))
    return {
      filename,
      directory: directory === '/' ? row.directory_path : joinPath(row.directory_path, directory.slice(1)),
    }
  }

  /** Stores the images of a group; each is found under its position. */
  async function imagesOf(group: readonly FetchedImage[]): Promise<Map<number, Found>> {
    const found = new Map<number, Found>()
    const there = await images.byIds(
      caller,
      group.flatMap(({ staged, file }) => (file === null && staged.image_id !== null ? [staged.image_id] : [])),
    )
    const brought: { position: number; file: ReadFile }[] = []
    for (const { staged, file } of group) {
      if (file instanceof ApiError) found.set(staged.position, unlessOver(file))
      else if (file) brought.push({ position: staged.position, file })
      else {
        const image = there.get(staged.image_id ?? '')
        found.set(staged.position, image ? { image, isNew: false } : null)
      }
    }
    const files = brought.map(({ file }) => file)
    const ends = await images.ensureAll(caller, dataset, files, async (tx, added) => {
      await hold(tx)
      // So that an import that stops before its labels are written is undone with these images.
      const noted = added.map(({ index, id }) => ({ position: brought[index]?.position as number, image_id: id }))
      await repository.noteNewImages(tx, row.id, noted)
    })
    for (const [i, { position, file }] of brought.entries()) {
      const end = ends[i] as (typeof ends)[number]
      await file.read.settle(end instanceof ApiError ? null : file.sha256)
      if (end instanceof ApiError) found.set(position, unlessOver(end))
      else found.set(position, { image: end.image, isNew: end.image.created_at >= (row.confirmed_at ?? '') })
    }
    return found
  }

  async function ready(staged: ImportImageRow, found: Pick<Ready, 'image' | 'isNew'>): Promise<Ready> {
    const { image } = found
    const parts = await repository.labels(row.id, staged.position)
    const size = { width: image.width, height: image.height }
    const fit = { bounds: size, tolerance: TOLERANCE_PX, allowed }
    const fitting = new Map<string, NeutralAnnotation>()
    const pause = pausing()
    let dropped = 0
    for (const { annotations } of parts) {
      for (const read of (await parseLargeJson(annotations, JSON.parse)) as NeutralAnnotation[]) {
        if (pause.isDue) await pause.take()
        const inPixels = staged.unit === 'relative' ? scaled(read.shape, size) : read.shape
        const shape = fromBase(inPixels, format, row.box_base ?? 0)
        const fitted = fitAnnotation({ ...read, shape }, fit)
        if ('dropped' in fitted) dropped++
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

  /** Groups of images that are left. */
  async function* groups(): AsyncGenerator<ImportImageRow[], undefined> {
    for (let after = -1; ; ) {
      const group = await repository.images(row.id, ['staged'], after, BATCH_IMAGES)
      const last = group.at(-1)
      if (!last) return
      after = last.position
      yield group
    }
  }

  let done = await repository.countImages(row.id, ['done', 'failed'])
  for await (const group of fetchImages(groups(), { reader, readAll: images.readAll, folder, placeOf })) {
    signal.throwIfAborted()
    const found = await imagesOf(group.images)
    let [batch, held]: [Ready[], number] = [[], 0]
    for (const { staged } of group.images) {
      signal.throwIfAborted()
      const one = found.get(staged.position) ?? null
      if (one instanceof ApiError) {
        await write(batch)
        return { labels: [...labels.values()], stopped: one }
      }
      if (!one) await fail(staged)
      else {
        const complete = await ready(staged, one)
        batch.push(complete)
        held += complete.rows.length
      }
      options.progress(++done)
      if (held < BATCH) continue
      await write(batch)
      ;[batch, held] = [[], 0]
    }
    if (batch.length > 0) await write(batch)
    if (group.failure !== undefined) throw group.failure
  }
  return { labels: [...labels.values()], stopped: null }
}

/** Null for a file that is no image, which fails by itself; the error when there is no room. @throws ApiError for all others */
function unlessOver(error: ApiError): ApiError | null {
  if (error.code === 'image_unreadable' || error.code === 'invalid_field') return null
  if (isQuotaReached(error)) return error
  throw error
}

type Figure = 'images_added' | 'images_changed' | 'images_failed' | 'annotations_written' | 'annotations_dropped'

/** The id of a file stays the same in each import of it, so that a merge finds it again. */
function idOf({ id, name, shape }: NeutralAnnotation, imageId: string, format: ImportFormat): string {
  if (id === null) return newId()
  return isUuid(id) ? id.toLowerCase() : derivedId('import', format, imageId, id, name, shape.type)
}

const freeId = (id: string, taken: ReadonlyMap<string, unknown>): string => (taken.has(id) ? newId() : id)
