/** Imports of labels and images from archives, planned before anything is written. The specification shows no paths; ours. */
import { type Static, type TSchema, Type } from 'typebox'
import { ANNOTATION_TYPES } from '../domain/annotation.ts'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
import { BODY_BYTES, countedList, defineEndpoint, pageQuery } from './endpoint.ts'

export const IMPORT_FORMATS = [
  'coco',
  'yolo',
  'voc',
  'cvat',
  'datumaro',
  'label_studio',
  'mot',
  'labelme',
  'kitti',
  'open_images',
  'image_folder',
  'voc_masks',
  'cityscapes',
  'csv',
  'images',
] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]
export const IMPORT_STATUSES = [
  'planning',
  'planned',
  'importing',
  'completed',
  'undoing',
  'undone',
  'failed',
  'cancelled',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]
export const IMPORT_MODES = ['append', 'replace', 'merge'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

/** What becomes of the labels of an image that has another size than they declare, where nothing explains it. */
export const SIZE_CHOICES = ['keep', 'scale', 'leave_out'] as const
export type SizeChoice = (typeof SIZE_CHOICES)[number]

export const IMPORT_EFFECTS = ['noted', 'converted', 'dropped'] as const
export type ImportEffect = (typeof IMPORT_EFFECTS)[number]

/** What an import can change, by rule. */
export const IMPORT_RULES = {
  'image.no_file': 'dropped',
  'image.ambiguous': 'dropped',
  'image.two_paths': 'noted',
  'image.folders_kept': 'noted',
  'image.sizes_contradict': 'dropped',
  'image.unsupported': 'noted',
  'image.format_unread': 'dropped',
  'image.size_differs': 'noted',
  'image.size_unexplained': 'noted',
  'image.unnamed': 'noted',
  'image.embedded': 'noted',
  'image.split_differs': 'noted',
  'image.by_order': 'noted',
  'file.unreadable': 'noted',
  'file.refused': 'noted',
  'file.same_name': 'noted',
  'file.encrypted': 'noted',
  'file.archive': 'noted',
  'file.too_large': 'noted',
  'file.name_trimmed': 'noted',
  'file.other_format': 'noted',
  'file.unknown_format': 'noted',
  'file.not_json': 'noted',
  'file.name_guessed': 'noted',
  'file.encoding_guessed': 'noted',
  'annotation.no_class': 'dropped',
  'annotation.class_excluded': 'dropped',
  'annotation.invalid': 'dropped',
  'annotation.unknown_image': 'dropped',
  'annotation.of_another_person': 'dropped',
  'annotation.too_many': 'dropped',
  'annotation.ignored': 'dropped',
  'annotation.prediction': 'dropped',
  'annotation.several_labels': 'converted',
  'attributes.left_out': 'converted',
  'geometry.outside': 'dropped',
  'geometry.clipped': 'converted',
  'geometry.scaled': 'converted',
  'geometry.turned': 'converted',
  'geometry.rotated': 'converted',
  'geometry.mask_outlined': 'converted',
  'geometry.points_separated': 'converted',
  'geometry.ellipse_outlined': 'converted',
  'geometry.parts_left_out': 'converted',
  'geometry.box_only': 'converted',
  'shape.unsupported': 'dropped',
  'type.as_box': 'converted',
  'type.whole_image': 'converted',
  'type.as_outline': 'converted',
  'type.not_allowed': 'dropped',
  'confidence.invalid': 'converted',
  'rows.mixed': 'noted',
  'rows.tracked': 'noted',
  'class.group': 'noted',
} as const satisfies Record<string, ImportEffect>
export type ImportRule = keyof typeof IMPORT_RULES

const Count = Type.Integer({ minimum: 0 })

export const ImportPlanRule = Type.Object(
  {
    code: Type.Enum(Object.keys(IMPORT_RULES) as ImportRule[]),
    effect: Type.Enum([...IMPORT_EFFECTS], { description: 'On annotations; `noted` for files and images' }),
    count: Count,
    message: Type.String(),
    text: nullable(MessageText),
    examples: Type.Array(Type.Object({ file: Type.String(), detail: nullable(Type.String()) }), {
      description: 'The first 20 at most',
    }),
  },
  { $id: 'ImportPlanRule' },
)
export type ImportPlanRule = Static<typeof ImportPlanRule>

const FormatReason = Type.Object(
  { message: Type.String(), text: nullable(MessageText) },
  {
    $id: 'ImportFormatReason',
    description:
      'Why the archive is taken to be of the format; null for a format that the caller gave and no file shows',
  },
)

export const ImportFormatCandidate = Type.Object(
  {
    format: Type.Enum([...IMPORT_FORMATS]),
    reason: FormatReason,
    documents: Type.Integer({ description: 'Files of labels', minimum: 0 }),
    annotations: nullable(
      Type.Integer({
        description: 'In a first reading, which ends after 20,000; null when no other format was to be compared',
        minimum: 0,
      }),
    ),
  },
  { $id: 'ImportFormatCandidate' },
)
export type ImportFormatCandidate = Static<typeof ImportFormatCandidate>

export const ImportPlan = Type.Object(
  {
    format: Type.Enum([...IMPORT_FORMATS]),
    format_reason: nullable(FormatReason),
    candidates: Type.Array(ImportFormatCandidate, {
      description: 'Formats that the archive can be of, the likeliest first',
    }),
    images: Type.Object({
      total: Count,
      with_files: Type.Integer({ description: 'The archive has their files', minimum: 0 }),
      matched: Type.Integer({ description: 'Images of the data set with the same name', minimum: 0 }),
      missing: Type.Integer({ description: 'Neither; their labels are dropped', minimum: 0 }),
    }),
    splits: Type.Object(
      { train: Count, valid: Count, test: Count, none: Count },
      { description: 'Images by the split in which the archive has them, without missing ones' },
    ),
    annotations: Type.Object({ total: Count, kept: Count, converted: Count, dropped: Count }),
    classes: Type.Array(
      Type.Object({
        name: Type.String({ description: 'In the archive' }),
        imported_as: nullable(Type.String({ description: 'Null when the class is excluded' })),
        is_new: Type.Boolean(),
        type: nullable(Type.Enum([...ANNOTATION_TYPES], { description: 'Of its first annotation' })),
        annotations: Count,
      }),
    ),
    rules: Type.Array(ImportPlanRule),
    box_base: nullable(
      Type.Integer({
        description: 'The first pixel of boxes that the files suggest: 0, or 1; null when they do not say',
      }),
    ),
    needs_box_base: Type.Boolean({ description: 'True when `confirm` must say the first pixel of boxes' }),
    needs_size_choice: Type.Boolean({
      description: 'True when `confirm` must say what becomes of labels whose declared image size nothing explains',
    }),
    keeps_no_annotation: Type.Boolean({
      description:
        'True when the archive has annotations of which none would be kept: `confirm` is answered 409 unless it says `without_annotations`',
    }),
  },
  { $id: 'ImportPlan' },
)
export type ImportPlan = Static<typeof ImportPlan>

export const DatasetImport = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    dataset_id: Type.String(),
    dataset_name: Type.String({ description: 'When the import was planned' }),
    filename: Type.String({ description: 'Of the upload' }),
    job_id: Type.String({ description: 'The job of the present step, or of the last one' }),
    status: Type.Enum([...IMPORT_STATUSES]),
    progress: Type.Number({ description: 'Percent of the present step, 0 to 100' }),
    mode: Type.Enum([...IMPORT_MODES]),
    directory_path: Type.String(),
    plan: nullable(ImportPlan),
    result: nullable(
      Type.Object({
        images_added: Count,
        images_changed: Count,
        images_failed: Type.Integer({ description: 'Files that are no images; their labels are dropped', minimum: 0 }),
        annotations_written: Type.Integer({ description: 'Added or changed', minimum: 0 }),
        annotations_unchanged: Type.Integer({ description: 'Found by a merge, and left as they were', minimum: 0 }),
        annotations_dropped: Type.Integer({
          description: 'In the writing itself, which the plan could not know',
          minimum: 0,
        }),
      }),
    ),
    error_message: nullable(Type.String()),
    text: Type.Optional(MessageText),
    created_at: Type.String(),
    completed_at: nullable(Type.String({ description: 'The time of its end, however it ended' })),
  },
  { $id: 'DatasetImport' },
)
export type DatasetImport = Static<typeof DatasetImport>

