/** Makes a region unrecognisable: large square cells, each in its mean colour. */
import type { Box } from '../../shared/domain/geometry.ts'
import type { I420 } from '../media/frame.ts'
import { bounded } from './surface.ts'

/** Cells along the shorter side: few enough that neither a face nor a number plate can be read. */
const CELLS = 6
const MIN_CELL = 4

/** Changes the pixels of the box, grown to even columns and rows so that colour goes with brightness. */
export function pixelate(image: I420, box: Box): void {
  const x0 = Math.max(0, Math.floor(bounded(box.x1) / 2) * 2)
  const y0 = Math.max(0, Math.floor(bounded(box.y1) / 2) * 2)
  const x1 = Math.min(image.width, Math.ceil(bounded(box.x2) / 2) * 2)
  const y1 = Math.min(image.height, Math.ceil(bounded(box.y2) / 2) * 2)
  if (x0 >= x1 || y0 >= y1) return
  const cell = Math.max(MIN_CELL, 2 * Math.ceil(Math.min(x1 - x0, y1 - y0) / CELLS / 2))
  average(image.y, image.strideY, x0, y0, x1, y1, cell)
  const [cx0, cy0, cx1, cy1] = [x0 / 2, y0 / 2, (x1 + 1) >> 1, (y1 + 1) >> 1]
  average(image.u, image.strideUV, cx0, cy0, cx1, cy1, cell / 2)
  average(image.v, image.strideUV, cx0, cy0, cx1, cy1, cell / 2)
}

function average(
  plane: Uint8Array,
  stride: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  cell: number,
): void {
  for (let top = y0; top < y1; top += cell) {
    const bottom = Math.min(top + cell, y1)
    for (let left = x0; left < x1; left += cell) {
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
