/** The step of a copy: images of one data set, copied into a directory of it. Their bytes are stored once. */
import { sql, type Transaction } from 'kysely'
import type { DuplicateHandling } from '../../../shared/api/image-batches.ts'
import { message, type Sayable } from '../../../shared/messages/message.ts'
import { roomOf } from '../../accounts/quota/quota.ts'
import { insertMany, newId } from '../../db/database.ts'
import type { AnnotationRow } from '../../db/schema/annotations.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import { nameBlobs } from '../../files/blobs/name-blobs.ts'
import { countRows, visibleOf } from '../annotations/image-change.ts'
import { ANNOTATION_FIGURES, type LabelCount, type Tally } from '../counters.ts'
import { joinPath } from '../directories/directory-path.ts'
import { takenFilenames } from '../directories/taken-filenames.ts'
import { lockedImages, type Step, type StepResult } from './batch-steps.ts'
import { deleteImages } from './delete-images.ts'

export interface CopyOptions {
  /** Path of the directory, which exists. */
  target: string
  duplicates: DuplicateHandling
  withAnnotations: boolean
  createdBy: string | null
  /** ISO 8601 */
  at: string
}

interface Plan {
  copies: { image: ImageRow; filename: string }[]
  failed: { id: string; reason: Sayable }[]
  /** Images of the target that the copies replace. */
  replaced: ImageRow[]
}

type Tx = Transaction<Tables>

/** Annotations of one query. */
const AT_ONCE = 1000

/**
 * Stores the copies, and adds them to the counters of labels. `copies`: ids of the copies by those of their originals, all of
 * images that are not archived. Returns the number of objects of each copy, by its id.
 */
async function copyAnnotations(
  tx: Tx,
  tally: Tally,
  copies: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const labels = new Map<string, Map<string, LabelCount>>()
  const originals = [...copies.keys()]
  for (let after: AnnotationRow | undefined; ; ) {
    const rows = await annotationsAfter(tx, originals, after)
    const copied = rows.map((row) => ({ ...row, id: newId(), image_id: copies.get(row.image_id) as string }))
    for (const row of copied) {
      const counts = labels.get(row.image_id) ?? new Map<string, LabelCount>()
      labels.set(row.image_id, counts)
      countRows(counts, [row], 1)
    }
    await insertMany(tx, 'annotations', copied)
    if (rows.length < AT_ONCE) break
    after = rows.at(-1)
  }
  if (labels.size > 0) {
    await sql`update images set ${ANNOTATION_FIGURES} where id in (${sql.join([...labels.keys()])})`.execute(tx)
  }
  const objects = new Map<string, number>()
  for (const [image, counts] of labels) {
    for (const [label, count] of counts) tally.label({ is_archived: 0 }, label, count, 1)
    objects.set(image, visibleOf(counts))
  }
  return objects
}

function annotationsAfter(tx: Tx, imageIds: readonly string[], after: AnnotationRow | undefined) {
  const ordered = tx
    .selectFrom('annotations as a')
    .innerJoin('labels as l', 'l.id', 'a.label_id')
    .selectAll('a')
    .where('a.image_id', 'in', imageIds)
    .where('l.removed_at', 'is', null)
    .orderBy('a.image_id')
    .orderBy('a.id')
    .limit(AT_ONCE)
  if (!after) return ordered.execute()
  return ordered.where(sql<boolean>`(a.image_id, a.id) > (${after.image_id}, ${after.id})`).execute()
}

/** Returns the files of replaced images beside the result. */
export async function copyImages(
  step: Step,
  options: CopyOptions,
): Promise<{ result: StepResult; hashes: readonly string[] }> {
  const { tx, tally } = step
  const { copies, failed, replaced } = await fitting(step, await PLANS[options.duplicates](step, options.target))
  await deleteImages(tx, tally, replaced)
  const rows = copies.map(
    ({ image, filename }): ImageRow => ({
      ...image,
      annotation_count: 0,
      outside_count: 0,
      lowest_confidence: null,
      revision: 0,
      id: newId(),
      filename,
      directory_path: options.target,
      status: options.withAnnotations ? image.status : 'new',
      is_archived: 0,
      created_by: options.createdBy,
      created_at: options.at,
      updated_at: null,
    }),
  )
  await nameBlobs(
    tx,
    rows.map(({ sha256 }) => sha256),
  )
  await insertMany(tx, 'images', rows)
  const ids = new Map(copies.map(({ image }, i) => [image.id, (rows[i] as ImageRow).id]))
  const objects = options.withAnnotations && rows.length > 0 ? await copyAnnotations(tx, tally, ids) : new Map()
  for (const row of rows) tally.image({ ...row, annotation_count: objects.get(row.id) ?? 0 }, 1)
  const result = {
    failed,
    added: rows,
    renamed: copies.filter(({ image, filename }) => image.filename !== filename).length,
    directories: rows.length > 0 ? [options.target] : [],
  }
  return { result, hashes: replaced.map(({ sha256 }) => sha256) }
}

