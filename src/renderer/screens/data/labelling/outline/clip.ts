/** Holes, splits and merges of polygons whose rings fill by the even-odd rule. */
import { difference, intersection, union, xor } from 'polyclip-ts'
import { isInside } from './hit.ts'
import { boundsOfPoints, distance, MIN_RING, type Point, signedArea } from './outline.ts'

export type Rings = readonly (readonly Point[])[]
type Pair = [number, number]
/** Polygons of an outer ring and its holes, as polyclip-ts has them. */
type Parts = Pair[][][]

const pairs = (ring: readonly Point[]): Pair[] => ring.map(({ x, y }) => [x, y])

/** Rings that overlap by the even-odd rule, as polygons that do not overlap. */
function partsOf(rings: Rings): Parts {
  const [first, ...more] = rings.map((ring): Parts => [[pairs(ring)]])
  return first ? (xor(first, ...more) as Parts) : []
}

/** A sliver that rounding leaves has no area that a person could see, in square pixels. */
const SLIVER = 1e-6

function ringsOf(parts: Parts): Point[][] {
  return parts
    .flat()
    .map((ring) => ring.slice(0, -1).map(([x, y]) => ({ x, y })))
    .filter((ring) => ring.length >= MIN_RING && Math.abs(signedArea(ring)) > SLIVER)
}

/** Returns the area of rings that fill by the even-odd rule, in square pixels. */
export function areaOf(rings: Rings): number {
  return partsOf(rings).reduce(
    (sum, [outer = [], ...holes]) => sum + ringArea(outer) - holes.reduce((less, hole) => less + ringArea(hole), 0),
    0,
  )
}

const ringArea = (ring: Pair[]): number => Math.abs(signedArea(ring.map(([x, y]) => ({ x, y }))))

/** Returns the rings without the area of `hole`; null when nothing remains or nothing was cut. */
export function withHole(rings: Rings, hole: readonly Point[]): Point[][] | null {
  if (hole.length < MIN_RING) return null
  const from = partsOf(rings)
  const cutter = partsOf([hole])
  if (intersection(from, cutter).length === 0) return null
  const rest = ringsOf(difference(from, cutter) as Parts)
  return rest.length > 0 ? rest : null
}

/** Returns the union of polygons, with a ring for each gap that they enclose. */
export function merged(polygons: readonly Rings[]): Point[][] {
  const [first, ...more] = polygons.map(partsOf)
  return first ? ringsOf(union(first, ...more) as Parts) : []
}

/**
 * Divides the rings along a line of two or more points, and returns the parts; null when the line divides nothing. The
 * line is extended at both ends to the next edge of the polygon; beyond it, further parts of the polygon stay whole.
 */
export function splitBy(rings: Rings, line: readonly Point[]): Point[][][] | null {
  const path = line.filter((p, i) => i === 0 || distance(p, line[i - 1] as Point) > 0)
  if (path.length < 2) return null
  const whole = partsOf(rings)
  const { side, start, end } = sideOf(rings, path)
  const halves = [intersection(whole, side) as Parts, difference(whole, side) as Parts]
  const parts = halves.flat().map((part) => ringsOf([part]))
  const groups = new Groups(parts.length)
  for (const [from, to] of [start, end]) joinAcross(rings, parts, groups, from, to)
  const joined = groups.all().map((members) => {
    const pieces = members.map((i) => parts[i] as Point[][])
    return pieces.length === 1 ? (pieces[0] as Point[][]) : merged(pieces)
  })
  const kept = joined.filter((piece) => piece.length > 0)
  return kept.length > 1 ? kept : null
}

type Ray = readonly [from: Point, to: Point]

/** The area on one side of the extended line, and the two rays that extend it. */
function sideOf(rings: Rings, path: readonly Point[]): { side: Parts; start: Ray; end: Ray } {
  const { minX, minY, maxX, maxY } = boundsOfPoints([...rings.flat(), ...path])
  const far = 4 * (maxX - minX + maxY - minY + 1)
  const [first, second] = path as [Point, Point]
  const [last, before] = [path.at(-1) as Point, path.at(-2) as Point]
  const start = beyond(second, first, far)
  const end = beyond(before, last, far)
  const centre = { x: (minX + maxX) / 2, y: (minY + maxY) / 2 }
  const ring = [start, ...path, end, ...way(end, start, centre, 4 * far)]
  return { side: partsOf([ring]), start: [first, start], end: [last, end] }
}

function beyond(from: Point, to: Point, far: number): Point {
  const length = distance(from, to)
  return { x: to.x + ((to.x - from.x) / length) * far, y: to.y + ((to.y - from.y) / length) * far }
}

/** Points of a wide circle that lead from one far point to another without crossing the polygon. */
function way(from: Point, to: Point, centre: Point, radius: number): Point[] {
  const angleOf = (p: Point) => Math.atan2(p.y - centre.y, p.x - centre.x)
  const start = angleOf(from)
  const turn = (((angleOf(to) - start) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)
  const steps = 12
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = start + (turn * i) / steps
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) }
  })
}

/** Joins the parts that only the extension of the line separates, beyond the first edge that it reaches. */
function joinAcross(rings: Rings, parts: readonly Point[][][], groups: Groups, from: Point, to: Point): void {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const at = (share: number) => ({ x: from.x + dx * share, y: from.y + dy * share })
  const cuts = [0, ...crossings(rings, from, to), 1]
  const nudge = 1e-6 / Math.hypot(dx, dy)
  // Up to the first edge, the extension is part of the line.
  for (let i = 2; i < cuts.length; i++) {
    const middle = at(((cuts[i - 1] as number) + (cuts[i] as number)) / 2)
    if (!isInside(rings, middle)) continue
    const scale = nudge * Math.max(1, Math.abs(middle.x), Math.abs(middle.y))
    const [left, right] = [-1, 1].map((sign) =>
      parts.findIndex((part) => isInside(part, { x: middle.x - sign * dy * scale, y: middle.y + sign * dx * scale })),
    ) as [number, number]
    if (left >= 0 && right >= 0) groups.join(left, right)
  }
}

/** Shares of the way at which the segment crosses the rings, in order. */
function crossings(rings: Rings, from: Point, to: Point): number[] {
  const found: number[] = []
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  for (const ring of rings) {
    let last = ring.at(-1)
    for (const point of ring) {
      if (last) {
        const [ex, ey] = [point.x - last.x, point.y - last.y]
        const cross = dx * ey - dy * ex
        const [fx, fy] = [last.x - from.x, last.y - from.y]
        const share = (fx * ey - fy * ex) / cross
        const along = (fx * dy - fy * dx) / cross
        if (cross !== 0 && share > 0 && share < 1 && along >= 0 && along <= 1) found.push(share)
      }
      last = point
    }
  }
  return found.sort((a, b) => a - b)
}

/** Disjoint sets of indices. */
class Groups {
  readonly #parents: number[]

  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, i) => i)
  }

  #rootOf(i: number): number {
    const parent = this.#parents[i] as number
    return parent === i ? i : this.#rootOf(parent)
  }

  join(a: number, b: number): void {
    this.#parents[this.#rootOf(a)] = this.#rootOf(b)
  }

  all(): number[][] {
    const groups = new Map<number, number[]>()
    this.#parents.forEach((_, i) => {
      const root = this.#rootOf(i)
      groups.set(root, [...(groups.get(root) ?? []), i])
    })
    return [...groups.values()]
  }
}
