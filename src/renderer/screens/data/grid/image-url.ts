/** The addresses of images at the host. */

/** Longest sides of thumbnails, in pixels. */
const SIZES = [256, 1024] as const
/** A picture may be enlarged by this factor before the larger size is requested. */
const ENLARGED = 1.5

export const imageUrl = (filesBase: string, id: string): string => `${filesBase}/images/${encodeURIComponent(id)}`

/**
 * A smaller picture of an image.
 * @param pixels longest side on the screen, in physical pixels
 */
export function thumbnailUrl(filesBase: string, id: string, pixels: number): string {
  const size = SIZES.find((one) => one * ENLARGED >= pixels) ?? SIZES[1]
  return `${imageUrl(filesBase, id)}?size=${size}`
}
