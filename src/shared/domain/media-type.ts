/** The media types that Sightline serves to a page, once the bytes of a file have shown its own. */
import { STORED_IMAGE_TYPES } from './still-formats.ts'

/** Images that are videos when they are a source by themselves. */
const MOVING: readonly string[] = ['image/gif', 'image/apng']
const IMAGES: readonly string[] = [...STORED_IMAGE_TYPES, ...MOVING]
/** Types that browsers play only under another name. */
const PLAYED_AS: Readonly<Record<string, string>> = { 'video/x-m4v': 'video/mp4' }

/** Bytes that no page runs or displays. */
export const UNKNOWN_TYPE = 'application/octet-stream'

/** `found`: the type shown by the first bytes. `UNKNOWN_TYPE` for everything that is neither a video nor an image. */
export function servedType(found: string | undefined): string {
  if (found === undefined) return UNKNOWN_TYPE
  const isMedia = found.startsWith('video/') || IMAGES.includes(found)
  return isMedia ? (PLAYED_AS[found] ?? found) : UNKNOWN_TYPE
}

export const sourceKindOf = (mediaType: string): 'video' | 'image' =>
  IMAGES.includes(mediaType) && !MOVING.includes(mediaType) ? 'image' : 'video'
