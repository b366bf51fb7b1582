/** Connections to buckets of object storage, their contents, and imports from them. The bucket is only read. */
import { type Static, type TSchema, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { STORAGE_PROVIDERS } from '../domain/storage-provider.ts'
import { MessageText } from '../messages/message.ts'
import { BODY_BYTES, defineEndpoint, pageQuery } from './endpoint.ts'

/** Bytes of the longest key of S3. */
export const MAX_KEY_LENGTH = 1024
/** New images of one import. */
export const MAX_IMPORTED_OBJECTS = 10_000

export const StorageConnection = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    name: Type.String(),
    provider: Type.Enum([...STORAGE_PROVIDERS]),
    bucket: Type.String(),
    region: Type.String(),
    endpoint: nullable(Type.String({ description: 'Null when it is derived from the region' })),
    prefix: nullable(Type.String({ description: 'Only objects whose keys begin with it can be read; ends with /' })),
    last_verified_at: nullable(Type.String({ description: 'The last time at which the bucket could be listed' })),
    created_by: nullable(Type.String()),
    created_at: Type.String(),
  },
  { $id: 'StorageConnection', description: 'Without its credentials, which no call returns' },
)
export type StorageConnection = Static<typeof StorageConnection>

export const StorageConnectionCreate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    provider: Type.Enum([...STORAGE_PROVIDERS]),
    bucket: Type.String({ minLength: 3, maxLength: 255, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]$' }),
    region: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 63, pattern: '^[A-Za-z0-9][A-Za-z0-9-]*$' })),
    ),
    endpoint: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 1000 }))),
    access_key_id: Type.String({ minLength: 1, maxLength: 256, pattern: '^[!-~]+$' }),
    secret_access_key: Type.String({ minLength: 1, maxLength: 1024, pattern: '^[!-~]+$' }),
    prefix: Type.Optional(nullable(Type.String({ maxLength: MAX_KEY_LENGTH }))),
  },
  { $id: 'StorageConnectionCreate', additionalProperties: false },
)
export type StorageConnectionCreate = Static<typeof StorageConnectionCreate>

export const StorageValidation = Type.Object(
  {
    valid: Type.Boolean({ description: 'True when the bucket can be listed' }),
    last_verified_at: nullable(Type.String()),
    error: nullable(Type.String()),
    text: Type.Optional(MessageText),
  },
  { $id: 'StorageValidation' },
)
export type StorageValidation = Static<typeof StorageValidation>

export const StoredObject = Type.Object(
  {
    key: Type.String(),
    name: Type.String({ description: 'The part of the key after its last slash' }),
    size: Type.Integer({ description: 'Bytes' }),
  },
  { $id: 'StoredObject' },
)
export type StoredObject = Static<typeof StoredObject>

export const StoragePage = Type.Object(
  {
    prefix: Type.String({ description: 'The listed folder; empty for the whole bucket' }),
    folders: Type.Array(
      Type.Object({ name: Type.String(), prefix: Type.String({ description: 'To browse or import the folder' }) }),
    ),
    images: Type.Array(StoredObject, { description: 'Objects that can be imported' }),
    other_objects: Type.Array(StoredObject, { description: 'Objects that can’t be imported' }),
    next_token: nullable(Type.String({ description: 'For the next page; null on the last one' })),
  },
  { $id: 'StoragePage' },
)
export type StoragePage = Static<typeof StoragePage>

const Key = Type.String({ minLength: 1, maxLength: MAX_KEY_LENGTH })
export const StorageImportCreate = Type.Object(
  {
    project_id: Type.String({ minLength: 1, maxLength: 200, description: 'Id of the data set' }),
    prefix: Type.Optional(
      nullable(
        Type.String({
          maxLength: MAX_KEY_LENGTH,
          description: 'A folder with all below it; without prefix and keys, the prefix of the connection',
        }),
      ),
    ),
    keys: Type.Optional(
      nullable(
        Type.Array(Key, {
          minItems: 1,
          maxItems: MAX_IMPORTED_OBJECTS,
          description: 'Exactly these objects; not together with prefix',
        }),
      ),
    ),
    dest_folder: Type.Optional(
      nullable(Type.String({ maxLength: 1000, description: 'Directory of the data set, created when it is missing' })),
    ),
  },
  { $id: 'StorageImportCreate', additionalProperties: false },
)
export type StorageImportCreate = Static<typeof StorageImportCreate>

export const STORAGE_IMPORT_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const
export type StorageImportStatus = (typeof STORAGE_IMPORT_STATUSES)[number]

