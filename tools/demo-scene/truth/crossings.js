const DEAD_BAND = 0.02
const SETTLE_SECONDS = 0.1

/** Counts anchors (bottom centre of boxes) that pass from one side of a line to the other. */
export function countCrossings(frames, line, width, height, classes) {
  const [a, b] = line.points.map(([x, y]) => [x * width, y * height])
  const tracks = new Map()
  const crossings = []
  for (const { time_s: time, boxes } of frames) {
    for (const { id, class: kind, xyxy } of boxes) {
      const anchor = [(xyxy[0] + xyxy[2]) / 2, xyxy[3]]
      const distance = signedDistance(a, b, anchor)
      const track = tracks.get(id) ?? { side: 0, previous: anchor, pending: null }
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
      track.pending ??= { time, passed: Boolean(track.passed) }
      if (time - track.pending.time < SETTLE_SECONDS) continue
      if (track.pending.passed) {
        crossings.push({ id, class: kind, direction: side > 0 ? 'b_to_a' : 'a_to_b', time_s: track.pending.time })
      }
      Object.assign(track, { side, pending: null, passed: false })
    }
  }
  return { ...line, ...summarize(crossings, classes), crossings }
}

function summarize(crossings, classes) {
  const count = (direction, kind) =>
    crossings.filter((crossing) => crossing.direction === direction && (!kind || crossing.class === kind)).length
  const both = (kind) => ({ a_to_b: count('a_to_b', kind), b_to_a: count('b_to_a', kind) })
  return { ...both(), by_class: Object.fromEntries(classes.map((kind) => [kind, both(kind)])) }
}

/** Positive on side A, the left of the direction of travel on screen. */
export function signedDistance([ax, ay], [bx, by], [x, y]) {
  return ((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / Math.hypot(bx - ax, by - ay)
}

function segmentsMeet(p, q, a, b) {
  const opposite = (one, two) => one > 0 !== two > 0
  return (
    opposite(signedDistance(a, b, p), signedDistance(a, b, q)) &&
    opposite(signedDistance(p, q, a), signedDistance(p, q, b))
  )
}
