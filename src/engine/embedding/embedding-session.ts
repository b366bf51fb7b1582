/** Embeds images and texts, one after the other; keeps the last model open. */
import { availableParallelism } from 'node:os'
import type { Embedder, Embedding, EmbedRequest } from '../../shared/engine-contract/embedding.ts'
import { decodePixels } from '../imaging/change-image.ts'
import { type EmbedderNetworks, openEmbedder } from '../inference/embedder/embedder-networks.ts'
import { type ImageSettings, imageInput, readSettings } from './image-input.ts'

export interface EmbeddingSession {
  /** One call at a time. @throws RunFailure and MediaError */
  embed(request: EmbedRequest): Promise<Embedding>
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
