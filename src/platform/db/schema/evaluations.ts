/** Evaluations. Models, data sets and exports may be deleted; an evaluation keeps their ids and its figures. */
import type { SchemaModule } from 'kysely'
import type { EVALUATION_STATUSES } from '../../../shared/api/model-evaluations.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

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

async function createModelEvaluations(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('model_evaluations')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('model_id', 'text', required)
    .addColumn('dataset_id', 'text', required)
    .addColumn('export_id', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('token', 'integer', required)
    .addColumn('iou_threshold', 'double precision', required)
    .addColumn('confidence_threshold', 'double precision', required)
    .addColumn('total_images', 'integer', required)
    .addColumn('evaluated_images', 'integer', required)
    .addColumn('failed_images', 'integer', required)
    .addColumn('config', 'text', required)
    .addColumn('overall_metrics', 'text')
    .addColumn('details', 'text')
    .addColumn('curves', 'text')
    .addColumn('error', 'text')
    .addColumn('error_text', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('started_at', 'text')
    .addColumn('completed_at', 'text')
    .execute()
  await schema
    .createIndex('model_evaluations_order')
    .on('model_evaluations')
    .columns(['organization_id', 'id'])
    .execute()
  await schema
    .createIndex('model_evaluations_of_model')
    .on('model_evaluations')
    .columns(['organization_id', 'model_id', 'id'])
    .execute()
  await schema
    .createIndex('model_evaluations_of_dataset')
    .on('model_evaluations')
    .columns(['organization_id', 'dataset_id', 'id'])
    .execute()
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

async function createEvaluatedImages(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('evaluated_images')
    .addColumn('evaluation_id', 'text', partOf('model_evaluations.id'))
    .addColumn('position', 'integer', required)
    .addColumn('filename', 'text', required)
    .addColumn('failure', 'text')
    .addColumn('errors', 'integer', required)
    .addColumn('tp', 'integer', required)
    .addColumn('fp', 'integer', required)
    .addColumn('fn', 'integer', required)
    .addColumn('gt_count', 'integer', required)
    .addColumn('pred_count', 'integer', required)
    .addColumn('tally', 'text')
    .addColumn('predictions', 'text')
    .addPrimaryKeyConstraint('evaluated_images_key', ['evaluation_id', 'position'])
    .execute()
  await schema
    .createIndex('evaluated_images_worst')
    .on('evaluated_images')
    .columns(['evaluation_id', 'errors desc', 'position'])
    .execute()
}

/** The objects of one image in a cell of the confusion matrix; by index of the class, the last of which is no object. */
export interface EvaluationCellRow {
  evaluation_id: string
  truth: number
  prediction: number
  position: number
  count: number
}

async function createEvaluationCells(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('evaluation_cells')
    .addColumn('evaluation_id', 'text', partOf('model_evaluations.id'))
    .addColumn('truth', 'integer', required)
    .addColumn('prediction', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('evaluation_cells_key', ['evaluation_id', 'truth', 'prediction', 'position'])
    .execute()
}

export interface EvaluationTables {
  model_evaluations: ModelEvaluationRow
  evaluated_images: EvaluatedImageRow
  evaluation_cells: EvaluationCellRow
}

export const evaluationTables: TableGroup = [createModelEvaluations, createEvaluatedImages, createEvaluationCells]
