/** Describes an image by numbers that two images which look alike share: a descriptor, and a perceptual hash. */
import { DESCRIPTOR_LENGTH } from '../../shared/engine-contract/derivation.ts'
import { gridMeans, LAB_SIDE, type LabImage } from './lab-image.ts'

/** Cells of the colour grid on a side: three values each. */
const COLOUR_SIDE = 6
/** Cells of the edge grid on a side, and unsigned directions of each (Dalal and Triggs, 2005). */
const EDGE_SIDE = 4
const DIRECTIONS = 8
/** Weaker gradients of the largest square are noise. */
const LEAST_GRADIENT = 2
/** Low frequencies of luminance besides the mean. */
const FREQUENCIES = DESCRIPTOR_LENGTH - 3 * COLOUR_SIDE ** 2 - DIRECTIONS * EDGE_SIDE ** 2

/** Shares of colours, edges and layout in the cosine of two descriptors; they add up to one. */
const SHARES = [0.35, 0.35, 0.3] as const

/** Shorter parts are noise of a flat image. */
const LEAST_LENGTH = 1e-3

export interface Description {
  descriptor: Int8Array
  /** 16 hexadecimal digits. */
  phash: string
}

export function describeImage(image: LabImage): Description {
  const frequencies = lowFrequencies(gridMeans(image.l, image.side, DCT_SIDE))
  return { descriptor: descriptorOf(image, frequencies), phash: perceptualHash(frequencies) }
}

/**
 * Describes an image by its colours, edges and layout in one vector, without a trained model. It recognises images that look
 * alike, such as neighbouring frames and edited copies; it knows nothing of their subject. Returns 256 components: 108 of
 * colours, 128 of edges, 20 of layout.
 */
function descriptorOf(image: LabImage, frequencies: Float64Array): Int8Array {
  const parts = [colours(image), edges(image), layout(frequencies)]
  const whole = new Float64Array(DESCRIPTOR_LENGTH)
  let at = 0
  parts.forEach((part, i) => {
    const length = Math.hypot(...part)
    if (length > LEAST_LENGTH) {
      const scale = Math.sqrt(SHARES[i] as number) / length
      part.forEach((value, k) => {
        whole[at + k] = value * scale
      })
    }
    at += part.length
  })
  const largest = whole.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  // A flat image of medium grey has no direction of its own.
  if (largest === 0) whole[0] = 1
  return Int8Array.from(whole, (value) => Math.round((127 * value) / (largest || 1)))
}

/** Mean colour of each cell, about medium grey. */
function colours({ side, l, a, b }: LabImage): Float64Array {
  const cells = COLOUR_SIDE ** 2
  const part = new Float64Array(3 * cells)
  part.set(gridMeans(l, side, COLOUR_SIDE).map((value) => (value - 50) / 50))
  part.set(
    gridMeans(a, side, COLOUR_SIDE).map((value) => value / 30),
    cells,
  )
  part.set(
    gridMeans(b, side, COLOUR_SIDE).map((value) => value / 30),
    2 * cells,
  )
  return part
}

/** Gradient directions of each cell, less their mean over the image: what sets its edges apart from even texture. */
function edges({ side, l }: LabImage): Float64Array {
  const cellSide = side / EDGE_SIDE
  const least = (LEAST_GRADIENT * LAB_SIDE) / side
  const part = new Float64Array(EDGE_SIDE ** 2 * DIRECTIONS)
  for (let y = 1; y < side - 1; y++) {
    const row = Math.floor(y / cellSide) * EDGE_SIDE
    for (let x = 1; x < side - 1; x++) {
      const i = y * side + x
      const dx = (l[i + 1] as number) - (l[i - 1] as number)
      const dy = (l[i + side] as number) - (l[i - side] as number)
      const squares = dx * dx + dy * dy
      if (squares < least * least) continue
      const strength = Math.sqrt(squares)
      const turn = directionOf(dx, dy)
      const cell = (row + Math.floor(x / cellSide)) * DIRECTIONS
      const low = Math.floor(turn)
      const share = turn - low
      const first = cell + (low % DIRECTIONS)
      const second = cell + ((low + 1) % DIRECTIONS)
      part[first] = (part[first] as number) + strength * (1 - share)
      part[second] = (part[second] as number) + strength * share
    }
  }
  // The root damps single strong edges.
  const damped = part.map(Math.sqrt)
  const mean = damped.reduce((sum, value) => sum + value, 0) / damped.length
  return damped.map((value) => value - mean)
}

