/** Affine maps of the plane, in pixels: corners of pixels are whole numbers, so that a centre is at a half. */
import type { Point } from './geometry.ts'

/** Maps (x, y) to (a·x + c·y + e, b·x + d·y + f). */
export interface Affine {
  a: number
  b: number
  c: number
  d: number
  e: number
  f: number
}

export const IDENTITY: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

export const translation = (e: number, f: number): Affine => ({ ...IDENTITY, e, f })

export const scaling = (a: number, d: number): Affine => ({ ...IDENTITY, a, d })

/** Clockwise on a screen, whose y grows downwards. */
export function rotation(degrees: number): Affine {
  const turns = ((degrees % 360) + 360) % 360
  // Quarter turns are exact.
  const [cos, sin] =
    turns % 90 === 0
      ? ([
          [1, 0],
          [0, 1],
          [-1, 0],
          [0, -1],
        ][turns / 90] as [number, number])
      : [Math.cos((turns * Math.PI) / 180), Math.sin((turns * Math.PI) / 180)]
  return { ...IDENTITY, a: cos, b: sin, c: -sin, d: cos }
}

/** The map that applies the first one, then the next ones. */
export const inTurn = (...maps: readonly Affine[]): Affine => maps.reduce(followedBy, IDENTITY)

const followedBy = (m: Affine, n: Affine): Affine => ({
  a: n.a * m.a + n.c * m.b,
  b: n.b * m.a + n.d * m.b,
  c: n.a * m.c + n.c * m.d,
  d: n.b * m.c + n.d * m.d,
  e: n.a * m.e + n.c * m.f + n.e,
  f: n.b * m.e + n.d * m.f + n.f,
})

export const mapped = ({ a, b, c, d, e, f }: Affine, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
})

/** The inverse of a map whose determinant is not 0. */
export function inverse({ a, b, c, d, e, f }: Affine): Affine {
  const det = a * d - b * c
  const [ia, ib, ic, id] = [d / det, -b / det, -c / det, a / det]
  return { a: ia, b: ib, c: ic, d: id, e: -(ia * e + ic * f), f: -(ib * e + id * f) }
}
