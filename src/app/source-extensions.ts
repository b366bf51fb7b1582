import { IMAGE_EXTENSIONS } from '../shared/domain/still-formats.ts'

/** Extensions of source files without the dot, for file dialogs. */
export const SOURCE_EXTENSIONS = {
  video: 'mp4 m4v mov webm mkv avi mpg mpeg ts mts m2ts 3gp ogv wmv flv'.split(' '),
  image: [...IMAGE_EXTENSIONS],
}
