/** Labels: the names and types that the annotations of a data set share. */

import { batchesOf } from '../../../shared/domain/batches.ts'
import { type Database, newId } from '../../db/database.ts'
import type { LabelRow } from '../../db/schema/annotations.ts'
import { LABEL_KINDS } from '../counters.ts'
import type { Label } from '../stored-annotation.ts'

/** A label that annotations have. */
export interface UsedLabel extends Pick<LabelRow, 'id' | 'type'> {
  images: number
  annotations: number
}

type Reads = Pick<Database, 'selectFrom'>

/** Names of one query. */
const NAMES_AT_ONCE = 500

const keyOf = ({ name, type }: Label): string => `${type} ${name}`

/** Returns the id of a label; those that are missing are created. */
export async function labelIds(
  tx: Pick<Database, 'selectFrom' | 'insertInto'>,
  dataset_id: string,
  labels: readonly Label[],
): Promise<(label: Label) => string> {
  const ids = new Map<string, string>()
  const names = [...new Set(labels.map(({ name }) => name))]
  for (const some of batchesOf(names, NAMES_AT_ONCE)) {
    const known = await tx
      .selectFrom('labels')
      .select(['id', 'name', 'type'])
      .where('dataset_id', '=', dataset_id)
      .where('name', 'in', some)
      .where('removed_at', 'is', null)
      .orderBy('id', 'desc')
      .execute()
    // After a merge the oldest one of several.
    for (const label of known) ids.set(keyOf(label), label.id)
  }
  for (const { name, type } of labels) {
    if (ids.has(keyOf({ name, type }))) continue
    const id = newId()
    await tx.insertInto('labels').values({ id, dataset_id, name, type, removed_at: null }).execute()
    ids.set(keyOf({ name, type }), id)
  }
  return (label) => ids.get(keyOf(label)) as string
}

/** The labels of a name that annotations have. */
export async function usedLabels(db: Reads, datasetId: string, name: string): Promise<UsedLabel[]> {
  const rows = await db
    .selectFrom('labels as l')
    .innerJoin('dataset_counters as c', (join) =>
      join.onRef('c.dataset_id', '=', 'l.dataset_id').onRef('c.key', '=', 'l.id').on('c.kind', 'in', LABEL_KINDS),
    )
    .where('l.dataset_id', '=', datasetId)
    .where('l.name', '=', name)
    .where('l.removed_at', 'is', null)
    .groupBy(['l.id', 'l.type'])
    .select(['l.id', 'l.type', (e) => e.fn.sum('c.images').as('images'), (e) => e.fn.sum('c.amount').as('annotations')])
    .execute()
  return rows
    .map(({ id, type, images, annotations }) => ({
      id,
      type,
      images: Number(images),
      annotations: Number(annotations),
    }))
    .filter(({ annotations }) => annotations > 0)
}

/** Number of images with annotations of these labels: only those of several labels have to be counted. */
export async function imagesWith(db: Reads, labels: readonly UsedLabel[]): Promise<number> {
  if (labels.length <= 1) return labels[0]?.images ?? 0
  const ids = labels.map(({ id }) => id)
  const { n } = await db
    .selectFrom('annotations')
    .where('label_id', 'in', ids)
    .select((e) => e.fn.count('image_id').distinct().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
