import { type Static, type TSchema, Type } from 'typebox'
import { Annotation, ClassName } from '../domain/annotation.ts'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
import { BODY_BYTES, defineEndpoint } from './endpoint.ts'

export const MAX_BATCH_IMAGES = 5000
export const OUTPUT_TYPES = ['polygon', 'bbox'] as const
export const BATCH_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const

const Score = (value: number) => Type.Number({ minimum: 0, maximum: 1, default: value })
const Dataset = Type.String({ minLength: 1, maxLength: 200, description: 'Name or id of the data set' })
const ImageFilename = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'File name, path in the data set, or id',
})
const Points = Type.Array(Type.Tuple([Type.Number(), Type.Number()]), { maxItems: 1000, default: [] })
const PixelBox = Type.Object(
  {
    x: Type.Number(),
    y: Type.Number(),
    w: Type.Number({ exclusiveMinimum: 0 }),
    h: Type.Number({ exclusiveMinimum: 0 }),
  },
  { additionalProperties: false },
)
const prompted = { dataset_name: Dataset, image_filename: ImageFilename }

export const PromptResult = Type.Object(
  {
    status: Type.Enum(['success', 'no_detection', 'below_threshold']),
    annotations: Type.Array(Annotation),
    score: nullable(Type.Number()),
    inference_time: nullable(Type.Number({ description: 'Seconds' })),
    segmenter: Type.String({ description: 'That found the outline, such as sam3, mobile_sam or grabcut. Ours' }),
  },
  { $id: 'PromptResult' },
)
export type PromptResult = Static<typeof PromptResult>

export const BatchClass = Type.Object(
  { name: ClassName, output_type: Type.Optional(Type.Enum([...OUTPUT_TYPES], { default: 'polygon' })) },
  { $id: 'BatchClass', additionalProperties: false },
)
export type BatchClass = Static<typeof BatchClass>

export const BatchQuote = Type.Object(
  {
    total_images: Type.Integer(),
    estimated_credits: Type.Integer({ description: 'Micro-USD' }),
    sahi_tiles: Type.Integer(),
    containers: Type.Integer(),
    remaining_credits: Type.Integer({ description: 'Micro-USD' }),
    sufficient: Type.Boolean(),
    max_images: Type.Integer(),
    exceeds_max_images: Type.Boolean(),
  },
  { $id: 'BatchQuote' },
)
export type BatchQuote = Static<typeof BatchQuote>

export const BatchJob = Type.Object(
  {
    job_id: Type.String(),
    status: Type.Enum([...BATCH_STATUSES]),
    progress: Type.Number({ description: 'Percent, 0 to 100' }),
    total_images: Type.Integer(),
    processed_images: Type.Integer(),
    total_annotations_added: Type.Integer(),
    failed_images: Type.Integer(),
    error_message: nullable(Type.String()),
    text: Type.Optional(MessageText),
    estimated_credits: nullable(Type.Integer({ description: 'Micro-USD' })),
    completed_at: nullable(Type.String()),
  },
  { $id: 'BatchJob' },
)
export type BatchJob = Static<typeof BatchJob>

const sahi = {
  sahi_enabled: Type.Optional(Type.Boolean({ default: false, description: 'Only without model_id' })),
  sahi_slice_size: Type.Optional(
    Type.Integer({ minimum: 64, maximum: 4096, default: 640, description: 'Pixels; 256 to 1024 are suggested' }),
  ),
}
const json = <S extends TSchema>(schema: S) => ({ as: 'json', schema }) as const
const prompt = { method: 'POST', role: 'member', reply: json(PromptResult), idempotent: true } as const

