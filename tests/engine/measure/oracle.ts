/** The definitions of crossing and dwell, implemented slowly and without state, for comparison. */
import type { Point } from '../../../src/shared/domain/geometry.ts'

export interface Sight extends Point {
  timeS: number
  /** Number of the frame. */
  frame: number
}

const cross = (a: Point, b: Point, p: Point): number => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)

/** The point of a segment that is nearest to p. */
function nearestOf([a, b]: readonly [Point, Point], p: Point): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length
  if (along <= 0) return a
  if (along >= length) return b
  return { x: a.x + (along / length) * (b.x - a.x), y: a.y + (along / length) * (b.y - a.y) }
}

const apart = (p: Point, q: Point): number => Math.hypot(p.x - q.x, p.y - q.y)
const distance = (a: Point, b: Point, p: Point): number => apart(nearestOf([a, b], p), p)

const pairs = (points: readonly Point[]): [Point, Point][] => points.slice(1).map((b, k) => [points[k] as Point, b])

/** Intersection of two segments, as a share of the first, by Cramer's rule. */
function meeting(a: Point, b: Point, p: Point, q: Point): number | null {
  const det = (b.x - a.x) * (p.y - q.y) - (b.y - a.y) * (p.x - q.x)
  const t = ((p.x - a.x) * (p.y - q.y) - (p.y - a.y) * (p.x - q.x)) / det
  const u = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / det
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : null
}

/** The directions in which the straight path between two points meets the segments of a line, in any order. */
export const meetingsOf = (points: readonly Point[], [from, to]: readonly Point[]): SlowCrossing['direction'][] =>
  pairs(points)
    .filter(([a, b]) => meeting(from as Point, to as Point, a, b) !== null)
    .map(([a, b]) => (cross(a, b, to as Point) < 0 ? 'b_to_a' : 'a_to_b'))

