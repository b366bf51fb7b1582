/**
 * Paints into I420 planes. Everything goes through pairs of rows of coverage (0 to 255 for each pixel): luma takes
 * them as they are, chroma the mean of each two by two pixels. All shapes are clipped to the image, whatever their
 * coordinates.
 */
import type { I420 } from '../media/frame.ts'
import type { Ink } from './ink.ts'

/** Writes the coverage of the pixels from `x0` to before `x1` of row `y` to the start of `row`. */
export type CoverRow = (row: Uint8Array, y: number, x0: number, x1: number) => void

/** Coordinates further out are drawn as if they were here: sums stay exact. */
const FAR = 1 << 16
/** NaN goes to the lower end. */
export const bounded = (v: number): number => (v > -FAR ? Math.min(v, FAR) : -FAR)

export class Surface {
  #image: I420
  #top: Uint8Array
  #bottom: Uint8Array

  constructor(image: I420) {
    this.#image = image
    // Two more than a row: chroma reads pairs, at an odd edge too.
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

  /** Goes on with another image. */
  begin(image: I420): void {
    this.#image = image
    if (this.#top.length < image.width + 2) {
      this.#top = new Uint8Array(image.width + 2)
      this.#bottom = new Uint8Array(image.width + 2)
    }
  }

  /** Paints what `cover` says inside the given bounds. */
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
    for (let y = y0 & ~1; y < y1; y += 2) {
      this.#fill(this.#top, y, y0, y1, x0, x1, lead, cover)
      this.#fill(this.#bottom, y + 1, y0, y1, x0, x1, lead, cover)
      this.#blend(y, evenX, count, ink, opacity)
    }
  }

  /** Like `paint`, for shapes whose rows are all alike: `cover` is asked once. */
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
    const wholeFrom = (y0 + 1) & ~1
    const wholeTo = y1 & ~1
    this.paint(x0, y0, x1, Math.min(wholeFrom, y1), ink, opacity, cover)
    if (wholeFrom < wholeTo) {
      const evenX = x0 & ~1
      this.#fill(this.#top, wholeFrom, wholeFrom, wholeTo, x0, x1, x0 - evenX, cover)
      this.#bottom.set(this.#top.subarray(0, x1 - evenX + 1))
      for (let y = wholeFrom; y < wholeTo; y += 2) this.#blend(y, evenX, x1 - evenX, ink, opacity)
    }
    if (wholeTo >= wholeFrom) this.paint(x0, wholeTo, x1, y1, ink, opacity, cover)
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
      row.fill(0, 0, count + 1)
      return
    }
    if (lead === 0) cover(row, y, x0, x1)
    else {
      cover(row, y, x0, x1)
      row.copyWithin(1, 0, x1 - x0)
      row[0] = 0
    }
    row[count] = 0
  }

  /** Blends the two rows of coverage onto rows `y` and `y + 1`, from the even column `x0`. */
  #blend(y: number, x0: number, count: number, ink: Ink, opacity: number): void {
    const { width, height, strideY, strideUV } = this.#image
    const strength = Math.round(opacity * 257)
    const top = this.#top
    const bottom = this.#bottom
    const lastRow = y + 1 >= height
    if (x0 + count >= width && (width & 1) === 1) {
      // The last chroma sample covers one column only.
      top[count] = top[count - 1] as number
      bottom[count] = bottom[count - 1] as number
    }
    blendRow(this.#image.y, y * strideY + x0, top, count, ink.y, strength)
    if (!lastRow) blendRow(this.#image.y, (y + 1) * strideY + x0, bottom, count, ink.y, strength)
    const other = lastRow ? top : bottom
    const { u, v } = this.#image
    let at = (y >> 1) * strideUV + (x0 >> 1)
    for (let i = 0; i < count; i += 2, at++) {
      const sum = (top[i] as number) + (top[i + 1] as number) + (other[i] as number) + (other[i + 1] as number)
      if (sum === 0) continue
      const share = sum * strength
      const oldU = u[at] as number
      const oldV = v[at] as number
      u[at] = oldU + (((ink.u - oldU) * share + 131072) >> 18)
      v[at] = oldV + (((ink.v - oldV) * share + 131072) >> 18)
    }
  }
}

const FULL: CoverRow = (row, _y, x0, x1) => {
  row.fill(255, 0, x1 - x0)
}

function blendRow(
  plane: Uint8Array,
  start: number,
  cover: Uint8Array,
  count: number,
  value: number,
  strength: number,
): void {
  for (let i = 0; i < count; i++) {
    const c = cover[i] as number
    if (c === 0) continue
    const old = plane[start + i] as number
    plane[start + i] = old + (((value - old) * c * strength + 32768) >> 16)
  }
}
