/** Draws text, also in small filled labels, from an atlas of glyphs, each rasterised once per size. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { Box, Point } from '../../shared/domain/geometry.ts'
import type { Ink, InkPot, Measures } from './ink.ts'
import { fillRoundBox } from './shapes.ts'
import { type Stamp, stampOf } from './stamp.ts'
import type { Surface } from './surface.ts'

const FAMILY = 'Sightline Labels'
const FONT_FILE = 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'

interface Glyph {
  mask: Uint8Array
  width: number
  height: number
  /** From the pen to the mask's left edge, and from the baseline up to its top edge. */
  left: number
  top: number
  advance: number
  /** For even and odd positions: 2 * (odd row) + (odd column). Made when they are first drawn. */
  stamps: (Stamp | undefined)[]
}

// Read here rather than by the canvas: inside a packaged app the file is in an archive.
GlobalFonts.register(readFileSync(createRequire(import.meta.url).resolve(FONT_FILE)), FAMILY)

/** Few sizes are in use: one for labels, one for each resolution. */
const fonts = new Map<number, Lettering>()

/** Labels with a confidence change often; those of some seconds are kept. */
const KEPT_TEXTS = 1000

export function letteringOf(sizePx: number): Lettering {
  const size = Math.max(6, Math.round(sizePx))
  let font = fonts.get(size)
  if (!font) {
    font = new Lettering(size)
    fonts.set(size, font)
  }
  return font
}

export class Lettering {
  readonly size: number
  /** Height of capital letters, used to centre text. */
  readonly capHeight: number
  readonly #glyphs = new Map<string, Glyph>()
  readonly #texts = new Map<string, readonly Glyph[]>()

  constructor(size: number) {
    this.size = size
    this.capHeight = this.#glyph('H').top
  }

  widthOf(text: string): number {
    let width = 0
    for (const { advance } of this.#glyphsOf(text)) width += advance
    return Math.ceil(width)
  }

  /** Draws from pen position `x` on the baseline `y`. */
  draw(surface: Surface, text: string, x: number, y: number, ink: Ink, opacity = 1): void {
    let pen = x
    for (const glyph of this.#glyphsOf(text)) {
      const { width, left, top, advance } = glyph
      if (width > 0) drawGlyph(surface, glyph, Math.round(pen) + left, Math.round(y) - top, ink, opacity)
      pen += advance
    }
  }

  #glyphsOf(text: string): readonly Glyph[] {
    let glyphs = this.#texts.get(text)
    if (!glyphs) {
      glyphs = Array.from(text, (char) => this.#glyph(char))
      if (this.#texts.size >= KEPT_TEXTS) this.#texts.clear()
      this.#texts.set(text, glyphs)
    }
    return glyphs
  }

  #glyph(char: string): Glyph {
    let glyph = this.#glyphs.get(char)
    if (!glyph) {
      glyph = rasterise(char, this.size)
      this.#glyphs.set(char, glyph)
    }
    return glyph
  }
}

function drawGlyph(surface: Surface, glyph: Glyph, x0: number, y0: number, ink: Ink, opacity: number): void {
  const { mask, width, height, stamps } = glyph
  const [oddX, oddY] = [x0 & 1, y0 & 1] as [0 | 1, 0 | 1]
  stamps[2 * oddY + oddX] ??= stampOf(mask, width, height, oddX, oddY)
  if (surface.stamp(stamps[2 * oddY + oddX] as Stamp, x0 - oddX, y0 - oddY, ink, opacity)) return
  surface.paint(x0, y0, x0 + width, y0 + height, ink, opacity, (row, line, from, to) => {
    const start = (line - y0) * width + from - x0
    for (let i = 0; i < to - from; i++) row[i] = mask[start + i] as number
  })
}

/** Control characters have no width. */
const INVISIBLE = /^[\p{Cc}\p{Cf}]$/u

function rasterise(char: string, size: number): Glyph {
  const font = `${size}px "${FAMILY}"`
  const probe = createCanvas(1, 1).getContext('2d')
  probe.font = font
  const metrics = probe.measureText(char)
  const left = Math.floor(-metrics.actualBoundingBoxLeft) - 1
  const top = Math.ceil(metrics.actualBoundingBoxAscent) + 1
  const width = Math.ceil(metrics.actualBoundingBoxRight) + 1 - left
  const height = Math.ceil(metrics.actualBoundingBoxDescent) + 1 + top
  if (INVISIBLE.test(char)) return blank(0)
  if (char.trim() === '') return blank(metrics.width)
  const context = createCanvas(width, height).getContext('2d')
  context.font = font
  context.fillStyle = '#ffffff'
  context.fillText(char, -left, top)
  const pixels = context.getImageData(0, 0, width, height).data
  const mask = new Uint8Array(width * height)
  for (let i = 0; i < mask.length; i++) mask[i] = pixels[4 * i + 3] as number
  return { mask, width, height, left, top, advance: metrics.width, stamps: [] }
}

const blank = (advance: number): Glyph => ({
  mask: new Uint8Array(0),
  width: 0,
  height: 0,
  left: 0,
  top: 0,
  advance,
  stamps: [],
})

export interface ChipSize {
  width: number
  height: number
}

export const chipSize = (text: string, m: Measures): ChipSize => ({
  width: letteringOf(m.fontPx).widthOf(text) + 2 * m.chipPadding,
  height: m.chipHeight,
})

/** Small filled labels, placed inside the frame and without overlaps; records those of one frame. */
export class ChipLayout {
  readonly #taken: Box[] = []
  readonly #surface: Surface

  constructor(surface: Surface) {
    this.#surface = surface
  }

  /** Later chips avoid this box if possible. */
  keepClear(box: Box): void {
    this.#taken.push(box)
  }

  /** Returns whether the chip fits in the frame without being moved. */
  fits({ x, y }: Point, { width, height }: ChipSize): boolean {
    return x >= 0 && y >= 0 && x + width <= this.#surface.width && y + height <= this.#surface.height
  }

  /** Chooses the first of these top left corners at which the chip, moved into the frame, overlaps others the least. */
  place({ width, height }: ChipSize, corners: readonly Point[]): Box {
    let best = this.#inside(corners[0] ?? { x: 0, y: 0 }, width, height)
    let least = Number.POSITIVE_INFINITY
    for (const corner of corners) {
      const box = this.#inside(corner, width, height)
      const covered = this.#taken.reduce((sum, other) => sum + overlap(box, other), 0)
      if (covered >= least) continue
      best = box
      least = covered
      if (covered === 0) break
    }
    this.#taken.push(best)
    return best
  }

  #inside({ x, y }: Point, width: number, height: number): Box {
    const x1 = Math.round(Math.max(0, Math.min(x, this.#surface.width - width)))
    const y1 = Math.round(Math.max(0, Math.min(y, this.#surface.height - height)))
    return { x1, y1, x2: x1 + width, y2: y1 + height }
  }
}

/** Area of the intersection of two boxes. */
const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1)) * Math.max(0, Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1))

export function drawChip(surface: Surface, box: Box, text: string, color: string, m: Measures, inks: InkPot): void {
  fillRoundBox(surface, box, m.chipRadius, inks.of(color), 0.94)
  const font = letteringOf(m.fontPx)
  const baseline = Math.round((box.y1 + box.y2 + font.capHeight) / 2)
  font.draw(surface, text, box.x1 + m.chipPadding, baseline, inks.onto(color))
}