/**
 * The unsigned direction of a gradient, 0 to `DIRECTIONS`, to within 0.0001: the arc tangent is a polynomial (Abramowitz and Stegun,
 * 1964, 4.4.49).
 */
function directionOf(dx: number, dy: number): number {
  const [across, down] = [Math.abs(dx), Math.abs(dy)]
  const ratio = across > down ? down / across : across / down
  const square = ratio * ratio
  const series = -0.3302995 + square * (0.180141 + square * (-0.085133 + square * 0.0208351))
  const low = ratio * (0.999866 + square * series)
  const acute = across > down ? low : Math.PI / 2 - low
  const angle = dx * dy < 0 ? Math.PI - acute : acute
  return (angle / Math.PI) * DIRECTIONS
}

/** Side of the square of low frequencies that the layout is made of. */
const LAYOUT_SIDE = 6

/** Pairs of frequencies, across and down, by rising sum, without the mean. */
const ORDER = Array.from(
  { length: LAYOUT_SIDE ** 2 },
  (_, i) => [i % LAYOUT_SIDE, Math.floor(i / LAYOUT_SIDE)] as const,
)
  .slice(1)
  .sort(([u, v], [otherU, otherV]) => v + u - otherV - otherU || v - otherV || u - otherU)
  .slice(0, FREQUENCIES)

/** Side of the square of luminance that is transformed. */
const DCT_SIDE = 32
/** Frequencies in each direction, from 0. */
const KEPT = 9

/** Row u has cos((2x + 1) u pi / 2n) for each x. */
const COSINES = Float64Array.from({ length: KEPT * DCT_SIDE }, (_, i) => {
  const [u, x] = [Math.floor(i / DCT_SIDE), i % DCT_SIDE]
  return Math.cos(((2 * x + 1) * u * Math.PI) / (2 * DCT_SIDE))
})

/**
 * The two-dimensional discrete cosine transform (DCT-II) of 32 x 32 values by rows, its lowest frequencies only. Returns 9 x 9
 * coefficients by rows, without normalisation.
 */
function lowFrequencies(luminance: Float64Array): Float64Array {
  const across = new Float64Array(DCT_SIDE * KEPT)
  for (let y = 0; y < DCT_SIDE; y++) {
    for (let u = 0; u < KEPT; u++) {
      let sum = 0
      for (let x = 0; x < DCT_SIDE; x++) {
        sum += (luminance[y * DCT_SIDE + x] as number) * (COSINES[u * DCT_SIDE + x] as number)
      }
      across[y * KEPT + u] = sum
    }
  }
  const coefficients = new Float64Array(KEPT * KEPT)
  for (let v = 0; v < KEPT; v++) {
    for (let u = 0; u < KEPT; u++) {
      let sum = 0
      for (let y = 0; y < DCT_SIDE; y++) {
        sum += (across[y * KEPT + u] as number) * (COSINES[v * DCT_SIDE + y] as number)
      }
      coefficients[v * KEPT + u] = sum
    }
  }
  return coefficients
}

/** The lowest frequencies of luminance, damped like the edges. */
const layout = (frequencies: Float64Array): Float64Array =>
  Float64Array.from(ORDER, ([u, v]) => {
    const value = frequencies[v * KEPT + u] as number
    return Math.abs(value) < 1 ? 0 : Math.sign(value) * Math.sqrt(Math.abs(value))
  })

/**
 * Perceptual hash of 64 bits: each low frequency of luminance against their median (Zauner, 2010). Returns 16
 * hexadecimal digits.
 */
function perceptualHash(frequencies: Float64Array): string {
  // Rows and columns 1 to 8: frequency 0 is brightness and its gradients.
  const kept = Array.from({ length: 64 }, (_, i) => frequencies[(1 + Math.floor(i / 8)) * KEPT + 1 + (i % 8)] as number)
  const sorted = [...kept].sort((a, b) => a - b)
  const median = ((sorted[31] as number) + (sorted[32] as number)) / 2
  const bits = kept.reduce((hash, value) => (hash << 1n) | (value > median ? 1n : 0n), 0n)
  return bits.toString(16).padStart(16, '0')
}
