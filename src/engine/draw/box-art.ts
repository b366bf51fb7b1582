/** Draws boxes, their labels and their trails. */
import { type ClassStyle, classColor } from '../../shared/domain/class-color.ts'
import type { Detection } from '../../shared/domain/detection.ts'
import { type ChipLayout, chipSize, drawChip } from './chip.ts'
import type { InkPot } from './ink.ts'
import type { Measures } from './measures.ts'
import { strokeBox, strokeCorners, strokeSegment } from './shapes.ts'
import type { Surface } from './surface.ts'
import type { Trail } from './trails.ts'

const HALO = '#000000'

export function drawBox(surface: Surface, { box }: Detection, color: string, m: Measures, inks: InkPot): void {
  const ink = inks.of(color)
  const radius = Math.min(m.corner, (box.x2 - box.x1) / 4, (box.y2 - box.y1) / 4)
  // A dark rim keeps the border visible on a background of its own colour.
  strokeBox(surface, box, radius, m.stroke, inks.of(HALO), 0.32, Math.max(1, m.stroke * 0.35))
  strokeBox(surface, box, radius, m.stroke, ink, 1)
  const side = Math.min(box.x2 - box.x1, box.y2 - box.y1)
  const accent = Math.min(side * 0.28, m.stroke * 9)
  if (accent > m.stroke * 3) strokeCorners(surface, box, radius, m.stroke * 1.9, accent, ink)
}

export function drawLabel(
  surface: Surface,
  chips: ChipLayout,
  { box }: Detection,
  text: string,
  color: string,
  m: Measures,
  inks: InkPot,
): void {
  const size = chipSize(text, m)
  const gap = Math.round(m.stroke)
  const x = box.x1 - m.stroke / 2
  const flushRight = box.x2 + m.stroke / 2 - size.width
  const above = box.y1 - size.height - gap
  const place = chips.place(size, [
    // Candidate positions: above the box if there is room, else inside its top, below it, inside its lower edge.
    ...(above >= 0
      ? [
          { x, y: above },
          { x: flushRight, y: above },
        ]
      : []),
    { x: box.x1 + gap * 2, y: box.y1 + gap * 2 },
    { x, y: box.y2 + gap },
    { x: flushRight, y: box.y2 + gap },
    { x: box.x1 + gap * 2, y: box.y2 - size.height - gap * 2 },
  ])
  drawChip(surface, place, text, color, m, inks)
}

/** Thin at its oldest point, as wide as the border at its newest. */
export function drawTrail(
  surface: Surface,
  { points }: Trail,
  color: string,
  nowS: number,
  lengthS: number,
  m: Measures,
  inks: InkPot,
): void {
  const ink = inks.of(color)
  const width = (ptsS: number) => m.stroke * (0.4 + 1.1 * Math.max(0, 1 - (nowS - ptsS) / lengthS))
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1]
    const b = points[i]
    if (a && b) strokeSegment(surface, a, b, width(a.ptsS), width(b.ptsS), ink)
  }
}

/** Class, track id and confidence, as far as they are requested. */
export function labelOf(
  d: Detection,
  style: ClassStyle | undefined,
  { labels, confidence }: { labels: boolean; confidence: boolean },
): string {
  const parts: string[] = []
  if (labels) {
    parts.push(style?.label || d.className)
    if (d.trackId !== undefined) parts.push(`#${d.trackId}`)
  }
  if (confidence) parts.push(`${Math.round(d.score * 100)}%`)
  return parts.join(' ')
}

export const colorOf = (className: string, style: ClassStyle | undefined): string =>
  style?.color ?? classColor(className)
