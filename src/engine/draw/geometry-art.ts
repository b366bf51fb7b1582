/** Draws counting lines and zones with their live counts. */
import { type Box, type Point, toPixels } from '../../shared/domain/geometry.ts'
import type { InkPot, Measures } from './ink.ts'
import { type ChipLayout, type ChipSize, chipSize, letteringOf } from './lettering.ts'
import { fillCircle, fillPolygon, strokeSegment } from './shapes.ts'
import type { Surface } from './surface.ts'

export interface OverlayGeometry {
  kind: 'line' | 'zone'
  name: string
  /** The points as x and y, in shares of the frame. */
  points: readonly (readonly [number, number])[]
  /** Live counts, such as "A→B 7  B→A 3" or "3 inside". */
  label: string
}

const RIM = '#05070d'
const LETTER = '#0b0e14'

export function drawZoneArea(surface: Surface, zone: OverlayGeometry, color: string, m: Measures, inks: InkPot): void {
  const points = zone.points.map((p) => toPixels(p, surface))
  fillPolygon(surface, points, inks.of(color), 0.16)
  outline(surface, [...points, points[0] as Point], m.stroke, color, inks)
}

export function drawLine(surface: Surface, line: OverlayGeometry, color: string, m: Measures, inks: InkPot): void {
  const points = line.points.map((p) => toPixels(p, surface))
  outline(surface, points, m.line, color, inks)
  for (const end of [points[0], points.at(-1)]) {
    if (!end) continue
    fillCircle(surface, end, m.line * 1.6 + 1, inks.of(RIM), 0.6)
    fillCircle(surface, end, m.line * 1.6, inks.of(color), 1)
  }
  drawSides(surface, points, color, m, inks)
}

/** Position of the name and the counts; null when there is no text. */
export function placeCount(
  surface: Surface,
  chips: ChipLayout,
  geometry: OverlayGeometry,
  m: Measures,
): { place: Box; text: string } | null {
  const text = [geometry.name, geometry.label].filter((s) => s !== '').join('  ')
  if (text === '' || geometry.points.length === 0) return null
  const size = chipSize(text, m)
  const points = geometry.points.map((p) => toPixels(p, surface))
  const corners = (geometry.kind === 'zone' ? spotsOnZone(points, size) : spotsBesideLine(points, size, m)).map(
    ({ x, y }) => ({ x: x - size.width / 2, y: y - size.height / 2 }),
  )
  // A chip that has to be moved into the frame would be moved over its line.
  const whole = corners.filter((corner) => chips.fits(corner, size))
  return { place: chips.place(size, [...whole, ...corners]), text }
}

/** Keeps chips off the letters and the arrow between them. */
export function keepSidesClear(surface: Surface, chips: ChipLayout, line: OverlayGeometry, m: Measures): void {
  const middle = halfway(line.points.map((p) => toPixels(p, surface)))
  if (!middle) return
  const { radius, apart } = badgeOf(m)
  const reach = apart + radius
  const x = Math.abs(middle.along.y) * reach + Math.abs(middle.along.x) * radius
  const y = Math.abs(middle.along.x) * reach + Math.abs(middle.along.y) * radius
  chips.keepClear({ x1: middle.at.x - x, y1: middle.at.y - y, x2: middle.at.x + x, y2: middle.at.y + y })
}

/** Centres of a chip: on the upper border, inside, below the topmost corner. */
function spotsOnZone(points: readonly Point[], { height }: ChipSize): Point[] {
  const top = points.reduce((a, b) => (b.y < a.y ? b : a))
  const middle = mean(points)
  return [{ x: middle.x, y: top.y }, middle, { x: top.x, y: top.y + height * 1.1 }]
}

