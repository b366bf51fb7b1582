/** Which prediction stands for which object of an image. */
import type { Overlap, PredictedObject, TruthObject } from './overlaps.ts'

export interface Matches {
  /** Indices of the predictions by falling score; of equal ones, in their order. */
  order: readonly number[]
  /** By prediction: the object of the same class that it matches, or `NONE`. */
  truthOf: Int32Array
  /** By prediction: 1 when it matches a crowd, and does not count. */
  isIgnored: Uint8Array
}

export const NONE = -1

/**
 * Each prediction of a class, the most confident one first, takes the free object of that class that it overlaps most;
 * of equal overlaps, the later object. Crowds come after all other objects. As in COCO's evaluation.
 * @param overlaps of each prediction, by rising index of the truth
 */
export function matchByClass(
  predictions: readonly PredictedObject[],
  truth: readonly TruthObject[],
  overlaps: readonly (readonly Overlap[])[],
): Matches {
  const scoreOf = (index: number) => (predictions[index] as PredictedObject).score
  const order = [...predictions.keys()].sort((a, b) => scoreOf(b) - scoreOf(a))
  const truthOf = new Int32Array(predictions.length).fill(NONE)
  const isIgnored = new Uint8Array(predictions.length)
  const isTaken = new Uint8Array(truth.length)
  for (const index of order) {
    const { classIndex } = predictions[index] as PredictedObject
    let best: Overlap | undefined
    let crowd: Overlap | undefined
    for (const overlap of overlaps[index] as readonly Overlap[]) {
      const object = truth[overlap.truth] as TruthObject
      if (object.classIndex !== classIndex || isTaken[overlap.truth]) continue
      if (object.isCrowd) crowd = better(overlap, crowd)
      else best = better(overlap, best)
    }
    if (best) {
      truthOf[index] = best.truth
      isTaken[best.truth] = 1
    } else if (crowd) isIgnored[index] = 1
  }
  return { order, truthOf, isIgnored }
}

const better = (overlap: Overlap, before: Overlap | undefined): Overlap =>
  before === undefined || overlap.iou >= before.iou ? overlap : before

/**
 * The objects of other classes that predictions without a match were found in place of, by falling overlap; of equal ones,
 * the more confident prediction and the later object first. By prediction: the object, or `NONE`.
 */
export function matchAcrossClasses(
  { order, truthOf, isIgnored }: Matches,
  truth: readonly TruthObject[],
  overlaps: readonly (readonly Overlap[])[],
): Int32Array {
  const confusedWith = new Int32Array(truthOf.length).fill(NONE)
  const isTaken = new Uint8Array(truth.length)
  for (const index of truthOf) if (index !== NONE) isTaken[index] = 1
  const rank = new Int32Array(truthOf.length)
  for (const [at, prediction] of order.entries()) rank[prediction] = at
  const isOpen = ({ prediction, truth: index }: Overlap) =>
    truthOf[prediction] === NONE && !isIgnored[prediction] && !isTaken[index] && !truth[index]?.isCrowd
  const open = overlaps
    .flatMap((own) => own.filter(isOpen))
    .sort(
      (a, b) => b.iou - a.iou || (rank[a.prediction] as number) - (rank[b.prediction] as number) || b.truth - a.truth,
    )
  for (const { prediction, truth: index } of open) {
    if (confusedWith[prediction] !== NONE || isTaken[index]) continue
    confusedWith[prediction] = index
    isTaken[index] = 1
  }
  return confusedWith
}
