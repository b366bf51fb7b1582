/** Colours for drawing, as Y, U and V values of the target image, and as RGB for stills. */
import { textOn } from '../../shared/domain/contrast.ts'
import type { Size } from '../../shared/domain/geometry.ts'
import { type ColorInfo, rgbToYuv } from '../media/color.ts'

export type Rgb = readonly [number, number, number]

export interface Ink {
  y: number
  u: number
  v: number
  rgb: Rgb
}

/** Parses #rrggbb; any other text is grey. */
export function parseHex(color: string): Rgb {
  const digits = /^#([0-9a-f]{6})$/i.exec(color)?.[1]
  if (!digits) return [128, 128, 128]
  const value = Number.parseInt(digits, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Converts colours for one image format, each colour once. */
export class InkPot {
  readonly #color: ColorInfo
  readonly #inks = new Map<string, Ink>()
  readonly #textInks = new Map<string, Ink>()

  constructor(color: ColorInfo) {
    this.#color = color
  }

  fits(color: ColorInfo): boolean {
    return color.matrix === this.#color.matrix && color.fullRange === this.#color.fullRange
  }

  of(hex: string): Ink {
    let ink = this.#inks.get(hex)
    if (!ink) {
      const rgb = parseHex(hex)
      const [y, u, v] = rgbToYuv(rgb, this.#color)
      ink = { y, u, v, rgb }
      this.#inks.set(hex, ink)
    }
    return ink
  }

  /** The ink of text on this colour. */
  onto(hex: string): Ink {
    let ink = this.#textInks.get(hex)
    if (!ink) {
      ink = this.of(textOn(hex))
      this.#textInks.set(hex, ink)
    }
    return ink
  }
}

/** The colour with only a share of its brightness. */
export const shaded = (hex: string, share: number): string =>
  `#${parseHex(hex)
    .map((c) =>
      Math.round(c * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

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

/** Sizes of drawn elements: readable at 360 lines, not clumsy at 2160. */
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
