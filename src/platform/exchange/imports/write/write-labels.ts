/** Writes the labels of images in the mode of an import. */
import type { ImportMode } from '../../../../shared/api/imports.ts'
import { labelIds } from '../../../datasets/annotations/labels.ts'
import { saveAnnotations, takenIds } from '../../../datasets/annotations/save-annotations.ts'
import type { Cause } from '../../../datasets/annotations/write-changes.ts'
import type { LabelledRow } from '../../../datasets/stored-annotation.ts'
import { derivedId, newId } from '../../../db/database.ts'
import type { Tx } from '../../../work/jobs/job.ts'
import { digestOf, type KnownRow, type LockedLabels, lockedParts, type Made } from '../label-rows.ts'
import { MOST_OF_AN_IMAGE } from '../plan/plan-import.ts'
import { foundAgain } from './found-again.ts'

export interface LabelWrite {
  imageId: string
  rows: readonly LabelledRow[]
}

export interface Written {
  /** Annotations that the import added or changed. */
  made: Made[]
  /** Annotations as they were before they were changed or removed. */
  previous: KnownRow[]
  /** That of the image afterwards. */
  revision: number
  /** Annotations that a merge left as they are. */
  unchanged: number
  /** More than an image can have. */
  dropped: number
}

interface Change extends Omit<Written, 'made' | 'revision'> {
  imageId: string
  /** All annotations of the image afterwards. */
  after: readonly LabelledRow[]
  made: readonly LabelledRow[]
}

/** Null for an image that was deleted meanwhile. In the order of `writes`. */
export async function writeLabels(
  tx: Tx,
  mode: ImportMode,
  writes: readonly LabelWrite[],
  cause: Cause,
): Promise<(Written | null)[]> {
  const written: (Written | null)[] = []
  for await (const { items: some, there } of lockedParts(tx, writes, ({ imageId }) => imageId)) {
    const taken = await takenIds(tx, foreignIds(some, there))
    const changes = some.map(({ imageId, rows }) => {
      const known = there.get(imageId)
      return known ? changeOf(mode, imageId, ownRows(imageId, rows, known.rows, taken), known.rows) : null
    })
    written.push(...(await stored(tx, changes, there, cause)))
  }
  return written
}

/** Ids that are new to their image, so that they may be those of another one's annotations. */
const foreignIds = (writes: readonly LabelWrite[], there: ReadonlyMap<string, LockedLabels>): string[] =>
  writes.flatMap(({ imageId, rows }) => {
    const known = new Set(there.get(imageId)?.rows.map(({ id }) => id))
    return rows.map(({ id }) => id).filter((id) => !known.has(id))
  })

/**
 * The rows with the ids that they have in this image. An id of another image's annotation is replaced by one that is derived
 * from both, as in every save; it is looked for at first, since that other annotation may be gone by now.
 */
function ownRows(
  imageId: string,
  rows: readonly LabelledRow[],
  there: readonly KnownRow[],
  taken: Set<string>,
): LabelledRow[] {
  const known = new Set(there.map(({ id }) => id))
  const used = new Set<string>()
  function ownId(id: string): string {
    if (known.size === 0 && !taken.has(id)) return id
    const derived = derivedId(imageId, id)
    return known.has(derived) || taken.has(id) ? derived : id
  }
  return rows.map((row) => {
    const own = known.has(row.id) ? row.id : ownId(row.id)
    const id = used.has(own) ? newId() : own
    used.add(id)
    taken.add(id)
    return id === row.id ? row : { ...row, id }
  })
}

function changeOf(mode: ImportMode, imageId: string, rows: readonly LabelledRow[], there: readonly KnownRow[]): Change {
  if (mode === 'replace') {
    const made = rows.slice(0, MOST_OF_AN_IMAGE)
    return { imageId, after: made, made, previous: [...there], unchanged: 0, dropped: rows.length - made.length }
  }
  if (mode === 'append') {
    const known = new Set(there.map(({ id }) => id))
    const added = rows.map((row) => (known.has(row.id) ? { ...row, id: newId() } : row))
    return withAdded({ imageId, after: there, made: [], previous: [], unchanged: 0, dropped: 0 }, added)
  }
  const { added, changed, unchanged } = foundAgain(there, rows)
  const after = there.map((row) => changed.get(row.id) ?? row)
  const previous = there.filter(({ id }) => changed.has(id))
  return withAdded({ imageId, after, made: [...changed.values()], previous, unchanged, dropped: 0 }, added)
}

function withAdded(change: Change, added: readonly LabelledRow[]): Change {
  const fitting = added.slice(0, Math.max(0, MOST_OF_AN_IMAGE - change.after.length))
  const [after, made] = [
    [...change.after, ...fitting],
    [...change.made, ...fitting],
  ]
  return { ...change, after, made, dropped: added.length - fitting.length }
}

async function stored(
  tx: Tx,
  changes: readonly (Change | null)[],
  there: ReadonlyMap<string, LockedLabels>,
  cause: Cause,
): Promise<(Written | null)[]> {
  const saves = changes.flatMap((change) => {
    if (!change || (change.made.length === 0 && change.previous.length === 0)) return []
    const known = new Set(there.get(change.imageId)?.rows.map(({ id }) => id))
    // An id that is not known is free already.
    const rows = change.after.map((row, position) => {
      return { ...row, position, isNamed: known.has(row.id), isRejected: false }
    })
    return [{ imageId: change.imageId, rows }]
  })
  const revisions = new Map<string, number>()
  for (const outcome of saves.length > 0 ? await saveAnnotations(tx, saves, cause) : []) {
    if (typeof outcome === 'object') revisions.set(outcome.image_id, outcome.revision)
  }
  const datasetId = [...there.values()][0]?.image.dataset_id ?? ''
  const labelOf = await labelIds(
    tx,
    datasetId,
    changes.flatMap((change) => change?.made ?? []),
  )
  return changes.map((change) => {
    if (!change) return null
    const { imageId, previous, unchanged, dropped } = change
    const revision = revisions.get(imageId) ?? 0
    const made = change.made.map((row): Made => [row.id, digestOf({ ...row, label_id: labelOf(row) })])
    return { made, previous, revision, unchanged, dropped }
  })
}
