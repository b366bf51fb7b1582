/** Media types by file ending, for what people use as sources. Everything else is plain bytes, which no page runs. */
import { extname } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
  '.avi': 'video/x-msvideo',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.gif': 'image/gif',
}

export function mediaTypeOf(filename: string): string {
  const ending = extname(filename).toLowerCase()
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] as string) : 'application/octet-stream'
}
