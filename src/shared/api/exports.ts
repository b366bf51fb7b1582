/** Exports of data sets: a frozen set of images with classes and annotations. The specification shows no paths; ours. */
import { type Static, type TSchema, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
import { BODY_BYTES, countedList, defineEndpoint, pageQuery } from './endpoint.ts'

export const EXPORT_FORMATS = [
  'coco',
  'yolo',
  'yolo_pose',
  'voc',
  'cvat',
  'cvat_video',
  'datumaro',
  'label_studio',
  'mot',
  'labelme',
  'kitti',
  'open_images',
  'image_folder',
  'voc_masks',
  'cityscapes',
] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
export const EXPORT_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const
export type ExportStatus = (typeof EXPORT_STATUSES)[number]
export const SPLITS = ['train', 'val', 'test'] as const
export type Split = (typeof SPLITS)[number]

/** Images that one export can name. */
export const MOST_CHOSEN_FOR_EXPORT = 10_000

const Percent = Type.Integer({ minimum: 0, maximum: 100 })
export const SplitShares = Type.Object(
  { train: Percent, val: Percent, test: Percent },
  { $id: 'SplitShares', additionalProperties: false, description: 'Percent of the images; together 100' },
)
export type SplitShares = Static<typeof SplitShares>

/** Where the splits of the images come from, other than from shares. */
export const SPLIT_SOURCES = ['image_splits'] as const

export const DatasetExport = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    dataset_id: Type.String(),
    dataset_name: Type.String({ description: 'When it was exported' }),
    name: Type.String(),
    format: Type.Enum([...EXPORT_FORMATS]),
    status: Type.Enum([...EXPORT_STATUSES]),
    progress: Type.Number({ description: 'Percent, 0 to 100' }),
    directory_path: nullable(Type.String({ description: 'Only its images, and those below it' })),
    split: nullable(SplitShares),
    splits: nullable(Type.Enum([...SPLIT_SOURCES])),
    classes: Type.Array(Type.String()),
    image_count: Type.Integer(),
    annotation_count: Type.Integer(),
    split_counts: nullable(Type.Object({ train: Type.Integer(), val: Type.Integer(), test: Type.Integer() })),
    size_bytes: nullable(Type.Integer({ description: 'Of the archive' })),
    warnings: Type.Array(Type.String(), { description: 'Parts of the annotations that the format cannot hold' }),
    warning_texts: Type.Array(nullable(MessageText), {
      description: 'The warnings as codes with parameters, in their order; null for one without a code',
    }),
    error_message: nullable(Type.String()),
    text: Type.Optional(MessageText),
    created_at: Type.String(),
    completed_at: nullable(Type.String({ description: 'The time of its end, however it ended' })),
  },
  { $id: 'DatasetExport' },
)
export type DatasetExport = Static<typeof DatasetExport>

/** An image of an export, without its annotations. */
export const ExportImage = Type.Object(
  {
    position: Type.Integer({ description: 'In the export, from 0' }),
    image_id: Type.String({ description: 'Of the image in its data set, which may be deleted' }),
    filename: Type.String(),
    directory_path: Type.String({ description: '/, or the path of its directory' }),
    width: Type.Integer(),
    height: Type.Integer(),
    split: nullable(Type.Enum([...SPLITS])),
  },
  { $id: 'ExportImage' },
)
export type ExportImage = Static<typeof ExportImage>

export const ExportCreate = Type.Object(
  {
    dataset: Type.String({ minLength: 1, maxLength: 200, description: 'Name or id' }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^/]+$' })),
    format: Type.Optional(Type.Enum([...EXPORT_FORMATS], { default: 'coco' })),
    directory_path: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
    image_ids: Type.Optional(
      nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
          minItems: 1,
          maxItems: MOST_CHOSEN_FOR_EXPORT,
          description: 'Only these images; archived ones and those of other data sets are left out',
        }),
      ),
    ),
    classes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 2000,
        description: 'Only annotations of these; all classes of the data set when omitted',
      }),
    ),
    include_pending: Type.Optional(
      Type.Boolean({ default: false, description: 'Annotations that wait for a review, too' }),
    ),
    split: Type.Optional(nullable(SplitShares)),
    splits: Type.Optional(
      nullable(
        Type.Enum([...SPLIT_SOURCES], {
          description: 'image_splits: those of the images, instead of shares; images without one are in train',
        }),
      ),
    ),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 })),
  },
  { $id: 'ExportCreate', additionalProperties: false },
)
export type ExportCreate = Static<typeof ExportCreate>

export const ExportDownload = Type.Object(
  {
    data: Type.Object({
      download_url: Type.String({ description: 'Needs no key' }),
      expires_in_minutes: Type.Integer(),
      filename: Type.String(),
    }),
  },
  { $id: 'ExportDownload' },
)
export type ExportDownload = Static<typeof ExportDownload>

