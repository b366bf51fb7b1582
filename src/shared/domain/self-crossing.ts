/**
 * Detects whether the outline of a polygon crosses or touches itself, by a sweep line (Shamos and Hoey 1976). O(n log
 * n).
 */
import { orient, type Point, segmentsTouch } from './geometry.ts'
import { LinkedTreap, type Place } from './linked-treap.ts'

/** Side i joins the corners i and i + 1. */
type Side = number

/** True when two sides of the closed polygon meet anywhere but at a shared corner. */
export function crossesItself(polygon: readonly Point[]): boolean {
  if (polygon.length <= 3) return false
  const corners = [...polygon.keys()].sort((i, j) => (comesFirst(at(polygon, i), at(polygon, j)) ? -1 : 1))
  return hasTwins(polygon, corners) || sweep(polygon, corners)
}

const at = (polygon: readonly Point[], i: number): Point => polygon[(i + polygon.length) % polygon.length] as Point

/** The order of the sweep: from left to right, and from top to bottom on a vertical side. */
const comesFirst = (a: Point, b: Point): boolean => a.x < b.x || (a.x === b.x && a.y < b.y)

/** At two corners on one point, at least two sides meet that are not neighbours. */
const hasTwins = (polygon: readonly Point[], corners: readonly number[]): boolean =>
  corners.some((corner, k) => {
    if (k === 0) return false
    const [a, b] = [at(polygon, corners[k - 1] as number), at(polygon, corner)]
    return a.x === b.x && a.y === b.y
  })

function sweep(polygon: readonly Point[], corners: readonly number[]): boolean {
  const n = polygon.length
  const order = new LinkedTreap<Side>()
  /** The position of each side on the sweep line, in the order from top to bottom. */
  const places = new Map<Side, Place<Side>>()

  function touch(a: Side | undefined, b: Side | undefined): boolean {
    if (a === undefined || b === undefined) return false
    const [i, j] = a < b ? [a, b] : [b, a]
    if (j === i + 1 || (i === 0 && j === n - 1)) return false
    return segmentsTouch(at(polygon, i), at(polygon, i + 1), at(polygon, j), at(polygon, j + 1))
  }
  const touchesNeighbour = (place: Place<Side>) =>
    touch(place.before?.item, place.item) || touch(place.item, place.after?.item)

  /** Positive when the point comes after the side in the order, 0 on it. */
  function beyond(side: Side, point: Point): number {
    const [a, b] = [at(polygon, side), at(polygon, side + 1)]
    return comesFirst(a, b) ? orient(a, b, point) : orient(b, a, point)
  }

  /** Both sides of a corner begin there. */
  function begin(arriving: Side, leaving: Side, corner: number): boolean {
    const point = at(polygon, corner)
    let touched = false
    const before = order.lastBefore((side) => {
      const where = beyond(side, point)
      if (where === 0) touched ||= touch(side, arriving) || touch(side, leaving)
      return where > 0
    })
    const turn = beyond(arriving, at(polygon, corner + 1))
    // One side overlaps the other: the corner at the end of the shorter one has another side, which touches the longer
    // one.
    if (turn === 0) touched ||= touch(arriving - 1 < 0 ? n - 1 : arriving - 1, leaving)
    if (turn === 0) touched ||= touch(arriving, (leaving + 1) % n)
    if (touched) return true
    const [upper, lower] = turn > 0 ? [arriving, leaving] : [leaving, arriving]
    const first = order.insertAfter(before, upper)
    const second = order.insertAfter(first, lower)
    places.set(upper, first).set(lower, second)
    return touchesNeighbour(first) || touchesNeighbour(second)
  }

  function end(side: Side, place: Place<Side>): boolean {
    order.remove(place)
    places.delete(side)
    return touch(place.before?.item, place.after?.item)
  }

  function replace(old: Side, next: Side, place: Place<Side>): boolean {
    place.item = next
    places.delete(old)
    places.set(next, place)
    return touchesNeighbour(place)
  }

  return corners.some((corner) => {
    const [arriving, leaving] = [(corner + n - 1) % n, corner]
    const [from, to] = [places.get(arriving), places.get(leaving)]
    if (from && to) return end(arriving, from) || end(leaving, to)
    if (from) return replace(arriving, leaving, from)
    if (to) return replace(leaving, arriving, to)
    return begin(arriving, leaving, corner)
  })
}
