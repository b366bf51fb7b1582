import { type Static, type TSchema, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
import { countedList, defineEndpoint, pageQuery } from './endpoint.ts'

export const EVALUATION_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const
/** The row and column of the confusion matrix for no object. */
export const BACKGROUND = '__background__'

const Uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })
const Share = (description: string) => nullable(Type.Number({ description: `${description}; null when undefined` }))

const counts = { tp: Type.Integer(), fp: Type.Integer(), fn: Type.Integer() }
const rates = { precision: Share('tp of tp + fp'), recall: Share('tp of tp + fn'), f1: Share('Harmonic mean of both') }

export const OverallMetrics = Type.Object(
  {
    ...counts,
    ...rates,
    macro_f1: Share('Mean F1 of the classes with objects'),
    map: Share('Mean AP of the classes with objects, at iou_threshold'),
  },
  { $id: 'OverallMetrics' },
)
export type OverallMetrics = Static<typeof OverallMetrics>

export const ClassMetrics = Type.Object(
  {
    class_name: Type.String(),
    support: Type.Integer({ description: 'Objects in the ground truth' }),
    ap: Share('Average precision at iou_threshold'),
    ...counts,
    ...rates,
  },
  { $id: 'ClassMetrics' },
)
export type ClassMetrics = Static<typeof ClassMetrics>

export const ConfusionMatrix = Type.Object(
  {
    labels: Type.Array(Type.String(), { description: `The last one is ${BACKGROUND}` }),
    grid: Type.Array(Type.Array(Type.Integer()), { description: 'Rows: ground truth; columns: predictions' }),
  },
  { $id: 'ConfusionMatrix' },
)
export type ConfusionMatrix = Static<typeof ConfusionMatrix>

const imageCounts = {
  filename: Type.String(),
  ...counts,
  gt_count: Type.Integer(),
  pred_count: Type.Integer(),
  position: Type.Integer({ description: 'Of the image in the export, from 0. Ours' }),
}
export const ImageScore = Type.Object(imageCounts, { $id: 'ImageScore' })
export type ImageScore = Static<typeof ImageScore>

export const SegmentationMetrics = Type.Object(
  {
    mean_iou: Share('Mean over classes of the pixels in both, of those in either'),
    mask_map: Share('As map, with the IoU of masks'),
    per_class: Type.Array(
      Type.Object({ class_name: Type.String(), iou: Share('IoU of the pixels'), mask_ap: Share('AP by masks') }),
    ),
  },
  { $id: 'SegmentationMetrics' },
)
export type SegmentationMetrics = Static<typeof SegmentationMetrics>

export const ModelEvaluation = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    model_id: Type.String(),
    dataset_id: Type.String(),
    export_id: nullable(Type.String()),
    status: Type.Enum([...EVALUATION_STATUSES]),
    progress: Type.Number({ description: 'Percent, 0 to 100' }),
    iou_threshold: Type.Number(),
    confidence_threshold: Type.Number(),
    total_images: Type.Integer(),
    evaluated_images: Type.Integer(),
    failed_images: Type.Integer(),
    overall_metrics: nullable(OverallMetrics),
    per_class_metrics: nullable(Type.Array(ClassMetrics)),
    confusion_matrix: nullable(ConfusionMatrix),
    worst_images: nullable(Type.Array(ImageScore)),
    best_images: nullable(Type.Array(ImageScore)),
    seg_metrics: nullable(SegmentationMetrics),
    config: nullable(Type.Record(Type.String(), Type.Unknown())),
    error_message: nullable(
      Type.String({ description: 'Of a completed one: how many images could not be evaluated, and why' }),
    ),
    text: Type.Optional(MessageText),
    options_changed: Type.Boolean({
      description:
        'The model has other options by now than those in config.conversion, by which it was evaluated. Ours',
    }),
    created_at: nullable(Type.String()),
    updated_at: nullable(Type.String()),
    started_at: nullable(Type.String()),
    completed_at: nullable(Type.String()),
  },
  { $id: 'ModelEvaluation' },
)
export type ModelEvaluation = Static<typeof ModelEvaluation>

