/** The difference between the annotations that an image has and those that it gets. */

import type { StoredRow } from './inverse.ts'
import type { LockedImage } from './locked-images.ts'

export interface ImageChange {
  image: LockedImage
  created: readonly StoredRow[]
  updated: readonly { old: StoredRow; row: StoredRow }[]
  deleted: readonly StoredRow[]
  /** Removed as well, by a review. */
  rejected: readonly StoredRow[]
  /** True when all annotations before are removed, without being listed in `deleted`. */
  isReplaced: boolean
  /** Numbers of annotations by label, before. */
  before: ReadonlyMap<string, number>
  /** The lowest confidence of all annotations after the change; undefined when they are not known. */
  lowest?: number | null
}

/** Numbers of annotations that a change creates, updates, and removes in two ways. */
export function figuresOf({ image, isReplaced, created, updated, deleted, rejected }: ImageChange) {
  return {
    created: created.length,
    updated: updated.length,
    deleted: isReplaced ? image.annotation_count : deleted.length,
    rejected: rejected.length,
  }
}

export const isEmptyChange = (change: ImageChange): boolean =>
  Object.values(figuresOf(change)).every((amount) => amount === 0)

/** Number of annotations of the image after a change. */
export function countAfter(change: ImageChange): number {
  const { created, deleted, rejected } = figuresOf(change)
  return change.image.annotation_count + created - deleted - rejected
}

/** `rows`: all annotations in their order; those of `rejectedIds` are removed. */
export function imageChange(
  image: LockedImage,
  there: readonly StoredRow[],
  rows: readonly StoredRow[],
  rejectedIds: readonly string[],
): ImageChange {
  const known = new Map<string, StoredRow>()
  for (const row of there) known.set(row.id, row)
  const rejected: StoredRow[] = []
  for (const id of rejectedIds) {
    const old = known.get(id)
    if (!old) continue
    rejected.push(old)
    known.delete(id)
  }
  place(rows, known)
  const created: StoredRow[] = []
  const updated: { old: StoredRow; row: StoredRow }[] = []
  for (const row of rows) {
    const old = known.get(row.id)
    if (!old) {
      created.push(row)
      continue
    }
    if (!isSame(old, row)) updated.push({ old, row })
    known.delete(row.id)
  }
  const deleted = [...known.values()]
  const before = countsOf(there)
  return { image, created, updated, deleted, rejected, isReplaced: false, before, lowest: lowestOf(rows) }
}

export function lowestOf(rows: readonly Pick<StoredRow, 'confidence'>[]): number | null {
  let lowest: number | null = null
  for (const { confidence } of rows) {
    if (confidence !== null && (lowest === null || confidence < lowest)) lowest = confidence
  }
  return lowest
}

export function countsOf(rows: readonly Pick<StoredRow, 'label_id'>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { label_id } of rows) counts.set(label_id, (counts.get(label_id) ?? 0) + 1)
  return counts
}

/** Keeps the positions of known annotations where their order allows it, so that they do not change. */
function place(rows: readonly StoredRow[], known: ReadonlyMap<string, StoredRow>): void {
  let last = -1
  for (const row of rows) {
    const position = known.get(row.id)?.position ?? last + 1
    if (position <= last) {
      for (const [i, each] of rows.entries()) each.position = i
      return
    }
    row.position = position
    last = position
  }
}

export const isSame = (a: StoredRow, b: StoredRow): boolean =>
  a.geometry === b.geometry &&
  a.label_id === b.label_id &&
  a.confidence === b.confidence &&
  a.extra === b.extra &&
  a.position === b.position
