/** Antialiased shapes as coverage: outlines and fills of rounded rectangles, strokes, polygons. Units are pixels. */
import type { Ring } from '../../shared/domain/detection.ts'
import type { Box, Point } from '../../shared/domain/geometry.ts'
import type { Ink } from './ink.ts'
import { bounded, fillSpan, type Surface } from './surface.ts'

const cover = (distance: number): number => (distance <= 0 ? 0 : distance >= 1 ? 255 : (distance * 255 + 0.5) | 0)

/** Paints the border of a rounded rectangle: `thickness` inwards, extended by `grow` on both sides. */
export function strokeBox(
  surface: Surface,
  box: Box,
  radius: number,
  thickness: number,
  ink: Ink,
  opacity: number,
  grow = 0,
): void {
  const ring = ringOf(box, radius, thickness, grow)
  const { x1, y1, x2, y2 } = box
  const out = grow + 1
  const side = thickness + grow + 1
  const corner = Math.max(radius, thickness) + grow + 1
  // From the outside inwards: bars over the full width, the rows that the corners need beyond them, the sides between.
  const top = Math.ceil(bounded(Math.min(y1 + side, y2 + out)))
  const bottom = Math.max(top, Math.floor(bounded(y2 - side)))
  const upper = Math.min(bottom, Math.max(top, Math.ceil(bounded(y1 + corner))))
  const lower = Math.max(upper, Math.min(bottom, Math.floor(bounded(y2 - corner))))
  const left = Math.ceil(bounded(Math.min(x1 + corner, x2 + out)))
  const right = Math.max(left, Math.floor(bounded(x2 - corner)))
  // Beyond the corners, and beyond the slant where a thick border meets the sides, coverage is constant along a row of
  // the bars.
  const bend = Math.max(radius, side + 2)
  const bar = (from: number, to: number) =>
    surface.paintRows(x1 - out, from, x2 + out, to, x1 + bend + 1, x2 - bend - 1, ink, opacity, ring)
  bar(y1 - out, top)
  bar(bottom, y2 + out)
  for (const [from, to] of [
    [top, upper],
    [lower, bottom],
  ] as const) {
    surface.paint(x1 - out, from, left, to, ink, opacity, ring)
    surface.paint(right, from, x2 + out, to, ink, opacity, ring)
  }
  const leftSide = Math.ceil(bounded(Math.min(x1 + side, x2 + out)))
  surface.paintColumns(x1 - out, upper, leftSide, lower, ink, opacity, ring)
  surface.paintColumns(Math.max(leftSide, x2 - side), upper, x2 + out, lower, ink, opacity, ring)
}

/** Paints the border in the four corners only, `length` along each side. */
export function strokeCorners(
  surface: Surface,
  box: Box,
  radius: number,
  thickness: number,
  length: number,
  ink: Ink,
): void {
  const ring = ringOf(box, radius, thickness, 0)
  const { x1, y1, x2, y2 } = box
  const middleX = (x1 + x2) / 2
  const middleY = (y1 + y2) / 2
  const left = Math.floor(bounded(Math.min(x1 + length, middleX)))
  const right = Math.max(left, Math.ceil(bounded(Math.max(x2 - length, middleX))))
  const top = Math.floor(bounded(Math.min(y1 + length, middleY)))
  const bottom = Math.max(top, Math.ceil(bounded(Math.max(y2 - length, middleY))))
  const reach = Math.max(radius, thickness) + 1
  const upper = Math.min(top, Math.ceil(bounded(y1 + reach)))
  const lower = Math.max(bottom, Math.floor(bounded(y2 - reach)))
  for (const [from, to] of [
    [y1 - 1, upper],
    [lower, y2 + 1],
  ] as const) {
    surface.paint(x1 - 1, from, left, to, ink, 1, ring)
    surface.paint(right, from, x2 + 1, to, ink, 1, ring)
  }
  const side = thickness + 1
  for (const [from, to] of [
    [upper, top],
    [bottom, lower],
  ] as const) {
    surface.paintColumns(x1 - 1, from, x1 + side, to, ink, 1, ring)
    surface.paintColumns(Math.max(right, x2 - side), from, x2 + 1, to, ink, 1, ring)
  }
}

