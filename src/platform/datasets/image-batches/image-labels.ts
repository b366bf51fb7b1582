/** Brings the counters of labels up to date when images are archived, restored or deleted. */
import type { Transaction } from 'kysely'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import { labelCounts } from '../annotations/locked-images.ts'
import type { Tally } from '../counters.ts'

/** Removes the annotations of these images from the counters, or adds them. */
export async function tallyLabels(
  tx: Transaction<Tables>,
  tally: Tally,
  images: readonly Pick<ImageRow, 'id' | 'is_archived'>[],
  sign: 1 | -1,
): Promise<void> {
  const counts = await labelCounts(
    tx,
    images.map(({ id }) => id),
  )
  for (const image of images) {
    for (const [label, count] of counts.get(image.id) ?? []) tally.label(image, label, count, sign)
  }
}
