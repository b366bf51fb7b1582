/** A host with evaluations of two models on one export, which tests change. */
import { HostError } from '../../../../src/renderer/base/host/host-context.ts'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { Deployment } from '../../../../src/shared/api/deployments.ts'
import type { DatasetExport } from '../../../../src/shared/api/exports.ts'
import {
  BACKGROUND,
  type ClassMetrics,
  type EvaluatedImage,
  type ImageScore,
  type ModelEvaluation,
} from '../../../../src/shared/api/model-evaluations.ts'
import { AT, aModel } from '../../examples.ts'
import { hostWithAnswers } from '../../with-answers.ts'

export const anExport = (part: Partial<DatasetExport> = {}): DatasetExport => ({
  id: 'export-1',
  organization_id: 'org',
  dataset_id: 'data-1',
  dataset_name: 'Street',
  name: 'Street 1',
  format: 'coco',
  status: 'completed',
  progress: 100,
  directory_path: null,
  split: null,
  splits: null,
  classes: ['car', 'truck'],
  image_count: 12,
  annotation_count: 40,
  split_counts: null,
  size_bytes: 1000,
  warnings: [],
  warning_texts: [],
  error_message: null,
  created_at: AT,
  completed_at: AT,
  ...part,
})

export const aDataset = (part: Partial<Dataset> = {}): Dataset => ({
  id: 'data-1',
  organization_id: 'org',
  name: 'Street',
  description: null,
  readme: null,
  annotation_types: ['bbox'],
  classes: [],
  image_count: 12,
  completed_image_count: 12,
  archived_image_count: 0,
  total_size: 1000,
  is_public: false,
  is_archived: false,
  archived_at: null,
  storage_class: 'standard',
  images: null,
  created_at: AT,
  updated_at: AT,
  ...part,
})

export const aClass = (part: Partial<ClassMetrics> = {}): ClassMetrics => ({
  class_name: 'car',
  support: 30,
  ap: 0.8,
  tp: 25,
  fp: 2,
  fn: 5,
  precision: 25 / 27,
  recall: 25 / 30,
  f1: 50 / 57,
  ...part,
})

export const aScore = (part: Partial<ImageScore> = {}): ImageScore => ({
  filename: 'frame-3.jpg',
  position: 3,
  tp: 1,
  fp: 1,
  fn: 2,
  gt_count: 3,
  pred_count: 2,
  ...part,
})

export const anEvaluation = (part: Partial<ModelEvaluation> = {}): ModelEvaluation => ({
  id: 'evaluation-1',
  organization_id: 'org',
  model_id: 'model-1',
  dataset_id: 'data-1',
  export_id: 'export-1',
  status: 'completed',
  progress: 100,
  iou_threshold: 0.5,
  confidence_threshold: 0.5,
  total_images: 12,
  evaluated_images: 12,
  failed_images: 0,
  overall_metrics: { tp: 31, fp: 4, fn: 9, precision: 0.886, recall: 0.775, f1: 0.827, macro_f1: null, map: 0.71 },
  per_class_metrics: [
    aClass(),
    aClass({
      class_name: 'truck',
      support: 10,
      ap: 0.62,
      tp: 6,
      fp: 2,
      fn: 4,
      precision: 0.75,
      recall: 0.6,
      f1: 0.667,
    }),
    aClass({ class_name: 'bus', support: 0, ap: null, tp: 0, fp: 0, fn: 0, precision: null, recall: null, f1: null }),
  ],
  confusion_matrix: {
    labels: ['car', 'truck', 'bus', BACKGROUND],
    grid: [
      [25, 1, 0, 4],
      [2, 6, 0, 2],
      [0, 0, 0, 0],
      [0, 1, 0, 0],
    ],
  },
  worst_images: [aScore(), aScore({ filename: 'frame-7.jpg', position: 7, fn: 1 })],
  best_images: [aScore({ filename: 'frame-0.jpg', position: 0, fp: 0, fn: 0 })],
  seg_metrics: null,
  config: { model_name: 'Road users', export_name: 'Street 1' },
  error_message: null,
  options_changed: false,
  created_at: AT,
  updated_at: AT,
  started_at: AT,
  completed_at: '2026-03-04T10:01:10.000Z',
  ...part,
})

export const underWay = (part: Partial<ModelEvaluation> = {}): ModelEvaluation =>
  anEvaluation({
    status: 'running',
    progress: 25,
    evaluated_images: 3,
    updated_at: '2026-03-04T10:00:10.000Z',
    overall_metrics: null,
    per_class_metrics: null,
    confusion_matrix: null,
    completed_at: null,
    worst_images: null,
    best_images: null,
    ...part,
  })