/** The precision and recall of a class at each of its confidences, for charts. Ours. */
export const PrecisionRecallCurves = Type.Object(
  {
    classes: Type.Array(
      Type.Object({
        class_name: Type.String(),
        ap: Share('Average precision'),
        points: Type.Array(
          Type.Object({ recall: Type.Number(), precision: Type.Number(), confidence: Type.Number() }),
          { description: 'By rising recall, at most 500' },
        ),
      }),
    ),
  },
  { $id: 'PrecisionRecallCurves' },
)
export type PrecisionRecallCurves = Static<typeof PrecisionRecallCurves>

const geometry = {
  bounding_box: Type.Object({ x: Type.Number(), y: Type.Number(), w: Type.Number(), h: Type.Number() }),
  polygon: Type.Optional(
    Type.Object({ paths: Type.Array(Type.Array(Type.Object({ x: Type.Number(), y: Type.Number() }))) }),
  ),
}
/** An image with its truth and its predictions, for overlays. Ours. */
export const EvaluatedImage = Type.Object(
  {
    ...imageCounts,
    dataset_id: Type.String(),
    image_id: Type.String({ description: 'Of the data set, from which it may have been deleted since' }),
    width: Type.Integer(),
    height: Type.Integer(),
    truth: Type.Array(
      Type.Object({
        class_name: Type.String(),
        ...geometry,
        predicted_as: Type.String({ description: `The class of the matching prediction, or ${BACKGROUND}` }),
      }),
    ),
    predictions: Type.Array(
      Type.Object({
        class_name: Type.String(),
        confidence: Type.Number(),
        ...geometry,
        truth: Type.String({ description: `The class of the matching object, or ${BACKGROUND}` }),
      }),
    ),
  },
  { $id: 'EvaluatedImage' },
)
export type EvaluatedImage = Static<typeof EvaluatedImage>

const json = <S extends TSchema>(schema: S) => ({ as: 'json', schema }) as const

export const modelEvaluations = {
  create: defineEndpoint({
    method: 'POST',
    path: '/model-evaluations',
    role: 'member',
    summary: 'Evaluate a detection or instance segmentation model on an export; a job',
    body: Type.Object(
      {
        model_id: Uuid,
        export_id: Uuid,
        iou_threshold: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1, default: 0.5 })),
        confidence_threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 0.5 })),
      },
      { $id: 'ModelEvaluationCreate', additionalProperties: false },
    ),
    reply: { as: 'json', schema: ModelEvaluation, status: 201 },
    errors: ['not_found', 'wrong_state', 'insufficient_credits'],
    idempotent: false,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/model-evaluations/{evaluation_id}',
    role: 'viewer',
    summary: 'Read an evaluation, with its metrics once it has completed',
    reply: json(ModelEvaluation),
    errors: ['not_found'],
    idempotent: true,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/model-evaluations',
    role: 'viewer',
    summary: 'List evaluations, newest first',
    query: Type.Object(
      {
        ...pageQuery({ limit: 50, max: 200 }),
        model_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
        project_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Id of the data set' })),
      },
      { additionalProperties: false },
    ),
    reply: json(Type.Array(ModelEvaluation)),
    idempotent: true,
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: '/model-evaluations/{evaluation_id}/cancel',
    role: 'member',
    summary: 'Cancel an evaluation; 409 when it has ended',
    reply: json(ModelEvaluation),
    errors: ['not_found', 'wrong_state'],
    idempotent: false,
  }),
  curves: defineEndpoint({
    method: 'GET',
    path: '/model-evaluations/{evaluation_id}/curves',
    role: 'viewer',
    summary: 'Read the precision-recall curves of a completed evaluation',
    reply: json(PrecisionRecallCurves),
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
  images: defineEndpoint({
    method: 'GET',
    path: '/model-evaluations/{evaluation_id}/images',
    role: 'viewer',
    summary: 'List the images of a completed evaluation, most errors first, or those of a cell of the confusion matrix',
    query: Type.Object(
      {
        ...pageQuery({ limit: 50, max: 200 }),
        truth: Type.Optional(Type.String({ maxLength: 200, description: 'Row of the cell' })),
        prediction: Type.Optional(Type.String({ maxLength: 200, description: 'Column of the cell' })),
      },
      { additionalProperties: false },
    ),
    reply: json(countedList(ImageScore, 'ImageScoreList')),
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
  image: defineEndpoint({
    method: 'GET',
    path: '/model-evaluations/{evaluation_id}/images/{position}',
    role: 'viewer',
    summary: 'Read the truth and the predictions of an image',
    reply: json(EvaluatedImage),
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
} as const
