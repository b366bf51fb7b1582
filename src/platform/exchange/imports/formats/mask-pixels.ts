/**
 * The pixels of masks in PNG files. Files of strangers are decoded in the process that reads an archive, which may end by them, and
 * nowhere else.
 */
import type { Mask } from '../../../datasets/labels/rle.ts'
import { pausing } from '../../../machine/pauses.ts'
import type { LabelFiles } from '../archive/label-files.ts'

/** The image files that are masks, and no images of their own. */
export const MASK_FILES =
  /(^|\/)Segmentation(Class|Object)(Aug)?\/.*\.png$|_gt(Fine|Coarse)_(color|labelIds|instanceIds|labelTrainIds|instanceTrainIds)\.png$/i

export interface MaskPixels {
  width: number
  height: number
  /** Row by row: red, green and blue as one number, or the grey value. */
  values: Uint32Array
  isGrey: boolean
}

const MOST_BYTES = 64 * 1024 ** 2
/** Each takes about 10 bytes while it is read. */
const MOST_PIXELS = 40_000_000
/** Different values of one mask: more are no mask, but a photograph. */
const MOST_VALUES = 2000

/** Grey values of 16 bits are kept. @throws RangeError for a file that is no mask */
export async function maskPixels(files: Pick<LabelFiles, 'read'>, name: string): Promise<MaskPixels> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of files.read(name)) {
    length += part.length
    if (length > MOST_BYTES) throw new RangeError('The mask is too large.')
    parts.push(part)
  }
  return maskPixelsOf(Buffer.concat(parts, length))
}

/** @throws RangeError for bytes that are no mask */
export async function maskPixelsOf(bytes: Buffer): Promise<MaskPixels> {
  // Only archives with masks need it.
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(bytes, { limitInputPixels: MOST_PIXELS })
    const { format, channels, depth } = await image.metadata()
    if (format !== 'png') throw new RangeError('The mask is no PNG file.')
    const isGrey = channels !== undefined && channels < 3
    const isWide = isGrey && depth === 'ushort'
    const { data, info } = await image
      .removeAlpha()
      .toColourspace(isWide ? 'grey16' : isGrey ? 'b-w' : 'srgb')
      .raw({ depth: isWide ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const values = new Uint32Array(info.width * info.height)
    if (isWide) {
      for (let i = 0; i < values.length; i++) values[i] = data.readUInt16LE(2 * i * info.channels)
      return { width: info.width, height: info.height, values, isGrey }
    }
    for (let i = 0, at = 0; i < values.length; i++, at += info.channels) {
      const red = data[at] as number
      values[i] = isGrey ? red : (red << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number)
    }
    return { width: info.width, height: info.height, values, isGrey }
  } catch (error) {
    throw new RangeError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'The mask can’t be read.')
  }
}

/** The mask of all values but 0; null where there are none. */
export async function maskOfAll({ values, ...size }: Omit<MaskPixels, 'isGrey'>): Promise<Mask | null> {
  const masks = await masksOf({ ...size, values: values.map((value) => (value === 0 ? 0 : 1)) })
  return masks.get(1) ?? null
}

/** The mask of each value. @throws RangeError for more than 2,000 values */
export async function masksOf({ width, height, values }: Omit<MaskPixels, 'isGrey'>): Promise<Map<number, Mask>> {
  const found = new Map<number, { runs: number[]; end: number }>()
  const pause = pausing()
  let [value, start] = [-1, 0]
  const close = (end: number): void => {
    if (end === start) return
    const there = found.get(value) ?? { runs: [], end: 0 }
    there.runs.push(start - there.end, end - start)
    there.end = end
    found.set(value, there)
    if (found.size > MOST_VALUES) throw new RangeError('The mask has too many colours.')
    start = end
  }
  for (let x = 0; x < width; x++) {
    if (pause.isDue) await pause.take()
    for (let y = 0; y < height; y++) {
      const next = values[y * width + x] as number
      if (next === value) continue
      close(x * height + y)
      value = next
    }
  }
  close(width * height)
  const size = { width, height }
  return new Map([...found].map(([key, { runs, end }]) => [key, { ...size, runs: [...runs, width * height - end] }]))
}
