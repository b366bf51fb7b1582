/** The definitions of crossing and dwell, written down slowly and without state, for comparison. */
import type { Point } from '../../../src/shared/domain/geometry.ts'

export interface Sight extends Point {
  timeS: number
  /** Number of the frame. */
  frame: number
}

const cross = (a: Point, b: Point, p: Point): number => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)

function distance(a: Point, b: Point, p: Point): number {
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length
  if (along <= 0) return Math.hypot(p.x - a.x, p.y - a.y)
  if (along >= length) return Math.hypot(p.x - b.x, p.y - b.y)
  return Math.abs(cross(a, b, p)) / length
}

const pairs = (points: readonly Point[]): [Point, Point][] => points.slice(1).map((b, k) => [points[k] as Point, b])

/** Where two segments meet, as a share of the first, by Cramer's rule. */
function meeting(a: Point, b: Point, p: Point, q: Point): number | null {
  const det = (b.x - a.x) * (p.y - q.y) - (b.y - a.y) * (p.x - q.x)
  const t = ((p.x - a.x) * (p.y - q.y) - (p.y - a.y) * (p.x - q.x)) / det
  const u = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / det
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : null
}

/** A, B, or null within the band. At a corner: left of a left turn means left of both segments, else of either. */
export function clearSide(points: readonly Point[], p: Point, band: number): 'a' | 'b' | null {
  const segments = pairs(points)
  const distances = segments.map(([a, b]) => distance(a, b, p))
  const nearest = Math.min(...distances)
  if (nearest <= band) return null
  const near = segments.filter((_, k) => (distances[k] as number) <= nearest + 1e-7)
  const [first, second] = near
  if (first === undefined) return null
  const left = near.map(([a, b]) => cross(a, b, p) < 0)
  if (second === undefined) return left[0] === true ? 'a' : 'b'
  const leftTurn = cross(first[0], first[1], second[1]) < 0
  return (leftTurn ? left.every(Boolean) : left.some(Boolean)) ? 'a' : 'b'
}

export interface SlowCrossing {
  direction: 'a_to_b' | 'b_to_a'
  timeS: number
  commitFrame: number
}

/**
 * A track belongs to the side on which it was first seen clear of the band. Once its latest sightings were all clear on
 * the other side for the settle time it belongs to that one. It has come over the line when the last crossing since it
 * was seen on its own side leads there, and that is a crossing; when not, it went round the end.
 */
export function slowCrossings(
  points: readonly Point[],
  sights: readonly Sight[],
  band: number,
  settleS: number,
): SlowCrossing[] {
  const sides = sights.map((p) => clearSide(points, p, band))
  /** What the step that ends at sighting k does: balance of crossings towards B, and the times of the last ones. */
  const steps = sights.map((p, k) => {
    const before = sights[k - 1]
    const towards = { a: [] as number[], b: [] as number[] }
    if (before !== undefined) {
      for (const [a, b] of pairs(points)) {
        const t = meeting(before, p, a, b)
        if (t !== null) towards[cross(a, b, p) < 0 ? 'a' : 'b'].push(before.timeS + t * (p.timeS - before.timeS))
      }
    }
    const to = towards.a.length > towards.b.length ? 'a' : towards.b.length > towards.a.length ? 'b' : null
    return { to, timeS: to === null ? 0 : Math.max(...towards[to]) }
  })
  const found: SlowCrossing[] = []
  let own: 'a' | 'b' | null = null
  sights.forEach((sight, j) => {
    const side = sides[j] ?? null
    if (side === null || side === own) return
    if (own === null) {
      own = side
      return
    }
    const run = sides.slice(0, j).findLastIndex((before) => before !== side) + 1
    if (sight.timeS - (sights[run] as Sight).timeS < settleS - 1e-9) return
    const lastOwn = sides.slice(0, j).lastIndexOf(own)
    const lastCrossing = steps.slice(lastOwn + 1, j + 1).findLast((step) => step.to !== null)
    if (lastCrossing?.to === side) {
      const direction = side === 'b' ? 'a_to_b' : 'b_to_a'
      found.push({ direction, timeS: lastCrossing.timeS, commitFrame: sight.frame })
    }
    own = side
  })
  return found
}

/** Winding number by summed angles. */
export function isInside(polygon: readonly Point[], p: Point): boolean {
  let angle = 0
  polygon.forEach((a, k) => {
    const b = polygon[(k + 1) % polygon.length] as Point
    const dot = (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y)
    angle += Math.atan2(cross(p, a, b), dot)
  })
  return Math.abs(angle) > Math.PI
}

export const outlineDistance = (polygon: readonly Point[], p: Point): number =>
  Math.min(...pairs([...polygon, polygon[0] as Point]).map(([a, b]) => distance(a, b, p)))

/** Within a zone the band is at most half of area over perimeter, so that a narrow zone has an inside. */
export function innerBand(polygon: readonly Point[], band: number): number {
  const sides = pairs([...polygon, polygon[0] as Point])
  const area = Math.abs(sides.reduce((sum, [a, b]) => sum + a.x * b.y - b.x * a.y, 0)) / 2
  const perimeter = sides.reduce((sum, [a, b]) => sum + Math.hypot(b.x - a.x, b.y - a.y), 0)
  return Math.min(band, area / perimeter / 2)
}

export interface SlowVisit {
  enteredS: number
  leftS: number
  dwellS: number
}

/** Cuts the sightings after each one that is clear outside and at each gap; a part that was clear inside is a visit. */
export function slowVisits(
  polygon: readonly Point[],
  sights: readonly Sight[],
  band: number,
  gapS: number,
  samples: number,
) {
  const visits: SlowVisit[] = []
  let part = { inside: false, moments: [] as number[], dwellS: 0 }
  const cut = () => {
    if (part.inside) {
      visits.push({ enteredS: Math.min(...part.moments), leftS: Math.max(...part.moments), dwellS: part.dwellS })
    }
    part = { inside: false, moments: [], dwellS: 0 }
  }
  sights.forEach((sight, k) => {
    const before = sights[k - 1]
    const lost = before !== undefined && sight.frame !== before.frame + 1
    if (lost && sight.timeS - before.timeS > gapS + 1e-9) cut()
    if (before !== undefined && !lost) {
      for (let s = 0; s < samples; s++) {
        const t = (s + 0.5) / samples
        const p = { x: before.x + t * (sight.x - before.x), y: before.y + t * (sight.y - before.y) }
        if (!isInside(polygon, p)) continue
        part.dwellS += (sight.timeS - before.timeS) / samples
        part.moments.push(before.timeS + t * (sight.timeS - before.timeS))
      }
    }
    const inside = isInside(polygon, sight)
    if (inside) part.moments.push(sight.timeS)
    const distance = outlineDistance(polygon, sight)
    if (inside && distance > innerBand(polygon, band)) part.inside = true
    if (!inside && distance > band) cut()
  })
  cut()
  return visits
}

/** Where the straight path between sightings is at a moment between the first and the last. */
export function positionAt(sights: readonly Sight[], timeS: number): Point {
  const next = sights.find((s) => s.timeS >= timeS) ?? (sights.at(-1) as Sight)
  const before = sights.findLast((s) => s.timeS <= timeS) ?? next
  const t = next.timeS > before.timeS ? (timeS - before.timeS) / (next.timeS - before.timeS) : 0
  return { x: before.x + t * (next.x - before.x), y: before.y + t * (next.y - before.y) }
}
