/** Colours of a region as a mixture of Gaussians with full covariances (Rother et al. 2004). */

/** Three values, 0 to 255, for each pixel. */
export type Colors = Float32Array

const COMPONENTS = 5
const ROUNDS = 8
/** Added to each channel's variance, so that a region of one colour has a density: that of rounding and compression. */
const LEAST_VARIANCE = 4

interface Component {
  weight: number
  mean: [number, number, number]
  /** Upper triangle of the inverse covariance: rr, rg, rb, gg, gb, bb. */
  inverse: [number, number, number, number, number, number]
  /** Weight over the root of the determinant, as a logarithm. */
  logScale: number
}

export interface ColorModel {
  /** Negative logarithm of the density, without the factor that all models share. */
  cost(colors: Colors, pixel: number): number
}

/** Fits a model to the pixels; the same pixels in the same order have the same model. Needs at least one pixel. */
export function fitColors(colors: Colors, pixels: Int32Array): ColorModel {
  const components = clustered(colors, pixels)
  return {
    cost(values, pixel) {
      const [r, g, b] = [values[3 * pixel], values[3 * pixel + 1], values[3 * pixel + 2]] as [number, number, number]
      let best = Number.NEGATIVE_INFINITY
      let sum = 0
      for (const { mean, inverse, logScale } of components) {
        const x = r - mean[0]
        const y = g - mean[1]
        const z = b - mean[2]
        const [rr, rg, rb, gg, gb, bb] = inverse
        const square = x * (rr * x + 2 * (rg * y + rb * z)) + y * (gg * y + 2 * gb * z) + bb * z * z
        const log = logScale - square / 2
        if (log > best) {
          sum = 1 + sum * Math.exp(best - log)
          best = log
        } else sum += Math.exp(log - best)
      }
      return -(best + Math.log(sum))
    },
  }
}

/** k-means from the means of equal parts by brightness, which needs no random numbers. */
function clustered(colors: Colors, pixels: Int32Array): Component[] {
  const brightness = (pixel: number) =>
    (colors[3 * pixel] as number) + (colors[3 * pixel + 1] as number) + (colors[3 * pixel + 2] as number)
  const order = Array.from(pixels).sort((a, b) => brightness(a) - brightness(b) || a - b)
  const count = Math.min(COMPONENTS, order.length)
  const label = new Uint8Array(order.length)
  for (const i of order.keys()) label[i] = Math.floor((i * count) / order.length)
  let means = meansOf(colors, order, label, count)
  for (let round = 0; round < ROUNDS; round++) {
    let moved = 0
    for (const [i, pixel] of order.entries()) {
      let nearest = label[i] as number
      let least = distance(colors, pixel, means[nearest] as number[])
      for (const [k, mean] of means.entries()) {
        const d = distance(colors, pixel, mean)
        if (d < least) [least, nearest] = [d, k]
      }
      if (nearest !== label[i]) moved++
      label[i] = nearest
    }
    if (moved === 0) break
    means = meansOf(colors, order, label, count)
  }
  return means.flatMap((mean, k) => componentOf(colors, order, label, k, mean) ?? [])
}

function meansOf(colors: Colors, order: readonly number[], label: Uint8Array, count: number): number[][] {
  const sums = Array.from({ length: count }, () => [0, 0, 0, 0])
  for (const [i, pixel] of order.entries()) {
    const sum = sums[label[i] as number] as number[]
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (colors[3 * pixel + c] as number)
    sum[3] = (sum[3] as number) + 1
  }
  return sums.map(([r = 0, g = 0, b = 0, n = 0]) => (n === 0 ? [r, g, b] : [r / n, g / n, b / n]))
}

const distance = (colors: Colors, pixel: number, mean: readonly number[]): number => {
  let sum = 0
  for (let c = 0; c < 3; c++) sum += ((colors[3 * pixel + c] as number) - (mean[c] as number)) ** 2
  return sum
}

/** Null for a cluster without pixels. */
function componentOf(
  colors: Colors,
  order: readonly number[],
  label: Uint8Array,
  k: number,
  mean: readonly number[],
): Component | null {
  let n = 0
  const sums = [0, 0, 0, 0, 0, 0] as [number, number, number, number, number, number]
  const [mr, mg, mb] = mean as [number, number, number]
  for (const [i, pixel] of order.entries()) {
    if (label[i] !== k) continue
    const r = (colors[3 * pixel] as number) - mr
    const g = (colors[3 * pixel + 1] as number) - mg
    const b = (colors[3 * pixel + 2] as number) - mb
    n++
    sums[0] += r * r
    sums[1] += r * g
    sums[2] += r * b
    sums[3] += g * g
    sums[4] += g * b
    sums[5] += b * b
  }
  if (n === 0) return null
  const [a, b, c, d, e, f] = sums.map((sum, i) => sum / n + ([0, 3, 5].includes(i) ? LEAST_VARIANCE : 0)) as typeof sums
  const [aa, bb, cc] = [d * f - e * e, c * e - b * f, b * e - c * d]
  const determinant = a * aa + b * bb + c * cc
  const weight = n / order.length
  return {
    weight,
    mean: [mr, mg, mb],
    inverse: [
      aa / determinant,
      bb / determinant,
      cc / determinant,
      (a * f - c * c) / determinant,
      (b * c - a * e) / determinant,
      (a * d - b * b) / determinant,
    ],
    logScale: Math.log(weight) - Math.log(determinant) / 2,
  }
}
