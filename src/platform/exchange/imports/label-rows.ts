/** The annotations of an image as an import finds, replaces and takes them back. */
import { createHash } from 'node:crypto'
import { LABELLED } from '../../datasets/annotations/annotations.ts'
import { type LockedImage, lockedImages } from '../../datasets/annotations/locked-images.ts'
import type { LabelledRow } from '../../datasets/stored-annotation.ts'
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

/** Locks the images until the transaction ends; one that was deleted is missing. */
export async function lockedLabels(tx: Tx, imageIds: readonly string[]): Promise<Map<string, LockedLabels>> {
  const found = new Map<string, LockedLabels>()
  for (const [id, image] of await lockedImages(tx, imageIds)) {
    found.set(id, { image, rows: image.annotation_count === 0 ? [] : await knownRows(tx, id) })
  }
  return found
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

/** Splits a list, in its order, into parts in which no image is twice: a save takes each image once. */
export function* distinctImages<T>(items: readonly T[], imageOf: (item: T) => string): Generator<T[]> {
  let [part, ids]: [T[], Set<string>] = [[], new Set()]
  for (const item of items) {
    const id = imageOf(item)
    if (ids.has(id)) {
      yield part
      ;[part, ids] = [[], new Set()]
    }
    part.push(item)
    ids.add(id)
  }
  if (part.length > 0) yield part
}
