import { type Static, Type } from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { UploadRequest, UploadTarget } from './workflows.ts'

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const MODEL_TYPES = [
  'object_detection',
  'semantic_segmentation',
  'instance_segmentation',
  'classification',
  'keypoint_detection',
] as const
export const MODEL_STATUSES = ['training', 'ready', 'failed', 'archived'] as const

export const Model = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    name: Type.String(),
    description: nullable(Type.String()),
    readme: nullable(Type.String({ description: 'The model card, Markdown' })),
    model_type: Type.Enum([...MODEL_TYPES]),
    architecture: nullable(Type.String()),
    visibility: Type.Enum(['private', 'public']),
    status: Type.Enum([...MODEL_STATUSES]),
    metrics: nullable(Type.Record(Type.String(), Type.Unknown())),
    class_mapping: nullable(Type.Record(Type.String(), Type.String(), { description: 'Class index to class name' })),
    training_config: nullable(Type.Record(Type.String(), Type.Unknown())),
    version: Type.String(),
    parent_model_id: nullable(Type.String()),
    forked_from_model_id: nullable(Type.String()),
    precision: Type.Enum(['fp32', 'fp16']),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Model' },
)
export type Model = Static<typeof Model>

export const models = {
  list: defineEndpoint({
    method: 'GET',
    path: '/models/',
    role: 'viewer',
    summary: 'List models',
    query: Type.Object(
      {
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
        offset: Type.Integer({ minimum: 0, default: 0 }),
        name: Type.Optional(Type.String({ description: 'Exact name' })),
        status: Type.Optional(Type.Enum([...MODEL_STATUSES])),
        model_type: Type.Optional(Type.Enum([...MODEL_TYPES])),
      },
      { additionalProperties: false },
    ),
    reply: {
      as: 'json',
      schema: Type.Object(
        { data: Type.Array(Model), total: Type.Integer(), has_more: Type.Boolean() },
        { $id: 'ModelList' },
      ),
    },
    idempotent: true,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/models/{model}',
    role: 'viewer',
    summary: 'Read a model by name or id',
    reply: { as: 'json', schema: Model },
    errors: ['not_found'],
    idempotent: true,
  }),
  uploadUrl: defineEndpoint({
    method: 'POST',
    path: '/models/upload-url',
    role: 'member',
    summary: 'Where to PUT an ONNX file before importing it',
    body: UploadRequest,
    reply: { as: 'json', schema: UploadTarget },
    idempotent: true,
  }),
  import: defineEndpoint({
    method: 'POST',
    path: '/models/import',
    role: 'member',
    summary: 'Make a model of an uploaded ONNX file',
    body: Type.Object(
      {
        gcs_uri: Type.String({ minLength: 1, description: 'The handle from models/upload-url' }),
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^/]+$' })),
        description: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
      },
      { $id: 'ModelImport', additionalProperties: false },
    ),
    reply: { as: 'json', schema: Model, status: 201 },
    errors: ['not_found', 'model_unreadable'],
    idempotent: false,
  }),
} as const
