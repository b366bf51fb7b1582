/** An evaluated image with its truth and its predictions. */
import { ApiError } from '../../../shared/api/errors.ts'
import { BACKGROUND, type EvaluatedImage } from '../../../shared/api/model-evaluations.ts'
import { message } from '../../../shared/messages/message.ts'
import { fromJson } from '../../db/json.ts'
import type { RecordedExports } from '../../exchange/exports/recorded-export.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { StoredPrediction } from './evaluate-image.ts'
import { configOf } from './evaluation-config.ts'
import type { ListedEvaluation } from './evaluation-repository.ts'
import type { ImageLists } from './image-lists.ts'
import { indexOfClasses, type MarkedObject, markedObjects } from './objects.ts'

/** The truth is that of the export, which does not change with its data set. @throws ApiError not_found */
export async function evaluatedImage(
  caller: Caller,
  evaluation: ListedEvaluation,
  position: number,
  imageLists: ImageLists,
  recordedExports: RecordedExports,
): Promise<EvaluatedImage> {
  const found = await imageLists.find(evaluation.id, position)
  if (!found) throw new ApiError('not_found', message('evaluation.image_missing', { position }))
  const image = await recordedExports.image(caller, evaluation.export_id, position)
  if (!image) throw new ApiError('not_found', message('evaluation.image_missing', { position }))
  const { classes } = configOf(evaluation)
  const { predictions: stored, ...score } = found
  const predictions = fromJson<StoredPrediction[]>(stored as string)
  const marked = markedObjects(image.annotations, indexOfClasses(classes))
  const nameOf = (index: number | undefined) => (index === undefined ? BACKGROUND : (classes[index] ?? BACKGROUND))
  const predictedAs = new Map(predictions.map(({ match, classIndex }) => [match, classIndex]))
  return {
    ...score,
    dataset_id: evaluation.dataset_id,
    image_id: image.imageId,
    width: image.width,
    height: image.height,
    truth: marked.map((one, place) => ({ ...shownTruth(one), predicted_as: nameOf(predictedAs.get(place)) })),
    predictions: predictions.map(({ classIndex, score: confidence, match, ...place }) => ({
      class_name: nameOf(classIndex),
      confidence,
      ...shownPlace(place),
      truth: nameOf(marked[match]?.object.classIndex),
    })),
  }
}

function shownTruth({ object, annotation: { name, polygon } }: MarkedObject) {
  const bounding_box = { ...object.box }
  return polygon ? { class_name: name, bounding_box, polygon } : { class_name: name, bounding_box }
}

function shownPlace({ box, rings }: Pick<StoredPrediction, 'box' | 'rings'>) {
  const [x = 0, y = 0, w = 0, h = 0] = box
  const bounding_box = { x, y, w, h }
  return rings ? { bounding_box, polygon: { paths: rings.map(pointsOf) } } : { bounding_box }
}

function pointsOf(ring: readonly number[]): { x: number; y: number }[] {
  return Array.from({ length: ring.length >> 1 }, (_, i) => ({
    x: ring[2 * i] as number,
    y: ring[2 * i + 1] as number,
  }))
}
