/** Source files: their extensions for dialogs, and their media types by their first bytes. */
import { fileTypeFromFile } from 'file-type'
import { servedType, UNKNOWN_TYPE } from '../shared/domain/media-type.ts'

/** Extensions without the dot, for file dialogs. */
export const SOURCE_EXTENSIONS = {
  video: 'mp4 m4v mov webm mkv avi mpg mpeg ts mts m2ts 3gp ogv wmv flv'.split(' '),
  image: 'jpg jpeg png webp bmp tif tiff avif'.split(' '),
}

/** `UNKNOWN_TYPE` for a missing file, and for one that is neither a video nor an image, whatever its name. */
export async function mediaTypeOf(path: string): Promise<string> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  return found === undefined ? UNKNOWN_TYPE : servedType(found.mime)
}
