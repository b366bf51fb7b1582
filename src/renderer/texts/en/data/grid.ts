import { formatCount, plural } from '../../plural.ts'

export const grid = {
  label: 'Images',
  failed: 'The images could not be loaded',
  stale: (reason: string) => `The images could not be updated: ${reason}`,
  count: (n: number) => plural(n, 'image'),
  firstOnly: (n: number) => `Only the first ${formatCount(n)} images are shown. Filter them to see others.`,
  cell: (name: string, status: string, split: string | null, annotations: number) =>
    [name, status, split, plural(annotations, 'annotation')].filter((part) => part !== null).join(', '),
  cellLoading: 'Loading image',
  similarity: 'Similarity to the first image',
  percent: (share: number) => `${Math.round(100 * share)}%`,
  unread: (n: number) => `${plural(n, 'image is', 'images are')} not in this search yet: the model is reading them.`,
  boxes: 'Boxes',
  size: 'Size of the images',
  noMatch: 'No image matches',
  noMatchHint: 'No image of this data set passes all filters.',
  none: 'No images yet',
  noneHint:
    'Add files or a folder, an archive with annotations, frames of a video or of a run, or a bucket. You can also drop files here.',
  noneArchived: 'No archived images',
  noneArchivedHint:
    'An archived image is left out of the grid, of exports and of evaluations. It can be restored from here.',
}
