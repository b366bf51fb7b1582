/** A small square version of an image in CIE L*a*b* (D65), from which descriptor, hash and tags are computed. */
import type { Size } from '../../shared/domain/geometry.ts'

/** Sides in pixels: an image is stretched to the square that holds all of its pixels, or to the largest. */
const SIDES = [32, 64, 128] as const
export const LAB_SIDE = 128

export function labSideOf({ width, height }: Size): number {
  const longest = Math.max(width, height)
  return SIDES.find((side) => longest <= side) ?? LAB_SIDE
}

/** Planes by rows: lightness of 0 to 100, and two opponent colours of about -100 to 100. */
export interface LabImage {
  /** Pixels on each side. */
  side: number
  l: Float64Array
  a: Float64Array
  b: Float64Array
}

/** Linear light by sRGB value (IEC 61966-2-1). */
export const LINEAR = Float64Array.from({ length: 256 }, (_, i) => {
  const v = i / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

const EPSILON = 216 / 24389
const KAPPA = 24389 / 27
const STEPS = 4096
/** CIE's function of 0 to 1 in equal steps, and one more step for rounding: between them it is a line, to within 0.01 of lightness. */
const F = Float64Array.from({ length: STEPS + 2 }, (_, i) => {
  const t = i / STEPS
  return t > EPSILON ? Math.cbrt(t) : (KAPPA * t + 16) / 116
})

function f(t: number): number {
  const at = t * STEPS
  const i = at | 0
  const low = F[i] as number
  return low + (at - i) * ((F[i + 1] as number) - low)
}

/** One image at a time is described, and its planes are used again for the next: they are large. */
const known = new Map(
  SIDES.map((side): [number, LabImage] => {
    const plane = () => new Float64Array(side * side)
    return [side, { side, l: plane(), a: plane(), b: plane() }]
  }),
)

/** `rgb`: pixels of three bytes, sRGB, of a square with a side of `labSideOf`. The image is valid until the next call. */
export function labImage(rgb: Uint8Array): LabImage {
  const pixels = rgb.length / 3
  const planes = known.get(Math.sqrt(pixels)) as LabImage
  const { l, a, b } = planes
  for (let i = 0; i < pixels; i++) {
    const red = LINEAR[rgb[3 * i] as number] as number
    const green = LINEAR[rgb[3 * i + 1] as number] as number
    const blue = LINEAR[rgb[3 * i + 2] as number] as number
    const x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    const y = f(0.2126729 * red + 0.7151522 * green + 0.072175 * blue)
    const z = f((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883)
    l[i] = 116 * y - 16
    a[i] = 500 * (x - y)
    b[i] = 200 * (y - z)
  }
  return planes
}

/** Means of the cells of a grid of `cells` x `cells`, by rows, over a plane with a side of as many pixels or more. */
export function gridMeans(plane: Float64Array, side: number, cells: number): Float64Array {
  // The pixel at which each cell of a row begins, and the one behind the last.
  const edge = Uint8Array.from({ length: cells + 1 }, (_, cell) => Math.ceil((cell * side) / cells))
  const means = new Float64Array(cells * cells)
  for (let row = 0; row < cells; row++) {
    const [top, bottom] = [edge[row] as number, edge[row + 1] as number]
    for (let column = 0; column < cells; column++) {
      const [left, right] = [edge[column] as number, edge[column + 1] as number]
      let sum = 0
      for (let y = top; y < bottom; y++) {
        for (let i = y * side + left, end = y * side + right; i < end; i++) sum += plane[i] as number
      }
      means[row * cells + column] = sum / ((bottom - top) * (right - left))
    }
  }
  return means
}