const BoxBase = Type.Integer({ minimum: 0, maximum: 1, description: 'The first pixel of boxes in Pascal VOC and MOT' })

const SizeChoiceField = Type.Enum([...SIZE_CHOICES], {
  description:
    'For labels whose declared image size nothing explains: keep leaves their pixels as they are, scale fits both axes to the image, leave_out drops them',
})

export const ImportCreate = Type.Object(
  {
    dataset: Type.String({ minLength: 1, maxLength: 200, description: 'Name or id' }),
    gcs_uri: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'The handle of an uploaded archive, or file of labels',
    }),
    format: Type.Optional(nullable(Type.Enum([...IMPORT_FORMATS], { description: 'Detected when omitted' }))),
    mode: Type.Optional(
      Type.Enum([...IMPORT_MODES], {
        default: 'append',
        description:
          'append adds to the annotations of an image, replace removes them first, merge replaces those of the same id',
      }),
    ),
    directory_path: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Directory of the images; / when omitted' }),
    ),
    class_map: Type.Optional(
      Type.Record(
        Type.String({ minLength: 1, maxLength: 200 }),
        nullable(Type.String({ minLength: 1, maxLength: 200 })),
        {
          maxProperties: 5000,
          description: 'Names in the archive, with the names to import them as; null excludes a class',
        },
      ),
    ),
    predictions: Type.Optional(
      Type.Boolean({ default: true, description: 'False leaves out predictions of Label Studio, which are pending' }),
    ),
    images: Type.Optional(
      Type.Boolean({ default: true, description: 'False to import labels only, onto images that the data set has' }),
    ),
  },
  { $id: 'ImportCreate', additionalProperties: false },
)
export type ImportCreate = Static<typeof ImportCreate>

