/** Removes a single image, and brings the figures of its data set up to date. */

import type { Tx } from '../../work/jobs/job.ts'
import { labelCounts } from '../annotations/locked-images.ts'
import { createTally } from '../counters.ts'
import { noteRemoved } from '../task-work/image-states.ts'

/** Returns the hash of its file, which other rows may have too; null when the image is gone already. */
export async function removeImage(tx: Tx, imageId: string): Promise<string | null> {
  const labels = await labelCounts(tx, [imageId])
  const image = await tx.deleteFrom('images').where('id', '=', imageId).returningAll().executeTakeFirst()
  if (!image) return null
  await noteRemoved(tx, [imageId])
  const tally = createTally(image.dataset_id)
  for (const [label, count] of labels.get(imageId) ?? []) tally.label(image, label, count, -1)
  tally.image({ ...image, size_bytes: Number(image.size_bytes) }, -1)
  await tally.write(tx)
  return image.sha256
}
