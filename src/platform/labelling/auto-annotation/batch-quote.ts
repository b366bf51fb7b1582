/** The price of a batch. */
import { type BatchQuote, MAX_BATCH_IMAGES } from '../../../shared/api/auto-annotate.ts'
import type { Size } from '../../../shared/domain/geometry.ts'
import type { Charges } from '../../accounts/credits/credits.ts'
import type { Database } from '../../db/database.ts'
import { type PassSettings, passesOf, tileCount } from './batch-passes.ts'

export interface CountedSize extends Size {
  count: number
}

/** A batch runs its model in one process. */
const PROCESSES = 1

export async function quoteBatch(
  charges: Charges,
  db: Database,
  organizationId: string,
  images: readonly CountedSize[],
  settings: PassSettings,
): Promise<BatchQuote> {
  let [total, passes, tiles] = [0, 0, 0]
  for (const image of images) {
    total += image.count
    passes += image.count * passesOf(image, settings)
    tiles += image.count * tileCount(image, settings)
  }
  const { cost, available } = await charges.quote(db, organizationId, 'annotation_batch', { passes })
  return {
    total_images: total,
    estimated_credits: cost,
    sahi_tiles: tiles,
    containers: total === 0 ? 0 : PROCESSES,
    remaining_credits: available,
    sufficient: cost <= available,
    max_images: MAX_BATCH_IMAGES,
    exceeds_max_images: total > MAX_BATCH_IMAGES,
  }
}
