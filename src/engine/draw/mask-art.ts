/** Draws the shapes of objects: translucent fill with an outline. */
import type { Ring } from '../../shared/domain/detection.ts'
import { type Ink, type InkPot, shaded } from './ink.ts'
import type { Measures } from './measures.ts'
import { fillRings, strokeSegment } from './shapes.ts'
import type { Surface } from './surface.ts'

const INSIDE = 0.36
/** How dark the rim is, as a share of the colour. It is opaque: overlapping translucent strokes would show. */
const RIM_SHADE = 0.35

export function drawMask(surface: Surface, rings: readonly Ring[], color: string, m: Measures, inks: InkPot): void {
  fillRings(surface, rings, inks.of(color), INSIDE)
  const width = m.stroke * 0.7
  for (const ring of rings) {
    const outline = coarser(ring, Math.max(1.5, m.stroke))
    // A dark rim keeps the outline visible on a background of its own colour.
    strokeRing(surface, outline, width + Math.max(1, m.stroke * 0.5), inks.of(shaded(color, RIM_SHADE)))
    strokeRing(surface, outline, width, inks.of(color))
  }
}

function strokeRing(surface: Surface, ring: Ring, width: number, ink: Ink): void {
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const a = { x: ring[j] as number, y: ring[j + 1] as number }
    const b = { x: ring[i] as number, y: ring[i + 1] as number }
    strokeSegment(surface, a, b, width, width, ink)
  }
}

/** Drops points closer than `least` to the previous one: outlines follow the edge of every pixel, strokes need not. */
function coarser(ring: Ring, least: number): number[] {
  const kept: number[] = []
  for (let i = 0; i + 1 < ring.length; i += 2) {
    const [x, y] = [ring[i] as number, ring[i + 1] as number]
    const [beforeX, beforeY] = [kept.at(-2), kept.at(-1)]
    if (beforeX === undefined || beforeY === undefined || Math.hypot(x - beforeX, y - beforeY) >= least) kept.push(x, y)
  }
  return kept
}
