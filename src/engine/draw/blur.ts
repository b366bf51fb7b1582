/** Pixelates a region beyond recognition: large square cells, each filled with its mean colour. */
import type { Ring } from '../../shared/domain/detection.ts'
import type { Box } from '../../shared/domain/geometry.ts'
import type { I420 } from '../media/frame.ts'
import { edgesOf } from './shapes.ts'
import { bounded } from './surface.ts'

/** Cells along the shorter side: few enough to make faces and number plates unreadable. */
const CELLS = 6
const MIN_CELL = 4

/** A region to hide: the shape if there is one, else the box. */
export interface Hidden {
  box: Box
  rings?: readonly Ring[] | undefined
}

/**
 * Pixelates the box, expanded to even columns and rows so that chroma matches luma; with rings, only the cells that the
 * shape touches.
 */
export function pixelate(image: I420, { box, rings }: Hidden): void {
  const x0 = Math.max(0, Math.floor(bounded(box.x1) / 2) * 2)
  const y0 = Math.max(0, Math.floor(bounded(box.y1) / 2) * 2)
  const x1 = Math.min(image.width, Math.ceil(bounded(box.x2) / 2) * 2)
  const y1 = Math.min(image.height, Math.ceil(bounded(box.y2) / 2) * 2)
  if (x0 >= x1 || y0 >= y1) return
  const cell = Math.max(MIN_CELL, 2 * Math.ceil(Math.min(x1 - x0, y1 - y0) / CELLS / 2))
  const columns = Math.ceil((x1 - x0) / cell)
  const rows = Math.ceil((y1 - y0) / cell)
  const hides = rings && rings.length > 0 ? cellsOf(rings, x0, y0, cell, columns, rows) : null
  average(image.y, image.strideY, x0, y0, x1, y1, cell, columns, hides)
  const [cx0, cy0, cx1, cy1] = [x0 / 2, y0 / 2, (x1 + 1) >> 1, (y1 + 1) >> 1]
  average(image.u, image.strideUV, cx0, cy0, cx1, cy1, cell / 2, columns, hides)
  average(image.v, image.strideUV, cx0, cy0, cx1, cy1, cell / 2, columns, hides)
  const { rgb } = image
  if (!rgb) return
  for (const plane of [rgb.red, rgb.green, rgb.blue]) average(plane, rgb.stride, x0, y0, x1, y1, cell, columns, hides)
}

/** 1 for each cell, row by row, that the shape touches. A shape entirely outside the box hides all of it. */
function cellsOf(
  rings: readonly Ring[],
  x0: number,
  y0: number,
  cell: number,
  columns: number,
  rows: number,
): Uint8Array {
  const cells = new Uint8Array(columns * rows)
  const edges = edgesOf(rings)
  let any = false
  const mark = (y: number, from: number, to: number): void => {
    const row = Math.floor((y - y0) / cell)
    const first = Math.max(0, Math.floor((from - x0) / cell))
    const last = Math.min(columns - 1, Math.floor((to - x0) / cell))
    if (row < 0 || row >= rows || first > last) return
    cells.fill(1, row * columns + first, row * columns + last + 1)
    any = true
  }
  const crossings: number[] = []
  for (let y = y0; y < y0 + rows * cell; y++) {
    crossings.length = 0
    for (const { top, bottom, x, slope } of edges) {
      if (top > y + 1 || bottom < y) continue
      // The section of the outline in this row of pixels, however flat it is.
      const xa = x + (Math.max(top, y) - top) * slope
      const xb = x + (Math.min(bottom, y + 1) - top) * slope
      mark(y, Math.min(xa, xb), Math.max(xa, xb))
      if (top <= y + 0.5 && bottom > y + 0.5) crossings.push(x + (y + 0.5 - top) * slope)
    }
    crossings.sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2) mark(y, crossings[i] as number, crossings[i + 1] as number)
  }
  return any ? cells : cells.fill(1)
}

function average(
  plane: Uint8Array,
  stride: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  cell: number,
  columns: number,
  hides: Uint8Array | null,
): void {
  for (let top = y0, row = 0; top < y1; top += cell, row++) {
    const bottom = Math.min(top + cell, y1)
    for (let left = x0, column = 0; left < x1; left += cell, column++) {
      if (hides && hides[row * columns + column] === 0) continue
      const right = Math.min(left + cell, x1)
      let sum = 0
      for (let y = top; y < bottom; y++) {
        for (let i = y * stride + left; i < y * stride + right; i++) sum += plane[i] as number
      }
      const mean = Math.round(sum / ((bottom - top) * (right - left)))
      for (let y = top; y < bottom; y++) plane.fill(mean, y * stride + left, y * stride + right)
    }
  }
}
