/** Checks that a model can be evaluated on an export, before anything is stored. */
import type { BodyOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { BACKGROUND, type modelEvaluations } from '../../../shared/api/model-evaluations.ts'
import { message } from '../../../shared/messages/message.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import type { RecordedExport, RecordedExports } from '../../exchange/exports/recorded-export.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Models } from '../models.ts'
import type { EvaluationConfig } from './evaluation-config.ts'

export type EvaluationRequest = Required<BodyOf<typeof modelEvaluations.create>>

export interface CheckedRequest {
  model_id: string
  model_sha256: string
  recorded: RecordedExport
  config: EvaluationConfig
}

/** More would be a confusion matrix that no one reads. */
const MAX_CLASSES = 1000
/** The most that a model block allows: fewer of them would change the metrics at low thresholds. */
const MAX_DETECTIONS = 3000

/** @throws ApiError not_found, invalid_field or wrong_state for the model or the export */
export async function checkRequest(
  caller: Caller,
  { model_id, export_id }: Pick<EvaluationRequest, 'model_id' | 'export_id'>,
  { models, recordedExports }: { models: Models; recordedExports: RecordedExports },
): Promise<CheckedRequest> {
  const { id, name, model_type, status } = await models.get(caller, model_id)
  if (model_type !== 'object_detection' && model_type !== 'instance_segmentation') {
    throw invalidField('/model_id', message('evaluation.model_type', { name, type: model_type }))
  }
  if (status !== 'ready') throw new ApiError('wrong_state', message('model.not_ready', { name, status }))
  const recorded = await recordedExports.recorded(caller, export_id.toLowerCase())
  requireComparable(recorded)
  const { classes, name: export_name } = recorded
  const usable = await models.find(caller, id)
  if (!usable) throw new ApiError('not_found', message('model.deleted'))
  const known = new Set(usable.classes)
  const unknown_classes = classes.filter((one) => !known.has(one))
  if (unknown_classes.length === classes.length) {
    throw invalidField('/model_id', message('evaluation.no_common_class', { name }))
  }
  return {
    model_id: id,
    model_sha256: usable.file.sha256,
    recorded,
    config: {
      model_name: name,
      model_type,
      export_name,
      classes,
      unknown_classes,
      max_detections: MAX_DETECTIONS,
      conversion: usable.file.conversion ?? null,
    },
  }
}

function requireComparable({ classes, imageCount }: RecordedExport): void {
  if (imageCount === 0) throw new ApiError('wrong_state', message('evaluation.export_empty'))
  if (classes.length > MAX_CLASSES) {
    const problem = message('evaluation.too_many_classes', { classes: classes.length, most: MAX_CLASSES })
    throw invalidField('/export_id', problem)
  }
  if (classes.includes(BACKGROUND)) {
    throw invalidField('/export_id', message('evaluation.background_class', { name: BACKGROUND }))
  }
}
