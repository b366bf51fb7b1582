/** Random shapes inside an image. Coordinates are whole quarters of pixels, which formats with six decimals keep. */
import fc from 'fast-check'
import type { Size } from '../../../../src/shared/domain/geometry.ts'

export function randomShapes({ width, height }: Size) {
  const along = (most: number) => fc.integer({ min: 0, max: most * 4 }).map((quarter) => quarter / 4)
  const [x, y] = [along(width), along(height)]
  const point = fc.record({ x, y })
  const span = (all: fc.Arbitrary<number>) =>
    fc.uniqueArray(all, { minLength: 2, maxLength: 2 }).map((two) => two.sort((a, b) => a - b) as [number, number])
  const box = fc.tuple(span(x), span(y)).map(([[x1, x2], [y1, y2]]) => ({ x: x1, y: y1, w: x2 - x1, h: y2 - y1 }))
  const triangle = fc
    .tuple(point, point, point)
    .filter(([a, b, c]) => Math.abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) > 8)
  const most = Math.floor(0.41 * height)
  const holed = fc
    .record({ left: fc.nat(Math.floor(0.46 * width)), top: fc.nat(most), size: fc.integer({ min: 8, max: most }) })
    .map(({ left, top, size }) => ({ paths: [square(left, top, size), square(left + 2, top + 2, size - 4)] }))
  return { point, box, triangle, holed }
}

const square = (left: number, top: number, size: number) => [
  { x: left, y: top },
  { x: left + size, y: top },
  { x: left + size, y: top + size },
  { x: left, y: top + size },
]
