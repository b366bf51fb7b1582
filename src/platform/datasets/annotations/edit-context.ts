/** Reads what operations on an image are merged with: the annotations that they name, now and at their bases. */

import type { AnnotationOperation } from '../../../shared/api/image-annotations.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import type { Database } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import { annotationOf } from '../stored-annotation.ts'
import { changesAfter, type LabelNames, labelNames } from './history.ts'
import { type StoredRow, undo } from './inverse.ts'
import type { Fields } from './merge-operations.ts'

export interface EditContext {
  /** The annotations that the operations name, as they are stored. */
  rows: Map<string, StoredRow>
  current: Map<string, Fields>
  baseOf(operation: AnnotationOperation): Fields | null | undefined
  deletedSince(operation: AnnotationOperation): Fields | null
  /** Annotations that others created since the oldest base. */
  createdByOthers: Map<string, Fields>
  lastPosition: number
}

type Reads = Pick<Database, 'selectFrom'>
const COLUMNS = ['id', 'label_id', 'position', 'confidence', 'geometry', 'extra'] as const
/** Replaced annotations that are read to find a base; one further back counts as unknown. */
const MOST_WALKED = 100_000
/** Annotations of others that are compared. */
const MOST_COMPARED = 2000

/** Valid while the image has the revision of `image`. */
export async function readEditContext(
  db: Reads,
  image: Pick<ImageRow, 'id' | 'revision'>,
  operations: readonly AnnotationOperation[],
  userId: string | null,
): Promise<EditContext> {
  const ids = [...new Set(operations.map(({ id }) => id))]
  const named = new Set(ids)
  const rows = await rowsOf(db, image.id, ids)
  const { lastPosition } = await positionOf(db, image.id)
  const bases = new Map<number, Map<string, StoredRow>>()
  const wanted = new Set(operations.map((operation) => baseRevision(operation, image.revision)))
  const oldest = Math.min(...wanted)
  const state = new Map(rows)
  const removed = new Map<string, { row: StoredRow; revision: number }>()
  const createdIds = new Set<string>()
  const ownIds = new Set<string>()
  let reached = image.revision
  let walked = 0
  if (wanted.has(reached)) bases.set(reached, new Map(state))
  for await (const change of changesAfter(db, image.id, oldest, image.revision)) {
    const before = new Set(state.keys())
    undo(state, change, (id) => named.has(id))
    for (const [id, row] of state) {
      if (!before.has(id) && !removed.has(id) && !rows.has(id)) removed.set(id, { row, revision: change.revision })
    }
    const isOwn = userId !== null && change.created_by === userId
    for (const id of change.created) (isOwn ? ownIds : createdIds).add(id)
    if (change.all && !isOwn) for (const id of await someIds(db, image.id)) if (!ownIds.has(id)) createdIds.add(id)
    reached = change.revision - 1
    walked += change.old.length
    if (walked > MOST_WALKED) break
    if (wanted.has(reached)) bases.set(reached, new Map(state))
  }
  const others = await rowsOf(db, image.id, [...createdIds].slice(0, MOST_COMPARED))
  const all = [...bases.values()].flatMap((base) => [...base.values()])
  const labels = await labelNames(db, [...rows.values(), ...all, ...others.values(), ...pick(removed)])
  return {
    rows,
    current: fieldsByid(rows, labels),
    baseOf(operation) {
      const base = bases.get(baseRevision(operation, image.revision))
      if (!base) return undefined
      const row = base.get(operation.id)
      return row ? (fieldsOf(row, labels) ?? null) : null
    },
    deletedSince(operation) {
      const found = removed.get(operation.id)
      if (!found || found.revision <= baseRevision(operation, image.revision)) return null
      return fieldsOf(found.row, labels) ?? null
    },
    createdByOthers: fieldsByid(others, labels),
    lastPosition,
  }
}

const baseRevision = ({ base_revision }: AnnotationOperation, newest: number): number =>
  Math.min(base_revision ?? newest, newest)

function* pick(removed: ReadonlyMap<string, { row: StoredRow }>) {
  for (const { row } of removed.values()) yield row
}

/** A change that replaced all annotations does not list those that it created: they are among these. */
async function someIds(db: Reads, imageId: string): Promise<string[]> {
  const query = db.selectFrom('annotations').select('id').where('image_id', '=', imageId)
  return (await query.limit(MOST_COMPARED).execute()).map(({ id }) => id)
}

/** Ids of one query. */
const IDS_AT_ONCE = 500

async function rowsOf(db: Reads, imageId: string, ids: readonly string[]): Promise<Map<string, StoredRow>> {
  const found = new Map<string, StoredRow>()
  for (const some of batchesOf(ids, IDS_AT_ONCE)) {
    const query = db.selectFrom('annotations').select(COLUMNS).where('image_id', '=', imageId)
    for (const row of await query.where('id', 'in', some).execute()) found.set(row.id, row)
  }
  return found
}

async function positionOf(db: Reads, imageId: string): Promise<{ lastPosition: number }> {
  const row = await db
    .selectFrom('annotations')
    .where('image_id', '=', imageId)
    .select((e) => e.fn.max('position').as('last'))
    .executeTakeFirst()
  return { lastPosition: row?.last == null ? -1 : Number(row.last) }
}

function fieldsOf(row: StoredRow, labels: LabelNames): Fields | undefined {
  const label = labels.get(row.label_id)
  if (!label) return undefined
  const { id: _, ...fields } = annotationOf({ ...row, name: label.name, type: label.type })
  return fields
}

function fieldsByid(rows: ReadonlyMap<string, StoredRow>, labels: LabelNames): Map<string, Fields> {
  const found = new Map<string, Fields>()
  for (const [id, row] of rows) {
    const fields = fieldsOf(row, labels)
    if (fields) found.set(id, fields)
  }
  return found
}