/** Coverage from the signed distance to the rounded rectangle. */
function ringOf({ x1, y1, x2, y2 }: Box, radius: number, thickness: number, grow: number) {
  const cx = (bounded(x1) + bounded(x2)) / 2
  const cy = (bounded(y1) + bounded(y2)) / 2
  const halfX = (bounded(x2) - bounded(x1)) / 2
  const halfY = (bounded(y2) - bounded(y1)) / 2
  const r = Math.max(0, Math.min(radius, halfX, halfY))
  const outer = 0.5 + grow
  const inner = thickness + grow + 0.5
  return (row: Uint8Array, y: number, from: number, to: number): void => {
    const qy = Math.abs(y + 0.5 - cy) - halfY + r
    // Between the corners the distance depends on the row alone.
    const reach = halfX - r + Math.min(0, qy) - 0.5
    const plainFrom = Math.max(from, Math.min(to, Math.ceil(cx - reach)))
    const plainTo = Math.max(plainFrom, Math.min(to, Math.floor(cx + reach)))
    if (plainTo > plainFrom) {
      fillSpan(row, cover(Math.min(outer - qy + r, qy - r + inner)), plainFrom - from, plainTo - from)
    }
    for (let x = from; x < to; x++) {
      if (x === plainFrom) x = plainTo
      if (x >= to) break
      const qx = Math.abs(x + 0.5 - cx) - halfX + r
      const distance = (qx > 0 && qy > 0 ? Math.sqrt(qx * qx + qy * qy) : Math.max(qx, qy)) - r
      row[x - from] = cover(Math.min(outer - distance, distance + inner))
    }
  }
}

export function fillRoundBox(surface: Surface, box: Box, radius: number, ink: Ink, opacity: number): void {
  const { x1, y1, x2, y2 } = box
  const r = Math.max(0, Math.min(radius, (x2 - x1) / 2, (y2 - y1) / 2))
  surface.paintRows(x1, y1, x2, y2, x1 + r, x2 - r, ink, opacity, (row, y, from, to) => {
    const dy = Math.max(y1 + r - (y + 0.5), y + 0.5 - (y2 - r), 0)
    if (dy === 0 && from >= x1 && to <= x2) {
      fillSpan(row, 255, 0, to - from)
      return
    }
    for (let x = from; x < to; x++) {
      const dx = Math.max(x1 + r - (x + 0.5), x + 0.5 - (x2 - r), 0)
      row[x - from] = dx === 0 && dy === 0 ? 255 : cover(r + 0.5 - Math.sqrt(dx * dx + dy * dy))
    }
  })
}

/**
 * A stroke with round ends whose width changes linearly from `widthA` to `widthB`. Painted two rows at a time, each
 * only as wide as the stroke is there.
 */
export function strokeSegment(
  surface: Surface,
  a: Point,
  b: Point,
  widthA: number,
  widthB: number,
  ink: Ink,
  opacity = 1,
): void {
  const ax = bounded(a.x)
  const ay = bounded(a.y)
  const dx = bounded(b.x) - ax
  const dy = bounded(b.y) - ay
  const squared = dx * dx + dy * dy
  const perLength = squared > 0 ? 1 / squared : 0
  const reach = Math.max(widthA, widthB) / 2 + 1
  const grow = (widthB - widthA) / 2
  const cap = (row: Uint8Array, y: number, from: number, to: number): void => {
    const py = y + 0.5 - ay
    for (let x = from; x < to; x++) {
      const px = x + 0.5 - ax
      let t = (px * dx + py * dy) * perLength
      if (t < 0) t = 0
      else if (t > 1) t = 1
      const ex = px - t * dx
      const ey = py - t * dy
      const distance = ex * ex + ey * ey
      const radius = widthA / 2 + grow * t
      // Square roots are computed only on the rim, which is one pixel wide.
      if (distance >= (radius + 0.5) * (radius + 0.5)) row[x - from] = 0
      else if (radius > 0.5 && distance <= (radius - 0.5) * (radius - 0.5)) row[x - from] = 255
      else row[x - from] = cover(radius + 0.5 - Math.sqrt(distance))
    }
  }
  const top = Math.min(ay, ay + dy) - reach
  const bottom = Math.max(ay, ay + dy) + reach
  const steep = Math.abs(dy) > 1e-6
  const yTo = Math.min(surface.height, Math.ceil(bottom))
  for (let y = Math.max(0, Math.floor(top)) & ~1; y < yTo; y += 2) {
    const ta = steep ? (y - reach - ay) / dy : 0
    const tb = steep ? (y + 2 + reach - ay) / dy : 1
    const t0 = Math.max(0, Math.min(ta, tb))
    const t1 = Math.min(1, Math.max(ta, tb))
    if (t0 > t1) continue
    const xa = ax + t0 * dx
    const xb = ax + t1 * dx
    surface.paint(Math.min(xa, xb) - reach, y, Math.max(xa, xb) + reach, y + 2, ink, opacity, cap)
  }
}