/** Centres of a chip: beyond either end, beside either end, and at the line's middle beyond the letters. */
function spotsBesideLine(points: readonly Point[], { width, height }: ChipSize, m: Measures): Point[] {
  const gap = m.line * 1.6 + m.stroke * 2
  /** Just far enough that the line, which leaves the point in the opposite direction, does not touch the chip. */
  const beyond = (p: Point, way: Point): Point => {
    const far = gap + Math.min(width / Math.abs(way.x), height / Math.abs(way.y)) / 2
    return { x: p.x + way.x * far, y: p.y + way.y * far }
  }
  /** Far enough that the chip lies entirely on that side of the line through the point. */
  const beside = (p: Point, way: Point, away: number): Point => {
    const far = away + (Math.abs(way.x) * width + Math.abs(way.y) * height) / 2
    return { x: p.x + way.x * far, y: p.y + way.y * far }
  }
  const ends = [points, [...points].reverse()].flatMap((way) => {
    const end = way[way.length - 1] as Point
    const before = way[way.length - 2] ?? end
    const length = Math.hypot(end.x - before.x, end.y - before.y)
    if (length === 0) return []
    return [{ end, out: { x: (end.x - before.x) / length, y: (end.y - before.y) / length } }]
  })
  const normals = ({ x, y }: Point): Point[] => [
    { x: y, y: -x },
    { x: -y, y: x },
  ]
  const middle = halfway(points)
  const { radius, apart } = badgeOf(m)
  return [
    ...ends.map(({ end, out }) => beyond(end, out)),
    ...ends.flatMap(({ end, out }) => normals(out).map((way) => beside(end, way, gap))),
    ...(middle ? normals(middle.along).map((way) => beside(middle.at, way, apart + radius + gap)) : []),
    points[0] as Point,
  ]
}

/** Size of the letters' discs and their distance from the line. */
const badgeOf = ({ fontPx }: Measures) => ({ radius: fontPx * 0.78, apart: fontPx * 0.78 * 2.5 })

function outline(surface: Surface, points: readonly Point[], width: number, color: string, inks: InkPot): void {
  for (const [grow, ink, opacity] of [
    [2, inks.of(RIM), 0.4],
    [0, inks.of(color), 1],
  ] as const) {
    for (let i = 1; i < points.length; i++) {
      strokeSegment(surface, points[i - 1] as Point, points[i] as Point, width + grow, width + grow, ink, opacity)
    }
  }
}

/** At the middle of the line: a badge on each side, A on the left of travel, and an arrow from A to B. */
function drawSides(surface: Surface, points: readonly Point[], color: string, m: Measures, inks: InkPot): void {
  const middle = halfway(points)
  if (!middle) return
  const { at, along } = middle
  // Left of the direction of travel on screen, where y points down.
  const left = { x: along.y, y: -along.x }
  const font = letteringOf(m.fontPx)
  const { radius, apart } = badgeOf(m)
  const spot = (side: number, shift = 0): Point => ({
    x: at.x + left.x * side + along.x * shift,
    y: at.y + left.y * side + along.y * shift,
  })
  const width = m.line * 0.9
  const tip = spot(-radius * 1.15)
  const head = m.fontPx * 0.36
  const barbs = [spot(-radius * 1.15 + head, head), spot(-radius * 1.15 + head, -head)]
  const strokes: [Point, Point][] = [[spot(radius * 1.15), tip], ...barbs.map((b): [Point, Point] => [b, tip])]
  for (const [a, b] of strokes) strokeSegment(surface, a, b, width + 2, width + 2, inks.of(RIM), 0.45)
  for (const [a, b] of strokes) strokeSegment(surface, a, b, width, width, inks.of('#ffffff'), 1)
  for (const [letter, side] of [
    ['A', apart],
    ['B', -apart],
  ] as const) {
    const centre = spot(side)
    fillCircle(surface, centre, radius + 1, inks.of(RIM), 0.45)
    fillCircle(surface, centre, radius, inks.of(color), 1)
    const x = centre.x - font.widthOf(letter) / 2
    font.draw(surface, letter, x, centre.y + font.capHeight / 2, inks.of(LETTER))
  }
}

/** The point at half the polyline's length, and its direction there; null for a line without length. */
function halfway(points: readonly Point[]): { at: Point; along: Point } | null {
  const lengths = points.slice(1).map((p, i) => Math.hypot(p.x - (points[i] as Point).x, p.y - (points[i] as Point).y))
  let left = lengths.reduce((a, b) => a + b, 0) / 2
  for (const [i, length] of lengths.entries()) {
    if (length > 0 && left <= length) {
      const a = points[i] as Point
      const b = points[i + 1] as Point
      const along = { x: (b.x - a.x) / length, y: (b.y - a.y) / length }
      return { at: { x: a.x + along.x * left, y: a.y + along.y * left }, along }
    }
    left -= length
  }
  return null
}

const mean = (points: readonly Point[]): Point => ({
  x: points.reduce((s, p) => s + p.x, 0) / points.length,
  y: points.reduce((s, p) => s + p.y, 0) / points.length,
})
