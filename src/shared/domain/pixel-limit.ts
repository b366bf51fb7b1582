/**
 * The largest picture that is decoded, still or frame of a video: 200 million pixels, as cameras and telephones make them
 * (medium format 150, the largest telephones 199.8). A still takes up to 10 bytes a pixel, so 2 GB; a video of such frames
 * 13, since several of them are in memory.
 */
export const MAX_PIXELS = 200_000_000

/** False for a size that may be allocated. */
export const isTooLarge = ({ width, height }: { width: number; height: number }): boolean => width * height > MAX_PIXELS
