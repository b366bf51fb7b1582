/**
 * The second step of an import: imports image files and writes labels, image by image. Each image is marked in the transaction
 * that writes its labels, so that a step that is executed again continues with the images that are left.
 */
import type { NewAnnotation } from '../../../../shared/api/annotations.ts'
import { ApiError } from '../../../../shared/api/errors.ts'
import type { ImportPlan } from '../../../../shared/api/imports.ts'
import { isQuotaReached } from '../../../accounts/quota/quota.ts'
import { annotationRows } from '../../../datasets/annotations/annotation-check.ts'
import type { Cause } from '../../../datasets/annotations/write-changes.ts'
import { lockContents } from '../../../datasets/content-locks.ts'
import { typesOf } from '../../../datasets/datasets.ts'
import type { ReadFile } from '../../../datasets/images/add-images.ts'
import type { Images } from '../../../datasets/images/images.ts'
import type { NeutralAnnotation } from '../../../datasets/labels/neutral.ts'
import { toStored } from '../../../datasets/labels/stored-fields.ts'
import type { Label, LabelledRow } from '../../../datasets/stored-annotation.ts'
import { type Database, fromJson, lockingTransaction } from '../../../db/database.ts'
import type { DatasetRow, ImageRow } from '../../../db/schema/datasets.ts'
import type { DatasetImportRow, ImportImageRow, ImportLabelsRow } from '../../../db/schema/imports.ts'
import { parseLargeJson } from '../../../http/large-json.ts'
import type { Caller } from '../../../machine/identity/caller.ts'
import { pausing } from '../../../machine/pauses.ts'
import type { Hold } from '../../../work/jobs/job.ts'
import { RecordOver } from '../../../work/jobs/job-record.ts'
import { fitAnnotation } from '../fit/fit-annotation.ts'
import { placedShape } from '../fit/placed-shape.ts'
import { imagePlaces } from '../image-place.ts'
import type { ImportRepository } from '../import-repository.ts'
import { jsonOf } from '../label-rows.ts'
import { TOLERANCE_PX } from '../plan/plan-images.ts'
import type { ArchiveReader } from '../reader/archive-reader.ts'
import { createAnnotationIds } from './annotation-ids.ts'
import { type FetchedImage, fetchImages } from './fetch-images.ts'
import { type Written, writeLabels } from './write-labels.ts'
import { writeSplits } from './write-splits.ts'

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
const [BATCH, BATCH_IMAGES] = [500, 50]

/** Null when there is no image; the error when there is no room for it. */
type Found = Ready['image'] | ApiError | null

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

  const placedAt = imagePlaces(row)

  /** Stores the images of a group; each is found under its position. */
  async function imagesOf(group: readonly FetchedImage[]): Promise<Map<number, Found>> {
    const found = new Map<number, Found>()
    const there = await images.byIds(
      caller,
      group.flatMap(({ staged, file }) => (file === null && staged.image_id !== null ? [staged.image_id] : [])),
    )
    const brought: { staged: ImportImageRow; file: ReadFile }[] = []
    for (const { staged, file } of group) {
      if (file instanceof ApiError) found.set(staged.position, unlessOver(file))
      else if (file) brought.push({ staged, file })
      else found.set(staged.position, there.get(staged.image_id ?? '') ?? null)
    }
    const files = brought.map(({ file }) => file)
    // An import that stops before the labels are written is undone with these images.
    const ends = await images.ensureAll(caller, dataset, files, async (tx, added) => {
      await hold(tx)
      const noted = added.map(({ index, id }) => {
        const { staged } = brought[index] as (typeof brought)[number]
        return { ...staged, image_id: id, is_new: 1 as const }
      })
      await repository.note(tx, noted, ['image_id', 'is_new'])
      await count(tx, { images_added: added.length })
    })
    for (const [i, { staged, file }] of brought.entries()) {
      const end = ends[i] as (typeof ends)[number]
      await file.read.settle(end instanceof ApiError ? null : file.sha256)
      found.set(staged.position, end instanceof ApiError ? unlessOver(end) : end)
    }
    return found
  }

  async function ready(
    staged: ImportImageRow,
    image: Ready['image'],
    parts: readonly ImportLabelsRow[],
  ): Promise<Ready> {
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
      const ended: ImportImageRow[] = []
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
        const labels = { made: jsonOf(made), previous: jsonOf(previous), revision }
        ended.push({ ...one.staged, image_id: one.image.id, state, split_set, ...labels })
      }
      await repository.note(tx, ended, ['image_id', 'state', 'split_set', 'revision', 'made', 'previous'])
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

  async function fail(staged: ImportImageRow, parts: readonly ImportLabelsRow[]): Promise<void> {
    let dropped = 0
    for (const { annotations } of parts)
      dropped += ((await parseLargeJson(annotations, JSON.parse)) as unknown[]).length
    await lockingTransaction(db, async (tx) => {
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
  for await (const group of fetchImages(groups(), { reader, readAll: images.readAll, folder, placedAt })) {
    signal.throwIfAborted()
    const found = await imagesOf(group.images)
    let [batch, held]: [Ready[], number] = [[], 0]
    const positions = group.images.map(({ staged }) => staged.position)
    let labelsOf = new Map<number, ImportLabelsRow[]>()
    for (const [i, { staged }] of group.images.entries()) {
      signal.throwIfAborted()
      const image = found.get(staged.position) ?? null
      if (image instanceof ApiError) {
        await write(batch)
        return { labels: [...labels.values()], stopped: image }
      }
      if (!labelsOf.has(staged.position)) labelsOf = await repository.labels(row.id, positions.slice(i))
      const parts = labelsOf.get(staged.position) ?? []
      if (!image) await fail(staged, parts)
      else {
        const one = await ready(staged, image, parts)
        batch.push(one)
        held += one.rows.length
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

type Figure =
  | 'images_added'
  | 'images_changed'
  | 'images_failed'
  | 'annotations_written'
  | 'annotations_unchanged'
  | 'annotations_dropped'

type Figures = Partial<Record<Figure, number>>

const NOTHING: Written = { made: [], previous: [], revision: 0, unchanged: 0, dropped: 0 }
