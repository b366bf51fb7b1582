/** Sizes of drawn elements: readable at 360 lines, not clumsy at 2160. */
import type { Size } from '../../shared/domain/geometry.ts'

export interface Measures {
  /** Width of the border of a box and of the outline of a zone. */
  stroke: number
  /** Width of a counting line. */
  line: number
  corner: number
  fontPx: number
  chipHeight: number
  chipPadding: number
  chipRadius: number
  margin: number
}

export function measuresFor({ width, height }: Size): Measures {
  const side = Math.min(width, height)
  const stroke = clamp(side * 0.0026, 1.4, 12)
  // Small beside the objects in a large frame, yet readable in a small one.
  const fontPx = Math.round(clamp(5 + side * 0.0086, 11, 56))
  return {
    stroke,
    line: stroke * 1.35,
    corner: stroke * 2.6,
    fontPx,
    chipHeight: Math.round(fontPx * 1.55),
    chipPadding: Math.round(fontPx * 0.5),
    chipRadius: fontPx * 0.32,
    margin: Math.round(fontPx * 0.5),
  }
}

const clamp = (v: number, low: number, high: number): number => Math.max(low, Math.min(high, v))
