/** Outlines of masks, traced in the inference thread, so that only a few points are transferred and no masks. */
import { contours } from 'd3-contour'
import { simplifyRing } from './simplify-ring.ts'

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
