/** Annotations of an image by its id: single changes by several people, and the history. Ours. */
import { type Static, type TSchema, Type } from 'typebox'
import {
  ANNOTATION_TYPES,
  Annotation,
  annotationExtraChanges,
  annotationFields,
  annotationGeometry,
} from '../domain/annotation.ts'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
import { ImageAnnotations, SaveResult } from './annotations.ts'
import { BODY_BYTES, defineEndpoint } from './endpoint.ts'

export const MAX_OPERATIONS = 500
/** Changes of an image whose annotations can be read and restored. */
export const KEPT_REVISIONS = 200
export const REVISION_KINDS = [
  'save',
  'delete',
  'edit',
  'restore',
  'run',
  'batch',
  'import',
  'import_undone',
  'class_deleted',
] as const
export type RevisionKind = (typeof REVISION_KINDS)[number]
export const OPERATION_STATUSES = ['applied', 'unchanged', 'conflict', 'refused'] as const

const MAX_REVISION = 2_147_483_647
const Revision = Type.Integer({ minimum: 0, maximum: MAX_REVISION })

/** Fields of an annotation to change; all that it needs when it is created. */
export const AnnotationChange = Type.Object(
  {
    name: Type.Optional(annotationFields.name),
    type: Type.Optional(Type.Enum([...ANNOTATION_TYPES, 'box'])),
    confidence: Type.Optional(annotationFields.confidence),
    ...annotationGeometry,
    ...annotationExtraChanges,
  },
  { $id: 'AnnotationChange', additionalProperties: false },
)
export type AnnotationChange = Static<typeof AnnotationChange>

export const AnnotationOperation = Type.Object(
  {
    op_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Made by the client; an operation that was carried out is not carried out again',
    }),
    id: annotationFields.id,
    action: Type.Enum(['create', 'update', 'delete']),
    base_revision: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          maximum: MAX_REVISION,
          description: 'The revision that the client saw; without it, the newest',
        }),
      ),
    ),
    fields: Type.Optional(AnnotationChange),
  },
  { $id: 'AnnotationOperation', additionalProperties: false },
)
export type AnnotationOperation = Static<typeof AnnotationOperation>

export const FieldConflict = Type.Object(
  {
    field: Type.String({ description: 'geometry, the name of another field, or attributes.<name>' }),
    kept: Type.Unknown({ description: 'The value on the server; null for none' }),
    yours: Type.Unknown({ description: 'The value of the operation; null for a deletion' }),
  },
  { $id: 'FieldConflict' },
)
export type FieldConflict = Static<typeof FieldConflict>

export const OperationResult = Type.Object(
  {
    op_id: Type.String(),
    id: Type.String({ description: 'Another one than sent when that belongs to another image' }),
    status: Type.Enum([...OPERATION_STATUSES], {
      description: 'conflict: someone else changed the same fields meanwhile, and theirs were kept',
    }),
    conflicts: Type.Array(FieldConflict),
    revived: Type.Boolean({ description: 'The annotation had been deleted meanwhile; the edit brought it back' }),
    similar_to: Type.Array(Type.String(), {
      description: 'Annotations that others created meanwhile, of the same class and nearly the same place',
    }),
    problem: nullable(Type.String({ description: 'The reason of a refusal' })),
    text: Type.Optional(MessageText),
    repeated: Type.Boolean({ description: 'Carried out by an earlier request' }),
  },
  { $id: 'AnnotationOperationResult' },
)
export type OperationResult = Static<typeof OperationResult>

export const EditResult = Type.Object(
  {
    image_id: Type.String(),
    revision: Revision,
    annotation_count: Type.Integer(),
    results: Type.Array(OperationResult, { description: 'In the order of the operations' }),
  },
  { $id: 'AnnotationEditResult' },
)
export type EditResult = Static<typeof EditResult>

export const ImageRevision = Type.Object(
  {
    revision: Revision,
    kind: Type.Enum([...REVISION_KINDS]),
    created_at: Type.String(),
    user_id: nullable(Type.String()),
    author_name: nullable(Type.String()),
    annotation_count: Type.Integer({ description: 'After the change' }),
    created: Type.Integer(),
    updated: Type.Integer(),
    deleted: Type.Integer(),
    rejected: Type.Integer({ description: 'Annotations that a review rejected' }),
  },
  { $id: 'ImageRevision' },
)
export type ImageRevision = Static<typeof ImageRevision>

export const ImageRevisionList = Type.Object(
  {
    data: Type.Array(ImageRevision),
    next_before: nullable(Type.Integer({ description: 'The value of `before` for the next page; null on the last' })),
  },
  { $id: 'ImageRevisionList' },
)
export type ImageRevisionList = Static<typeof ImageRevisionList>

export const RevisionAnnotations = Type.Object(
  {
    image_id: Type.String(),
    revision: Revision,
    annotations: Type.Array(Annotation),
    annotation_count: Type.Integer(),
    rejected: Type.Array(Annotation, { description: 'Those that a review rejected by this change' }),
  },
  { $id: 'RevisionAnnotations' },
)
export type RevisionAnnotations = Static<typeof RevisionAnnotations>

const json = <S extends TSchema>(schema: S) => ({ as: 'json', schema }) as const

export const imageAnnotations = {
  get: defineEndpoint({
    method: 'GET',
    path: '/images/{image_id}/annotations',
    role: 'viewer',
    summary: 'Read the annotations of an image',
    reply: { as: 'json', schema: ImageAnnotations, etag: 'revision' },
    errors: ['not_found'],
    idempotent: true,
  }),
  edit: defineEndpoint({
    method: 'PATCH',
    path: '/images/{image_id}/annotations',
    role: 'member',
    summary: 'Create, change and delete single annotations; changes of others meanwhile are merged by field',
    body: Type.Object(
      { operations: Type.Array(AnnotationOperation, { minItems: 1, maxItems: MAX_OPERATIONS }) },
      { $id: 'AnnotationEdit', additionalProperties: false },
    ),
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: EditResult, etag: 'revision' },
    errors: ['not_found'],
    idempotent: true,
  }),
  revisions: defineEndpoint({
    method: 'GET',
    path: '/images/{image_id}/revisions',
    role: 'viewer',
    summary: 'List the changes of the annotations of an image, newest first',
    query: Type.Object(
      {
        limit: Type.Integer({ minimum: 1, maximum: KEPT_REVISIONS, default: 50 }),
        before: Type.Optional(
          Type.Integer({ minimum: 1, maximum: MAX_REVISION, description: 'Only older ones than this revision' }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: json(ImageRevisionList),
    errors: ['not_found'],
    idempotent: true,
  }),
  revision: defineEndpoint({
    method: 'GET',
    path: '/images/{image_id}/revisions/{revision}',
    role: 'viewer',
    summary: 'Read the annotations of an image as they were after a change',
    reply: json(RevisionAnnotations),
    errors: ['not_found'],
    idempotent: true,
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: '/images/{image_id}/revisions/{revision}/restore',
    role: 'member',
    summary: 'Replace the annotations of an image by those of an earlier revision, as a new change',
    ifMatch: true,
    reply: { as: 'json', schema: SaveResult, etag: 'revision' },
    errors: ['not_found', 'stale_revision'],
    idempotent: true,
  }),
} as const