/** A, B, or null within the band. At a corner: left of a left turn means left of both segments, else of either. */
export function clearSide(points: readonly Point[], p: Point, band: number): 'a' | 'b' | null {
  const segments = pairs(points)
  const spots = segments.map((segment) => nearestOf(segment, p))
  const nearest = Math.min(...spots.map((spot) => apart(spot, p)))
  if (nearest <= band) return null
  // The first of two places as near counts; both segments of a joint hold the same place.
  const place = spots.find((spot) => apart(spot, p) <= nearest + 1e-7) as Point
  const near = segments.filter((_, k) => apart(spots[k] as Point, place) <= 1e-7)
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

type SideName = 'a' | 'b'

/** The net crossing of a straight path: the side to which it leads, its last segment, and its share of the path. */
export interface SlowStep {
  to: SideName
  leg: number
  share: number
}

/** For paths that meet no joint and no end of the line, and do not begin or end on it. */
export function stepAcross(points: readonly Point[], from: Point, p: Point): SlowStep | null {
  const towards = { a: [] as { share: number; leg: number }[], b: [] as { share: number; leg: number }[] }
  pairs(points).forEach(([a, b], leg) => {
    const share = meeting(from, p, a, b)
    if (share !== null) towards[cross(a, b, p) < 0 ? 'a' : 'b'].push({ share, leg })
  })
  if (towards.a.length === towards.b.length) return null
  const to: SideName = towards.a.length > towards.b.length ? 'a' : 'b'
  return { to, ...towards[to].reduce((last, one) => (one.share > last.share ? one : last)) }
}

/**
 * A track belongs to the side on which it was first seen clear of the band, and to the other one once its latest
 * sightings were all clear there for the settle time. That is a crossing when the last crossing since it left its side
 * leads there; otherwise it went round the end. The nearest segment gives a sighting its side, unless it is still where
 * the last crossing led by the segment that the track crossed last since it left. A track that crosses a segment
 * towards its own side, and whose last sighting there lies on the far side of that segment, belonged to the far side,
 * unless it comes back from a crossing.
 */
export function slowCrossings(
  points: readonly Point[],
  sights: readonly Sight[],
  band: number,
  settleS: number,
  across = stepAcross,
): SlowCrossing[] {
  const legs = pairs(points)
  const other = (side: SideName): SideName => (side === 'a' ? 'b' : 'a')
  const sideOfLeg = (leg: number, p: Point): SideName => {
    const [a, b] = legs[leg] as [Point, Point]
    return cross(a, b, p) < 0 ? 'a' : 'b'
  }
  const nearest = sights.map((p) => clearSide(points, p, band))
  const met = sights.map((p, k) => {
    const before = sights[k - 1]
    const step = before === undefined ? null : across(points, before, p)
    return before && step && { ...step, timeS: before.timeS + step.share * (p.timeS - before.timeS) }
  })
  const judged: (SideName | null)[] = []
  const found: SlowCrossing[] = []
  let own: SideName | null = null
  /** Index of the last sighting on its own side. */
  let home = -1
  sights.forEach((sight, j) => {
    const side = nearest[j] ?? null
    const crossing = met[j] ?? null
    const earlier = met.slice(home + 1, j).findLast((one) => one != null)
    const last = crossing ?? earlier
    const isBack = earlier != null && earlier.to !== crossing?.to
    if (own !== null && crossing?.to === own && !isBack) {
      if (sideOfLeg(crossing.leg, sights[home] as Point) !== own) {
        own = other(own)
        judged.fill(null, home + 1, j)
      }
    }
    judged[j] = side !== null && last && sideOfLeg(last.leg, sight) === last.to ? last.to : side
    const now = judged[j] ?? null
    if (now === null) return
    if (own !== null && now !== own) {
      const run = judged.slice(0, j).findLastIndex((before) => before !== now) + 1
      if (sight.timeS - (sights[Math.max(run, home + 1)] as Sight).timeS < settleS - 1e-9) return
      if (last?.to === now) {
        found.push({ direction: now === 'b' ? 'a_to_b' : 'b_to_a', timeS: last.timeS, commitFrame: sight.frame })
      }
    }
    own = now
    home = j
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

interface ZoneRules {
  band: number
  gapS: number
  settleS: number
  samples: number
}

/**
 * Splits the sightings where the track left and at each gap; a part in which it settled inside is a visit. It has
 * settled when its last sightings were all clear there for the settle time, or when a frame beside the last one is as
 * far away. It left when it settled outside, or was clear outside before it ever settled inside.
 *
 * @param times of all frames, in seconds
 */
export function slowVisits(
  polygon: readonly Point[],
  sights: readonly Sight[],
  times: readonly number[],
  { band, gapS, settleS, samples }: ZoneRules,
) {
  const visits: SlowVisit[] = []
  const outline = pairs([...polygon, polygon[0] as Point])
  const places = sights.map((sight) => {
    const inside = isInside(polygon, sight)
    const clear = outlineDistance(polygon, sight) > (inside ? innerBand(polygon, band) : band)
    return clear ? (inside ? 'in' : 'out') : 'near'
  })
  const isAlone = ({ frame, timeS }: Sight) =>
    [times[frame - 1], times[frame + 1]].some((at) => at !== undefined && Math.abs(at - timeS) >= settleS - 1e-9)
  let part = { settled: false, moments: [] as number[], dwellS: 0, runFrom: 0 }
  const cut = (next: number) => {
    if (part.settled) {
      visits.push({ enteredS: Math.min(...part.moments), leftS: Math.max(...part.moments), dwellS: part.dwellS })
    }
    part = { settled: false, moments: [], dwellS: 0, runFrom: next }
  }
  sights.forEach((sight, k) => {
    const before = sights[k - 1]
    const lost = before !== undefined && sight.frame !== before.frame + 1
    if (lost && sight.timeS - before.timeS > gapS + 1e-9) cut(k)
    if (before !== undefined && !lost) {
      for (let s = 0; s < samples; s++) {
        const t = (s + 0.5) / samples
        const p = { x: before.x + t * (sight.x - before.x), y: before.y + t * (sight.y - before.y) }
        if (!isInside(polygon, p)) continue
        part.dwellS += (sight.timeS - before.timeS) / samples
        part.moments.push(before.timeS + t * (sight.timeS - before.timeS))
      }
      const clips = places[k] === 'out' && outline.some(([a, b]) => meeting(before, sight, a, b) !== null)
      if (clips || places[k] !== places[k - 1]) part.runFrom = k
    }
    if (lost && places[k] !== places[k - 1]) part.runFrom = k
    if (isInside(polygon, sight)) part.moments.push(sight.timeS)
    if (places[k] === 'near') return
    const hasSettled = sight.timeS - (sights[part.runFrom] as Sight).timeS >= settleS - 1e-9 || isAlone(sight)
    if (places[k] === 'in' && hasSettled) part.settled = true
    if (places[k] === 'out' && (hasSettled || !part.settled)) cut(k + 1)
  })
  cut(sights.length)
  return visits
}

/** Position on the straight path between sightings at a time between the first and the last. */
export function positionAt(sights: readonly Sight[], timeS: number): Point {
  const next = sights.find((s) => s.timeS >= timeS) ?? (sights.at(-1) as Sight)
  const before = sights.findLast((s) => s.timeS <= timeS) ?? next
  const t = next.timeS > before.timeS ? (timeS - before.timeS) / (next.timeS - before.timeS) : 0
  return { x: before.x + t * (next.x - before.x), y: before.y + t * (next.y - before.y) }
}
