/** Data sets that are made of the images of another one. */
export const derivedDatasets = {
  'derive.one_kind': 'Give either augment or tile.',
  'derive.tile_size': 'Give either the size of tiles, or rows and columns.',
  'derive.range': 'The largest value is below the smallest one.',
  'derive.many_tiles': ['One image would have {n, number} tiles; {most, number} are allowed.', 'n', 'most'],
  'derive.some_failed': [
    '{n, plural, one {# image was} other {# images were}} left out, first “{name}”: {reason} The pictures of the others are in the new data set.',
    'n',
    'name',
    'reason',
  ],
  'derive.disk_full': 'The disk is full. Make room, then retry the job: it continues where it stopped.',
  'derive.fault': 'The job stopped because of a fault inside Sightline. Retry it: it continues where it stopped.',
} as const
