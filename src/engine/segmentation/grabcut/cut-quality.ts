/** Properties of a labelling by which those of several boxes are compared. */
import type { Size } from '../../../shared/domain/geometry.ts'
import { type ColorImage, GIVEN_BACKGROUND } from './grab-cut.ts'
import { OBJECT } from './trimap-cut.ts'

/** Share of the border of the open part that the object touches: one that is cut off touches much of it. */
export function touchingOf(labels: Uint8Array, trimap: Uint8Array, { width, height }: Size): number {
  let touched = 0
  let border = 0
  const given = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height || trimap[y * width + x] === GIVEN_BACKGROUND
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (given(x, y) || !(given(x - 1, y) || given(x + 1, y) || given(x, y - 1) || given(x, y + 1))) continue
      border++
      if (labels[y * width + x] === OBJECT) touched++
    }
  }
  return border === 0 ? 0 : touched / border
}

/** Mean difference of colour across the object's edge, relative to that of all neighbours. */
export function contrastAlong(labels: Uint8Array, { colors, width, height }: ColorImage): number {
  const sums = { edge: 0, edges: 0, all: 0, pairs: 0 }
  const compare = (a: number, b: number) => {
    let square = 0
    for (let c = 0; c < 3; c++) square += ((colors[3 * a + c] as number) - (colors[3 * b + c] as number)) ** 2
    const difference = Math.sqrt(square)
    sums.all += difference
    sums.pairs++
    if (labels[a] === labels[b]) return
    sums.edge += difference
    sums.edges++
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x
      if (x < width - 1) compare(pixel, pixel + 1)
      if (y < height - 1) compare(pixel, pixel + width)
    }
  }
  const { edge, edges, all, pairs } = sums
  return edges === 0 || all === 0 ? 0 : edge / edges / (all / pairs)
}
