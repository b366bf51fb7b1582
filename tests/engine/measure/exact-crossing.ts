/**
 * Where a straight path crosses a bent line, in whole numbers of any size, so that nothing is rounded. For comparison.
 *
 * A path through a joint, along a segment or from a point on the line has no obvious number of crossings; a path that
 * avoids all of these has. So the line is changed first: its ends grow by a hair, since they belong to it, and each
 * segment moves to its left by some hairs of a hair, since the line belongs to the right. Now the path meets only the
 * inside of segments, and a crossing is what everybody takes for one. A hair is shorter than any distance between
 * points of a small grid.
 */
import type { Point } from '../../../src/shared/domain/geometry.ts'

/** The largest coordinate. */
export const GRID = 48

/** Homogeneous coordinates: of the point (x / w, y / w), or of the straight line x X + y Y + w = 0. */
type Homogeneous = readonly [x: bigint, y: bigint, w: bigint]

/** A hair is one part in this. */
const HAIRS = 10n ** 12n
/** No two places where a path meets the line are as close, as a share of the path. */
const HAIR = 1e-9
/** Lengths in hairs of a hair. With primes above twice the square of any coordinate, no path on the grid meets a moved joint. */
const MOVES = [5003n, 6007n, 7001n, 8009n, 9001n, 10_007n]

const cross = ([a, b, c]: Homogeneous, [d, e, f]: Homogeneous): Homogeneous => [
  b * f - c * e,
  c * d - a * f,
  a * e - b * d,
]
const dot = ([a, b, c]: Homogeneous, [d, e, f]: Homogeneous): bigint => a * d + b * e + c * f
const onGrid = ({ x, y }: Point): Homogeneous => [BigInt(x), BigInt(y), 1n]

function signOf(value: bigint): -1 | 1 {
  if (value === 0n) throw new Error('The path meets a joint or an end of the moved line')
  return value < 0n ? -1 : 1
}

/** Positive to the right of the segment as seen on screen (y down), once it has been moved. */
function movedLine(p: Point, q: Point, move: bigint): Homogeneous {
  const [dx, dy] = [BigInt(q.x - p.x), BigInt(q.y - p.y)]
  const far = HAIRS * HAIRS
  return [-dy * far, dx * far, (dy * BigInt(p.x) - dx * BigInt(p.y)) * far + move]
}

/** The end of a moved segment that has grown there, away from `inner`. */
function movedEnd(end: Point, inner: Point, moved: Homogeneous): Homogeneous {
  const [dx, dy] = [BigInt(end.x - inner.x), BigInt(end.y - inner.y)]
  return cross(moved, [dx * HAIRS, dy * HAIRS, -(dx * BigInt(end.x) + dy * BigInt(end.y)) * HAIRS - 1n])
}

export interface ExactCrossing {
  to: 'a' | 'b'
  /** Share of the path at which it crosses last in this direction. */
  share: number
}

const turn = (a: Point, b: Point, p: Point): number => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
const isStraight = (a: Point, b: Point, c: Point): boolean => turn(a, b, c) === 0

/**
 * The net crossing of the straight path between two points: null when it meets no segment or crosses as often in either
 * direction. All coordinates are whole numbers from 0 to `GRID`; no segment of the line runs back on the one before.
 */
export function exactCrossing(line: readonly Point[], from: Point, to: Point): ExactCrossing | null {
  const bends = line.filter((p, k) => {
    const [before, next] = [line[k - 1], line[k + 1]]
    return before === undefined || next === undefined || !isStraight(before, p, next)
  })
  const moved = bends.slice(1).map((q, k) => movedLine(bends[k] as Point, q, MOVES[k] as bigint))
  const points = bends.map((p, k) => {
    const [before, next] = [moved[k - 1], moved[k]]
    if (before === undefined) return movedEnd(p, bends[1] as Point, next as Homogeneous)
    if (next === undefined) return movedEnd(p, bends[k - 1] as Point, before)
    return cross(before, next)
  })
  const [a, b] = [onGrid(from), onGrid(to)]
  const path = cross(a, b)
  if (from.x === to.x && from.y === to.y) return null
  const met: { to: -1 | 1; share: number; leg: number }[] = []
  moved.forEach((segment, k) => {
    const [p, q] = [points[k] as Homogeneous, points[k + 1] as Homogeneous]
    const [atA, atB] = [dot(segment, a), dot(segment, b)]
    if (signOf(atA) === signOf(atB)) return
    if (signOf(dot(path, p) * p[2]) === signOf(dot(path, q) * q[2])) return
    met.push({ to: signOf(atB), share: Number(atA) / Number(atA - atB), leg: k })
  })
  const balance = met.reduce((sum, { to }) => sum + to, 0)
  if (balance === 0) return null
  // Over one segment and back over its neighbour within a hair: the path has touched their joint from the left.
  const isTouch = ({ to, share, leg }: (typeof met)[number]) =>
    met.some((other) => other.to !== to && Math.abs(other.leg - leg) === 1 && Math.abs(other.share - share) < HAIR)
  const shares = met.filter((one) => one.to * balance > 0 && !isTouch(one)).map((one) => one.share)
  return { to: balance < 0 ? 'a' : 'b', share: Math.max(...shares) }
}
