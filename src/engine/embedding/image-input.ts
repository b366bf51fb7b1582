/** Prepares an image for a network that embeds it: the shorter side is fitted, the middle cut out, and values normalised. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { EMBEDDER_SETTINGS } from '../../shared/domain/embedder-files.ts'
import type { Pixels } from '../media/stills/open-still.ts'

export interface ImageSettings {
  /** Of the values 0 to 1 of red, green and blue. */
  mean: readonly [number, number, number]
  deviation: readonly [number, number, number]
}

/** Those of CLIP (Radford et al., 2021). */
const CLIP: ImageSettings = {
  mean: [0.48145466, 0.4578275, 0.40821073],
  deviation: [0.26862954, 0.26130258, 0.27577711],
}

/** Settings that a file lacks are those of CLIP. */
export async function readSettings(folder: string): Promise<ImageSettings> {
  try {
    const file = JSON.parse(await readFile(join(folder, EMBEDDER_SETTINGS), 'utf8')) as Record<string, unknown>
    return { mean: threeOf(file.image_mean) ?? CLIP.mean, deviation: threeOf(file.image_std) ?? CLIP.deviation }
  } catch {
    return CLIP
  }
}

function threeOf(value: unknown): [number, number, number] | null {
  const isThree = Array.isArray(value) && value.length === 3 && value.every((one) => typeof one === 'number')
  return isThree ? (value as [number, number, number]) : null
}

/** Planar values of shape [3, side, side]. */
export async function imageInput(
  image: Pixels,
  side: number,
  { mean, deviation }: ImageSettings,
): Promise<Float32Array> {
  const { width, height } = image
  const square = await sharp(image.data, { raw: { width, height, channels: 3 } })
    .resize(side, side, { fit: 'cover', position: 'centre', kernel: 'cubic' })
    .raw()
    .toBuffer()
  const area = side * side
  const planes = new Float32Array(3 * area)
  for (let c = 0; c < 3; c++) {
    const [from, by] = [mean[c] as number, deviation[c] as number]
    for (let i = 0; i < area; i++) planes[c * area + i] = ((square[3 * i + c] as number) / 255 - from) / by
  }
  return planes
}