/** Leaves out the copies for which the organization has no room, in the order of the call; what they would replace stays. */
async function fitting({ tx, images }: Step, plan: Plan): Promise<Plan> {
  const [first] = images
  if (!first) return plan
  const room = await roomOf(tx, first.organization_id)
  const there = new Map(plan.replaced.map((image) => [image.filename, image]))
  const fits: Plan = { copies: [], failed: [...plan.failed], replaced: [] }
  for (const copy of plan.copies) {
    const replaced = there.get(copy.filename)
    const images = replaced ? 0 : 1
    const addition = { images, bytes: Number(copy.image.size_bytes) - Number(replaced?.size_bytes ?? 0) }
    const refusal = room.refusal(addition)
    if (refusal) fits.failed.push({ id: copy.image.id, reason: refusal })
    else {
      room.take(addition)
      fits.copies.push(copy)
      if (replaced) fits.replaced.push(replaced)
    }
  }
  return fits
}

/** The images of the target that copies of these replace. */
export async function replacedImages(tx: Tx, datasetId: string, ids: readonly string[], target: string) {
  const names = tx.selectFrom('images').select('filename').where('dataset_id', '=', datasetId).where('id', 'in', ids)
  const there = tx.selectFrom('images').select('id').where('dataset_id', '=', datasetId)
  const rows = await there.where('directory_path', '=', target).where('filename', 'in', names).execute()
  return rows.map(({ id }) => id)
}

const PLANS: Record<DuplicateHandling, (step: Step, target: string) => Promise<Plan>> = {
  async rename({ tx, images, names }, target) {
    const [first] = images
    if (!first) return { copies: [], failed: [], replaced: [] }
    const filenames = images.map(({ filename }) => filename)
    const free = await names.take(filenames, takenFilenames(tx, first.dataset_id, target))
    const copies = images.map((image, i) => ({ image, filename: free[i] as string }))
    return { copies, failed: [], replaced: [] }
  },

  async skip({ tx, images }, target) {
    const plan: Plan = { copies: [], failed: [], replaced: [] }
    const [first] = images
    if (!first) return plan
    const filenames = images.map(({ filename }) => filename)
    const taken = new Set(await takenFilenames(tx, first.dataset_id, target)(filenames))
    for (const image of images) {
      const { id, filename } = image
      if (taken.has(filename)) {
        plan.failed.push({ id, reason: message('image.name_taken', { path: joinPath(target, filename) }) })
        continue
      }
      taken.add(filename)
      plan.copies.push({ image, filename })
    }
    return plan
  },

  /**
   * Each in turn, as if alone: one that was replaced cannot be copied any more. A copy of this call is never replaced: the
   * next image of its name gets a number.
   */
  async overwrite({ tx, images, names }, target) {
    const plan: Plan = { copies: [], failed: [], replaced: [] }
    const [first] = images
    if (!first) return plan
    const ids = images.map(({ id }) => id)
    const found = await lockedImages(tx, first.dataset_id, await replacedImages(tx, first.dataset_id, ids, target))
    const there = new Map(found.map((image) => [image.filename, image]))
    const gone = new Set<string>()
    const copied: ImageRow[] = []
    const numbered: ImageRow[] = []
    for (const image of images) {
      const { id, filename } = image
      const existing = there.get(filename)
      if (gone.has(id))
        plan.failed.push({ id, reason: message('image.replaced_by_copy', { path: joinPath(target, filename) }) })
      else if (existing?.id === id) plan.failed.push({ id, reason: message('image.copy_of_itself') })
      else {
        copied.push(image)
        if (!names.claim(filename)) numbered.push(image)
        else if (existing) {
          plan.replaced.push(existing)
          gone.add(existing.id)
        }
      }
    }
    const filenames = numbered.map(({ filename }) => filename)
    const free = await names.take(filenames, takenFilenames(tx, first.dataset_id, target))
    const nameOf = new Map(numbered.map((image, i) => [image, free[i] as string]))
    plan.copies = copied.map((image) => ({ image, filename: nameOf.get(image) ?? image.filename }))
    return plan
  },
}
