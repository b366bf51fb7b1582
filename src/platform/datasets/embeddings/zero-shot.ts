/** Chooses content tags by comparing the embedding of an image with those of the vocabularies (zero-shot, Radford et al., 2021). */
import type { AutoTags } from '../../../shared/engine-contract/derivation.ts'
import { TAG_CATEGORIES, type TagCategory } from '../tags/vocabularies.ts'
import { cosine } from '../vectors/cosine.ts'

export interface LabelVector {
  label: string
  /** It has the length of the embeddings of images of the same model. */
  vector: Int8Array
}
export type VocabularyVectors = Readonly<Record<TagCategory, readonly LabelVector[]>>

/** The scale to which CLIP's training brings its cosines before the softmax. */
const LOGIT_SCALE = 100
/**
 * The least share of a label in the softmax over its category, and the most labels of a category. Not measured: no such model
 * comes with Sightline. Higher shares leave tags out, lower ones add wrong tags.
 */
const [LEAST_SHARE, MOST_LABELS] = [0.1, 5]

export function zeroShotTags(image: Int8Array, vocabularies: VocabularyVectors): AutoTags {
  const tags: AutoTags = { objects: [], scenes: [], attributes: [] }
  for (const category of TAG_CATEGORIES) tags[category] = likeliest(image, vocabularies[category])
  return tags
}

/** The likeliest label first. */
function likeliest(image: Int8Array, labels: readonly LabelVector[]): string[] {
  const logits = labels.map(({ vector }) => LOGIT_SCALE * cosine(image, vector))
  const most = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const weights = logits.map((logit) => Math.exp(logit - most))
  const sum = weights.reduce((a, b) => a + b, 0)
  return labels
    .map(({ label }, i) => ({ label, share: (weights[i] as number) / sum }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_LABELS)
    .map(({ label }) => label)
}
