/** Single changes of the annotations of an image: merged with those of others, stored together, and carried out once. */
import type { Transaction } from 'kysely'
import type { NewAnnotation } from '../../../shared/api/annotations.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { AnnotationOperation, EditResult, OperationResult } from '../../../shared/api/image-annotations.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { type Database, derivedId, fromJson, insertMany, lockingTransaction, toJson } from '../../db/database.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { type Datasets, typesOf } from '../datasets.ts'
import type { Images } from '../images/images.ts'
import { storedCount } from '../stored-annotation.ts'
import { MOST_OF_AN_IMAGE } from './add-annotations.ts'
import { type CheckedRow, checkedAnnotation } from './annotation-check.ts'
import { type EditContext, readEditContext } from './edit-context.ts'
import { countAfter, type ImageChange, isEmptyChange, isSame } from './image-change.ts'
import type { StoredRow } from './inverse.ts'
import { labelIds } from './labels.ts'
import { labelCounts, lockedImages } from './locked-images.ts'
import { type Fields, type Merged, mergeOperations } from './merge-operations.ts'
import { nearlyEqual } from './near-equal.ts'
import { writeChanges } from './write-changes.ts'

export interface Edits {
  /** @throws ApiError not_found */
  edit(caller: Caller, imageId: string, operations: readonly AnnotationOperation[]): Promise<EditResult>
}

export interface EditsOptions {
  db: Database
  datasets: Datasets
  images: Images
  now: () => Date
}

/** Operations of an image whose repetition is recognized. */
const KEPT_OPERATIONS = 5000
const MOST_ATTRIBUTES = 100

export function createEdits({ db, datasets, images, now }: EditsOptions): Edits {
  async function earlierResults(imageId: string, opIds: readonly string[]): Promise<Map<string, OperationResult>> {
    const rows = await db
      .selectFrom('annotation_operations')
      .select(['op_id', 'result'])
      .where('image_id', '=', imageId)
      .where('op_id', 'in', opIds)
      .execute()
    return new Map(rows.map(({ op_id, result }) => [op_id, { ...fromJson<OperationResult>(result), repeated: true }]))
  }

  return {
    async edit(caller, imageId, sent) {
      const dataset = await datasets.rowOf(caller, (await images.rowOf(caller, imageId)).dataset_id)
      for (;;) {
        const image = await images.rowOf(caller, imageId)
        const operations = ownOperations(sent)
        const earlier = await earlierResults(image.id, [...operations.keys()])
        const fresh = [...operations.values()].filter(({ op_id }) => !earlier.has(op_id))
        const renamed = await withOwnIds(db, image, fresh)
        const context = await readEditContext(db, image, renamed, caller.userId)
        const merged = merge(renamed, image, dataset, context)
        const cause = { kind: 'edit', userId: caller.userId, at: now().toISOString() } as const
        const stored = await lockingTransaction(db, (tx) => store(tx, image, merged, context, cause))
        // Someone has saved since the annotations were read: the operations are merged with that.
        if (!stored) continue
        const results = new Map(merged.results.map((result) => [result.op_id, result]))
        return {
          image_id: image.id,
          ...stored,
          results: sent.map(({ op_id }) => (results.get(op_id) ?? earlier.get(op_id)) as OperationResult),
        }
      }
    },
  }
}

/** By op_id: the first of several with the same one. */
function ownOperations(sent: readonly AnnotationOperation[]): Map<string, AnnotationOperation> {
  const operations = new Map<string, AnnotationOperation>()
  for (const operation of sent) {
    if (!operations.has(operation.op_id))
      operations.set(operation.op_id, { ...operation, id: operation.id.toLowerCase() })
  }
  return operations
}

/** Replaces an id that belongs to another image by one that is derived from both, as a save does. */
async function withOwnIds(
  db: Pick<Database, 'selectFrom'>,
  image: ImageRow,
  operations: readonly AnnotationOperation[],
): Promise<AnnotationOperation[]> {
  const ids = [...new Set(operations.map(({ id }) => id))]
  if (ids.length === 0) return []
  const rows = await db.selectFrom('annotations').select(['id', 'image_id']).where('id', 'in', ids).execute()
  const own = new Set(rows.filter(({ image_id }) => image_id === image.id).map(({ id }) => id))
  const foreign = new Set(rows.map(({ id }) => id).filter((id) => !own.has(id)))
  return operations.map((operation) =>
    foreign.has(operation.id) ? { ...operation, id: derivedId(image.id, operation.id) } : operation,
  )
}

type MergedEdit = Merged & { current: Map<string, Fields>; checked: Map<string, CheckedRow> }

