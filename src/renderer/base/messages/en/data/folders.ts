import { plural } from '../../plural.ts'

export const folders = {
  label: 'Directories',
  all: 'All images',
  row: (name: string, images: number) => `${name}, ${plural(images, 'image')}`,
  create: 'New directory',
  createTitle: 'New directory',
  createAction: 'Create directory',
}
