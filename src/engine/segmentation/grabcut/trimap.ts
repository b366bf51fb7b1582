/** The knowledge of pixels that a prompt gives before any is labelled. */
import type { Box, Point, Size } from '../../../shared/domain/geometry.ts'
import { GIVEN_BACKGROUND, GIVEN_OBJECT, OPEN } from './grab-cut.ts'
import { pixelIn } from './region.ts'
import { OBJECT } from './trimap-cut.ts'

/** Radius around a point that the point decides, as a share of the shorter side of its box. */
const POINT_REACH = 0.04
/** Without given background: this share of each side of the box is background. */
const RIM = 0.03
/** Exponent of the ellipse on whose edge the odds are even; 2 is a plain one, more approaches the box. */
const ROUNDNESS = 4

export interface ColorPrompt {
  box: Box
  negativeBoxes: readonly Box[]
  positive: readonly Point[]
  negative: readonly Point[]
}

export function trimapOf(size: Size, region: Box, { box, negativeBoxes, positive, negative }: ColorPrompt): Uint8Array {
  const { width, height } = size
  const trimap = new Uint8Array(width * height).fill(GIVEN_BACKGROUND)
  const toX = width / (region.x2 - region.x1)
  const toY = height / (region.y2 - region.y1)
  /** Pixels whose centres lie in the box, if `isMeant` applies to these. */
  const fill = (area: Box, value: number, isMeant = (_x: number, _y: number) => true) => {
    const [left, right] = [Math.max(0, (area.x1 - region.x1) * toX - 0.5), Math.min(width, (area.x2 - region.x1) * toX)]
    const [top, bottom] = [
      Math.max(0, (area.y1 - region.y1) * toY - 0.5),
      Math.min(height, (area.y2 - region.y1) * toY),
    ]
    for (let row = Math.ceil(top); row + 0.5 < bottom; row++) {
      for (let column = Math.ceil(left); column + 0.5 < right; column++) {
        if (isMeant(region.x1 + (column + 0.5) / toX, region.y1 + (row + 0.5) / toY))
          trimap[row * width + column] = value
      }
    }
  }
  const reach = POINT_REACH * Math.min(box.x2 - box.x1, box.y2 - box.y1)
  const disc = ({ x, y }: Point, value: number) => {
    trimap[pixelIn(size, region)({ x, y })] = value
    const around = { x1: x - reach, y1: y - reach, x2: x + reach, y2: y + reach }
    fill(around, value, (px, py) => (px - x) ** 2 + (py - y) ** 2 <= reach * reach)
  }
  fill(box, OPEN)
  for (const other of negativeBoxes) fill(other, GIVEN_BACKGROUND)
  if (!trimap.includes(GIVEN_BACKGROUND)) {
    const [rimX, rimY] = [RIM * (box.x2 - box.x1), RIM * (box.y2 - box.y1)]
    trimap.fill(GIVEN_BACKGROUND)
    fill({ x1: box.x1 + rimX, y1: box.y1 + rimY, x2: box.x2 - rimX, y2: box.y2 - rimY }, OPEN)
  }
  // The last word for a pixel near points of both kinds has the one that excludes.
  for (const point of positive) disc(point, GIVEN_OBJECT)
  for (const point of negative) disc(point, GIVEN_BACKGROUND)
  return trimap
}

/**
 * Objects fill the middle of a box that was drawn around them rather than its corners: the logarithm of the odds falls
 * from `strength` in the middle to its negative in the corners.
 */
export function priorOf(size: Size, region: Box, box: Box, strength: number): Float32Array {
  const { width, height } = size
  const prior = new Float32Array(width * height)
  const at = (i: number, length: number, from: number, to: number, low: number, high: number) => {
    const v = from + ((i + 0.5) * (to - from)) / length
    return Math.abs((2 * (v - low)) / (high - low) - 1) ** ROUNDNESS
  }
  for (let y = 0; y < height; y++) {
    const v = at(y, height, region.y1, region.y2, box.y1, box.y2)
    for (let x = 0; x < width; x++) {
      const u = at(x, width, region.x1, region.x2, box.x1, box.x2)
      prior[y * width + x] = strength * Math.max(-1, 1 - u - v)
    }
  }
  return prior
}

/** Marks the pixels within `reach` of the object's edge, except those that the prompt gives. */
export function edgeOf(labels: Uint8Array, { width, height }: Size, reach: number, trimap: Uint8Array): Uint8Array {
  const isOpen = new Uint8Array(labels.length)
  const mark = (x: number, y: number) => {
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
      isOpen.fill(1, row * width + Math.max(0, x - reach), row * width + Math.min(width - 1, x + reach) + 1)
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x
      const right = x < width - 1 && labels[pixel] !== labels[pixel + 1]
      const below = y < height - 1 && labels[pixel] !== labels[pixel + width]
      if (right || below) mark(x, y)
    }
  }
  for (const [pixel, given] of trimap.entries()) {
    if (given === OPEN) continue
    isOpen[pixel] = 0
    labels[pixel] = given === GIVEN_OBJECT ? OBJECT : 0
  }
  return isOpen
}
