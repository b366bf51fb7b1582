/** What libvips makes of larger images, for those of a few pixels: its pipelines cost more than the pixels do. */
import { LAB_SIDE, LINEAR, labSideOf } from './lab-image.ts'

/** Upright pixels of one to four bytes: grey or colour, perhaps with transparency. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/** Grey that transparent pixels are laid on. */
const BACKGROUND = 128

export const isSmall = ({ width, height }: Pixels): boolean => Math.max(width, height) <= LAB_SIDE

/** Three bytes for each pixel, laid on grey. */
export function opaqueOf({ data, channels }: Pick<Pixels, 'data' | 'channels'>): Uint8Array {
  if (channels === 3) return data
  const isGrey = channels < 3
  const hasAlpha = channels % 2 === 0
  const rgb = new Uint8Array((3 * data.length) / channels)
  for (let from = 0, to = 0; from < data.length; from += channels, to += 3) {
    const alpha = hasAlpha ? (data[from + channels - 1] as number) / 255 : 1
    for (let i = 0; i < 3; i++) {
      const value = data[from + (isGrey ? 0 : i)] as number
      rgb[to + i] = Math.round(BACKGROUND + alpha * (value - BACKGROUND))
    }
  }
  return rgb
}

const linear = (rgb: Uint8Array, at: number): number => LINEAR[rgb[at] as number] as number

/** The luminance of each pixel in the curve of sRGB, as libvips converts it. */
export function greyOf(rgb: Uint8Array): Uint8Array {
  const grey = new Uint8Array(rgb.length / 3)
  for (let i = 0; i < grey.length; i++) {
    const light = 0.2126 * linear(rgb, 3 * i) + 0.7152 * linear(rgb, 3 * i + 1) + 0.0722 * linear(rgb, 3 * i + 2)
    grey[i] = Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
  }
  return grey
}

/** Between which two pixels each pixel of the stretched image lies, and its share of the second. */
function places(size: number, side: number): { first: Uint8Array; second: Uint8Array; share: Float64Array } {
  const at = Float64Array.from({ length: side }, (_, i) =>
    Math.min(size - 1, Math.max(0, ((i + 0.5) * size) / side - 0.5)),
  )
  const first = Uint8Array.from(at, Math.floor)
  return {
    first,
    second: Uint8Array.from(first, (i) => Math.min(size - 1, i + 1)),
    share: at.map((value) => value - Math.floor(value)),
  }
}

/** The pixels, three bytes each, stretched to a square of `labSideOf`, linearly between the pixels. */
export function stretched(rgb: Uint8Array, width: number, height: number): Uint8Array {
  const side = labSideOf({ width, height })
  const across = places(width, side)
  const down = places(height, side)
  const square = new Uint8Array(3 * side * side)
  const row = new Float64Array(3 * width)
  for (let y = 0, to = 0; y < side; y++) {
    const [top, bottom] = [3 * width * (down.first[y] as number), 3 * width * (down.second[y] as number)]
    const lower = down.share[y] as number
    for (let i = 0; i < row.length; i++) {
      const value = rgb[top + i] as number
      row[i] = value + lower * ((rgb[bottom + i] as number) - value) + 0.5
    }
    for (let x = 0; x < side; x++) {
      const [left, right] = [3 * (across.first[x] as number), 3 * (across.second[x] as number)]
      const share = across.share[x] as number
      for (let i = 0; i < 3; i++, to++) {
        const value = row[left + i] as number
        square[to] = value + share * ((row[right + i] as number) - value)
      }
    }
  }
  return square
}