export const autoAnnotate = {
  point: defineEndpoint({
    ...prompt,
    path: '/auto-annotate/sam3/point',
    summary: 'Outline the object at a point',
    body: Type.Object(
      {
        ...prompted,
        x: Type.Integer({ description: 'Pixels of the upright image' }),
        y: Type.Integer(),
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, default: 'object' })),
        positive_points: Type.Optional(Points),
        negative_points: Type.Optional(Points),
        score_threshold: Type.Optional(Score(0.75)),
      },
      { $id: 'PointPrompt', additionalProperties: false },
    ),
    errors: ['not_found', 'image_unreadable', 'model_unreadable'],
  }),
  box: defineEndpoint({
    ...prompt,
    path: '/auto-annotate/sam3/box',
    summary: 'Outline the object in a box',
    body: Type.Object(
      {
        ...prompted,
        box: PixelBox,
        name: ClassName,
        confidence_threshold: Type.Optional(Score(0.5)),
        return_polygon: Type.Optional(Type.Boolean({ default: true })),
        negative_boxes: Type.Optional(Type.Array(PixelBox, { maxItems: 100, default: [] })),
      },
      { $id: 'BoxPrompt', additionalProperties: false },
    ),
    errors: ['not_found', 'image_unreadable', 'model_unreadable'],
  }),
  text: defineEndpoint({
    ...prompt,
    path: '/auto-annotate/sam3/text',
    summary: 'Find the objects that a text names; needs SAM 3',
    body: Type.Object(
      {
        ...prompted,
        text_prompt: Type.String({ minLength: 1, maxLength: 200 }),
        output_type: Type.Optional(Type.Enum([...OUTPUT_TYPES], { default: 'polygon' })),
        confidence_threshold: Type.Optional(Score(0.3)),
        max_detections: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      },
      { $id: 'TextPrompt', additionalProperties: false },
    ),
    errors: ['not_found', 'image_unreadable', 'model_unreadable', 'model_not_installed'],
  }),
  quote: defineEndpoint({
    method: 'POST',
    path: '/auto-annotate/batch/quote',
    role: 'viewer',
    summary: 'Price a batch',
    body: Type.Object(
      {
        dataset_name: Type.Optional(Dataset),
        image_filenames: Type.Optional(Type.Array(ImageFilename, { maxItems: 2 * MAX_BATCH_IMAGES, default: [] })),
        projected: Type.Optional(
          Type.Array(
            Type.Object(
              {
                count: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
                width: Type.Integer({ minimum: 1, maximum: 100_000 }),
                height: Type.Integer({ minimum: 1, maximum: 100_000 }),
              },
              { additionalProperties: false },
            ),
            { maxItems: 1000, default: [], description: 'Images that do not exist yet' },
          ),
        ),
        classes: Type.Optional(Type.Array(BatchClass, { maxItems: 100, default: [] })),
        model_id: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
        ...sahi,
      },
      { $id: 'BatchQuoteRequest', additionalProperties: false },
    ),
    maxBodyBytes: BODY_BYTES.large,
    reply: json(BatchQuote),
    errors: ['not_found', 'sahi_needs_sam3'],
    idempotent: true,
  }),
  batch: defineEndpoint({
    method: 'POST',
    path: '/auto-annotate/batch',
    role: 'member',
    summary: 'Annotate images of a data set by a model; a job',
    body: Type.Object(
      {
        dataset_name: Dataset,
        image_filenames: Type.Array(ImageFilename, {
          minItems: 1,
          maxItems: MAX_BATCH_IMAGES,
          description: 'An id or a path names one image, a bare file name every image of that name',
        }),
        classes: Type.Optional(Type.Array(BatchClass, { maxItems: 100, default: [] })),
        confidence_threshold: Type.Optional(Score(0.5)),
        model_id: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
        top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1, description: 'Classifiers only' })),
        as_pending: Type.Optional(
          Type.Boolean({ default: false, description: 'Results wait for a review (pending). Ours' }),
        ),
        ...sahi,
      },
      { $id: 'BatchRequest', additionalProperties: false },
    ),
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: BatchJob, status: 201 },
    errors: ['not_found', 'sahi_needs_sam3', 'model_not_installed', 'wrong_state', 'insufficient_credits'],
    idempotent: false,
  }),
  batchStatus: defineEndpoint({
    method: 'GET',
    path: '/auto-annotate/batch/{job_id}',
    role: 'viewer',
    summary: 'Read a batch',
    reply: json(BatchJob),
    errors: ['not_found'],
    idempotent: true,
  }),
  cancelBatch: defineEndpoint({
    method: 'POST',
    path: '/auto-annotate/batch/{job_id}/cancel',
    role: 'member',
    summary: 'Cancel a batch; images that are done stay annotated. 409 when it has ended',
    reply: json(BatchJob),
    errors: ['not_found', 'wrong_state'],
    idempotent: false,
  }),
} as const