export const ExportRule = Type.Object(
  {
    code: Type.String({ description: 'Such as export.lost_polylines' }),
    count: Type.Integer({ minimum: 1, description: 'Annotations, or images' }),
    message: Type.String(),
    text: nullable(MessageText),
    examples: Type.Array(Type.Object({ file: Type.String(), annotation_id: nullable(Type.String()) }), {
      description: 'The first 20 at most',
    }),
  },
  { $id: 'ExportRule' },
)
export type ExportRule = Static<typeof ExportRule>

export const ExportPlan = Type.Object(
  {
    format: Type.Enum([...EXPORT_FORMATS]),
    image_count: Type.Integer({ minimum: 0 }),
    annotation_count: Type.Integer({ minimum: 0, description: 'Of the images that were checked' }),
    checked_images: Type.Integer({ minimum: 0, description: 'The first 20,000 at most; the rules are about these' }),
    classes: Type.Array(Type.String()),
    rules: Type.Array(ExportRule, { description: 'What the format cannot hold; empty when nothing is lost' }),
    folders: Type.Array(
      Type.Object({
        path: Type.String({ description: 'In the archive; empty for its top' }),
        files: Type.Integer({ minimum: 1, description: 'Directly in the folder' }),
        examples: Type.Array(Type.String(), { description: 'Names of the first 3 files at most' }),
      }),
      { description: 'Of the archive, with the files of the images that were checked; the first 200 at most' },
    ),
  },
  { $id: 'ExportPlan' },
)
export type ExportPlan = Static<typeof ExportPlan>

const { name: _, ...planned } = ExportCreate.properties
export const ExportPlanRequest = Type.Object(planned, { $id: 'ExportPlanRequest', additionalProperties: false })
export type ExportPlanRequest = Static<typeof ExportPlanRequest>

const json = <S extends TSchema>(schema: S) => ({ as: 'json', schema }) as const

export const exports = {
  create: defineEndpoint({
    method: 'POST',
    path: '/exports',
    role: 'member',
    summary: 'Export a data set: freeze its images and annotations, and write an archive; a job',
    body: ExportCreate,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: DatasetExport, status: 201 },
    errors: ['not_found', 'storage_quota_reached'],
    idempotent: false,
  }),
  plan: defineEndpoint({
    method: 'POST',
    path: '/exports/plan',
    role: 'viewer',
    summary: 'Report what an export in a format would lose, before anything is written',
    body: ExportPlanRequest,
    maxBodyBytes: BODY_BYTES.large,
    reply: json(ExportPlan),
    errors: ['not_found'],
    idempotent: true,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/exports',
    role: 'viewer',
    summary: 'List exports, newest first',
    query: Type.Object(
      {
        ...pageQuery({ limit: 50, max: 200 }),
        dataset: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Name or id' })),
        status: Type.Optional(Type.Enum([...EXPORT_STATUSES])),
      },
      { additionalProperties: false },
    ),
    reply: json(countedList(DatasetExport, 'DatasetExportList')),
    errors: ['not_found'],
    idempotent: true,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/exports/{export_id}',
    role: 'viewer',
    summary: 'Read an export',
    reply: json(DatasetExport),
    errors: ['not_found'],
    idempotent: true,
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: '/exports/{export_id}/cancel',
    role: 'member',
    summary: 'Cancel an export; 409 when it has ended',
    reply: json(DatasetExport),
    errors: ['not_found', 'wrong_state'],
    idempotent: false,
  }),
  download: defineEndpoint({
    method: 'GET',
    path: '/exports/{export_id}/download',
    role: 'viewer',
    summary: 'Create a download URL for the archive of a completed export',
    reply: json(ExportDownload),
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
  archive: defineEndpoint({
    method: 'GET',
    path: '/exports/{export_id}/archive',
    credential: 'signed_url',
    summary: 'Download the archive; supports range requests',
    query: Type.Object({ expires: Type.Integer(), signature: Type.String() }, { additionalProperties: false }),
    reply: { as: 'file' },
    errors: ['invalid_signature', 'not_found', 'range_not_satisfiable'],
    idempotent: true,
  }),
  images: defineEndpoint({
    method: 'GET',
    path: '/exports/{export_id}/images',
    role: 'viewer',
    summary: 'List the images of an export in the order of their positions; none until it has completed',
    query: Type.Object(pageQuery({ limit: 1000, max: 10_000 }), { additionalProperties: false }),
    reply: json(countedList(ExportImage, 'ExportImageList')),
    errors: ['not_found'],
    idempotent: true,
  }),
  image: defineEndpoint({
    method: 'GET',
    path: '/exports/{export_id}/images/{position}',
    role: 'viewer',
    summary: 'Read the file of an image of the export, by its position from 0',
    reply: { as: 'file' },
    errors: ['not_found', 'range_not_satisfiable'],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/exports/{export_id}',
    role: 'admin',
    summary: 'Delete an ended export with its archive; evaluations keep their figures',
    reply: { as: 'empty' },
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
} as const