export const StorageImportFailure = Type.Object({
  key: Type.String(),
  error: Type.String(),
  text: Type.Optional(MessageText),
})
export type StorageImportFailure = Static<typeof StorageImportFailure>

export const StorageImportJob = Type.Object(
  {
    id: Type.String(),
    connection_id: Type.String(),
    project_id: Type.String({ description: 'Id of the data set' }),
    prefix: nullable(Type.String({ description: 'Null for an import of keys' })),
    dest_folder: Type.String({ description: '/, or the path of a directory' }),
    status: Type.Enum([...STORAGE_IMPORT_STATUSES]),
    progress: Type.Number({ description: 'Percent, 0 to 100' }),
    processed_items: Type.Integer(),
    total_items: Type.Integer({ description: '0 until the bucket is listed' }),
    result: Type.Object({
      imported: Type.Integer(),
      skipped: Type.Integer({ description: 'Images that were there already' }),
      failed: Type.Integer(),
      warning: nullable(Type.String()),
      warning_text: Type.Optional(MessageText),
      failures: Type.Array(StorageImportFailure, { description: 'The first 20 objects that could not be imported' }),
    }),
    error_message: nullable(Type.String()),
    text: Type.Optional(MessageText),
    created_at: Type.String(),
    completed_at: nullable(Type.String({ description: 'The time of its end, however it ended' })),
  },
  { $id: 'StorageImportJob' },
)
export type StorageImportJob = Static<typeof StorageImportJob>

const json = <S extends TSchema>(schema: S) => ({ as: 'json', schema }) as const

export const storageConnections = {
  create: defineEndpoint({
    method: 'POST',
    path: '/storage-connections',
    role: 'admin',
    summary: 'Connect a bucket; when it can’t be listed with these credentials, nothing is stored',
    body: StorageConnectionCreate,
    reply: { as: 'json', schema: StorageConnection, status: 201 },
    errors: ['bucket_unreadable'],
    idempotent: false,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/storage-connections',
    role: 'member',
    summary: 'List the connected buckets, oldest first',
    query: Type.Object(pageQuery({ limit: 100, max: 500 }), { additionalProperties: false }),
    reply: json(Type.Array(StorageConnection)),
    idempotent: true,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/storage-connections/{connection_id}',
    role: 'member',
    summary: 'Read a connection',
    reply: json(StorageConnection),
    errors: ['not_found'],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/storage-connections/{connection_id}',
    role: 'admin',
    summary: 'Forget a bucket and its credentials, and cancel imports from it; imported images stay',
    reply: { as: 'empty' },
    errors: ['not_found'],
    idempotent: true,
  }),
  validate: defineEndpoint({
    method: 'POST',
    path: '/storage-connections/{connection_id}/validate',
    role: 'member',
    summary: 'Check that the bucket can still be listed',
    reply: json(StorageValidation),
    errors: ['not_found'],
    idempotent: true,
  }),
  browse: defineEndpoint({
    method: 'GET',
    path: '/storage-connections/{connection_id}/browse',
    role: 'member',
    summary: 'List a folder of the bucket, page by page',
    query: Type.Object(
      {
        prefix: Type.Optional(
          Type.String({ maxLength: MAX_KEY_LENGTH, description: 'The prefix of the connection when omitted' }),
        ),
        token: Type.Optional(
          Type.String({ minLength: 1, maxLength: 4096, description: 'next_token of the page before' }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: json(StoragePage),
    errors: ['not_found', 'bucket_unreadable'],
    idempotent: true,
  }),
  import: defineEndpoint({
    method: 'POST',
    path: '/storage-connections/{connection_id}/import',
    role: 'member',
    summary: 'Import images of the bucket into a data set; a job. Images that are there already are skipped',
    body: StorageImportCreate,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: StorageImportJob, status: 201 },
    errors: ['not_found'],
    idempotent: false,
  }),
  importJob: defineEndpoint({
    method: 'GET',
    path: '/storage-connections/imports/{import_id}',
    role: 'member',
    summary: 'Read the progress and the result of an import',
    reply: json(StorageImportJob),
    errors: ['not_found'],
    idempotent: true,
  }),
  cancelImport: defineEndpoint({
    method: 'POST',
    path: '/storage-connections/imports/{import_id}/cancel',
    role: 'member',
    summary: 'Cancel an import; its images stay. 409 when it has ended',
    reply: json(StorageImportJob),
    errors: ['not_found', 'wrong_state'],
    idempotent: false,
  }),
} as const
