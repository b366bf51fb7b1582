/** The pairs of a prediction and an object of the truth that overlap enough to match. */
import type { Pauses } from '../../../machine/pauses.ts'
import { commonPixels, type Extent, type Mask } from './masks.ts'

export interface TruthObject {
  /** Index of its class. */
  classIndex: number
  box: Extent
  mask?: Mask
  /** A group of objects that were not marked one by one: it matches any number of predictions, none of which counts. */
  isCrowd?: boolean
}

export interface PredictedObject {
  classIndex: number
  score: number
  box: Extent
  mask?: Mask
}

export interface Overlap {
  /** Indices. */
  prediction: number
  truth: number
  iou: number
}

/** Stays below 1, as in COCO's evaluation, so that rounding does not keep an exact match from a threshold of 1. */
const leastIou = (threshold: number): number => Math.min(threshold, 1 - 1e-10)

/**
 * Returns the overlaps of each prediction, by rising index of the truth. `by`: masks are compared only if all objects
 * have one.
 */
export async function overlapsOf(
  predictions: readonly PredictedObject[],
  truth: readonly TruthObject[],
  threshold: number,
  by: 'box' | 'mask',
  pauses: Pauses,
): Promise<Overlap[][]> {
  const least = leastIou(threshold)
  const placeOf = (object: TruthObject | PredictedObject) => (by === 'mask' ? (object.mask as Mask).extent : object.box)
  const places = truth.map(placeOf)
  const byLeft = [...places.keys()].sort((a, b) => (places[a] as Extent).x - (places[b] as Extent).x)
  const lefts = byLeft.map((index) => (places[index] as Extent).x)
  const widest = places.reduce((most, { w }) => Math.max(most, w), 0)
  const hasCrowds = truth.some(({ isCrowd }) => isCrowd)
  const found: Overlap[][] = []
  for (const [prediction, object] of predictions.entries()) {
    const place = placeOf(object)
    // Boxes whose widths differ by more than the threshold cannot match.
    const reach = by === 'box' && !hasCrowds ? Math.min(widest, (place.w / least) * (1 + 1e-9)) : widest
    const own: Overlap[] = []
    for (let i = firstNotBelow(lefts, place.x - reach); i < byLeft.length; i++) {
      if ((lefts[i] as number) > place.x + place.w) break
      const index = byLeft[i] as number
      const other = truth[index] as TruthObject
      const isCrowd = other.isCrowd === true
      const boxes = boxIou(place, places[index] as Extent, isCrowd)
      if (boxes === 0) continue
      const iou = by === 'box' ? boxes : maskIou(object.mask as Mask, other.mask as Mask, isCrowd)
      if (iou >= least) own.push({ prediction, truth: index, iou })
      if (pauses.isDue) await pauses.take()
    }
    found.push(needed(own, object, truth, predictions.length).sort((a, b) => a.truth - b.truth))
  }
  return found
}

/**
 * The overlaps that can matter: each of the other predictions takes one object at most, so that of each kind as many as
 * there are predictions suffice. Many objects in one place would otherwise make a pair each with every prediction.
 */
function needed(
  own: Overlap[],
  { classIndex }: PredictedObject,
  truth: readonly TruthObject[],
  predictions: number,
): Overlap[] {
  if (own.length <= predictions) return own
  const of = (kind: string) => own.filter((overlap) => kindOf(truth[overlap.truth] as TruthObject, classIndex) === kind)
  const best = (kind: string) =>
    of(kind)
      .sort((a, b) => b.iou - a.iou || b.truth - a.truth)
      .slice(0, predictions)
  return [...best('same'), ...best('other'), ...of('crowd')]
}

const kindOf = (object: TruthObject, classIndex: number) =>
  object.isCrowd ? 'crowd' : object.classIndex === classIndex ? 'same' : 'other'

/** The intersection over the union of two boxes; for a crowd, over the area of the prediction. */
export function boxIou(prediction: Extent, truth: Extent, isCrowd: boolean): number {
  const w = Math.min(prediction.x + prediction.w, truth.x + truth.w) - Math.max(prediction.x, truth.x)
  const h = Math.min(prediction.y + prediction.h, truth.y + truth.h) - Math.max(prediction.y, truth.y)
  if (!(w > 0 && h > 0)) return 0
  const common = w * h
  const own = prediction.w * prediction.h
  return common / (isCrowd ? own : own + truth.w * truth.h - common)
}

function maskIou(prediction: Mask, truth: Mask, isCrowd: boolean): number {
  const common = commonPixels(prediction.runs, truth.runs)
  return common === 0 ? 0 : common / (isCrowd ? prediction.area : prediction.area + truth.area - common)
}

function firstNotBelow(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
