/** A small square version of an image in CIE L*a*b* (D65), from which descriptor, hash and tags are computed. */

/** Side in pixels: the image is stretched to a square. */
export const LAB_SIDE = 128

/** Planes by rows: lightness of 0 to 100, and two opponent colours of about -100 to 100. */
export interface LabImage {
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

const PIXELS = LAB_SIDE ** 2
/** One image at a time is described, and its planes are used again for the next: they are large. */
const planes: LabImage = { l: new Float64Array(PIXELS), a: new Float64Array(PIXELS), b: new Float64Array(PIXELS) }

/** `rgb`: 128 x 128 pixels of three bytes, sRGB. The image is valid until the next call. */
export function labImage(rgb: Uint8Array): LabImage {
  const { l, a, b } = planes
  for (let i = 0; i < PIXELS; i++) {
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

const edges = new Map<number, Uint8Array>()

/** The pixel at which each cell of a row of `side` cells begins, and the one behind the last. */
function edgesOf(side: number): Uint8Array {
  const known = edges.get(side)
  if (known) return known
  const found = Uint8Array.from({ length: side + 1 }, (_, cell) => Math.ceil((cell * LAB_SIDE) / side))
  edges.set(side, found)
  return found
}

/** Means of the cells of a grid of `side` x `side`, by rows. */
export function gridMeans(plane: Float64Array, side: number): Float64Array {
  const edge = edgesOf(side)
  const means = new Float64Array(side * side)
  for (let row = 0; row < side; row++) {
    const [top, bottom] = [edge[row] as number, edge[row + 1] as number]
    for (let column = 0; column < side; column++) {
      const [left, right] = [edge[column] as number, edge[column + 1] as number]
      let sum = 0
      for (let y = top; y < bottom; y++) {
        for (let i = y * LAB_SIDE + left, end = y * LAB_SIDE + right; i < end; i++) sum += plane[i] as number
      }
      means[row * side + column] = sum / ((bottom - top) * (right - left))
    }
  }
  return means
}
