/** How much two frames differ, by small copies of them. */
import type { Frame } from '../frame.ts'

/** Size of the copies; a cell is four by four of their pixels. */
const WIDTH = 64
const HEIGHT = 36
const CELL = 4
const CELLS = (WIDTH / CELL) * (HEIGHT / CELL)
/** Share of the cells that count, those that changed most: a small object that moves is no small change. */
const COUNTED = Math.round(CELLS / 10)

/** Planar RGB of 0 to 1, shape [3, 36, 64], stretched. */
export type SmallCopy = Float32Array

export function smallCopy(frame: Frame): SmallCopy {
  const copy = new Float32Array(3 * WIDTH * HEIGHT)
  frame.letterbox(copy, { width: WIDTH, height: HEIGHT, fit: 'stretch' })
  return copy
}

/** Mean absolute difference of all values, 0 to 1. */
export function meanChange(a: SmallCopy, b: SmallCopy): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] as number) - (b[i] as number))
  return sum / a.length
}

/** Mean absolute difference of the tenth of the image that changed most, 0 to 1. */
export function strongestChange(a: SmallCopy, b: SmallCopy): number {
  const cells = new Float64Array(CELLS)
  for (let i = 0; i < a.length; i++) {
    const pixel = i % (WIDTH * HEIGHT)
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)]
    const cell = Math.floor(y / CELL) * (WIDTH / CELL) + Math.floor(x / CELL)
    cells[cell] = (cells[cell] as number) + Math.abs((a[i] as number) - (b[i] as number))
  }
  let sum = 0
  for (const change of cells.sort().subarray(CELLS - COUNTED)) sum += change
  return sum / (COUNTED * 3 * CELL * CELL)
}
