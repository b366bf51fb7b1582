/**
 * The second step of an import: imports image files and writes labels, image by image. Each image is marked in the transaction
 * that writes its labels, so that a step that is executed again continues with the images that are left.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { NewAnnotation } from '../../../shared/api/annotations.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { ImportPlan } from '../../../shared/api/imports.ts'
import { isQuotaReached } from '../../accounts/quota/quota.ts'
import { annotationRows } from '../../datasets/annotations/annotation-check.ts'
import type { Cause } from '../../datasets/annotations/write-changes.ts'
import { lockContents } from '../../datasets/content-locks.ts'
import { typesOf } from '../../datasets/datasets.ts'
import { splitPath } from '../../datasets/directories/directory-path.ts'
import type { Images } from '../../datasets/images/images.ts'
import type { NeutralAnnotation } from '../../datasets/labels/neutral.ts'
import { toStored } from '../../datasets/labels/stored-fields.ts'
import type { Label, LabelledRow } from '../../datasets/stored-annotation.ts'
import { type Database, fromJson, lockingTransaction } from '../../db/database.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import type { DatasetImportRow, ImportImageRow } from '../../db/schema/imports.ts'
import { parseLargeJson } from '../../http/large-json.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { pausing } from '../../machine/pauses.ts'
import type { Hold, Tx } from '../../work/jobs/job.ts'
import { RecordOver } from '../../work/jobs/job-record.ts'
import { createAnnotationIds } from './annotation-ids.ts'
import { fitAnnotation } from './fit-annotation.ts'
import { plainPath } from './formats/archive-images.ts'
import { placeOf } from './image-place.ts'
import type { ImportRepository } from './import-repository.ts'
import { jsonOf } from './label-rows.ts'
import { placedShape } from './placed-shape.ts'
import { TOLERANCE_PX } from './plan-images.ts'
import type { ArchiveReader } from './reader/archive-reader.ts'
import { type Written, writeLabels } from './write-labels.ts'
import { writeSplits } from './write-splits.ts'

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

  async function imageOf(staged: ImportImageRow): Promise<Ready['image'] | null> {
    if (staged.file === null) return staged.image_id === null ? null : images.byId(caller, staged.image_id)
    const { filename } = splitPath(plainPath(staged.file))
    const path = join(folder, `${staged.position}`)
    try {
      await reader.extract(staged.file, path)
      // An import that stops before the labels are written is undone with this image.
      const noteNew = async (tx: Tx, imageId: string) => {
        await hold(tx)
        await repository.noteNewImage(tx, staged, imageId)
        await count(tx, { images_added: 1 })
      }
      return await images.ensureFile(caller, dataset, { path, filename, directory: placeOf(row, staged.file) }, noteNew)
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
    const image = await imageOf(staged)
    if (!image) return null
    const parts = await repository.labels(row.id, staged.position)
    const size = { width: image.width, height: image.height }
    const place = { format, size, box_base: row.box_base, size_choice: row.size_choice }
    const fit = { bounds: size, tolerance: TOLERANCE_PX, allowed }
    const idOf = createAnnotationIds(image.id, format)
    const fitting: NewAnnotation[] = []
    const pause = pausing()
    let dropped = 0
    for (const { annotations } of parts) {
      for (const read of (await parseLargeJson(annotations, JSON.parse)) as NeutralAnnotation[]) {
        if (pause.isDue) await pause.take()
        const shape = placedShape(staged, read.shape, place)
        const fitted = shape && fitAnnotation({ ...read, shape }, fit)
        if (!fitted || 'dropped' in fitted) dropped++
        else fitting.push(toStored(fitted.annotation, idOf(fitted.annotation)))
      }
    }
    const rows = await annotationRows(fitting, size, allowed)
    for (const { name, type } of rows) labels.set(`${type} ${name}`, { name, type })
    return { image, staged, rows, dropped }
  }

  async function write(batch: readonly Ready[]): Promise<void> {
    const cause: Cause = { kind: 'import', userId: options.caller.userId, at: options.now().toISOString() }
    await lockingTransaction(db, async (tx) => {
      await lockContents(
        tx,
        batch.map(({ image }) => image.id),
      )
      const divided = await writeSplits(
        tx,
        batch.map(({ image, staged }) => ({ id: image.id, split: staged.split })),
      )
      // Labels of the file replace those of an image also when there are none.
      const writes = batch.filter(({ rows }) => rows.length > 0 || row.mode === 'replace')
      const written = await writeLabels(
        tx,
        row.mode,
        writes.map(({ image, rows }) => ({ imageId: image.id, rows })),
        cause,
      )
      const outcomes = new Map(writes.map((one, i) => [one, written[i] ?? null]))
      const figures: Figures = {}
      function add(figure: Figure, n: number): void {
        figures[figure] = (figures[figure] ?? 0) + n
      }
      for (const one of batch) {
        const outcome = outcomes.get(one)
        // Null: the image was deleted meanwhile.
        const { made, previous, revision, unchanged, dropped } = outcome ?? NOTHING
        add('images_failed', outcome === null ? 1 : 0)
        add('images_changed', made.length > 0 || previous.length > 0 ? 1 : 0)
        add('annotations_written', made.length)
        add('annotations_unchanged', unchanged)
        add('annotations_dropped', one.dropped + (outcome === null ? one.rows.length : dropped))
        const state = outcome === null ? ('failed' as const) : ('done' as const)
        const split_set = divided.delete(one.image.id) ? (1 as const) : (0 as const)
        await tx
          .updateTable('import_images')
          .set({ image_id: one.image.id, state, split_set, revision, made: jsonOf(made), previous: jsonOf(previous) })
          .where('import_id', '=', row.id)
          .where('position', '=', one.staged.position)
          .execute()
      }
      await count(tx, figures)
    })
  }

  const count = async (tx: Pick<Database, 'updateTable'>, figures: Figures) => {
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
    await lockingTransaction(db, async (tx) => {
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

type Figure =
  | 'images_added'
  | 'images_changed'
  | 'images_failed'
  | 'annotations_written'
  | 'annotations_unchanged'
  | 'annotations_dropped'

type Figures = Partial<Record<Figure, number>>

const NOTHING: Written = { made: [], previous: [], revision: 0, unchanged: 0, dropped: 0 }
