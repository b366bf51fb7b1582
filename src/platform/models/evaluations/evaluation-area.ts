/** Evaluations of models on exports of data sets. */

import { ApiError } from '../../../shared/api/errors.ts'
import { BACKGROUND, type EvaluatedImage } from '../../../shared/api/model-evaluations.ts'
import { message } from '../../../shared/messages/message.ts'
import { createCharges, createCredits } from '../../accounts/credits/credits.ts'
import { fromJson } from '../../db/database.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import { countedListOf } from '../../db/pages.ts'
import type { ExportArea } from '../../exchange/exports/export-area.ts'
import type { RecordedExports } from '../../exchange/exports/recorded-export.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { createJobRecord } from '../../work/jobs/job-record.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import type { DevicesArea } from '../devices/devices-area.ts'
import type { ModelArea } from '../model-area.ts'
import type { StoredPrediction } from './evaluate-image.ts'
import { createEvaluationCharges } from './evaluation-charges.ts'
import { configOf } from './evaluation-config.ts'
import { evaluationRecords } from './evaluation-end.ts'
import { EVALUATION, evaluationJob } from './evaluation-job.ts'
import { createEvaluationRepository, type ListedEvaluation } from './evaluation-repository.ts'
import { createEvaluations, type Evaluations } from './evaluations.ts'
import { type CellFilter, createImageLists, type ImageLists } from './image-lists.ts'
import { indexOfClasses, type MarkedObject, markedObjects } from './objects.ts'

export interface EvaluationAreaNeeds {
  models: ModelArea
  devices: DevicesArea
  jobs: JobsArea
  exports: ExportArea
}

/**
 * An evaluated image with its truth and its predictions.
 * The truth is that of the export, which does not change with its data set. @throws ApiError not_found
 */
async function evaluatedImage(
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

const evaluationHandlers = (
  evaluations: Evaluations,
  imageLists: ImageLists,
  recordedExports: RecordedExports,
): GroupHandlers<'modelEvaluations'> => ({
  create: ({ caller, body }) => {
    const { iou_threshold = 0.5, confidence_threshold = 0.5 } = body
    return evaluations.create(caller, { ...body, iou_threshold, confidence_threshold })
  },
  get: ({ caller, params }) => evaluations.get(caller, params.evaluation_id),
  list: ({ caller, query }) => evaluations.list(caller, query),
  cancel: ({ caller, params }) => evaluations.cancel(caller, params.evaluation_id),
  curves: ({ caller, params }) => evaluations.curves(caller, params.evaluation_id),
  images: async ({ caller, params, query: { truth, prediction, ...page } }) => {
    const evaluation = await evaluations.completed(caller, params.evaluation_id)
    const cell: CellFilter = {
      ...(truth !== undefined && { truth: labelIndex(evaluation, truth, '/truth') }),
      ...(prediction !== undefined && { prediction: labelIndex(evaluation, prediction, '/prediction') }),
    }
    return countedListOf(await imageLists.page(evaluation.id, cell, page), page, (image) => image)
  },
  image: async ({ caller, params }) => {
    const evaluation = await evaluations.completed(caller, params.evaluation_id)
    const position = /^\d{1,9}$/.test(params.position) ? Number(params.position) : -1
    if (position < 0) {
      throw new ApiError('not_found', message('evaluation.image_missing', { position: params.position }))
    }
    return evaluatedImage(caller, evaluation, position, imageLists, recordedExports)
  },
})

/** The index of a label of the confusion matrix. @throws ApiError invalid_field */
function labelIndex(evaluation: ListedEvaluation, label: string, field: string): number {
  const { classes } = configOf(evaluation)
  const index = label === BACKGROUND ? classes.length : classes.indexOf(label)
  if (index === -1) throw invalidField(field, message('evaluation.unknown_label', { label }))
  return index
}

export interface EvaluationArea extends Area {
  handlers: Pick<Handlers, 'modelEvaluations'>
}

export function createEvaluationArea(services: PlatformServices, needs: EvaluationAreaNeeds): EvaluationArea {
  const { db, engine, events, folders, now } = services
  const recordedExports = needs.exports.recorded
  const { models } = needs.models
  const { jobs } = needs.jobs
  const repository = createEvaluationRepository(db)
  const imageLists = createImageLists(db)
  const charges = createEvaluationCharges(createCharges(createCredits(now), now))
  const record = createJobRecord({ db, jobs, events, now }, evaluationRecords(repository, charges))
  jobs.register(
    evaluationJob({
      repository,
      record,
      imageLists,
      recordedExports,
      models,
      engine,
      events,
      now,
      device: needs.devices.devices.chosen,
      deviceChecks: folders.deviceChecks,
    }),
  )
  const evaluations = createEvaluations({ db, repository, record, recordedExports, models, charges, jobs, now })
  jobs.control(EVALUATION, {
    cancel: (caller, job) => evaluations.cancel(caller, job.id),
    retry: async (caller, job) => (await evaluations.again(caller, job.id)).id,
  })
  return { handlers: { modelEvaluations: evaluationHandlers(evaluations, imageLists, recordedExports) } }
}
