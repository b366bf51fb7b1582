/** Notes what an export changes and leaves out of images in every format: names, splits, and annotations that wait for a review. */
import type { Holdings } from './format-writer.ts'
import { type FrozenExport, type FrozenImage, isDivided } from './frozen-export.ts'
import type { Losses } from './losses.ts'

export function notedImages(
  source: FrozenExport,
  { losses: ofFormat, splits }: Pick<Holdings, 'losses' | 'splits'>,
  losses: Losses,
): FrozenExport {
  const losesSplits = !splits && isDivided(source)
  // Formats that name their images themselves report that.
  const namesImages = !ofFormat.includes('names') && !ofFormat.includes('suffixes')

  function note(image: FrozenImage): void {
    losses.begin(image)
    if (namesImages && image.archivePath !== image.origin) losses.note('renamed')
    if (losesSplits) losses.note('splits')
    for (const id of image.pending) losses.leaveOut('pending', image, { id })
  }
  /** Positions of images: writers read them several times. */
  const noted = new Set<number>()
  return {
    ...source,
    async *images(split, from) {
      for await (const image of source.images(split, from)) {
        if (!noted.has(image.position)) note(image)
        noted.add(image.position)
        yield image
      }
    },
  }
}
