/** Brings the counters of labels up to date when images are archived, restored, deleted or copied. */
import type { Transaction } from 'kysely'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import { labelKind, type Tally } from '../counters.ts'

type Image = Pick<ImageRow, 'id' | 'is_archived'>

/** Removes the annotations of these images from the counters, or adds them. */
export async function tallyLabels(
  tx: Transaction<Tables>,
  tally: Tally,
  images: readonly Image[],
  sign: 1 | -1,
): Promise<void> {
  for (const is_archived of [0, 1] as const) {
    const ids = images.filter((image) => image.is_archived === is_archived).map(({ id }) => id)
    if (ids.length === 0) continue
    const labels = await tx
      .selectFrom('annotations')
      .where('image_id', 'in', ids)
      .groupBy('label_id')
      .select([
        'label_id',
        (e) => e.fn.count('image_id').distinct().as('images'),
        (e) => e.fn.countAll().as('annotations'),
      ])
      .execute()
    for (const { label_id, images, annotations } of labels) {
      tally.add(labelKind({ is_archived }), label_id, sign * Number(images), sign * Number(annotations))
    }
  }
}
