/** The result of one image as it is stored. */
import type { Prediction } from '../../../shared/engine-contract/serving.ts'
import type { Said } from '../../../shared/messages/message.ts'
import { toJson } from '../../db/database.ts'
import type { EvaluatedImageRow, EvaluationCellRow } from '../../db/schema/evaluations.ts'
import type { RecordedImage } from '../../exchange/exports/recorded-export.ts'
import type { Pauses } from '../../machine/pauses.ts'
import { compareImage } from './metrics/compare-image.ts'
import { type FoundObject, foundObjects, markedObjects, masked } from './objects.ts'

/** A prediction for overlays, in pixels to two decimals. */
export interface StoredPrediction {
  classIndex: number
  score: number
  /** x, y, width, height. */
  box: readonly number[]
  /** Outlines of the model: x, y, x, y … */
  rings?: number[][]
  /** Place, among the marked objects of the image, of the one that it is counted with; -1 for none. */
  match: number
}

type ImageResult = Omit<EvaluatedImageRow, 'evaluation_id'>
export interface StoredImage {
  image: ImageResult
  cells: Omit<EvaluationCellRow, 'evaluation_id'>[]
}

export interface ImageOptions {
  classes: ReadonlyMap<string, number>
  iouThreshold: number
  byMask: boolean
  pauses: Pauses
}

export async function evaluateImage(
  image: RecordedImage,
  prediction: Prediction,
  { classes, iouThreshold, byMask, pauses }: ImageOptions,
): Promise<StoredImage> {
  const marked = markedObjects(image.annotations, classes)
  const found = foundObjects(prediction.detections, classes)
  const truth = byMask ? await masked(marked, image, pauses) : marked.map(({ object }) => object)
  const predicted = byMask ? await masked(found, image, pauses) : found.map(({ object }) => object)
  const options = { classes: classes.size, iouThreshold, byMask, pauses }
  const { counts, cells, matches, tally } = await compareImage(truth, predicted, options)
  const predictions = found.map((one, index) => storedPrediction(one, matches[index] as number))
  const { position, filename } = image
  return {
    image: {
      position,
      filename,
      failure: null,
      errors: counts.fp + counts.fn,
      ...counts,
      gt_count: marked.length,
      pred_count: found.length,
      tally: toJson(tally),
      predictions: toJson(predictions),
    },
    cells: cells.map((cell) => ({ ...cell, position })),
  }
}

export const failedImage = ({ position, filename }: RecordedImage, failure: Said): StoredImage => ({
  image: {
    position,
    filename,
    failure: toJson(failure),
    errors: -1,
    tp: 0,
    fp: 0,
    fn: 0,
    gt_count: 0,
    pred_count: 0,
    tally: null,
    predictions: null,
  },
  cells: [],
})

function storedPrediction({ object, rings, hasOutline }: FoundObject, match: number): StoredPrediction {
  const { classIndex, score, box } = object
  const stored = { classIndex, score, box: [box.x, box.y, box.w, box.h].map(rounded), match }
  return hasOutline ? { ...stored, rings: rings.map((ring) => ring.map(rounded)) } : stored
}

const rounded = (pixels: number): number => Math.round(pixels * 100) / 100
