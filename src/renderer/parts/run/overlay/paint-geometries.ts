/** Draws lines and zones with their counts, and the evidence of one count. */
import type { Evidence, EvidencePoint } from '../../../../shared/domain/evidence.ts'
import type { Point, Size } from '../../../../shared/domain/geometry.ts'
import { formatTimecode } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import type { LiveCounts, Moment } from './live-counts.ts'
import type { Pen } from './pen.ts'
import type { SceneGeometry } from './run-scene.ts'

const pixelsOf = ({ points }: SceneGeometry, frame: Size): Point[] =>
  points.map(([x, y]) => ({ x: x * frame.width, y: y * frame.height }))

export function paintGeometries(pen: Pen, geometries: readonly SceneGeometry[], frame: Size): void {
  for (const g of geometries) {
    const points = pixelsOf(g, frame)
    if (g.kind === 'zone') {
      const path = pen.polyline(points, true)
      pen.fill(path, g.color, 0.12)
      pen.stroke(path, g.color, 1.5)
    } else {
      pen.stroke(pen.polyline(points), g.color, 2)
      for (const end of [points[0], points.at(-1)]) if (end) pen.dot(end, 3, g.color)
      paintSides(pen, points, g.color)
    }
  }
}

/** Draws names, and counts where known; they are placed before the labels of objects. */
export function paintCounts(
  pen: Pen,
  geometries: readonly SceneGeometry[],
  counts: LiveCounts | null,
  moment: Moment,
  frame: Size,
): void {
  for (const g of geometries) {
    const points = pixelsOf(g, frame)
    const text = counts ? `${g.name}  ${counts.label(g.kind, g.nodeId, g.name, moment)}` : g.name
    const spotsOf = g.kind === 'zone' ? spotsOfZone : spotsOfLine
    pen.chip([text], g.color, ({ width, height }) => spotsOf(pen, points, width, height), true)
  }
}

function spotsOfZone(pen: Pen, points: readonly Point[], width: number, height: number): Point[] {
  const corners = points.map((p) => pen.at(p.x, p.y))
  const top = corners.reduce((a, b) => (b.y < a.y ? b : a), corners[0] ?? { x: 0, y: 0 })
  return [
    { x: top.x - width / 2, y: top.y - height / 2 },
    { x: top.x - width / 2, y: top.y + height },
  ]
}

/** Returns label positions beyond either end of the line. */
function spotsOfLine(pen: Pen, points: readonly Point[], width: number, height: number): Point[] {
  const screen = points.map((p) => pen.at(p.x, p.y))
  const ends = [screen, [...screen].reverse()].flatMap((way) => {
    const [before, end] = [way.at(-2), way.at(-1)]
    if (!before || !end) return []
    const length = Math.hypot(end.x - before.x, end.y - before.y) || 1
    const out = { x: (end.x - before.x) / length, y: (end.y - before.y) / length }
    const far = 9 + Math.min(width / Math.abs(out.x || 1e-9), height / Math.abs(out.y || 1e-9)) / 2
    return [{ x: end.x + out.x * far - width / 2, y: end.y + out.y * far - height / 2 }]
  })
  return ends
}

/** Draws A on the left of the line's direction, B on the right, and an arrow from A to B, at the middle of the line. */
function paintSides(pen: Pen, points: readonly Point[], color: string): void {
  const half = Math.max(0, Math.ceil(points.length / 2) - 1)
  const [from, to] = [points[half], points[half + 1]]
  if (!from || !to) return
  const [a, b] = [pen.at(from.x, from.y), pen.at(to.x, to.y)]
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  if (length < 24) return
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  // Left of the line's direction as seen on screen, where y points down.
  const left = { x: (b.y - a.y) / length, y: -(b.x - a.x) / length }
  const along = { x: (b.x - a.x) / length, y: (b.y - a.y) / length }
  const spot = (side: number, shift = 0) => ({
    x: middle.x + left.x * side + along.x * shift,
    y: middle.y + left.y * side + along.y * shift,
  })
  const arrow = new Path2D()
  const tip = spot(-10)
  for (const start of [spot(10), spot(-5, 4), spot(-5, -4)]) {
    arrow.moveTo(start.x, start.y)
    arrow.lineTo(tip.x, tip.y)
  }
  pen.stroke(arrow, '#ffffff', 1.5)
  for (const [letter, side] of [
    ['A', 20],
    ['B', -20],
  ] as const) {
    const { x, y } = spot(side)
    pen.letter(letter, x, y, color)
    pen.keepClear({ x1: x - 9, y1: y - 9, x2: x + 9, y2: y + 9 })
  }
}

/** Colours of sightings by place; the list beside the video names the places too. */
export const PLACE_COLORS: Record<EvidencePoint['place'], string> = {
  a: '#ffffff',
  outside: '#ffffff',
  b: '#7dff6b',
  inside: '#7dff6b',
  band: '#ffd23e',
}

/** Draws the path that was judged: its sightings, the point where it met the line, and the times. */
export function paintEvidence(pen: Pen, evidence: Evidence, moment: Moment, color: string, frame: Size): void {
  const { path } = evidence
  const at = (p: { x: number; y: number }): Point => ({ x: p.x * frame.width, y: p.y * frame.height })
  pen.stroke(pen.polyline(path.map(at)), color, 2)
  for (const p of path) pen.dot(at(p), 2, PLACE_COLORS[p.place])
  const [first, last] = [path[0], path.at(-1)]
  const note = (p: Point, text: string) => {
    const { x, y } = pen.at(p.x, p.y)
    pen.chip([text], '#ffffff', ({ width, height }) => [
      { x: x + 12, y: y - height / 2 },
      { x: x - width - 12, y: y - height / 2 },
      { x: x - width / 2, y: y + 14 },
      { x: x - width / 2, y: y - height - 14 },
    ])
  }
  const met = crossingPoint(evidence)
  if (met) {
    const p = at(met)
    const { x, y } = pen.at(p.x, p.y)
    const ring = new Path2D()
    ring.arc(x, y, 7, 0, 2 * Math.PI)
    pen.stroke(ring, '#ffffff', 2)
    note(p, formatTimecode(met.timeS))
  }
  const closest = path.reduce<EvidencePoint | null>(
    (best, p) => (best === null || Math.abs(p.time_s - moment.timeS) < Math.abs(best.time_s - moment.timeS) ? p : best),
    null,
  )
  if (closest && Math.abs(closest.time_s - moment.timeS) < 0.5) pen.dot(at(closest), 4.5, color)
  if (first) note(at(first), texts.runs.overlay.from(formatTimecode(first.time_s)))
  if (last && path.length > 1)
    note(at(last), texts.runs.overlay[evidence.counted ? 'counted' : 'decided'](formatTimecode(evidence.decided_s)))
}

/** The interpolated point and time at which the path met the line or entered the zone; null if it did neither. */
export function crossingPoint(evidence: Evidence): { x: number; y: number; timeS: number } | null {
  const timeS = evidence.kind === 'line' ? evidence.crossed_s : evidence.counted ? evidence.entered_s : null
  if (timeS === null) return null
  const { path } = evidence
  const next = path.findIndex((p) => p.time_s >= timeS)
  const [a, b] = [path[next - 1], path[next]]
  if (!b) return null
  if (!a || b.time_s === a.time_s) return { x: b.x, y: b.y, timeS }
  const share = (timeS - a.time_s) / (b.time_s - a.time_s)
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, timeS }
}
