/** The annotations of an image as an import finds, replaces and takes them back. */
import { createHash } from 'node:crypto'
import { LABELLED } from '../../datasets/annotations/annotations.ts'
import { type LockedImage, lockedImages } from '../../datasets/annotations/locked-images.ts'
import { type LabelledRow, storedCount } from '../../datasets/stored-annotation.ts'
import { toJson } from '../../db/database.ts'
import type { AnnotationRow } from '../../db/schema/annotations.ts'
import type { Tx } from '../../work/jobs/job.ts'

export type KnownRow = LabelledRow & Pick<AnnotationRow, 'label_id'>

/** An annotation that an import wrote: its id, and the digest by which later changes of it are recognised. */
export type Made = readonly [id: string, digest: string]

export const jsonOf = (list: readonly (Made | KnownRow)[]): string | null => (list.length > 0 ? toJson(list) : null)

/** A renamed class changes no digest, and neither does another order. */
export function digestOf({ label_id, confidence, geometry, extra }: Omit<AnnotationRow, 'image_id'>): string {
  const hash = createHash('sha256').update(JSON.stringify([label_id, confidence, geometry, extra]))
  return hash.digest('base64url').slice(0, 16)
}

export interface LockedLabels {
  image: LockedImage
  /** In their order, without those of removed classes. */
  rows: readonly KnownRow[]
}

/** Images with their annotations, which nobody else changes until the transaction ends. */
export interface LockedPart<T> {
  items: readonly T[]
  /** By id; an image that was deleted is missing. */
  there: ReadonlyMap<string, LockedLabels>
}

/** Annotations of one query, beside those of its last image. */
const ROWS_AT_ONCE = 2000

/** In their order, in parts in which no image is twice, since a save takes each image once. */
export async function* lockedParts<T>(
  tx: Tx,
  items: readonly T[],
  imageOf: (item: T) => string,
): AsyncGenerator<LockedPart<T>> {
  const images = await lockedImages(tx, [...new Set(items.map(imageOf))])
  const seen = new Set<string>()
  let [part, ids, held] = [[] as T[], new Map<string, LockedImage | undefined>(), 0]
  for (const item of items) {
    const id = imageOf(item)
    if (ids.has(id) || held >= ROWS_AT_ONCE) {
      yield { items: part, there: await withRows(tx, ids) }
      ;[part, ids, held] = [[], new Map(), 0]
    }
    // An image of an earlier part has changed since.
    const image = (seen.has(id) ? await lockedImages(tx, [id]) : images).get(id)
    ids.set(id, image)
    held += image ? storedCount(image) : 0
    part.push(item)
    seen.add(id)
  }
  if (part.length > 0) yield { items: part, there: await withRows(tx, ids) }
}

async function withRows(
  tx: Pick<Tx, 'selectFrom'>,
  images: ReadonlyMap<string, LockedImage | undefined>,
): Promise<Map<string, LockedLabels>> {
  const rowsOf = new Map<string, KnownRow[]>()
  for (const [id, image] of images) if (image && storedCount(image) > 0) rowsOf.set(id, [])
  const found = rowsOf.size === 0 ? [] : await knownRows(tx, [...rowsOf.keys()])
  for (const { image_id, ...row } of found) rowsOf.get(image_id)?.push(row)
  const there = new Map<string, LockedLabels>()
  for (const [id, image] of images) if (image) there.set(id, { image, rows: rowsOf.get(id) ?? [] })
  return there
}

const knownRows = (tx: Pick<Tx, 'selectFrom'>, imageIds: readonly string[]) =>
  tx
    .selectFrom('annotations as a')
    .innerJoin('labels as l', 'l.id', 'a.label_id')
    .select([...LABELLED, 'a.label_id', 'a.image_id'])
    .where('a.image_id', 'in', imageIds)
    .where('l.removed_at', 'is', null)
    .orderBy('a.image_id')
    .orderBy('a.position')
    .execute()
