import { formatCount, plural } from '../../plural.ts'

export const splits = {
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
