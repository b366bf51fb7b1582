/** Removes a single image, and brings the figures of its data set up to date. */

import type { Tx } from '../../work/jobs/job.ts'
import { createTally, labelKind } from '../counters.ts'
import { noteRemoved } from '../task-work/image-states.ts'

/** Returns the hash of its file, which other rows may have too; null when the image is gone already. */
export async function removeImage(tx: Tx, imageId: string): Promise<string | null> {
  const labels = await tx
    .selectFrom('annotations')
    .where('image_id', '=', imageId)
    .groupBy('label_id')
    .select(['label_id', (e) => e.fn.countAll().as('n')])
    .execute()
  const image = await tx.deleteFrom('images').where('id', '=', imageId).returningAll().executeTakeFirst()
  if (!image) return null
  await noteRemoved(tx, [imageId])
  const tally = createTally(image.dataset_id)
  for (const { label_id, n } of labels) tally.add(labelKind(image), label_id, -1, -Number(n))
  tally.image({ ...image, size_bytes: Number(image.size_bytes) }, -1)
  await tally.write(tx)
  return image.sha256
}
