/** Data sets and their images. */
import { formatCount, plural } from '../plural.ts'
import { bring } from './data/bring.ts'
import { bulk } from './data/bulk.ts'
import { derive } from './data/derive.ts'
import { duplicates } from './data/duplicates.ts'
import { exports } from './data/exports.ts'
import { filters } from './data/filters.ts'
import { frames } from './data/frames.ts'
import { grid } from './data/grid.ts'
import { image } from './data/image.ts'
import { insights } from './data/insights.ts'
import { label } from './data/label.ts'
import { list } from './data/list.ts'
import { preLabel } from './data/pre-label.ts'
import { tasks } from './data/tasks.ts'

/** Words that several screens of data sets share. */
const words = {
  status: 'Status',
  split: 'Split',
  class: 'Class',
  statuses: { new: 'New', annotate: 'To annotate', review: 'To review', complete: 'Complete' },
  splits: { train: 'Train', valid: 'Valid', test: 'Test', none: 'No split' },
  splitLetters: { train: 'T', valid: 'V', test: 'E' },
}

const dataset = {
  failed: 'The data set could not be loaded',
  stale: (reason: string) => `The data set could not be updated: ${reason}`,
  pages: {
    label: 'Pages of the data set',
    images: 'Images',
    insights: 'Insights',
    duplicates: 'Near-duplicates',
    tasks: 'Tasks',
  },
}

const splits = {
  open: 'Distribute into splits…',
  title: 'Distribute the images into splits',
  together: 'Keep together',
  togetherHint: 'Images of a group are never in two splits, so that a test is not of what was trained.',
  groupings: {
    image: 'Frames of a video, and equal files',
    directory_hour: 'Also images of a directory, added in one hour',
    near_duplicates: 'Also near-duplicates of the last scan',
  },
  badSum: (percent: number) => `The shares add up to ${formatCount(percent)} %, not to 100 %.`,
  start: 'Distribute',
  done: (train: number, valid: number, test: number) =>
    `${plural(train, 'image')} in train, ${formatCount(valid)} in valid, ${formatCount(test)} in test.`,
}

const folders = {
  label: 'Directories',
  all: 'All images',
  row: (name: string, images: number) => `${name}, ${plural(images, 'image')}`,
  create: 'New directory',
  createTitle: 'New directory',
  createAction: 'Create directory',
  rename: 'Rename directory',
  renameTitle: (path: string) => `Rename ${path}`,
  renamed: (from: string, to: string) => `${from} is now ${to}.`,
  notRenamed: 'The directory could not be renamed',
  remove: 'Delete directory',
  removeTitle: (path: string) => `Delete the directory ${path}?`,
  removeHint: (parent: string) =>
    `No image is lost: the images in it, and in directories below it, move to ${parent}. An image whose name is taken there gets a number.`,
}

export const data = {
  bring,
  bulk,
  dataset,
  derive,
  duplicates,
  exports,
  filters,
  folders,
  frames,
  grid,
  image,
  insights,
  label,
  list,
  preLabel,
  splits,
  tasks,
  words,
}
