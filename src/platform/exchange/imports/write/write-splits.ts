/** Gives images the splits that an archive has for them, and takes them back. */
import { IMAGE_SPLITS, type ImageSplit } from '../../../../shared/api/datasets.ts'
import type { Tx } from '../../../work/jobs/job.ts'

/** Returns the ids of the images that had no split and have one now. */
export async function writeSplits(
  tx: Tx,
  images: readonly { id: string; split: ImageSplit | null }[],
): Promise<Set<string>> {
  const changed = new Set<string>()
  for (const split of IMAGE_SPLITS) {
    const ids = images.filter((image) => image.split === split && !changed.has(image.id)).map(({ id }) => id)
    if (ids.length === 0) continue
    const without = tx.updateTable('images').set({ split }).where('id', 'in', ids).where('split', 'is', null)
    for (const { id } of await without.returning('id').execute()) changed.add(id)
  }
  return changed
}

/** An image whose split was changed since keeps it. */
export async function takeBackSplit(tx: Tx, imageId: string, split: ImageSplit | null): Promise<void> {
  const images = tx.updateTable('images').set({ split: null }).where('id', '=', imageId)
  await images.where('split', '=', split).execute()
}
