/** Connected regions of a mask. */
import type { Size } from '../../../shared/domain/geometry.ts'

export interface Regions {
  /** Number of the region of each pixel, from 0. */
  of: Int32Array
  /** Pixels of each region. */
  sizes: number[]
}

/** Regions of equal values; neighbours share a side. */
export function regionsOf(mask: Uint8Array, { width, height }: Size): Regions {
  const of = new Int32Array(mask.length).fill(-1)
  const sizes: number[] = []
  const stack: number[] = []
  for (let start = 0; start < mask.length; start++) {
    if (of[start] !== -1) continue
    const region = sizes.length
    let size = 0
    of[start] = region
    stack.push(start)
    for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
      size++
      const x = pixel % width
      const y = (pixel - x) / width
      const visit = (near: number) => {
        if (of[near] !== -1 || mask[near] !== mask[pixel]) return
        of[near] = region
        stack.push(near)
      }
      if (x > 0) visit(pixel - 1)
      if (x < width - 1) visit(pixel + 1)
      if (y > 0) visit(pixel - width)
      if (y < height - 1) visit(pixel + width)
    }
    sizes.push(size)
  }
  return { of, sizes }
}

/** A hole of at most this share of the object is filled: windows and reflections have the colours of a background. */
const HOLE = 0.05

/**
 * Keeps one object of the mask, in place: the regions with `seeds`, without them the largest one. Fills small holes that
 * touch none of `keptOpen`.
 */
export function keepObject(
  mask: Uint8Array,
  size: Size,
  seeds: readonly number[],
  keptOpen: readonly number[] = [],
): void {
  const { of, sizes } = regionsOf(mask, size)
  const isObject = new Uint8Array(sizes.length)
  for (const [pixel, value] of mask.entries()) isObject[of[pixel] as number] = value
  const kept = new Set(seeds.filter((pixel) => mask[pixel] === 1).map((pixel) => of[pixel] as number))
  if (kept.size === 0) {
    let largest = -1
    for (const [region, pixels] of sizes.entries()) {
      if (isObject[region] && (largest < 0 || pixels > (sizes[largest] as number))) largest = region
    }
    kept.add(largest)
  }
  for (const pixel of mask.keys()) mask[pixel] = kept.has(of[pixel] as number) ? 1 : 0
  fillHoles(mask, size, keptOpen)
}

function fillHoles(mask: Uint8Array, size: Size, keptOpen: readonly number[]): void {
  const { width, height } = size
  const { of, sizes } = regionsOf(mask, size)
  const area = mask.reduce((sum, value) => sum + value, 0)
  const open = new Set(keptOpen.map((pixel) => of[pixel] as number))
  for (let x = 0; x < width; x++) open.add(of[x] as number).add(of[(height - 1) * width + x] as number)
  for (let y = 0; y < height; y++) open.add(of[y * width] as number).add(of[(y + 1) * width - 1] as number)
  for (const pixel of mask.keys()) {
    const region = of[pixel] as number
    if (mask[pixel] === 0 && !open.has(region) && (sizes[region] as number) <= HOLE * area) mask[pixel] = 1
  }
}
