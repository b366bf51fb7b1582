/** Outlines of masks that a head emits as grids over the image, clipped to each candidate's box. */
import type { Box, Size } from '../../../shared/domain/geometry.ts'
import type { Candidates } from '../candidates.ts'
import { clipRing } from '../clip-ring.ts'
import { type Outlines, outlinesOf, type Rings, trace } from '../outlines.ts'
import type { OutputTensor } from './family.ts'

/** A window of cells; `x` and `y` are the position of its first cell in the full grid. */
interface Window extends Size {
  x: number
  y: number
}

/**
 * YOLACT style: each mask is a weighted sum of prototypes [1, masks, height, width] that span the input, inside where
 * the sum is above 0 (a sigmoid above a half). Computed in the box alone, since the rest is clipped.
 */
export function maskOutlines(
  found: Candidates,
  prototypes: OutputTensor,
  weight: (row: number, mask: number) => number,
  input: Size,
): Outlines {
  const [, masks = 0, height = 0, width = 0] = prototypes.shape
  return perCandidate(found, { width, height }, input, 0, (row, window) => {
    const sum = new Float32Array(window.width * window.height)
    for (let mask = 0; mask < masks; mask++) {
      const share = weight(row, mask)
      for (let y = 0; y < window.height; y++) {
        let from = (mask * height + window.y + y) * width + window.x
        const end = (y + 1) * window.width
        for (let to = y * window.width; to < end; to++) {
          sum[to] = (sum[to] as number) + share * (prototypes.data[from++] as number)
        }
      }
    }
    return sum
  })
}

/** Masks [1, rows, height, width] or [rows, 1, height, width], each spanning the input, inside above `threshold`. */
export function gridOutlines(found: Candidates, masks: OutputTensor, threshold: number, input: Size): Outlines {
  const [height = 0, width = 0] = masks.shape.slice(-2)
  return perCandidate(found, { width, height }, input, threshold, (row, window) => {
    const part = new Float32Array(window.width * window.height)
    for (let y = 0; y < window.height; y++) {
      const from = (row * height + window.y + y) * width + window.x
      part.set(masks.data.subarray(from, from + window.width), y * window.width)
    }
    return part
  })
}

/** Masks [1, rows, height, width] or [rows, 1, height, width], each spanning its box, inside above `threshold`. */
export function boxedOutlines(found: Candidates, masks: OutputTensor, threshold: number): Outlines {
  const [height = 0, width = 0] = masks.shape.slice(-2)
  const shapes: Rings[] = []
  for (let i = 0; i < found.count; i++) {
    const [x1, y1, x2, y2] = found.boxes.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number]
    const from = (found.rows?.[i] as number) * height * width
    const rings = trace(masks.data.subarray(from, from + height * width), width, height, threshold)
    const [cellX, cellY] = [(x2 - x1) / width, (y2 - y1) / height]
    shapes.push(rings.map((ring) => ring.map((v, at) => (at % 2 ? y1 + v * cellY : x1 + v * cellX))))
  }
  return outlinesOf(shapes)
}

function perCandidate(
  found: Candidates,
  grid: Size,
  input: Size,
  threshold: number,
  valuesIn: (row: number, window: Window) => Float32Array,
): Outlines {
  const [cellX, cellY] = [input.width / grid.width, input.height / grid.height]
  const shapes: Rings[] = []
  for (let i = 0; i < found.count; i++) {
    const [x1, y1, x2, y2] = found.boxes.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number]
    const window = windowOf({ x1: x1 / cellX, y1: y1 / cellY, x2: x2 / cellX, y2: y2 / cellY }, grid)
    if (!window) {
      shapes.push([])
      continue
    }
    const rings = trace(valuesIn(found.rows?.[i] as number, window), window.width, window.height, threshold)
    const inInput = rings.map((ring) => ring.map((v, at) => (at % 2 ? (v + window.y) * cellY : (v + window.x) * cellX)))
    shapes.push(inInput.map((ring) => clipRing(ring, { x1, y1, x2, y2 })).filter((ring) => ring.length > 0))
  }
  return outlinesOf(shapes)
}

/**
 * The cells that a box touches plus one around them, so that edges are interpolated as in the full grid; null outside.
 */
function windowOf(box: Box, { width, height }: Size): Window | null {
  const x = Math.max(0, Math.floor(box.x1) - 1)
  const y = Math.max(0, Math.floor(box.y1) - 1)
  const x2 = Math.min(width, Math.ceil(box.x2) + 1)
  const y2 = Math.min(height, Math.ceil(box.y2) + 1)
  return x2 > x && y2 > y ? { x, y, width: x2 - x, height: y2 - y } : null
}
