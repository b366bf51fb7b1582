/** Compares the predictions in one image with its truth. */
import type { Pauses } from '../../../machine/pauses.ts'
import { MAX_RANKED } from './average-precision.ts'
import { commonPixels, type Mask, pixelsOf, unionOf } from './masks.ts'
import { type Matches, matchAcrossClasses, matchByClass, NONE } from './matching.ts'
import { overlapsOf, type PredictedObject, type TruthObject } from './overlaps.ts'
import type { Counts } from './rates.ts'

/** Objects of the class `truth` that were found as `prediction`; the number of classes stands for no object. */
export interface Cell {
  truth: number
  prediction: number
  count: number
}

/** The predictions of a class in one image that count for its average precision, by falling score. */
export interface RankedClass {
  classIndex: number
  scores: number[]
  /** 1 for a prediction that matches an object. */
  hits: number[]
}

export interface ClassPixels {
  classIndex: number
  /** Pixels of the class in truth and predictions. */
  both: number
  /** Pixels of the class in either of them. */
  either: number
}

/** The share of an image in the figures of all images. */
export interface ImageTally {
  ranked: RankedClass[]
  /** Null without masks, as `pixels`. */
  rankedByMask: RankedClass[] | null
  pixels: ClassPixels[] | null
}

export interface ImageComparison {
  counts: Counts
  cells: Cell[]
  /** By prediction: index of the object that it is counted with, of its own class or another one, or `NONE`. */
  matches: Int32Array
  tally: ImageTally
}

export interface ComparisonOptions {
  /** Number of classes. */
  classes: number
  iouThreshold: number
  /** True when all objects have masks, which are compared too. Counts are always by boxes. */
  byMask: boolean
  pauses: Pauses
}

export async function compareImage(
  truth: readonly TruthObject[],
  predictions: readonly PredictedObject[],
  { classes, iouThreshold, byMask, pauses }: ComparisonOptions,
): Promise<ImageComparison> {
  const overlaps = await overlapsOf(predictions, truth, iouThreshold, 'box', pauses)
  const matched = matchByClass(predictions, truth, overlaps)
  const confusedWith = matchAcrossClasses(matched, truth, overlaps)
  const matches = matched.truthOf.map((own, index) => (own === NONE ? (confusedWith[index] as number) : own))
  const cells = cellsOf(truth, predictions, matches, matched.isIgnored, classes)
  let rankedByMask: RankedClass[] | null = null
  let pixels: ClassPixels[] | null = null
  if (byMask) {
    const maskOverlaps = await overlapsOf(predictions, truth, iouThreshold, 'mask', pauses)
    rankedByMask = rankedClasses(predictions, matchByClass(predictions, truth, maskOverlaps))
    pixels = await pixelsByClass(truth, predictions, pauses)
  }
  const tally = { ranked: rankedClasses(predictions, matched), rankedByMask, pixels }
  return { counts: countsOf(cells, classes), cells, matches, tally }
}

function cellsOf(
  truth: readonly TruthObject[],
  predictions: readonly PredictedObject[],
  matches: Int32Array,
  isIgnored: Uint8Array,
  background: number,
): Cell[] {
  const cells = new Map<number, Cell>()
  const count = (row: number, column: number) => {
    const key = row * (background + 1) + column
    const cell = cells.get(key) ?? { truth: row, prediction: column, count: 0 }
    cell.count++
    cells.set(key, cell)
  }
  const isFound = new Uint8Array(truth.length)
  for (const [index, { classIndex }] of predictions.entries()) {
    const match = matches[index] as number
    if (match !== NONE) isFound[match] = 1
    if (!isIgnored[index]) count(truth[match]?.classIndex ?? background, classIndex)
  }
  for (const [index, { classIndex, isCrowd }] of truth.entries()) {
    if (!isFound[index] && !isCrowd) count(classIndex, background)
  }
  return [...cells.values()]
}

function countsOf(cells: readonly Cell[], background: number): Counts {
  const counts: Counts = { tp: 0, fp: 0, fn: 0 }
  for (const { truth, prediction, count } of cells) {
    if (truth === prediction) counts.tp += count
    else {
      if (prediction !== background) counts.fp += count
      if (truth !== background) counts.fn += count
    }
  }
  return counts
}

function rankedClasses(predictions: readonly PredictedObject[], { order, truthOf, isIgnored }: Matches): RankedClass[] {
  const ranked = new Map<number, RankedClass & { seen: number }>()
  for (const index of order) {
    const { classIndex, score } = predictions[index] as PredictedObject
    const own = ranked.get(classIndex) ?? { classIndex, scores: [], hits: [], seen: 0 }
    ranked.set(classIndex, own)
    if (own.seen++ >= MAX_RANKED || isIgnored[index]) continue
    own.scores.push(score)
    own.hits.push(truthOf[index] === NONE ? 0 : 1)
  }
  return [...ranked.values()].map(({ seen: _, ...own }) => own)
}

async function pixelsByClass(
  truth: readonly TruthObject[],
  predictions: readonly PredictedObject[],
  pauses: Pauses,
): Promise<ClassPixels[]> {
  const masks = new Map<number, { truth: Mask[]; predicted: Mask[] }>()
  const of = (classIndex: number) => {
    const own = masks.get(classIndex) ?? { truth: [], predicted: [] }
    masks.set(classIndex, own)
    return own
  }
  for (const { classIndex, mask } of truth) of(classIndex).truth.push(mask as Mask)
  for (const { classIndex, mask } of predictions) of(classIndex).predicted.push(mask as Mask)
  const pixels: ClassPixels[] = []
  for (const [classIndex, own] of masks) {
    const [marked, predicted] = [await unionOf(own.truth, pauses), await unionOf(own.predicted, pauses)]
    if (pauses.isDue) await pauses.take()
    const both = commonPixels(marked, predicted)
    pixels.push({ classIndex, both, either: pixelsOf(marked) + pixelsOf(predicted) - both })
  }
  return pixels
}
