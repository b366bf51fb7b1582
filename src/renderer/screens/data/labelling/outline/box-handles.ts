/** The eight handles of a box, and the box after one of them was dragged. */
import type { BoundingBox } from '../../../../../shared/domain/annotation.ts'
import { type ImageSize, inImage, type Point } from './outline.ts'

/** The sides that a handle moves: -1 left or top, 1 right or bottom, 0 neither. */
export interface BoxHandle {
  x: -1 | 0 | 1
  y: -1 | 0 | 1
}

export const BOX_HANDLES: readonly BoxHandle[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
]

export const handlePoint = ({ x, y, w, h }: BoundingBox, handle: BoxHandle): Point => ({
  x: x + (w * (handle.x + 1)) / 2,
  y: y + (h * (handle.y + 1)) / 2,
})

/** Width and height that a box keeps at least, in pixels of the image. */
export const MIN_SIDE = 1

/** Returns the box with the dragged sides at `to`. A side that is dragged past the opposite one becomes that one. */
export function resizedBox(box: BoundingBox, handle: BoxHandle, to: Point, size: ImageSize): BoundingBox {
  const { x, y } = inImage(to, size)
  const [left, right] = side(box.x, box.x + box.w, handle.x, x, size.width)
  const [top, bottom] = side(box.y, box.y + box.h, handle.y, y, size.height)
  return { x: left, y: top, w: right - left, h: bottom - top }
}

function side(from: number, to: number, moved: -1 | 0 | 1, at: number, most: number): [number, number] {
  if (moved === 0) return [from, to]
  const [a, b] = moved < 0 ? [at, to] : [from, at]
  const [low, high] = [Math.min(a, b), Math.max(a, b)]
  if (high - low >= MIN_SIDE) return [low, high]
  return low + MIN_SIDE <= most ? [low, low + MIN_SIDE] : [high - MIN_SIDE, high]
}

/** Returns the CSS cursor of a handle. */
export function handleCursor({ x, y }: BoxHandle): string {
  if (x === 0) return 'ns-resize'
  if (y === 0) return 'ew-resize'
  return x === y ? 'nwse-resize' : 'nesw-resize'
}
