import { ApiError } from '../../../shared/api/errors.ts'
import { BACKGROUND } from '../../../shared/api/model-evaluations.ts'
import { message } from '../../../shared/messages/message.ts'
import { invalidField } from '../../db/naming/invalid-field.ts'
import { countedListOf } from '../../db/pages.ts'
import type { RecordedExports } from '../../exchange/exports/recorded-export.ts'
import type { GroupHandlers } from '../../http/handler.ts'
import { evaluatedImage } from './evaluated-image.ts'
import { configOf } from './evaluation-config.ts'
import type { ListedEvaluation } from './evaluation-repository.ts'
import type { Evaluations } from './evaluations.ts'
import type { CellFilter, ImageLists } from './image-lists.ts'

export const evaluationHandlers = (
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
