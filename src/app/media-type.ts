/** Media types by file name, for the files that a source can be. */
import { extname } from 'node:path'

const VIDEO: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
  '.avi': 'video/x-msvideo',
  '.mpg': 'video/mpeg',
  '.mpeg': 'video/mpeg',
  '.ts': 'video/mp2t',
  '.mts': 'video/mp2t',
  '.m2ts': 'video/mp2t',
  '.3gp': 'video/3gpp',
  '.ogv': 'video/ogg',
  '.wmv': 'video/x-ms-wmv',
  '.flv': 'video/x-flv',
}
const IMAGE: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.avif': 'image/avif',
}

/** Extensions without the dot, for file dialogs. */
export const SOURCE_EXTENSIONS = {
  video: Object.keys(VIDEO).map((e) => e.slice(1)),
  image: Object.keys(IMAGE).map((e) => e.slice(1)),
}

/** The media type of a source by its name, or null when the name is of no video or image. */
export function mediaTypeOf(name: string): string | null {
  const extension = extname(name).toLowerCase()
  return VIDEO[extension] ?? IMAGE[extension] ?? null
}

/** What a file is, by its name; what is unknown is taken for a video, and the probe decides. */
export const sourceKindOf = (name: string): 'video' | 'image' =>
  Object.hasOwn(IMAGE, extname(name).toLowerCase()) ? 'image' : 'video'
