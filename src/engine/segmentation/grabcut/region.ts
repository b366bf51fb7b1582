/** The part of a frame that a prompt is about, as an image of its own. */
import type { Box, Point, Size } from '../../../shared/domain/geometry.ts'
import type { Frame } from '../../media/frame.ts'
import type { ColorImage } from './grab-cut.ts'

/** The surroundings of the box that show the background, as a share of its longer side, and at least in pixels. */
const MARGIN = 0.3
const LEAST_MARGIN = 8

/** In whole pixels, even at the top left, where chroma covers two. */
export function around(box: Box, { width, height }: Size): Box {
  const margin = Math.max(LEAST_MARGIN, MARGIN * Math.max(box.x2 - box.x1, box.y2 - box.y1))
  return {
    x1: 2 * Math.floor(Math.max(0, box.x1 - margin) / 2),
    y1: 2 * Math.floor(Math.max(0, box.y1 - margin) / 2),
    x2: Math.min(width, Math.ceil(box.x2 + margin)),
    y2: Math.min(height, Math.ceil(box.y2 + margin)),
  }
}

export const within = (box: Box, { width, height }: Size): Box => ({
  x1: Math.max(0, box.x1),
  y1: Math.max(0, box.y1),
  x2: Math.min(width, box.x2),
  y2: Math.min(height, box.y2),
})

/** At most about so many pixels. */
export function imageOf(frame: Frame, region: Box, mostPixels: number): ColorImage {
  const [w, h] = [region.x2 - region.x1, region.y2 - region.y1]
  const scale = Math.min(1, Math.sqrt(mostPixels / (w * h)))
  const size = { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) }
  const area = size.width * size.height
  const planes = new Float32Array(3 * area)
  frame.letterbox(planes, { ...size, fit: 'stretch' }, region)
  const colors = new Float32Array(3 * area)
  for (let pixel = 0; pixel < area; pixel++) {
    for (let c = 0; c < 3; c++) colors[3 * pixel + c] = 255 * (planes[c * area + pixel] as number)
  }
  return { ...size, colors }
}

/** Maps a point of the frame to a pixel of a region's image. */
export const pixelIn =
  ({ width, height }: Size, region: Box) =>
  ({ x, y }: Point): number => {
    const column = Math.floor(((x - region.x1) * width) / (region.x2 - region.x1))
    const row = Math.floor(((y - region.y1) * height) / (region.y2 - region.y1))
    return Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))
  }

/** The labels of a larger image of the same region. */
export function enlarged(labels: Uint8Array, from: Size, to: Size): Uint8Array {
  const large = new Uint8Array(to.width * to.height)
  for (let y = 0; y < to.height; y++) {
    const row = Math.floor((y * from.height) / to.height) * from.width
    for (let x = 0; x < to.width; x++)
      large[y * to.width + x] = labels[row + Math.floor((x * from.width) / to.width)] as number
  }
  return large
}