function merge(
  operations: readonly AnnotationOperation[],
  image: ImageRow,
  dataset: DatasetRow,
  context: EditContext,
): MergedEdit {
  const types = typesOf(dataset)
  const checked = new Map<string, CheckedRow>()
  const current = new Map(context.current)
  const problemOf = (id: string, fields: NewAnnotation): Message | null => {
    for (const name of ['name', 'type'] as const) {
      if (fields[name] === undefined) return message('invalid.at', { field: `/fields/${name}`, problem: REQUIRED })
    }
    if (Object.keys(fields.attributes ?? {}).length > MOST_ATTRIBUTES) {
      return message('annotations.too_many_attributes', { most: MOST_ATTRIBUTES })
    }
    const { type } = context.current.get(id) ?? {}
    const row = checkedAnnotation(fields, id, 0, image, type === undefined ? types : [...types, type])
    if ('reason' in row) return message('invalid.at', { field: `/fields${row.at}`, problem: row.reason })
    checked.set(id, row)
    return null
  }
  const merged = mergeOperations(operations, {
    current,
    problemOf,
    baseOf: context.baseOf,
    deletedSince: context.deletedSince,
    room: MOST_OF_AN_IMAGE - storedCount(image),
  })
  const similarTo = nearlyEqual(context.createdByOthers)
  for (const result of merged.results) {
    const row = merged.created.has(result.id) ? current.get(result.id) : undefined
    const box = checked.get(result.id)
    if (!row || !box) continue
    const { bounding_box } = fromJson<Pick<Fields, 'bounding_box'>>(box.geometry)
    result.similar_to = similarTo({ ...row, type: box.type, bounding_box }).filter((id) => id !== result.id)
  }
  return { ...merged, current, checked }
}

const REQUIRED = message('invalid.required')

/** Null when the image has another revision than that of the context. Otherwise the revision that it has now. */
async function store(
  tx: Transaction<Tables>,
  read: ImageRow,
  merged: MergedEdit,
  context: EditContext,
  cause: Parameters<typeof writeChanges>[2],
): Promise<Pick<EditResult, 'revision' | 'annotation_count'> | null> {
  const image = (await lockedImages(tx, [read.id])).get(read.id)
  if (!image) throw new ApiError('not_found', message('image.missing', { id: read.id }))
  if (image.revision !== read.revision) return null
  const before = (await labelCounts(tx, [image.id])).get(image.id) ?? new Map()
  const change = { ...(await changedRows(tx, image.dataset_id, merged, context)), image, isReplaced: false, before }
  if (merged.results.length > 0) await keepResults(tx, image.id, merged.results, cause.at)
  const isUnchanged = isEmptyChange(change)
  if (!isUnchanged) await writeChanges(tx, [change], cause)
  return { revision: image.revision + (isUnchanged ? 0 : 1), annotation_count: countAfter(change) }
}

type ChangedRows = Pick<ImageChange, 'created' | 'updated' | 'deleted' | 'rejected'>

async function changedRows(
  tx: Transaction<Tables>,
  datasetId: string,
  { current, checked, rejected }: MergedEdit,
  { rows, current: known, lastPosition }: EditContext,
): Promise<ChangedRows> {
  const live = [...checked.values()].filter(({ id }) => current.has(id))
  const labelOf = await labelIds(tx, datasetId, live)
  const created: StoredRow[] = []
  const updated: { old: StoredRow; row: StoredRow }[] = []
  let position = lastPosition
  for (const { id, confidence, geometry, extra, name, type } of live) {
    const old = rows.get(id)
    const label_id = labelOf({ name, type })
    const row = { id, label_id, position: old?.position ?? ++position, confidence, geometry, extra }
    if (!old) created.push(row)
    else if (!isSame(old, row)) updated.push({ old, row })
  }
  const gone = [...rows.values()].filter(({ id }) => known.has(id) && !current.has(id))
  return {
    created,
    updated,
    deleted: gone.filter(({ id }) => !rejected.has(id)),
    rejected: gone.filter(({ id }) => rejected.has(id)),
  }
}

async function keepResults(
  tx: Transaction<Tables>,
  image_id: string,
  results: readonly OperationResult[],
  created_at: string,
): Promise<void> {
  const of = tx.selectFrom('annotation_operations').where('image_id', '=', image_id)
  const { last } = await of.select((e) => e.fn.max('position').as('last')).executeTakeFirstOrThrow()
  const first = last === null ? 0 : Number(last) + 1
  const rows = results.map((result, i) => ({
    image_id,
    op_id: result.op_id,
    position: first + i,
    created_at,
    result: toJson(result),
  }))
  await insertMany(tx, 'annotation_operations', rows, { key: ['image_id', 'op_id'], set: ['result'] })
  const oldest = first + results.length - KEPT_OPERATIONS
  if (oldest <= 0) return
  const old = tx.deleteFrom('annotation_operations').where('image_id', '=', image_id)
  await old.where('position', '<', oldest).execute()
}
