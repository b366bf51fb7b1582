/**
 * Several rings as one: each further ring hangs on a bridge, a line that is walked twice and so covers nothing. Readers that know
 * one ring for an object fill the same pixels by the even-odd rule, as OpenCV and browsers do.
 */

interface Point {
  x: number
  y: number
}
type Ring = readonly Point[]

/** Points that are compared in search of the shortest bridges; the further rings hang on the first point. */
const MAX_COMPARED = 5_000_000

/** Joins each ring by its first point to the nearest point of those before it. Empty rings are left out. */
export function bridged(rings: readonly Ring[]): Point[] {
  const [first = [], ...others] = rings.filter((ring) => ring.length > 0)
  /** Rings that leave the ring at a point, by the index of that point in `points`. */
  const hanging = new Map<number, Ring[]>()
  const points = [...first]
  let compared = 0
  for (const ring of others) {
    const at = compared < MAX_COMPARED ? nearest(points, ring[0] as Point) : 0
    compared += points.length
    const beside = hanging.get(at)
    if (beside) beside.push(ring)
    else hanging.set(at, [ring])
    // A call has no place for so many arguments as a ring may have points.
    for (const point of ring) points.push(point)
  }
  const starts = new Map<Ring, number>([[first, 0]])
  let start = first.length
  for (const ring of others) {
    starts.set(ring, start)
    start += ring.length
  }
  return walk(first, starts, hanging)
}

/** Depth first, without recursion: an outline can have thousands of rings. */
function walk(first: Ring, starts: ReadonlyMap<Ring, number>, hanging: ReadonlyMap<number, readonly Ring[]>): Point[] {
  const walked: Point[] = []
  const open: { ring: Ring; at: number; done: number }[] = [{ ring: first, at: 0, done: 0 }]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const { ring } = top
    const point = ring[top.at] as Point
    if (top.done === 0) walked.push(point)
    const next = hanging.get((starts.get(ring) as number) + top.at)?.[top.done]
    if (next) {
      top.done++
      open.push({ ring: next, at: 0, done: 0 })
      continue
    }
    top.done = 0
    top.at++
    if (top.at < ring.length) continue
    open.pop()
    const below = open.at(-1)
    // The way back: to the point where the ring began, and over the bridge.
    if (below) walked.push(ring[0] as Point, below.ring[below.at] as Point)
  }
  return walked
}

function nearest(points: Ring, { x, y }: Point): number {
  let [best, at] = [Number.POSITIVE_INFINITY, 0]
  for (const [i, point] of points.entries()) {
    const distance = (point.x - x) ** 2 + (point.y - y) ** 2
    if (distance < best) [best, at] = [distance, i]
  }
  return at
}

/** The rings of a ring with bridges, the one that bears the others first; the ring itself where it has none. */
export function unbridged(ring: Ring): Point[][] {
  const stack: Point[] = []
  /** Indexes of the points in the stack, by their coordinates, the last one at the end. */
  const places = new Map<string, number[]>()
  const found: Point[][] = []
  const key = ({ x, y }: Point) => `${x} ${y}`
  const cutTo = (length: number) => {
    for (let point = stack.at(-1); point && stack.length > length; point = stack.at(-1)) {
      places.get(key(point))?.pop()
      stack.pop()
    }
  }
  for (const point of ring) {
    const end = stack.at(-1)
    const begin = end && places.get(key(end))?.at(-2)
    const before = begin ? stack[begin - 1] : undefined
    // Back at the start of a ring, and over the bridge: at least a triangle lies between.
    if (begin !== undefined && before && key(before) === key(point) && stack.length - 1 - begin >= 3) {
      found.push(stack.slice(begin, -1))
      cutTo(begin)
      continue
    }
    stack.push(point)
    const at = places.get(key(point))
    if (at) at.push(stack.length - 1)
    else places.set(key(point), [stack.length - 1])
  }
  return [stack, ...found]
}
