/**
 * Paints into I420 planes. All drawing uses pairs of rows of coverage (0 to 255 per pixel): luma uses them directly, as
 * do the RGB planes of a still; chroma uses the mean of each 2 x 2 block. All shapes are clipped to the image, whatever
 * their coordinates.
 */
import type { I420 } from '../media/frame.ts'
import type { RgbPlanes } from '../media/rgb-planes.ts'
import { blendColumns, blendPair, blendRun, mixed, mixed4, strengthOf } from './i420-blend.ts'
import type { Ink, Rgb } from './ink.ts'
import { blendStamp, type Stamp } from './stamp.ts'

/** Writes the coverage of the pixels from `x0` up to but not including `x1` of row `y` to the start of `row`. */
export type CoverRow = (row: Uint8Array, y: number, x0: number, x1: number) => void

/** Coordinates are clamped to this, which keeps sums exact. */
const FAR = 1 << 16
/** NaN is clamped to the lower end. */
export const bounded = (v: number): number => (v > -FAR ? Math.min(v, FAR) : -FAR)

/**
 * Blends a row of coverage onto row `y` of the RGB planes of a still, from column `x0`. Every pixel has its own colour, unlike
 * in 4:2:0 chroma. `strength` is 257 for full opacity, as 255 * 257 is 65,535.
 */
function blendRgbRow(
  { red, green, blue, width, stride }: RgbPlanes,
  x0: number,
  y: number,
  count: number,
  coverage: Uint8Array,
  [inkRed, inkGreen, inkBlue]: Rgb,
  strength: number,
): void {
  const start = y * stride + x0
  const end = Math.min(count, width - x0)
  for (let i = 0; i < end; i++) {
    const share = (coverage[i] as number) * strength
    if (share === 0) continue
    const at = start + i
    red[at] = mixed(red[at] as number, inkRed, share)
    green[at] = mixed(green[at] as number, inkGreen, share)
    blue[at] = mixed(blue[at] as number, inkBlue, share)
  }
}

export class Surface {
  #image: I420
  #top: Uint8Array
  #bottom: Uint8Array

  constructor(image: I420) {
    this.#image = image
    // Two more than a row: chroma reads pairs, even at an odd edge.
    this.#top = new Uint8Array(image.width + 2)
    this.#bottom = new Uint8Array(image.width + 2)
  }

  get width(): number {
    return this.#image.width
  }

  get height(): number {
    return this.#image.height
  }

  get image(): I420 {
    return this.#image
  }

  /** Switches to another image. */
  begin(image: I420): void {
    this.#image = image
    if (this.#top.length < image.width + 2) {
      this.#top = new Uint8Array(image.width + 2)
      this.#bottom = new Uint8Array(image.width + 2)
    }
  }

