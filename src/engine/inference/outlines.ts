/** Outlines of masks, traced in the inference thread, so that only a few points are transferred and no masks. */
import { contours } from 'd3-contour'

/** Rings of all detections, in flat arrays, filled by the even-odd rule. */
export interface Outlines {
  /** x, y of every point, in pixels of the model's input. */
  points: Float32Array<ArrayBuffer>
  /** End of each ring in `points`. */
  ringEnds: Int32Array<ArrayBuffer>
  /** For each detection, the number of rings up to and including its own. */
  ends: Int32Array<ArrayBuffer>
}

export type Rings = readonly (readonly number[])[]

export function outlinesOf(shapes: readonly Rings[]): Outlines {
  const rings = shapes.flat()
  let end = 0
  const ringEnds = Int32Array.from(rings, (ring) => (end += ring.length))
  let count = 0
  const ends = Int32Array.from(shapes, (shape) => (count += shape.length))
  return { points: Float32Array.from(rings.flat()), ringEnds, ends }
}

/** The rings of the `i`th detection. */
export function ringsOf({ points, ringEnds, ends }: Outlines, i: number): Float32Array[] {
  const rings: Float32Array[] = []
  for (let ring = i > 0 ? (ends[i - 1] as number) : 0; ring < (ends[i] as number); ring++) {
    rings.push(points.subarray(ring > 0 ? ringEnds[ring - 1] : 0, ringEnds[ring]))
  }
  return rings
}

/** In cells; simplification moves a ring by less than this. */
const TOLERANCE = 0.25

/** Simplifies a ring: dropped points lie within `tolerance` of the result (Douglas and Peucker, 1973). */
export function simplifyRing(ring: ArrayLike<number>, tolerance: number): number[] {
  const count = ring.length / 2
  if (count <= 4) return Array.from(ring)
  const x = (i: number) => ring[2 * (i % count)] as number
  const y = (i: number) => ring[2 * (i % count) + 1] as number
  const keep = new Uint8Array(count)
  const farthest = furthestFrom(ring, 0)
  keep[0] = 1
  keep[farthest] = 1
  const stretches: [number, number][] = [
    [0, farthest],
    [farthest, count],
  ]
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [from, to] = stretch
    const [dx, dy] = [x(to) - x(from), y(to) - y(from)]
    const squared = dx * dx + dy * dy
    let worst = tolerance * tolerance
    let at = -1
    for (let i = from + 1; i < to; i++) {
      const [px, py] = [x(i) - x(from), y(i) - y(from)]
      const share = squared > 0 ? Math.min(Math.max((px * dx + py * dy) / squared, 0), 1) : 0
      const distance = (px - share * dx) ** 2 + (py - share * dy) ** 2
      if (distance > worst) [worst, at] = [distance, i]
    }
    if (at < 0) continue
    keep[at] = 1
    stretches.push([from, at], [at, to])
  }
  const kept: number[] = []
  for (let i = 0; i < count; i++) if (keep[i]) kept.push(x(i), y(i))
  return kept
}

function furthestFrom(ring: ArrayLike<number>, start: number): number {
  const [x, y] = [ring[2 * start] as number, ring[2 * start + 1] as number]
  let most = -1
  let at = 0
  for (let i = 0; i < ring.length / 2; i++) {
    const distance = ((ring[2 * i] as number) - x) ** 2 + ((ring[2 * i + 1] as number) - y) ** 2
    if (distance > most) [most, at] = [distance, i]
  }
  return at
}

/**
 * Traces rings around the values of a grid that reach `threshold`, by marching squares with interpolation between the
 * centres of cells. Coordinates are in cells: the first cell spans 0 to 1.
 */
export function trace(values: Float32Array, width: number, height: number, threshold: number): number[][] {
  const { coordinates } = contours()
    .size([width, height])
    .contour(values as unknown as number[], threshold)
  const rings: number[][] = []
  for (const polygon of coordinates) {
    // The last point repeats the first.
    for (const ring of polygon) rings.push(simplifyRing(ring.slice(0, -1).flat(), TOLERANCE))
  }
  return rings.filter((ring) => ring.length >= 6)
}
