/** Cuts outlines at the borders of a rectangle that begins at (0, 0). Sizes and coordinates are pixels. */
import type { Point, Size } from '../../../shared/domain/geometry.ts'

export type Ring = readonly Point[]

/** A border, by the distance from it (positive inside) and the place along it. */
interface Border {
  distance(p: Point): number
  along(p: Point): number
  /** Puts a point on the border. */
  onto(p: Point): Point
}

const bordersOf = ({ width, height }: Size): Border[] => [
  { distance: ({ x }) => x, along: ({ y }) => y, onto: ({ y }) => ({ x: 0, y }) },
  { distance: ({ x }) => width - x, along: ({ y }) => y, onto: ({ y }) => ({ x: width, y }) },
  { distance: ({ y }) => y, along: ({ x }) => x, onto: ({ x }) => ({ x, y: 0 }) },
  { distance: ({ y }) => height - y, along: ({ x }) => x, onto: ({ x }) => ({ x, y: height }) },
]

/**
 * The part of a polygon inside the rectangle. Rings are filled by the even-odd rule, before and after; a ring that leaves the
 * rectangle becomes several ones, without doubled sides along the border. At each border the crossings of all rings are
 * paired in their order along it, since the inside of the polygon is between the first and the second one, and so on.
 * O(n log n).
 */
export function clippedRings(rings: readonly Ring[], size: Size): Point[][] {
  let cut: Point[][] = rings.map((ring) => [...ring])
  for (const border of bordersOf(size)) cut = cutAt(cut, border)
  return cut.map(withoutRepeats).filter((ring) => ring.length >= 3 && Math.abs(signedArea(ring)) > 1e-9)
}

/** An end of a chain: the crossing at which it enters or leaves. */
interface End {
  chain: Point[]
  isStart: boolean
  along: number
}

function cutAt(rings: readonly Point[][], border: Border): Point[][] {
  const kept: Point[][] = []
  const ends: End[] = []
  for (const ring of rings) {
    const start = ring.findIndex((p, i) => border.distance(p) < 0 && border.distance(after(ring, i)) >= 0)
    if (start < 0) {
      if (ring.every((p) => border.distance(p) >= 0)) kept.push(ring)
      continue
    }
    // From the first crossing that enters, so that each chain is in one piece.
    let chain: Point[] = []
    for (let k = 0; k < ring.length; k++) {
      const [p, next] = [ring[(start + k) % ring.length] as Point, after(ring, start + k)]
      const [a, b] = [border.distance(p), border.distance(next)]
      if (a < 0 !== b < 0) {
        const crossing = crossingOf(p, next, a, b, border)
        const along = border.along(crossing)
        if (a < 0) {
          chain = [crossing]
          ends.push({ chain, isStart: true, along })
        } else {
          chain.push(crossing)
          ends.push({ chain, isStart: false, along })
        }
      }
      if (b >= 0) chain.push(next)
    }
  }
  return [...kept, ...joined(ends)]
}

const after = (ring: Ring, i: number): Point => ring[(i + 1) % ring.length] as Point

function crossingOf(p: Point, next: Point, a: number, b: number, border: Border): Point {
  const part = a / (a - b)
  return border.onto({ x: p.x + part * (next.x - p.x), y: p.y + part * (next.y - p.y) })
}

/** Joins chains at neighbouring crossings to rings. */
function joined(ends: readonly End[]): Point[][] {
  const sorted = [...ends].sort((a, b) => a.along - b.along)
  const partners = new Map<End, End>()
  for (let i = 0; i + 1 < sorted.length; i += 2) {
    partners.set(sorted[i] as End, sorted[i + 1] as End)
    partners.set(sorted[i + 1] as End, sorted[i] as End)
  }
  const endsOf = new Map<Point[], { start?: End; stop?: End }>()
  for (const end of ends) {
    const both = endsOf.get(end.chain) ?? {}
    endsOf.set(end.chain, end.isStart ? { ...both, start: end } : { ...both, stop: end })
  }
  const used = new Set<Point[]>()
  const rings: Point[][] = []
  for (const first of endsOf.keys()) {
    if (used.has(first)) continue
    const ring: Point[] = []
    let chain = first
    let isForward = true
    while (!used.has(chain)) {
      used.add(chain)
      for (let i = 0; i < chain.length; i++) ring.push(chain[isForward ? i : chain.length - 1 - i] as Point)
      const both = endsOf.get(chain)
      const next = partners.get((isForward ? both?.stop : both?.start) as End) as End
      chain = next.chain
      isForward = next.isStart
    }
    rings.push(ring)
  }
  return rings
}

