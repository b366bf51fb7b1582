/** The outline of a polygon as formats write it that know no holes: its rings that lie in no other ring. */
import { type BoundingBox, boundsOf } from '../../../../shared/domain/annotation.ts'

export interface Point {
  x: number
  y: number
}
export type Ring = readonly Point[]

export interface Outline {
  /** The largest first. */
  rings: readonly Ring[]
  /** Number of rings that are left out, because they lie in another one. */
  holes: number
  /** Pixels that the rings cover. */
  area: number
}

/** Points that are compared for one polygon: a ring beyond them counts as one that lies in no other. */
const MAX_COMPARED = 20_000_000

export function outlineOf(paths: readonly Ring[]): Outline {
  const found = paths.map((ring) => ({ ring, area: areaOf(ring), box: boundsOf(ring) })).sort((a, b) => b.area - a.area)
  const outer: typeof found = []
  let compared = 0
  for (const candidate of found) {
    const [first] = candidate.ring
    const isInner = outer.some(({ ring, box }) => {
      if (!first || compared >= MAX_COMPARED || !isWithinBox(candidate.box, box)) return false
      compared += ring.length
      return contains(ring, first)
    })
    if (!isInner) outer.push(candidate)
  }
  return {
    rings: outer.map(({ ring }) => ring),
    holes: found.length - outer.length,
    area: outer.reduce((sum, { area }) => sum + area, 0),
  }
}

/** By the shoelace formula. */
export function areaOf(ring: Ring): number {
  let twice = 0
  let before = ring.at(-1)
  for (const point of ring) {
    if (before) twice += before.x * point.y - point.x * before.y
    before = point
  }
  return Math.abs(twice) / 2
}

const isWithinBox = (inner: BoundingBox, outer: BoundingBox): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.w <= outer.x + outer.w &&
  inner.y + inner.h <= outer.y + outer.h

/** By the number of edges to the right of the point. */
function contains(ring: Ring, { x, y }: Point): boolean {
  let isInside = false
  let before = ring.at(-1)
  for (const point of ring) {
    if (before && point.y > y !== before.y > y) {
      const crossing = point.x + ((y - point.y) / (before.y - point.y)) * (before.x - point.x)
      if (x < crossing) isInside = !isInside
    }
    before = point
  }
  return isInside
}

/** The part of a box inside the image; annotations may end a pixel outside of it. */
export function clippedBox({ x, y, w, h }: BoundingBox, width: number, height: number): BoundingBox {
  const [left, top] = [clamp(x, width), clamp(y, height)]
  return { x: left, y: top, w: clamp(x + w, width) - left, h: clamp(y + h, height) - top }
}

export const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value))
