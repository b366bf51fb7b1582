/** Rows of evaluations. Models, data sets and exports may be deleted; an evaluation keeps their ids and its figures. */
import type { EVALUATION_STATUSES } from '../../../shared/api/model-evaluations.ts'

type Json = string
type Time = string

export interface ModelEvaluationRow {
  id: string
  organization_id: string
  model_id: string
  dataset_id: string
  export_id: string
  status: (typeof EVALUATION_STATUSES)[number]
  /** Token of the job's claim: only its holder may write results. 0 before the first one. */
  token: number
  iou_threshold: number
  confidence_threshold: number
  total_images: number
  evaluated_images: number
  failed_images: number
  /** `EvaluationConfig` */
  config: Json
  overall_metrics: Json | null
  /** The other figures; large with many classes, so that lists leave them out. */
  details: Json | null
  curves: Json | null
  error: string | null
  error_text: Json | null
  created_at: Time
  updated_at: Time
  started_at: Time | null
  completed_at: Time | null
}

export interface EvaluatedImageRow {
  evaluation_id: string
  /** In the export, from 0. */
  position: number
  filename: string
  /** `Said`: why the model could not be run on it; null for an evaluated image. */
  failure: Json | null
  /** fp + fn; -1 for an image that failed, so that it is not listed among the worst. */
  errors: number
  tp: number
  fp: number
  fn: number
  gt_count: number
  pred_count: number
  /** `ImageTally` */
  tally: Json | null
  /** `StoredPrediction[]` */
  predictions: Json | null
}

/** The objects of one image in a cell of the confusion matrix; by index of the class, the last of which is no object. */
export interface EvaluationCellRow {
  evaluation_id: string
  truth: number
  prediction: number
  position: number
  count: number
}

export interface EvaluationTables {
  model_evaluations: ModelEvaluationRow
  evaluated_images: EvaluatedImageRow
  evaluation_cells: EvaluationCellRow
}
