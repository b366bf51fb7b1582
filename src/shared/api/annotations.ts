import { type Static, Type } from 'typebox'
import {
  ANNOTATION_TYPES,
  Annotation,
  annotationExtras,
  annotationFields,
  annotationGeometry,
  ClassName,
} from '../domain/annotation.ts'
import { MessageText } from '../messages/message.ts'
import { BODY_BYTES, defineEndpoint } from './endpoint.ts'

/** An annotation as the client saves it: the id is generated when it is omitted, and `box` is an alias of `bbox`. */
export const NewAnnotation = Type.Object(
  {
    ...annotationFields,
    id: Type.Optional(annotationFields.id),
    type: Type.Enum([...ANNOTATION_TYPES, 'box']),
    confidence: Type.Optional(annotationFields.confidence),
    ...annotationGeometry,
    ...annotationExtras,
  },
  { $id: 'NewAnnotation', additionalProperties: false },
)
export type NewAnnotation = Static<typeof NewAnnotation>

const NewAnnotations = Type.Array(NewAnnotation, { maxItems: 10_000 })

export const SaveResult = Type.Object(
  {
    image_id: Type.String(),
    previous_count: Type.Integer(),
    new_count: Type.Integer(),
    status: Type.Literal('saved'),
    revision: Type.Integer({ description: 'Of the annotations of the image, after the save. Ours' }),
  },
  { $id: 'SaveResult' },
)
export type SaveResult = Static<typeof SaveResult>

export const BulkSaveResult = Type.Object(
  {
    saved: Type.Array(SaveResult),
    failed: Type.Array(
      Type.Object({ image_id: Type.String(), error: Type.String(), text: Type.Optional(MessageText) }),
    ),
  },
  { $id: 'BulkSaveResult' },
)
export type BulkSaveResult = Static<typeof BulkSaveResult>

export const ImageAnnotations = Type.Object(
  {
    success: Type.Boolean(),
    image_id: Type.String(),
    filename: Type.String(),
    annotations: Type.Array(Annotation),
    annotation_count: Type.Integer(),
    revision: Type.Integer({ description: 'The number of the newest change, also in ETag. Ours' }),
  },
  { $id: 'ImageAnnotations' },
)
export type ImageAnnotations = Static<typeof ImageAnnotations>

const Dataset = Type.String({ minLength: 1, description: 'Name or id of the data set' })
const changed = {
  dataset_id: Type.String(),
  images_updated: Type.Integer(),
  annotations_updated: Type.Integer(),
  config_updated: Type.Boolean({ description: 'True when the class list changed' }),
}

export const annotations = {
  get: defineEndpoint({
    method: 'GET',
    path: '/annotations/{dataset}/{filename_path}',
    spans: 'filename_path',
    role: 'viewer',
    summary: 'Read the annotations of an image by its file name, with its directory, or by its id',
    reply: { as: 'json', schema: ImageAnnotations, etag: 'revision' },
    errors: ['not_found'],
    idempotent: true,
  }),
  save: defineEndpoint({
    method: 'POST',
    path: '/annotations/{dataset}/{filename_path}',
    spans: 'filename_path',
    role: 'member',
    summary: 'Replace all annotations of an image; those whose ids it has are changed in place',
    body: Type.Object({ annotations: NewAnnotations }, { $id: 'AnnotationSave', additionalProperties: false }),
    ifMatch: true,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: SaveResult, etag: 'revision' },
    errors: ['not_found', 'stale_revision'],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/annotations/{dataset}/{filename_path}',
    spans: 'filename_path',
    role: 'admin',
    summary: 'Remove all annotations of an image',
    ifMatch: true,
    reply: {
      as: 'json',
      schema: Type.Object({ image_id: Type.String(), deleted_count: Type.Integer() }, { $id: 'AnnotationsDeleted' }),
    },
    errors: ['not_found', 'stale_revision'],
    idempotent: true,
  }),
  bulk: defineEndpoint({
    method: 'POST',
    path: '/annotations/bulk',
    role: 'member',
    summary: 'Replace all annotations of up to 200 images; each image succeeds or fails on its own',
    body: Type.Object(
      {
        saves: Type.Array(
          Type.Object({ image_id: Type.String(), annotations: NewAnnotations }, { additionalProperties: false }),
          { maxItems: 200 },
        ),
      },
      { $id: 'AnnotationBulkSave', additionalProperties: false },
    ),
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: BulkSaveResult },
    idempotent: true,
  }),
  addClass: defineEndpoint({
    method: 'POST',
    path: '/annotations/add-class',
    role: 'member',
    summary: 'Add a class to the class list, which stays as it is when it has the class',
    body: Type.Object(
      { dataset: Dataset, name: ClassName, type: Type.Enum([...ANNOTATION_TYPES]) },
      { $id: 'ClassAdd', additionalProperties: false },
    ),
    reply: {
      as: 'json',
      schema: Type.Object(
        {
          data: Type.Object({
            dataset_id: Type.String(),
            name: Type.String(),
            type: Type.Enum([...ANNOTATION_TYPES]),
            config_updated: Type.Boolean({ description: 'False when the list had it' }),
          }),
        },
        { $id: 'ClassAdded' },
      ),
    },
    errors: ['not_found'],
    idempotent: true,
  }),
  renameClass: defineEndpoint({
    method: 'POST',
    path: '/annotations/rename-class',
    role: 'member',
    summary: 'Rename a class in the class list and in every annotation',
    body: Type.Object(
      { dataset: Dataset, old_name: ClassName, new_name: ClassName },
      { $id: 'ClassRename', additionalProperties: false },
    ),
    reply: {
      as: 'json',
      schema: Type.Object(
        { data: Type.Object({ ...changed, old_name: Type.String(), new_name: Type.String() }) },
        { $id: 'ClassRenamed' },
      ),
    },
    errors: ['not_found', 'name_conflict'],
    idempotent: false,
  }),
  mergeClass: defineEndpoint({
    method: 'POST',
    path: '/annotations/merge-class',
    role: 'member',
    summary: 'Merge one class into another: move its annotations and remove it from the class list',
    body: Type.Object(
      { dataset: Dataset, source_name: ClassName, target_name: ClassName },
      { $id: 'ClassMerge', additionalProperties: false },
    ),
    reply: {
      as: 'json',
      schema: Type.Object(
        { data: Type.Object({ ...changed, source_name: Type.String(), target_name: Type.String() }) },
        { $id: 'ClassMerged' },
      ),
    },
    errors: ['not_found'],
    idempotent: false,
  }),
  deleteClass: defineEndpoint({
    method: 'POST',
    path: '/annotations/delete-class',
    role: 'member',
    summary: 'Remove a class from the class list, optionally with its annotations',
    body: Type.Object(
      {
        dataset: Dataset,
        name: ClassName,
        class_type: Type.Optional(Type.Enum([...ANNOTATION_TYPES, 'box'], { description: 'Only this type' })),
        delete_annotations: Type.Boolean({ default: false }),
      },
      { $id: 'ClassDelete', additionalProperties: false },
    ),
    reply: {
      as: 'json',
      schema: Type.Object(
        {
          data: Type.Object({
            dataset_id: Type.String(),
            name: Type.String(),
            config_updated: Type.Boolean(),
            images_updated: Type.Integer(),
            annotations_removed: Type.Integer(),
          }),
        },
        { $id: 'ClassDeleted' },
      ),
    },
    errors: ['not_found'],
    idempotent: false,
  }),
} as const
