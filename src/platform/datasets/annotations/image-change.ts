/** The difference between the annotations that an image has and those that it gets. */

import type { LabelCount } from '../counters.ts'
import { isVisibleRow, storedCount } from '../stored-annotation.ts'
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
  before: ReadonlyMap<string, LabelCount>
  /** The lowest confidence of all objects after the change; undefined when they are not known. */
  lowest?: number | null
}

/** Numbers of annotations that a change creates, updates, and removes in two ways. */
export function figuresOf({ image, isReplaced, created, updated, deleted, rejected }: ImageChange) {
  return {
    created: created.length,
    updated: updated.length,
    deleted: isReplaced ? storedCount(image) : deleted.length,
    rejected: rejected.length,
  }
}

export const isEmptyChange = (change: ImageChange): boolean =>
  Object.values(figuresOf(change)).every((amount) => amount === 0)

/** Number of annotations of the image after a change. */
export function countAfter(change: ImageChange): number {
  const { created, deleted, rejected } = figuresOf(change)
  return storedCount(change.image) + created - deleted - rejected
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

/** The lowest confidence of objects. */
export function lowestOf(rows: readonly Pick<StoredRow, 'confidence' | 'extra'>[]): number | null {
  let lowest: number | null = null
  for (const row of rows) {
    const { confidence } = row
    if (confidence !== null && (lowest === null || confidence < lowest) && isVisibleRow(row)) lowest = confidence
  }
  return lowest
}

type Counted = Pick<StoredRow, 'label_id' | 'extra'>

/** Adds annotations to their numbers by label, or removes them. */
export function countRows(counts: Map<string, LabelCount>, rows: readonly Counted[], sign: 1 | -1): void {
  for (const row of rows) {
    const count = counts.get(row.label_id) ?? { visible: 0, outside: 0 }
    count[isVisibleRow(row) ? 'visible' : 'outside'] += sign
    counts.set(row.label_id, count)
  }
}

export function countsOf(rows: readonly Counted[]): Map<string, LabelCount> {
  const counts = new Map<string, LabelCount>()
  countRows(counts, rows, 1)
  return counts
}

/** Number of objects. */
export function visibleOf(counts: ReadonlyMap<string, LabelCount>): number {
  let sum = 0
  for (const { visible } of counts.values()) sum += visible
  return sum
}

/** Numbers of annotations by label, after a change. */
export function countsAfter({ before, created, updated, deleted, rejected, isReplaced }: ImageChange) {
  const counts = new Map<string, LabelCount>()
  if (!isReplaced) for (const [label, count] of before) counts.set(label, { ...count })
  for (const gone of [deleted, rejected, updated.map(({ old }) => old)]) countRows(counts, gone, -1)
  for (const here of [created, updated.map(({ row }) => row)]) countRows(counts, here, 1)
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
