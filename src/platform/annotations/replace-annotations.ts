/** Replaces the annotations of an image, and brings the figures of its data set up to date. */
import type { Transaction } from 'kysely'
import type { SaveResult } from '../../shared/api/annotations.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import { createTally, labelKind } from '../datasets/counters.ts'
import type { LabelledRow } from '../datasets/stored-annotation.ts'
import { insertMany } from '../db/insert-many.ts'
import type { AnnotationRow } from '../db/rows/dataset-rows.ts'
import type { Tables } from '../db/tables.ts'
import { labelIds } from './labels.ts'

/** Its annotations do not change until the transaction ends; undefined when it was deleted. */
export const lockedImage = (tx: Transaction<Tables>, imageId: string) =>
  tx
    .updateTable('images')
    // A write locks the row on every database.
    .set((e) => ({ annotation_count: e.ref('annotation_count') }))
    .where('id', '=', imageId)
    .returning(['dataset_id', 'is_archived', 'annotation_count'])
    .executeTakeFirst()

/** @throws ApiError not_found when the image was deleted meanwhile */
export async function replaceAnnotations(
  tx: Transaction<Tables>,
  image_id: string,
  labelled: readonly LabelledRow[],
): Promise<SaveResult> {
  const image = await lockedImage(tx, image_id)
  if (!image) throw new ApiError('not_found', message('image.missing', { id: image_id }))
  const { dataset_id, is_archived, annotation_count: previous_count } = image
  const kind = labelKind(image)
  const tally = createTally(dataset_id)

  if (previous_count > 0) {
    const before = await tx
      .selectFrom('annotations')
      .where('image_id', '=', image_id)
      .groupBy('label_id')
      .select(['label_id', (e) => e.fn.countAll().as('n')])
      .execute()
    for (const { label_id, n } of before) tally.add(kind, label_id, -1, -Number(n))
    await tx.deleteFrom('annotations').where('image_id', '=', image_id).execute()
  }

  const labelOf = await labelIds(tx, dataset_id, labelled)
  const counts = new Map<string, number>()
  let lowest_confidence: number | null = null
  const rows = labelled.map(({ name, type, ...row }): AnnotationRow => {
    const label_id = labelOf({ name, type })
    counts.set(label_id, (counts.get(label_id) ?? 0) + 1)
    if (row.confidence !== null) lowest_confidence = Math.min(lowest_confidence ?? 1, row.confidence)
    return { image_id, label_id, ...row }
  })
  await insertMany(tx, 'annotations', rows)
  for (const [label_id, n] of counts) tally.add(kind, label_id, 1, n)

  if (!is_archived) {
    tally.add('density', `${previous_count}`, -1, 0)
    tally.add('density', `${rows.length}`, 1, 0)
  }
  const figures = { annotation_count: rows.length, lowest_confidence }
  await tx.updateTable('images').set(figures).where('id', '=', image_id).execute()
  await tally.write(tx)
  return { image_id, previous_count, new_count: rows.length, status: 'saved' }
}