/** Sub-scanlines of a pixel row; columns are exact. */
const SUBROWS = 4

/** Fills by the even-odd rule. */
export function fillPolygon(surface: Surface, points: readonly Point[], ink: Ink, opacity: number): void {
  fillRings(surface, [points.flatMap(({ x, y }) => [x, y])], ink, opacity)
}

/** Fills several outlines at once by the even-odd rule: an outline inside another is a hole. */
export function fillRings(surface: Surface, rings: readonly Ring[], ink: Ink, opacity: number): void {
  const edges = edgesOf(rings)
  if (edges.length === 0) return
  const left = edges.reduce((least, e) => Math.min(least, e.x, e.toX), Number.POSITIVE_INFINITY)
  const right = edges.reduce((most, e) => Math.max(most, e.x, e.toX), Number.NEGATIVE_INFINITY)
  const bottom = edges.reduce((most, e) => Math.max(most, e.bottom), Number.NEGATIVE_INFINITY)
  const steps = new Float32Array(surface.width + 2)
  const crossings: number[] = []
  const changes: number[] = []
  let active: Edge[] = []
  let next = 0
  // Rows are painted from top to bottom.
  surface.paint(left, (edges[0] as Edge).top, right, bottom, ink, opacity, (row, y, from, to) => {
    const width = to - from
    while (next < edges.length && (edges[next] as Edge).top < y + 1) active.push(edges[next++] as Edge)
    active = active.filter((e) => e.bottom > y)
    changes.length = 0
    for (let s = 0; s < SUBROWS; s++) {
      const at = y + (s + 0.5) / SUBROWS
      crossings.length = 0
      for (const { top, bottom: end, x, slope } of active) {
        if (top > at || end <= at) continue
        crossings.push(Math.max(0, Math.min(width, x + (at - top) * slope - from)))
      }
      crossings.sort(ascending)
      let amount = 255 / SUBROWS
      for (const x of crossings) {
        changes.push(Math.floor(x))
        step(steps, x, amount)
        amount = -amount
      }
    }
    // Coverage changes at few pixels; the spans in between are filled.
    changes.sort(ascending)
    let sum = 0.5
    let done = 0
    for (const pixel of changes) {
      if (pixel > done) {
        row.fill(sum, done, pixel)
        done = pixel
      }
      for (; done < Math.min(pixel + 2, width); done++) {
        sum += steps[done] as number
        steps[done] = 0
        row[done] = sum
      }
    }
    row.fill(sum, done, width)
    steps.fill(0, width, width + 2)
  })
}

const ascending = (a: number, b: number): number => a - b

/** A side of an outline, from its upper end down; horizontal sides are skipped. */
interface Edge {
  top: number
  bottom: number
  /** x at the top, and at the bottom. */
  x: number
  toX: number
  /** Columns per row. */
  slope: number
}

/** Sorted from top to bottom. */
export function edgesOf(rings: readonly Ring[]): Edge[] {
  const edges: Edge[] = []
  for (const ring of rings) {
    const n = ring.length >> 1
    if (n < 3) continue
    for (let i = 0, j = n - 1; i < n; j = i++) {
      const [x0, y0] = [bounded(ring[2 * j] as number), bounded(ring[2 * j + 1] as number)]
      const [x1, y1] = [bounded(ring[2 * i] as number), bounded(ring[2 * i + 1] as number)]
      if (y0 === y1) continue
      const slope = (x1 - x0) / (y1 - y0)
      edges.push(
        y0 < y1 ? { top: y0, bottom: y1, x: x0, toX: x1, slope } : { top: y1, bottom: y0, x: x1, toX: x0, slope },
      )
    }
  }
  return edges.sort((a, b) => a.top - b.top)
}

/** Coverage changes by `amount` from `x` on; the pixel that contains `x` gets its share. */
function step(steps: Float32Array, x: number, amount: number): void {
  const pixel = Math.floor(x)
  const share = x - pixel
  steps[pixel] = (steps[pixel] as number) + amount * (1 - share)
  steps[pixel + 1] = (steps[pixel + 1] as number) + amount * share
}

export function fillCircle(surface: Surface, centre: Point, radius: number, ink: Ink, opacity: number): void {
  strokeSegment(surface, centre, centre, radius * 2, radius * 2, ink, opacity)
}
