import type { Transaction } from 'kysely'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import type { Tally } from '../counters.ts'
import { noteRemoved } from '../task-work/image-states.ts'
import { tallyLabels } from './image-labels.ts'

/** Deletes locked images with their annotations. Their files are removed by whoever calls it, after the transaction. */
export async function deleteImages(tx: Transaction<Tables>, tally: Tally, images: readonly ImageRow[]): Promise<void> {
  if (images.length === 0) return
  await tallyLabels(tx, tally, images, -1)
  for (const image of images) tally.image(image, -1)
  const ids = images.map(({ id }) => id)
  await tx.deleteFrom('images').where('id', 'in', ids).execute()
  await noteRemoved(tx, ids)
}
