/** Embeds images and texts, one after the other; keeps the last model open. */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { EMBEDDER_SETTINGS } from '../../shared/domain/installed-models.ts'
import type { Embedder, Embedding, EmbedRequest } from '../../shared/engine-contract/embedding.ts'
import { decodePixels } from '../imaging/change-image.ts'
import { type EmbedderNetworks, openEmbedder } from '../inference/embedder/embedder-networks.ts'
import type { Pixels } from '../media/stills/open-still.ts'

export interface EmbeddingSession {
  /** One call at a time. @throws RunFailure and MediaError */
  embed(request: EmbedRequest): Promise<Embedding>
}

interface ImageSettings {
  /** The means of red, green and blue, whose values are 0 to 1. */
  mean: readonly [number, number, number]
  deviation: readonly [number, number, number]
}

/** The settings of CLIP (Radford et al., 2021). */
const CLIP: ImageSettings = {
  mean: [0.48145466, 0.4578275, 0.40821073],
  deviation: [0.26862954, 0.26130258, 0.27577711],
}

/** Settings that a file lacks are those of CLIP. */
async function readSettings(folder: string): Promise<ImageSettings> {
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

/** Fits the shorter side, cuts out the middle and normalises the values: planar, of shape [3, side, side]. */
async function imageInput(image: Pixels, side: number, { mean, deviation }: ImageSettings): Promise<Float32Array> {
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

interface Open {
  networks: EmbedderNetworks
  settings: ImageSettings
}

export function createEmbeddingSession(onActivity: () => void): EmbeddingSession {
  let kept: (Open & { key: string }) | null = null

  async function openOf({ folder, sha256 }: Embedder): Promise<Open> {
    const key = `${folder} ${sha256}`
    if (kept?.key === key) return kept
    const before = kept
    kept = null
    await before?.networks.close()
    const settings = await readSettings(folder)
    kept = { key, settings, networks: await openEmbedder(folder, availableParallelism()) }
    onActivity()
    return kept
  }

  return {
    async embed(request) {
      onActivity()
      const { networks, settings } = await openOf(request.embedder)
      const vector =
        request.kind === 'text'
          ? await networks.text(request.text)
          : await networks.image(await imageInput(await decodePixels(request.path), networks.side, settings))
      onActivity()
      return { vector: quantized(vector) }
    },
  }
}

/** The direction stays, which is all that a cosine needs. */
function quantized(vector: Float32Array): number[] {
  let most = 0
  for (const value of vector) most = Math.max(most, Math.abs(value))
  return Array.from(vector, (value) => Math.round((127 * value) / most))
}
