/** Makes tiles and changed copies of an image, which is decoded once. */
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Affine, inverse } from '../../shared/domain/affine.ts'
import { seededRandom } from '../../shared/domain/seeded-random.ts'
import type {
  ChangedPictures,
  ChangeRequest,
  PictureEncoding,
  PictureOutput,
  PixelChange,
} from '../../shared/engine-contract/picture-change.ts'
import { outputFailure } from '../core/run-failure.ts'
import { openImage } from '../media/decode-image.ts'
import { type Pixels, pixelsOf, sharpOf } from '../media/stills/open-still.ts'

const QUALITY = 95

/** @throws MediaError for an image that cannot be decoded; RunFailure disk_full and output_unwritable */
export async function changeImage(request: ChangeRequest, isAlive: () => void): Promise<ChangedPictures> {
  const image = await decodePixels(request.path)
  if (image.width !== request.width || image.height !== request.height) {
    throw new Error(`The image is ${image.width} by ${image.height} pixels.`)
  }
  for (const output of request.outputs) {
    isAlive()
    const bytes = await encoded(await picture(image, output), request.encoding)
    try {
      await writeFile(output.path, bytes)
    } catch (error) {
      throw outputFailure(error, basename(output.path)) ?? error
    }
  }
  return { written: request.outputs.length }
}

async function picture(image: Pixels, { width, height, map, change }: PictureOutput): Promise<Pixels> {
  const placed = isShift(map) ? cut(image, width, height, -map.e, -map.f) : sampled(image, width, height, map)
  if (!change) return placed
  coloured(placed.data, change)
  const made = change.blur > 0 ? await pixelsOf(sharpOf(placed).blur(Math.max(0.3, change.blur))) : placed
  if (change.noise > 0) await addNoise(made.data, change.noise, change.seed)
  for (const cutout of change.cutouts) blacken(made, cutout)
  return made
}

/** The image as it is shown, on black where it is transparent. @throws MediaError for an image that cannot be decoded */
export async function decodePixels(path: string): Promise<Pixels> {
  const still = await openImage(path)
  return still.shown((image) => pixelsOf(image.flatten({ background: '#000000' })))
}

const encoded = (pixels: Pixels, encoding: PictureEncoding): Promise<Buffer> =>
  encoding === 'png'
    ? sharpOf(pixels).png().toBuffer()
    : sharpOf(pixels).jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer()

const isShift = ({ a, b, c, d, e, f }: Affine): boolean =>
  a === 1 && b === 0 && c === 0 && d === 1 && Number.isInteger(e) && Number.isInteger(f)

/** The pixels from (left, top) on, unchanged. */
export function cut(image: Pixels, width: number, height: number, left: number, top: number): Pixels {
  const data = new Uint8Array(3 * width * height)
  const [from, to] = [Math.max(0, left), Math.min(image.width, left + width)]
  if (to <= from) return { data, width, height }
  for (let y = Math.max(0, -top); y < height && top + y < image.height; y++) {
    const row = 3 * (top + y) * image.width
    data.set(image.data.subarray(row + 3 * from, row + 3 * to), 3 * (y * width + from - left))
  }
  return { data, width, height }
}

/** Each pixel is interpolated between the four centres around its place in the image. Without objects in the loop. */
export function sampled(image: Pixels, width: number, height: number, map: Affine): Pixels {
  const data = new Uint8Array(3 * width * height)
  const { a, b, c, d, e, f } = inverse(map)
  const source = image.data
  const w = image.width
  const h = image.height
  let at = 0
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at += 3) {
      const x = a * (column + 0.5) + c * (row + 0.5) + e
      const y = b * (column + 0.5) + d * (row + 0.5) + f
      if (x < 0 || y < 0 || x > w || y > h) continue
      const u = Math.min(w - 1, Math.max(0, x - 0.5))
      const v = Math.min(h - 1, Math.max(0, y - 0.5))
      const left = Math.floor(u)
      const top = Math.floor(v)
      const p = u - left
      const q = v - top
      const i = 3 * (top * w + left)
      const right = left + 1 < w ? 3 : 0
      const below = top + 1 < h ? 3 * w : 0
      for (let k = i; k < i + 3; k++) {
        const upper = (source[k] as number) * (1 - p) + (source[k + right] as number) * p
        const lower = (source[k + below] as number) * (1 - p) + (source[k + below + right] as number) * p
        data[at + k - i] = Math.round(upper * (1 - q) + lower * q)
      }
    }
  }
  return { data, width, height }
}

const MIDDLE = 127.5
/** Luma of sRGB values (ITU-R BT.601). */
const [RED, GREEN, BLUE] = [0.299, 0.587, 0.114]

function coloured(data: Uint8Array, { brightness, contrast, saturation }: PixelChange): void {
  if (brightness === 1 && contrast === 1 && saturation === 1) return
  for (let i = 0; i < data.length; i += 3) {
    const luma = RED * (data[i] as number) + GREEN * (data[i + 1] as number) + BLUE * (data[i + 2] as number)
    for (let k = i; k < i + 3; k++) {
      const value = luma + saturation * ((data[k] as number) - luma)
      data[k] = byte(MIDDLE + contrast * (brightness * value - MIDDLE))
    }
  }
}

const byte = (value: number): number => (value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value))

/** Values between two turns of the process, which reports to its host that it is alive. */
const NOISE_AT_ONCE = 4_000_000

/** Normal numbers by the method of Box and Muller (1958). */
async function addNoise(data: Uint8Array, deviation: number, seed: number): Promise<void> {
  const random = seededRandom(seed)
  for (let i = 0; i < data.length; i += 2) {
    if (i % NOISE_AT_ONCE === 0) await nextTurn()
    const radius = deviation * Math.sqrt(-2 * Math.log(1 - random()))
    const angle = 2 * Math.PI * random()
    data[i] = byte((data[i] as number) + radius * Math.cos(angle))
    if (i + 1 < data.length) data[i + 1] = byte((data[i + 1] as number) + radius * Math.sin(angle))
  }
}

function blacken({ data, width, height }: Pixels, { x, y, w, h }: PixelChange['cutouts'][number]): void {
  const [left, right] = [Math.max(0, Math.round(x)), Math.min(width, Math.round(x + w))]
  if (right <= left) return
  for (let row = Math.max(0, Math.round(y)); row < Math.min(height, Math.round(y + h)); row++) {
    data.fill(0, 3 * (row * width + left), 3 * (row * width + right))
  }
}