export const anImage = (part: Partial<EvaluatedImage> = {}): EvaluatedImage => ({
  ...aScore(),
  dataset_id: 'data-1',
  image_id: 'image-1',
  width: 1280,
  height: 720,
  truth: [
    { class_name: 'truck', bounding_box: { x: 100, y: 120, w: 320, h: 180 }, predicted_as: 'car' },
    { class_name: 'car', bounding_box: { x: 620, y: 300, w: 220, h: 130 }, predicted_as: 'car' },
    { class_name: 'car', bounding_box: { x: 960, y: 420, w: 200, h: 140 }, predicted_as: BACKGROUND },
  ],
  predictions: [
    { class_name: 'car', confidence: 0.84, bounding_box: { x: 110, y: 126, w: 316, h: 176 }, truth: 'truck' },
    { class_name: 'car', confidence: 0.93, bounding_box: { x: 618, y: 296, w: 226, h: 138 }, truth: 'car' },
    { class_name: 'truck', confidence: 0.55, bounding_box: { x: 480, y: 520, w: 160, h: 120 }, truth: BACKGROUND },
  ],
  ...part,
})

const curveOf = (class_name: string, ap: number | null, fall: number) => ({
  class_name,
  ap,
  points: Array.from({ length: 40 }, (_, i) => {
    const recall = ((i + 1) / 40) * (1 - fall / 3)
    return { recall, precision: Math.max(0, 1 - fall * recall ** 3), confidence: 1 - i / 45 }
  }),
})

/** Answers from these evaluations and exports; creating adds to them. */
export function hostWithEvaluations(
  start: readonly ModelEvaluation[],
  exports: readonly DatasetExport[] = [anExport()],
  deployments: Deployment[] = [],
) {
  let evaluations = [...start]
  let all = [...exports]
  const found = (id: string) => {
    const one = evaluations.find((evaluation) => evaluation.id === id)
    if (!one) throw Object.assign(new Error('There is no such evaluation.'), { code: 'not_found' })
    return one
  }
  const host = hostWithAnswers({
    'modelEvaluations.list': ({ query: { model_id, limit = 50, offset = 0 } = {} }) =>
      evaluations.filter((one) => !model_id || one.model_id === model_id).slice(offset, offset + limit),
    'modelEvaluations.get': ({ params }) => found(params.evaluation_id),
    'modelEvaluations.create': ({ body }) => {
      const made = underWay({ ...body, id: `evaluation-${evaluations.length + 1}`, status: 'pending', progress: 0 })
      evaluations = [made, ...evaluations]
      return made
    },
    'modelEvaluations.cancel': ({ params }) => {
      const cancelled = { ...found(params.evaluation_id), status: 'cancelled' as const }
      evaluations = evaluations.map((one) => (one.id === cancelled.id ? cancelled : one))
      return cancelled
    },
    'modelEvaluations.curves': ({ params }) =>
      found(params.evaluation_id).overall_metrics?.tp === 0
        ? { classes: [{ class_name: 'car', ap: 0, points: [{ recall: 0, precision: 0, confidence: 0.9 }] }] }
        : { classes: [curveOf('car', 0.8, 0.3), curveOf('truck', 0.62, 0.8)] },
    'modelEvaluations.images': ({ query: { offset = 0 } = {} }) => {
      const data = [aScore(), aScore({ filename: 'frame-7.jpg', position: 7, fn: 1 })].slice(offset)
      return { data, total: 2, has_more: false }
    },
    'modelEvaluations.image': ({ params }) => {
      const position = Number(params.position)
      return anImage({ position, filename: `frame-${position}.jpg` })
    },
    'exports.list': ({ query: { dataset, status } = {} }) => {
      const data = all.filter((one) => (!dataset || one.dataset_id === dataset) && (!status || one.status === status))
      return { data, total: data.length, has_more: false }
    },
    'exports.create': ({ body }) => {
      const made = anExport({
        id: `export-${all.length + 1}`,
        dataset_id: body.dataset,
        status: 'pending',
        progress: 0,
      })
      all = [{ ...made, name: `Street ${all.length + 1}` }, ...all]
      return all[0] as DatasetExport
    },
    'exports.get': ({ params }) => {
      // Each read finds it one step further.
      all = all.map((one) =>
        one.id !== params.export_id || one.status === 'completed'
          ? one
          : { ...one, status: one.status === 'pending' ? 'running' : 'completed', progress: 50 },
      )
      const found = all.find(({ id }) => id === params.export_id)
      if (!found) throw new HostError({ code: 'not_found', message: 'There is no such export.', details: [] })
      return found
    },
    'datasets.list': () => ({
      data: [aDataset()],
      pagination: { limit: 1000, offset: 0, total: 1, has_more: false },
    }),
    'deployments.list': ({ query: { model_id } = {} }) =>
      deployments.filter((one) => !model_id || one.model_id === model_id),
    'organizations.usage': () => ({
      images: 0,
      image_bytes: 0,
      storage_bytes: 0,
      requests_per_hour: 0,
      requests_used: 0,
      requests_reset_at: AT,
      prices: [{ kind: 'model_evaluation', unit: 'images', micro_usd: 20 }],
    }),
  })
  host.state.models = [aModel(), aModel({ id: 'model-2', name: 'Night cars' })]
  return host
}
