/** The image of a group of near-duplicates that is worth keeping. */
import type { ImageSummary } from '../../../../shared/api/image-lists.ts'

type Compared = Pick<ImageSummary, 'id' | 'annotation_count' | 'width' | 'height'>

/** The one with the most annotations; of equal ones the largest, then the oldest. @param images the oldest first, at least one */
export function keptImage<I extends Compared>(images: readonly [I, ...I[]]): I {
  return images.reduce((best, image) => {
    const more = image.annotation_count - best.annotation_count
    return more > 0 || (more === 0 && image.width * image.height > best.width * best.height) ? image : best
  })
}
