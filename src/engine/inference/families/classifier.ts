import { IMAGENET_NAMES } from '../../../shared/domain/class-sets.ts'
import { CandidateList } from '../candidates.ts'
import { numbered } from '../model-class-names.ts'
import {
  type Family,
  type Head,
  IMAGENET,
  isFraction,
  mayDo,
  namesOr,
  type OutputTensor,
  type TriedModel,
  UNIT_RGB,
} from './family.ts'

const NEAR_ONE = 0.02

/** The most common training size of classifiers. */
const USUAL_SIZE = { width: 224, height: 224 }

/**
 * Classes of the whole image: one output [1, classes] or [1, classes, 1, 1], or one probability [1, 1]. The class with the highest score, or each
 * of the best ones that are wanted, becomes a detection that covers the model's region. Reference code crops the centre of the image; this code
 * stretches the whole of it, so that nothing at the sides is missed. Ultralytics takes 0 to 1 (data/augment.py,
 * `classify_transforms`), others ImageNet's mean.
 */
export const classifier: Family = {
  id: 'classifier',
  recognise(model) {
    const [output, ...others] = model.outputs
    if (!output || others.length > 0 || output.isInteger || !mayDo(model, 'classify')) return null
    const [batch, classes = 0, ...rest] = output.shape
    if (batch !== 1 || classes < 1 || rest.some((side) => side !== 1) || rest.length === 1) return null
    if (classes === 1) return oneProbability(model, output)
    if (model.classNames && model.classNames.length !== classes) return null
    const isSure = givesProbabilities(output)
    const isUltralytics = model.metadata.task === 'classify'
    return {
      modelType: 'classification',
      architecture: isUltralytics ? 'Ultralytics YOLO (classify head)' : 'Classifier',
      classes: model.classNames ?? (classes === IMAGENET_NAMES.length ? [...IMAGENET_NAMES] : namesOr(null, classes)),
      needsNms: false,
      pixels: isUltralytics ? { ...UNIT_RGB, fit: 'stretch' } : IMAGENET,
      usualSize: USUAL_SIZE,
      decode([raw], { confidence, classIds, bestClasses = 1 }) {
        const { data } = raw as OutputTensor
        const scores = isSure ? data : softmax(data)
        const found = new CandidateList()
        const { width, height } = model.input
        for (const c of bestOf(scores.subarray(0, classes), bestClasses, classIds)) {
          const score = scores[c] as number
          if (score >= confidence) found.push(0, 0, width, height, score, c)
        }
        return found
      },
    }
  },
}

/**
 * One probability [1, 1], the output of a sigmoid: of the only class that the file names, or of the second of two, whose
 * first is its opposite.
 */
function oneProbability(model: TriedModel, output: OutputTensor): Head | null {
  const { classNames, input } = model
  const values = [output.data, model.second?.outputs[0]?.data].flatMap((data) => [...(data ?? [])])
  const isSigmoid = /sigmoid/i.test(output.operator ?? '')
  const isSaid = classNames !== null || /prob|sigmoid|score/i.test(output.name)
  if (!values.every(isFraction) || !(isSigmoid || isSaid) || (classNames && classNames.length > 2)) return null
  return {
    modelType: 'classification',
    architecture: 'Classifier (one probability)',
    classes: classNames ?? numbered(1),
    needsNms: false,
    pixels: IMAGENET,
    usualSize: USUAL_SIZE,
    decode([raw], { confidence, classIds, bestClasses = 1 }) {
      const probability = (raw as OutputTensor).data[0] as number
      const scores = Float32Array.from(classNames?.length === 2 ? [1 - probability, probability] : [probability])
      const found = new CandidateList()
      for (const c of bestOf(scores, bestClasses, classIds)) {
        const score = scores[c] as number
        if (score >= confidence) found.push(0, 0, input.width, input.height, score, c)
      }
      return found
    },
  }
}

/** The classes of the highest scores above 0, best first; of equal scores, the first class. */
function bestOf(scores: Float32Array, count: number, classIds: ReadonlySet<number> | null): number[] {
  const able = Array.from(scores.keys()).filter((c) => (scores[c] as number) > 0 && (!classIds || classIds.has(c)))
  const better = (a: number, b: number) => (scores[b] as number) - (scores[a] as number)
  // Frames of a run need one of up to thousands of classes.
  if (count === 1) return able.length === 0 ? [] : [able.reduce((best, c) => (better(best, c) > 0 ? c : best))]
  return able.sort(better).slice(0, count)
}

/** Decided by the last operator; when that is hidden, by whether the numbers add up to one. */
function givesProbabilities({ operator, data }: OutputTensor): boolean {
  if (operator === 'Softmax' || operator === 'Sigmoid' || operator === 'HardSigmoid') return true
  const sum = data.reduce((a, b) => a + b, 0)
  return data.every(isFraction) && Math.abs(sum - 1) <= NEAR_ONE
}

function softmax(logits: Float32Array): Float32Array {
  const top = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const powers = logits.map((v) => Math.exp(v - top))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((v) => v / sum)
}
