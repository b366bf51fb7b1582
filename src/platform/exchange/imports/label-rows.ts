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

/** Annotations that are held at a time, beside those of the last image. */
const ROWS_AT_ONCE = 5000

/** In their order, in parts in which no image is twice, since a save takes each image once. */
export async function* lockedParts<T>(
  tx: Tx,
  items: readonly T[],
  imageOf: (item: T) => string,
): AsyncGenerator<LockedPart<T>> {
  const images = await lockedImages(tx, [...new Set(items.map(imageOf))])
  const seen = new Set<string>()
  let [part, ids, there, held] = [[] as T[], new Set<string>(), new Map<string, LockedLabels>(), 0]
  for (const item of items) {
    const id = imageOf(item)
    if (ids.has(id) || held >= ROWS_AT_ONCE) {
      yield { items: part, there }
      ;[part, ids, there, held] = [[], new Set(), new Map(), 0]
    }
    // An image of an earlier part has changed since.
    const image = (seen.has(id) ? await lockedImages(tx, [id]) : images).get(id)
    const rows = image && storedCount(image) > 0 ? await knownRows(tx, id) : []
    if (image) there.set(id, { image, rows })
    held += rows.length
    part.push(item)
    for (const set of [ids, seen]) set.add(id)
  }
  if (part.length > 0) yield { items: part, there }
}

const knownRows = (tx: Pick<Tx, 'selectFrom'>, imageId: string): Promise<KnownRow[]> =>
  tx
    .selectFrom('annotations as a')
    .innerJoin('labels as l', 'l.id', 'a.label_id')
    .select([...LABELLED, 'a.label_id'])
    .where('a.image_id', '=', imageId)
    .where('l.removed_at', 'is', null)
    .orderBy('a.position')
    .execute()
