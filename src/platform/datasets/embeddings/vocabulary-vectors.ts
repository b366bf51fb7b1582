/** The embeddings of the vocabularies by the installed model, which are computed once for each model. */
import type { Embedder } from '../../../shared/engine-contract/embedding.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import type { Said } from '../../../shared/messages/message.ts'
import { PROMPTS, TAG_CATEGORIES, type TagCategory, VOCABULARIES } from '../tags/vocabularies.ts'
import type { LabelVector, VocabularyVectors } from './zero-shot.ts'

export interface Vocabulary {
  /** Null once the signal is aborted, and for a model that knows no texts. Returns the reason when the model fails. */
  vectors(model: Embedder, signal: AbortSignal): Promise<VocabularyVectors | null | Said>
}

export const isVectors = (value: VocabularyVectors | null | Said): value is VocabularyVectors =>
  value !== null && 'objects' in value

export function createVocabulary(engine: Pick<Engine, 'embed'>): Vocabulary {
  let kept: { model: string; vectors: VocabularyVectors } | null = null

  return {
    async vectors(model, signal) {
      if (!model.hasText) return null
      if (kept?.model === model.sha256) return kept.vectors
      const { folder: path, name } = model
      const found: Record<TagCategory, LabelVector[]> = { objects: [], scenes: [], attributes: [] }
      for (const category of TAG_CATEGORIES) {
        for (const label of VOCABULARIES[category]) {
          if (signal.aborted) return null
          const text = PROMPTS[category](label)
          const embedded = await engine.embed({ kind: 'text', embedder: model, path, name, text })
          if (!embedded.ok) return embedded.error
          found[category].push({ label, vector: Int8Array.from(embedded.value.vector) })
        }
      }
      kept = { model: model.sha256, vectors: found }
      return found
    },
  }
}
