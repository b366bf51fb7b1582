/** @import { Looks } from '../sim/styles.js' */
/** @typedef {[x: number, y: number]} Pixel */
/** @typedef {[x1: number, y1: number, x2: number, y2: number]} Xyxy */
/** @typedef {{ id: number, class: Looks['class'], xyxy: Xyxy, visibility: number }} TruthBox */
/** @typedef {{ index: number, time_s: number, boxes: TruthBox[] }} TruthFrame */
/**
 * A line that is counted; its points are fractions of the frame.
 * @typedef {{ name: string, points: [start: Pixel, end: Pixel] }} CountingLine
 */
/** @typedef {'a_to_b' | 'b_to_a'} Direction */
/** @typedef {{ id: number, class: Looks['class'], direction: Direction, time_s: number }} Crossing */
/** @typedef {ReturnType<typeof countCrossings>} CrossedLine */
/**
 * @typedef {object} Track
 * @property {number} side the side of the line that it is on: 1, -1, or 0 before it is known
 * @property {Pixel} previous
 * @property {{ time: number, passed: boolean } | null} pending
 * @property {boolean} passed
 */

const DEAD_BAND = 0.02
const SETTLE_SECONDS = 0.1

/**
 * The bottom centre of a box.
 * @param {Xyxy} box
 * @returns {Pixel}
 */
export const anchorOf = ([left, , right, bottom]) => [(left + right) / 2, bottom]

/**
 * The ends of a line in pixels.
 * @param {CountingLine} line
 * @param {number} width
 * @param {number} height
 * @returns {[Pixel, Pixel]}
 */
export function endsOf({ points: [start, end] }, width, height) {
  return [
    [start[0] * width, start[1] * height],
    [end[0] * width, end[1] * height],
  ]
}

/**
 * Counts anchors (bottom centre of boxes) that pass from one side of a line to the other.
 * @param {readonly TruthFrame[]} frames
 * @param {CountingLine} line
 * @param {number} width
 * @param {number} height
 * @param {readonly string[]} classes
 */
export function countCrossings(frames, line, width, height, classes) {
  const [a, b] = endsOf(line, width, height)
  /** @type {Map<number, Track>} */
  const tracks = new Map()
  /** @type {Crossing[]} */
  const crossings = []
  for (const { time_s: time, boxes } of frames) {
    for (const { id, class: kind, xyxy } of boxes) {
      const anchor = anchorOf(xyxy)
      const distance = signedDistance(a, b, anchor)
      const track = tracks.get(id) ?? { side: 0, previous: anchor, pending: null, passed: false }
      tracks.set(id, track)
      const passes = segmentsMeet(track.previous, anchor, a, b)
      track.previous = anchor
      if (passes) track.passed = true
      if (Math.abs(distance) <= DEAD_BAND * (xyxy[3] - xyxy[1])) continue
      const side = Math.sign(distance)
      if (track.side === 0) track.side = side
      if (side === track.side) {
        track.pending = null
        if (!passes) track.passed = false
        continue
      }
      track.pending ??= { time, passed: track.passed }
      if (time - track.pending.time < SETTLE_SECONDS) continue
      if (track.pending.passed) {
        crossings.push({ id, class: kind, direction: side > 0 ? 'b_to_a' : 'a_to_b', time_s: track.pending.time })
      }
      Object.assign(track, { side, pending: null, passed: false })
    }
  }
  return { ...line, ...summarize(crossings, classes), crossings }
}

/**
 * @param {readonly Crossing[]} crossings
 * @param {readonly string[]} classes
 */
function summarize(crossings, classes) {
  /**
   * @param {Direction} direction
   * @param {string} [kind]
   */
  const count = (direction, kind) =>
    crossings.filter((crossing) => crossing.direction === direction && (!kind || crossing.class === kind)).length
  /** @param {string} [kind] */
  const both = (kind) => ({ a_to_b: count('a_to_b', kind), b_to_a: count('b_to_a', kind) })
  return { ...both(), by_class: Object.fromEntries(classes.map((kind) => [kind, both(kind)])) }
}

/**
 * Positive on side A, the left of the direction of travel on screen.
 * @param {Pixel} a
 * @param {Pixel} b
 * @param {Pixel} point
 */
export function signedDistance([ax, ay], [bx, by], [x, y]) {
  return ((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / Math.hypot(bx - ax, by - ay)
}

/**
 * @param {Pixel} p
 * @param {Pixel} q
 * @param {Pixel} a
 * @param {Pixel} b
 */
function segmentsMeet(p, q, a, b) {
  /**
   * @param {number} one
   * @param {number} two
   */
  const opposite = (one, two) => one > 0 !== two > 0
  return (
    opposite(signedDistance(a, b, p), signedDistance(a, b, q)) &&
    opposite(signedDistance(p, q, a), signedDistance(p, q, b))
  )
}
