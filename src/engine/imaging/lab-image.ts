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
const LINEAR = Float64Array.from({ length: 256 }, (_, i) => {
  const v = i / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

const EPSILON = 216 / 24389
const KAPPA = 24389 / 27
const f = (t: number): number => (t > EPSILON ? Math.cbrt(t) : (KAPPA * t + 16) / 116)

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

interface Grid {
  /** The cell of each pixel. */
  cells: Uint16Array
  /** Pixels of each cell. */
  counts: Uint16Array
}

const grids = new Map<number, Grid>()

function gridOf(side: number): Grid {
  const known = grids.get(side)
  if (known) return known
  const grid: Grid = { cells: new Uint16Array(PIXELS), counts: new Uint16Array(side * side) }
  for (let i = 0; i < PIXELS; i++) {
    const [x, y] = [i % LAB_SIDE, Math.floor(i / LAB_SIDE)]
    const cell = Math.floor((y * side) / LAB_SIDE) * side + Math.floor((x * side) / LAB_SIDE)
    grid.cells[i] = cell
    grid.counts[cell] = (grid.counts[cell] as number) + 1
  }
  grids.set(side, grid)
  return grid
}

/** Means of the cells of a grid of `side` x `side`, by rows. */
export function gridMeans(plane: Float64Array, side: number): Float64Array {
  const { cells, counts } = gridOf(side)
  const sums = new Float64Array(side * side)
  for (let i = 0; i < PIXELS; i++)
    sums[cells[i] as number] = (sums[cells[i] as number] as number) + (plane[i] as number)
  return sums.map((sum, i) => sum / (counts[i] as number))
}
