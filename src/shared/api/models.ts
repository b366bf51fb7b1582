import { type Static, Type } from 'typebox'
import { Conversion, ConversionInUse, NullableConversion } from '../domain/conversion.ts'
import { MODEL_TYPES } from '../domain/model-types.ts'
import { nullable } from '../domain/nullable.ts'
import { BODY_BYTES, countedList, defineEndpoint, pageQuery } from './endpoint.ts'
import { ModelUsers } from './resource-users.ts'
import { UploadRequest, UploadTarget } from './workflows.ts'

export const MODEL_STATUSES = ['training', 'ready', 'failed', 'archived'] as const
export const WEIGHT_FORMATS = ['onnx', 'pytorch', 'safetensors', 'pte', 'engine'] as const
/** The licence whose text is the model's own. */
export const CUSTOM_LICENSE = 'custom'

/** Files of weights of one model. */
export const MAX_DATA_FILES = 256

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^/]+$' })
const Uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })

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
    license_id: nullable(Type.String()),
    license_custom_text: nullable(Type.String()),
    precision: Type.Enum(['fp32', 'fp16']),
    conversion: nullable(Conversion),
    conversion_in_use: nullable(ConversionInUse),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Model' },
)
export type Model = Static<typeof Model>

export const ModelUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
    readme: Type.Optional(nullable(Type.String({ maxLength: 100_000 }))),
    visibility: Type.Optional(Type.Enum(['private', 'public'], { description: 'Changing it needs an admin' })),
    license_id: Type.Optional(
      nullable(
        Type.String({
          maxLength: 100,
          pattern: '^[A-Za-z0-9.+-]+$',
          description: 'An SPDX identifier, or custom',
        }),
      ),
    ),
    license_custom_text: Type.Optional(
      nullable(Type.String({ maxLength: 100_000, description: 'Used when license_id is custom' })),
    ),
    conversion: Type.Optional(NullableConversion),
  },
  { $id: 'ModelUpdate', additionalProperties: false },
)
export type ModelUpdate = Static<typeof ModelUpdate>

export const ModelDownload = Type.Object(
  {
    data: Type.Object({
      download_url: Type.String({ description: 'Needs no key' }),
      expires_in_minutes: Type.Integer(),
      filename: Type.String(),
      format: Type.Enum([...WEIGHT_FORMATS]),
      precision: Type.Enum(['fp32', 'fp16']),
    }),
  },
  { $id: 'ModelDownload' },
)
export type ModelDownload = Static<typeof ModelDownload>

export const ModelBulkDelete = Type.Object(
  {
    data: Type.Object({
      succeeded: Type.Array(Type.String()),
      not_found: Type.Array(Type.String()),
      count: Type.Integer({ description: 'Number of deleted models' }),
    }),
  },
  { $id: 'ModelBulkDelete' },
)
export type ModelBulkDelete = Static<typeof ModelBulkDelete>

export const models = {
  list: defineEndpoint({
    method: 'GET',
    path: '/models/',
    role: 'viewer',
    summary: 'List models',
    query: Type.Object(
      {
        ...pageQuery({ limit: 50, max: 100 }),
        name: Type.Optional(Type.String({ description: 'Exact name' })),
        status: Type.Optional(Type.Enum([...MODEL_STATUSES])),
        model_type: Type.Optional(Type.Enum([...MODEL_TYPES])),
        dataset: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'Name or id of the data set that it was trained on',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: {
      as: 'json',
      schema: countedList(Model, 'ModelList'),
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
    summary: 'Create an upload URL for an ONNX file',
    body: UploadRequest,
    reply: { as: 'json', schema: UploadTarget },
    errors: ['storage_quota_reached'],
    idempotent: true,
  }),
  import: defineEndpoint({
    method: 'POST',
    path: '/models/import',
    role: 'member',
    summary: 'Import an uploaded ONNX file, or a ZIP archive with one, as a model',
    body: Type.Object(
      {
        gcs_uri: Type.String({ minLength: 1, description: 'The handle from models/upload-url' }),
        data_gcs_uris: Type.Optional(
          Type.Array(Type.String({ minLength: 1 }), {
            maxItems: MAX_DATA_FILES,
            description: 'Handles of the uploaded files that hold its weights (.onnx.data), under their own names',
          }),
        ),
        name: Type.Optional(Name),
        description: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
        conversion: Type.Optional(NullableConversion),
        dataset: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'Name or id of the data set that it was trained on',
          }),
        ),
      },
      { $id: 'ModelImport', additionalProperties: false },
    ),
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: Model, status: 201 },
    errors: ['not_found', 'model_unreadable', 'storage_quota_reached'],
    idempotent: false,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/models/{model}',
    role: 'member',
    summary: 'Rename, describe, license or share a model, or change its options',
    body: ModelUpdate,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: Model },
    errors: ['not_found', 'empty_update', 'name_taken', 'model_unreadable'],
    idempotent: true,
  }),
  download: defineEndpoint({
    method: 'GET',
    path: '/models/{model}/download',
    role: 'viewer',
    summary: 'Create a download URL for the weights; another format or precision is never substituted',
    query: Type.Object(
      {
        format: Type.Enum([...WEIGHT_FORMATS], { default: 'onnx' }),
        precision: Type.Optional(Type.Enum(['fp32', 'fp16'], { description: 'Defaults to that of the model' })),
        target: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 100,
            description: 'Lowering backend for pte; GPU architecture, required, for engine',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: ModelDownload },
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
  fork: defineEndpoint({
    method: 'POST',
    path: '/models/{organization}/{model}/fork',
    role: 'member',
    summary: 'Make a private copy of a public model or a model of your own',
    body: Type.Object({ name: Type.Optional(Name) }, { $id: 'ModelFork', additionalProperties: false }),
    reply: { as: 'json', schema: Model, status: 201 },
    errors: ['not_found', 'wrong_state', 'storage_quota_reached'],
    idempotent: false,
  }),
  users: defineEndpoint({
    method: 'GET',
    path: '/models/{model}/users',
    role: 'viewer',
    summary: 'List the workflows, live runs and live evaluations that use a model',
    reply: { as: 'json', schema: ModelUsers },
    errors: ['not_found'],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/models/{model}',
    role: 'admin',
    summary: 'Delete a model; its forks are kept',
    reply: { as: 'empty' },
    errors: ['not_found'],
    idempotent: true,
  }),
  bulkDelete: defineEndpoint({
    method: 'POST',
    path: '/models/bulk-delete',
    role: 'admin',
    summary: 'Delete many models',
    body: Type.Object(
      { model_ids: Type.Array(Uuid, { minItems: 1, maxItems: 10_000 }) },
      { $id: 'ModelBulkDeleteRequest', additionalProperties: false },
    ),
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: ModelBulkDelete },
    idempotent: true,
  }),
} as const
