/** What an evaluation was made with, apart from its thresholds: stored with it, and returned by the API as `config`. */
import type { Conversion } from '../../../shared/domain/conversion.ts'
import type { ModelType } from '../../../shared/domain/model-types.ts'
import { fromJson } from '../../db/database.ts'
import type { ModelEvaluationRow } from '../../db/schema/evaluations.ts'

export interface EvaluationConfig {
  /** When it was created. */
  model_name: string
  model_type: ModelType
  export_name: string
  /** The classes of the export, which label the confusion matrix. */
  classes: readonly string[]
  /** Classes of the export that the model does not know: their objects count as not found. */
  unknown_classes: readonly string[]
  /** Most predictions of an image. */
  max_detections: number
  /** The options of the model, by which it was evaluated; null without any. */
  conversion: Conversion | null
}

export const configOf = ({ config }: Pick<ModelEvaluationRow, 'config'>): EvaluationConfig => fromJson(config)

/** Masks are compared for models that predict them. */
export const comparesMasks = ({ model_type }: EvaluationConfig): boolean => model_type === 'instance_segmentation'
