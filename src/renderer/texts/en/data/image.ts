import { formatCount } from '../../plural.ts'

export const image = {
  one: 'Image',
  failed: 'The image could not be loaded',
  isGone: 'There is no such image in this data set any more.',
  of: (number: number, total: number) => `${formatCount(number)} of ${formatCount(total)}`,
  previous: 'Previous image (A)',
  next: 'Next image (D)',
  statusHint: 'Alt+1 to Alt+4 set it.',
  notSet: 'The status could not be set',
  file: 'File name',
  directory: 'Directory',
  size: 'Size',
  pixels: (width: number, height: number) => `${width} × ${height}`,
  bytes: 'File size',
  added: 'Added',
  list: 'List',
}
