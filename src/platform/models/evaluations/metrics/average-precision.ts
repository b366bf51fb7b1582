/** Average precision and precision-recall curves, from the outcomes of a class’s predictions in all images. */
import type { Pauses } from '../../../machine/pauses.ts'

/** The predictions of one class, in the order of the images, and in each image by falling score. */
export interface Outcomes {
  scores: number[]
  /** 1 for a prediction that matches an object, 0 for another. */
  hits: number[]
  /** Where the predictions of each image begin. */
  starts: number[]
  /** Objects in the truth, without crowds. */
  support: number
}

export interface CurvePoint {
  recall: number
  precision: number
  confidence: number
}

export interface PrecisionRecall {
  /** Null without objects in the truth. */
  ap: number | null
  /** The precision and recall of all predictions down to each confidence, by rising recall. */
  points: CurvePoint[]
}

/** Most predictions of a class in an image that count, as in COCO's evaluation. */
export const MAX_RANKED = 100
export const MAX_POINTS = 500
/** `i / 100` is another number for ten of them. */
const RECALLS = Array.from({ length: 101 }, (_, i) => i * 0.01)
/** The distance of 1 to the next number, which keeps COCO's precision from a division by 0. */
const TINY = 2 ** -52
/** Steps between readings of the clock, which take longer than a step. */
const CHECK_EVERY = 1024

/**
 * Computes the average precision as pycocotools does: the mean of the best precisions at 101 recalls, a step function
 * between them.
 */
export async function precisionRecall(outcomes: Outcomes, pauses: Pauses): Promise<PrecisionRecall> {
  const { support, scores, hits } = outcomes
  if (support === 0) return { ap: null, points: [] }
  const order = await rankedBy(outcomes, pauses)
  /** Hits among the predictions down to each rank. */
  const found = new Uint32Array(order.length)
  const precisions = new Float64Array(order.length)
  const ends: number[] = []
  for (let i = 0; i < order.length; i++) {
    found[i] = (found[i - 1] ?? 0) + (hits[order[i] as number] as number)
    precisions[i] = (found[i] as number) / (i + 1 + TINY)
    const isEnd = i + 1 === order.length || scores[order[i] as number] !== scores[order[i + 1] as number]
    if (isEnd) ends.push(i)
    if (i % CHECK_EVERY === 0 && pauses.isDue) await pauses.take()
  }
  const points = thinned(ends).map((i) => ({
    recall: (found[i] as number) / support,
    precision: (found[i] as number) / (i + 1),
    confidence: scores[order[i] as number] as number,
  }))
  // From here on, the best precision at this recall or a higher one.
  for (let i = order.length - 2; i >= 0; i--) {
    precisions[i] = Math.max(precisions[i] as number, precisions[i + 1] as number)
  }
  let sum = 0
  for (let r = 0, i = 0; r < RECALLS.length; r++) {
    while (i < found.length && (found[i] as number) / support < (RECALLS[r] as number)) i++
    sum += precisions[i] ?? 0
  }
  return { ap: sum / RECALLS.length, points }
}

/** Indices by falling score, of equal scores in their order: the sorted predictions of the images, merged in pairs. */
async function rankedBy({ scores, starts }: Outcomes, pauses: Pauses): Promise<Uint32Array> {
  let order = new Uint32Array(scores.length)
  for (let i = 0; i < order.length; i++) order[i] = i
  let bounds = [...starts, scores.length]
  while (bounds.length > 2) {
    const next = new Uint32Array(scores.length)
    const kept: number[] = []
    for (let b = 0; b + 1 < bounds.length; b += 2) {
      const [from, middle] = [bounds[b] as number, bounds[b + 1] as number]
      const to = bounds[b + 2] ?? middle
      kept.push(from)
      for (let at = from, i = from, j = middle; at < to; at++) {
        const takesFirst = i < middle && (j >= to || scoreAt(i) >= scoreAt(j))
        next[at] = order[takesFirst ? i++ : j++] as number
        if (at % CHECK_EVERY === 0 && pauses.isDue) await pauses.take()
      }
    }
    function scoreAt(place: number): number {
      return scores[order[place] as number] as number
    }
    order = next
    bounds = [...kept, scores.length]
  }
  return order
}

/** At most `MAX_POINTS` of them, evenly, with the first and the last one. */
function thinned(ends: readonly number[]): number[] {
  if (ends.length <= MAX_POINTS) return [...ends]
  const step = (ends.length - 1) / (MAX_POINTS - 1)
  return Array.from({ length: MAX_POINTS }, (_, i) => ends[Math.round(i * step)] as number)
}

/** Null when none of them is defined. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const defined = values.filter((value) => value !== null)
  return defined.length === 0 ? null : defined.reduce((sum, value) => sum + value, 0) / defined.length
}
