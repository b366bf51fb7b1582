/** The media types that Sightline serves to a page, once the bytes of a file have shown its own. */

/** Stills that can be sources. Other image types, GIF among them, are probed as videos. */
const IMAGES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/bmp',
  'image/tiff',
  'image/avif',
]
/** Types that browsers play only under another name. */
const PLAYED_AS: Readonly<Record<string, string>> = { 'video/x-m4v': 'video/mp4' }

/** Bytes that no page runs or displays. */
export const UNKNOWN_TYPE = 'application/octet-stream'

/** `found`: the type shown by the first bytes. `UNKNOWN_TYPE` for everything that is neither a video nor an image. */
export function servedType(found: string | undefined): string {
  if (found === undefined) return UNKNOWN_TYPE
  const isMedia = found.startsWith('video/') || found === 'image/gif' || IMAGES.includes(found)
  return isMedia ? (PLAYED_AS[found] ?? found) : UNKNOWN_TYPE
}

export const sourceKindOf = (mediaType: string): 'video' | 'image' => (IMAGES.includes(mediaType) ? 'image' : 'video')
