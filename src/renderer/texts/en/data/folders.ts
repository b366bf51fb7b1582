import { plural } from '../../plural.ts'

export const folders = {
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
