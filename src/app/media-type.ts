/** Files that a source can be: their endings for dialogs, and their media types by their first bytes. */
import { fileTypeFromFile } from 'file-type'
import { servedType, UNKNOWN_TYPE } from '../shared/domain/media-type.ts'

/** Extensions without the dot, for file dialogs. */
export const SOURCE_EXTENSIONS = {
  video: 'mp4 m4v mov webm mkv avi mpg mpeg ts mts m2ts 3gp ogv wmv flv'.split(' '),
  image: 'jpg jpeg png webp bmp tif tiff avif'.split(' '),
}

/** `UNKNOWN_TYPE` for a file that is gone, and for what is no video and no picture, whatever its name says. */
export async function mediaTypeOf(path: string): Promise<string> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  return found === undefined ? UNKNOWN_TYPE : servedType(found.mime)
}
