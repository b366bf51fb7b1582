/** The one place where exports leave out what is no object of an image. */
import { isVisible } from '../../../../shared/domain/annotation.ts'
import type { Holdings } from './format-writer.ts'
import type { FrozenExport } from './frozen-export.ts'
import type { Losses } from './losses.ts'

/**
 * Leaves out the annotations of tracks in frames that their objects have left, for formats without a place for it: readers would
 * take each of them to be an object.
 */
export function visibleObjects(
  source: FrozenExport,
  { fields }: Pick<Holdings, 'fields'>,
  losses: Pick<Losses, 'leaveOut'>,
): FrozenExport {
  if (fields.includes('outside')) return source
  /** Positions of images: writers read them several times. */
  const noted = new Set<number>()
  return {
    ...source,
    async *images(split, from) {
      for await (const image of source.images(split, from)) {
        const annotations = image.annotations.filter(isVisible)
        if (annotations.length < image.annotations.length && !noted.has(image.position)) {
          noted.add(image.position)
          for (const one of image.annotations) if (!isVisible(one)) losses.leaveOut('outside', image, one)
        }
        yield { ...image, annotations }
      }
    },
  }
}