  /** Paints the coverage that `cover` writes, inside the given bounds. */
  paint(left: number, top: number, right: number, bottom: number, ink: Ink, opacity: number, cover: CoverRow): void {
    const { width, height } = this.#image
    const x0 = Math.max(0, Math.floor(bounded(left)))
    const y0 = Math.max(0, Math.floor(bounded(top)))
    const x1 = Math.min(width, Math.ceil(bounded(right)))
    const y1 = Math.min(height, Math.ceil(bounded(bottom)))
    if (x0 >= x1 || y0 >= y1) return
    const evenX = x0 & ~1
    const lead = x0 - evenX
    const count = x1 - evenX
    const { rgb } = this.#image
    for (let y = y0 & ~1; y < y1; y += 2) {
      this.#fill(this.#top, y, y0, y1, x0, x1, lead, cover)
      this.#fill(this.#bottom, y + 1, y0, y1, x0, x1, lead, cover)
      if (rgb) {
        blendRgbRow(rgb, evenX, y, count, this.#top, ink.rgb, strengthOf(opacity))
        if (y + 1 < y1) blendRgbRow(rgb, evenX, y + 1, count, this.#bottom, ink.rgb, strengthOf(opacity))
      }
      this.#blend(y, evenX, count, ink, opacity)
    }
  }

  /** Like `paint`, for shapes whose rows are all the same: `cover` is called once. */
  paintColumns(
    left: number,
    top: number,
    right: number,
    bottom: number,
    ink: Ink,
    opacity: number,
    cover: CoverRow,
  ): void {
    const x0 = Math.max(0, Math.floor(bounded(left)))
    const x1 = Math.min(this.width, Math.ceil(bounded(right)))
    const y0 = Math.max(0, Math.floor(bounded(top)))
    const y1 = Math.min(this.height, Math.ceil(bounded(bottom)))
    if (x0 >= x1 || y0 >= y1) return
    if (this.#image.rgb) {
      this.paint(left, top, right, bottom, ink, opacity, cover)
      return
    }
    const wholeFrom = (y0 + 1) & ~1
    const wholeTo = y1 & ~1
    this.paint(x0, y0, x1, Math.min(wholeFrom, y1), ink, opacity, cover)
    if (wholeFrom < wholeTo) {
      if (this.#isOddAt(x1)) this.paint(x0, wholeFrom, x1, wholeTo, ink, opacity, cover)
      else {
        const evenX = x0 & ~1
        this.#fill(this.#top, wholeFrom, wholeFrom, wholeTo, x0, x1, x0 - evenX, cover)
        blendColumns(this.#image, evenX, x1 - evenX, wholeFrom, wholeTo, this.#top, ink, strengthOf(opacity))
      }
    }
    if (wholeTo >= wholeFrom) this.paint(x0, wholeTo, x1, y1, ink, opacity, cover)
  }

  /**
   * Like `paint`, for shapes whose rows from `alikeFrom` to `alikeTo` are the same: `cover` is called once for those.
   */
  paintRows(
    left: number,
    top: number,
    right: number,
    bottom: number,
    alikeFrom: number,
    alikeTo: number,
    ink: Ink,
    opacity: number,
    cover: CoverRow,
  ): void {
    const { width, height } = this.#image
    const y0 = Math.max(0, Math.floor(bounded(top)))
    const y1 = Math.min(height, Math.ceil(bounded(bottom)))
    const x0 = (Math.max(0, Math.ceil(bounded(Math.max(left, alikeFrom)))) + 1) & ~1
    const x1 = Math.min(width, Math.floor(bounded(Math.min(right, alikeTo)))) & ~1
    if (this.#image.rgb || x0 >= x1 || (y1 === height && (y1 & 1) === 1)) {
      this.paint(left, top, right, bottom, ink, opacity, cover)
      return
    }
    this.paint(left, top, x0, bottom, ink, opacity, cover)
    for (let y = y0 & ~1; y < y1; y += 2) {
      this.#fill(this.#top, y, y0, y1, x0, x0 + 1, 0, cover)
      this.#fill(this.#bottom, y + 1, y0, y1, x0, x0 + 1, 0, cover)
      const [upper, lower] = [this.#top[0] as number, this.#bottom[0] as number]
      blendRun(this.#image, x0, x1 - x0, y, upper, lower, ink, strengthOf(opacity))
    }
    this.paint(x1, top, right, bottom, ink, opacity, cover)
  }

  /** Blends a stamp whose top left block is at `x` and `y`, both even; false, and nothing, where it does not fit. */
  stamp(stamp: Stamp, x: number, y: number, ink: Ink, opacity: number): boolean {
    const { width, height, rgb } = this.#image
    const [right, bottom] = [x + 2 * stamp.width, y + 2 * stamp.height]
    if (rgb || !(x >= 0 && y >= 0 && right <= width && bottom <= height)) return false
    blendStamp(this.#image, stamp, x, y, ink, strengthOf(opacity))
    return true
  }

  /** Returns whether the last chroma sample of a row covers a single column. */
  #isOddAt(x1: number): boolean {
    return (this.width & 1) === 1 && x1 >= this.width
  }

  fillRect(left: number, top: number, right: number, bottom: number, ink: Ink, opacity = 1): void {
    this.paint(Math.round(left), Math.round(top), Math.round(right), Math.round(bottom), ink, opacity, FULL)
  }

  #fill(
    row: Uint8Array,
    y: number,
    y0: number,
    y1: number,
    x0: number,
    x1: number,
    lead: number,
    cover: CoverRow,
  ): void {
    const count = lead + x1 - x0
    if (y < y0 || y >= y1) {
      fillSpan(row, 0, 0, count + 1)
      return
    }
    cover(row, y, x0, x1)
    if (lead !== 0) {
      for (let i = count - 1; i > 0; i--) row[i] = row[i - 1] as number
      row[0] = 0
    }
    row[count] = 0
  }

  /** Blends the two rows of coverage onto rows `y` and `y + 1`, from the even column `x0`. */
  #blend(y: number, x0: number, count: number, ink: Ink, opacity: number): void {
    const { width, height, strideY, strideUV } = this.#image
    const strength = strengthOf(opacity)
    const onOddEdge = y + 1 >= height || this.#isOddAt(x0 + count)
    const luma = y * strideY + x0
    const chroma = (y >> 1) * strideUV + (x0 >> 1)
    if (onOddEdge) this.#blendEdge(y, luma, chroma, x0 + count >= width, count, ink, strength)
    else blendPair(this.#image, luma, chroma, this.#top, this.#bottom, count, ink, strength)
  }

  /** In an image of odd size, the last chroma samples cover a single column or row. */
  #blendEdge(
    y: number,
    luma: number,
    chroma: number,
    toTheEnd: boolean,
    count: number,
    ink: Ink,
    strength: number,
  ): void {
    const { width, height, strideY, y: plane, u, v } = this.#image
    const top = this.#top
    const bottom = this.#bottom
    const lastRow = y + 1 >= height
    if (toTheEnd && (width & 1) === 1) {
      top[count] = top[count - 1] as number
      bottom[count] = bottom[count - 1] as number
    }
    for (let i = 0; i < count; i++) {
      plane[luma + i] = mixed(plane[luma + i] as number, ink.y, (top[i] as number) * strength)
      if (lastRow) continue
      const below = luma + strideY + i
      plane[below] = mixed(plane[below] as number, ink.y, (bottom[i] as number) * strength)
    }
    const other = lastRow ? top : bottom
    for (let i = 0, at = chroma; i < count; i += 2, at++) {
      const sum = (top[i] as number) + (top[i + 1] as number) + (other[i] as number) + (other[i + 1] as number)
      u[at] = mixed4(u[at] as number, ink.u, sum * strength)
      v[at] = mixed4(v[at] as number, ink.v, sum * strength)
    }
  }
}

/** Most spans are short: up to this length a loop is faster than the call of `fill`. */
const SHORT = 48

/** Like `row.fill`. */
export function fillSpan(row: Uint8Array, value: number, from: number, to: number): void {
  if (to - from > SHORT) row.fill(value, from, to)
  else for (let i = from; i < to; i++) row[i] = value
}

const FULL: CoverRow = (row, _y, x0, x1) => fillSpan(row, 255, 0, x1 - x0)