const ImportUploadTarget = Type.Object(
  { upload_url: Type.String(), gcs_uri: Type.String({ description: 'The handle of the upload' }) },
  { $id: 'ImportUploadTarget' },
)

const json = <S extends TSchema>(schema: S) => ({ as: 'json', schema }) as const

export const imports = {
  uploadUrl: defineEndpoint({
    method: 'POST',
    path: '/imports/upload-url',
    role: 'member',
    summary: 'Create a URL to upload an archive, or a file of labels, to',
    body: Type.Object(
      {
        filename: Type.String({ minLength: 1, maxLength: 255 }),
        content_type: Type.String({ minLength: 1, maxLength: 200 }),
      },
      { additionalProperties: false },
    ),
    reply: json(ImportUploadTarget),
    errors: ['storage_quota_reached'],
    idempotent: false,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/imports',
    role: 'member',
    summary: 'Plan an import: read an uploaded archive and report what would be imported; a job that writes nothing',
    body: ImportCreate,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: DatasetImport, status: 201 },
    errors: ['not_found'],
    idempotent: false,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/imports',
    role: 'viewer',
    summary: 'List imports, newest first',
    query: Type.Object(
      {
        ...pageQuery({ limit: 50, max: 200 }),
        dataset: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Name or id' })),
        status: Type.Optional(Type.Enum([...IMPORT_STATUSES])),
      },
      { additionalProperties: false },
    ),
    reply: json(countedList(DatasetImport, 'DatasetImportList')),
    errors: ['not_found'],
    idempotent: true,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/imports/{import_id}',
    role: 'viewer',
    summary: 'Read an import with its plan',
    reply: json(DatasetImport),
    errors: ['not_found'],
    idempotent: true,
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/imports/{import_id}/confirm',
    role: 'member',
    summary: 'Carry out a planned import; a job',
    body: Type.Object(
      {
        box_base: Type.Optional(BoxBase),
        size_choice: Type.Optional(SizeChoiceField),
        without_annotations: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'True to add the images although no annotation of the archive is kept',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: json(DatasetImport),
    errors: ['not_found', 'wrong_state'],
    idempotent: false,
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: '/imports/{import_id}/cancel',
    role: 'member',
    summary: 'Cancel an import that is planned, or a step in progress; 409 when it has ended',
    reply: json(DatasetImport),
    errors: ['not_found', 'wrong_state'],
    idempotent: false,
  }),
  undo: defineEndpoint({
    method: 'POST',
    path: '/imports/{import_id}/undo',
    role: 'member',
    summary:
      'Undo an import: remove the annotations and images that it made, and restore those that it replaced; a job',
    reply: json(DatasetImport),
    errors: ['not_found', 'wrong_state'],
    idempotent: false,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/imports/{import_id}',
    role: 'admin',
    summary: 'Delete the record of an ended import; images and annotations stay, and it can no longer be undone',
    reply: { as: 'empty' },
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
} as const
