import { anchorOf, endsOf, signedDistance } from './crossings.js'

/** @import { CrossedLine, Pixel, TruthFrame } from './crossings.js' */

const EDGE_SECONDS = 1.2
const AROUND_SECONDS = 0.4
const CLEAR_VIEW = 0.8
const CLOSE_PIXELS = 14

/**
 * Reasons why a person watching the video could disagree with the counts; empty when there are none.
 * @param {readonly TruthFrame[]} frames
 * @param {readonly CrossedLine[]} lines
 * @param {number} width
 * @param {number} height
 * @param {number} fps
 */
export function findAmbiguities(frames, lines, width, height, fps) {
  const duration = frames.length / fps
  const problems = []
  for (const line of lines) {
    const ends = endsOf(line, width, height)
    for (const { id, time_s: time } of line.crossings) {
      if (time < EDGE_SECONDS || time > duration - EDGE_SECONDS) problems.push(`${id} crosses at the edge of the clip`)
      const from = Math.max(0, Math.round((time - AROUND_SECONDS) * fps))
      const until = Math.min(frames.length - 1, Math.round((time + AROUND_SECONDS) * fps))
      for (let index = from; index <= until; index++) {
        const seen = frames[index]?.boxes.find((box) => box.id === id)
        if (!seen || seen.visibility < CLEAR_VIEW) {
          problems.push(`${id} is hidden around ${time.toFixed(1)} s`)
          break
        }
      }
    }
    problems.push(...lingering(frames, line, ends))
  }
  return problems
}

/**
 * Objects that come close to a line, or stop on it, without clearly crossing.
 * @param {readonly TruthFrame[]} frames
 * @param {CrossedLine} line
 * @param {[Pixel, Pixel]} ends
 */
function lingering(frames, line, [a, b]) {
  const crossed = new Set(line.crossings.map(({ id }) => id))
  const near = new Map()
  for (const { boxes } of frames) {
    for (const { id, xyxy } of boxes) {
      if (distanceToSegment(a, b, anchorOf(xyxy)) < CLOSE_PIXELS) near.set(id, (near.get(id) ?? 0) + 1)
    }
  }
  return [...near]
    .filter(([id, count]) => !crossed.has(id) || count > 30)
    .map(([id, count]) => `${id} lingers ${count} frames at ${line.name}`)
}

/**
 * @param {Pixel} a
 * @param {Pixel} b
 * @param {Pixel} point
 */
function distanceToSegment(a, b, point) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  const along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length
  if (along < 0) return Math.hypot(point[0] - a[0], point[1] - a[1])
  if (along > length) return Math.hypot(point[0] - b[0], point[1] - b[1])
  return Math.abs(signedDistance(a, b, point))
}
