/** Which media types Sightline hands to a page, once the bytes of a file have shown its own. */

/** Stills that can be sources. Other pictures, a GIF among them, are probed as videos. */
const IMAGES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/bmp',
  'image/tiff',
  'image/avif',
]
/** Names that browsers do not know for what they play. */
const PLAYED_AS: Readonly<Record<string, string>> = { 'video/x-m4v': 'video/mp4' }

/** Bytes that no page runs or shows. */
export const UNKNOWN_TYPE = 'application/octet-stream'

/** `found`: the type that the first bytes show. `UNKNOWN_TYPE` for all that is no video and no picture. */
export function servedType(found: string | undefined): string {
  if (found === undefined) return UNKNOWN_TYPE
  const isMedia = found.startsWith('video/') || found === 'image/gif' || IMAGES.includes(found)
  return isMedia ? (PLAYED_AS[found] ?? found) : UNKNOWN_TYPE
}

export const sourceKindOf = (mediaType: string): 'video' | 'image' => (IMAGES.includes(mediaType) ? 'image' : 'video')
