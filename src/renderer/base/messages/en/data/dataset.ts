import { formatCount, plural } from '../../plural.ts'

export const dataset = {
  failed: 'The data set could not be loaded',
  stale: (reason: string) => `The data set could not be updated: ${reason}`,
  pages: { label: 'Pages of the data set', images: 'Images', insights: 'Insights', tasks: 'Tasks' },
  addImages: 'Add images',
  adding: (done: number, all: number) => `Adding ${formatCount(done)} of ${formatCount(all)}…`,
  added: (n: number) => `${plural(n, 'image')} added.`,
  notAdded: (n: number) => (n === 1 ? 'An image was not added' : `${formatCount(n)} images were not added`),
}