function withoutRepeats(ring: readonly Point[]): Point[] {
  return ring.filter((p, i) => {
    const before = ring[(i + ring.length - 1) % ring.length] as Point
    return p.x !== before.x || p.y !== before.y
  })
}

/** The parts of a line inside the rectangle, each with two points or more (Liang and Barsky 1984). */
export function clippedLine(points: readonly Point[], { width, height }: Size): Point[][] {
  const parts: Point[][] = []
  let part: Point[] | null = null
  for (let i = 0; i + 1 < points.length; i++) {
    const [p, q] = [points[i] as Point, points[i + 1] as Point]
    const inside = insideOf(p, q, width, height)
    if (!inside) {
      part = null
      continue
    }
    const at = (t: number): Point =>
      t === 0 ? p : t === 1 ? q : { x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) }
    const [from, to] = inside
    if (!part || from > 0) {
      part = [at(from)]
      parts.push(part)
    }
    part.push(at(to))
    if (to < 1) part = null
  }
  return parts.filter((one) => lengthOf(one) > 1e-9)
}

/** The share of a segment, from 0 to 1, that is inside; null when none of it is. */
function insideOf(p: Point, q: Point, width: number, height: number): [number, number] | null {
  let [from, to] = [0, 1]
  const [dx, dy] = [q.x - p.x, q.y - p.y]
  for (const [step, room] of [
    [-dx, p.x],
    [dx, width - p.x],
    [-dy, p.y],
    [dy, height - p.y],
  ] as const) {
    if (step === 0) {
      if (room < 0) return null
    } else if (step < 0) from = Math.max(from, room / step)
    else to = Math.min(to, room / step)
  }
  return from <= to ? [from, to] : null
}

export function lengthOf(points: readonly Point[]): number {
  let sum = 0
  for (let i = 0; i + 1 < points.length; i++) {
    const [p, q] = [points[i] as Point, points[i + 1] as Point]
    sum += Math.hypot(q.x - p.x, q.y - p.y)
  }
  return sum
}

function signedArea(ring: Ring): number {
  const [first] = ring
  if (!first) return 0
  let sum = 0
  // Relative to the first point, so that far coordinates lose no digits.
  for (let i = 0; i < ring.length; i++) {
    const [p, q] = [ring[i] as Point, after(ring, i)]
    sum += (p.x - first.x) * (q.y - first.y) - (q.x - first.x) * (p.y - first.y)
  }
  return sum / 2
}

const LINES = 512

/**
 * The area that rings fill by the even-odd rule. Of one ring it is exact (shoelace formula; the ring must not cross itself); of several it is measured
 * along 512 lines across them.
 */
export function filledArea(rings: readonly Ring[]): number {
  const [only] = rings
  if (!only) return 0
  if (rings.length === 1) return Math.abs(signedArea(only))
  let [top, bottom] = [Infinity, -Infinity]
  for (const ring of rings) {
    for (const { y } of ring) {
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  const step = (bottom - top) / LINES
  if (!(step > 0)) return 0
  const crossings: number[][] = Array.from({ length: LINES }, () => [])
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i++) {
      const [p, q] = [ring[i] as Point, after(ring, i)]
      if (p.y === q.y) continue
      const [upper, lower] = p.y < q.y ? [p, q] : [q, p]
      const first = Math.max(0, Math.ceil((upper.y - top) / step - 0.5))
      for (let line = first; line < LINES && top + (line + 0.5) * step < lower.y; line++) {
        const y = top + (line + 0.5) * step
        if (y >= upper.y) crossings[line]?.push(upper.x + ((y - upper.y) / (lower.y - upper.y)) * (lower.x - upper.x))
      }
    }
  }
  let area = 0
  for (const found of crossings) {
    found.sort((a, b) => a - b)
    for (let i = 0; i + 1 < found.length; i += 2) area += ((found[i + 1] as number) - (found[i] as number)) * step
  }
  return area
}
