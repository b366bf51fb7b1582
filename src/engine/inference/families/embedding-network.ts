import { EMBEDDING, EMBEDDING_NETWORK } from '../../../shared/domain/model-types.ts'
import { CandidateList } from '../candidates.ts'
import { type Family, IMAGENET, type OutputTensor, type TriedModel } from './family.ts'

const TASK = /^re-?id(entification)?$/i
const OUTPUT_NAME = /embed|feature|re-?id/i
/** Shorter vectors under a portrait input are scores of attributes, such as those of pedestrians. */
const MIN_LENGTH = 128
const NEAR_ONE = 1e-3
/** Input size in most training code for people, used when the file does not fix it. */
export const PEOPLE_SIZE = { width: 128, height: 256 }

/**
 * One vector for each image, [1, length]: a re-identification network, which track blocks use; it finds nothing itself.
 * Only the task in the metadata says so for sure. Otherwise a long vector without names that is not a probability counts
 * as one when its output is named so, when it has length 1, or when the input is upright like those for people
 * (256 x 128).
 */
export const embeddingNetwork: Family = {
  id: EMBEDDING,
  recognise(model) {
    const [output, ...others] = model.outputs
    if (!output || others.length > 0 || !isEmbedding(model, output)) return null
    return {
      modelType: 'classification',
      architecture: EMBEDDING_NETWORK,
      classes: [],
      needsNms: false,
      pixels: IMAGENET,
      usualSize: PEOPLE_SIZE,
      decode: () => new CandidateList(),
    }
  },
}

function isEmbedding({ metadata, classNames, input }: TriedModel, output: OutputTensor): boolean {
  const [batch, length = 0, ...rest] = output.shape
  if (batch !== 1 || output.isInteger || rest.some((side) => side !== 1)) return false
  if (metadata.task !== undefined) return TASK.test(metadata.task)
  if (classNames || length < MIN_LENGTH || /Softmax|Sigmoid/.test(output.operator ?? '')) return false
  return OUTPUT_NAME.test(output.name) || input.height >= 2 * input.width || isUnit(output.data)
}

/** Probabilities have length 1 only where one of them is 1, and are never negative. */
function isUnit(values: Float32Array): boolean {
  let square = 0
  for (const value of values) square += value * value
  return Math.abs(Math.sqrt(square) - 1) < NEAR_ONE && values.some((value) => value < 0)
}
