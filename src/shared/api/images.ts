import { type Static, Type } from 'typebox'
import { THUMBNAIL_SIZES } from '../engine-contract/derivation.ts'
import { Image } from './datasets.ts'
import { defineEndpoint } from './endpoint.ts'
import { UploadRequest, UploadTarget } from './workflows.ts'

export const ImageImport = Type.Object(
  {
    dataset: Type.String({ minLength: 1, description: 'Name or id' }),
    gcs_uri: Type.String({ minLength: 1, description: 'The handle from images/upload-url' }),
    directory_path: Type.String({ maxLength: 1000, default: '/' }),
    filename: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Defaults to that of the upload' }),
    ),
  },
  { $id: 'ImageImport', additionalProperties: false },
)
export type ImageImport = Static<typeof ImageImport>

export const images = {
  find: defineEndpoint({
    method: 'GET',
    path: '/images/',
    role: 'viewer',
    summary: 'Read an image by its file name, which includes its directory',
    query: Type.Object(
      {
        dataset: Type.String({ minLength: 1, description: 'Name or id' }),
        filename: Type.String({ minLength: 1, description: 'Such as train/cars/1.jpg; a bare name means the root' }),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Image },
    errors: ['not_found'],
    idempotent: true,
  }),
  uploadUrl: defineEndpoint({
    method: 'POST',
    path: '/images/upload-url',
    role: 'member',
    summary: 'Create an upload URL for an image of a data set',
    body: UploadRequest,
    reply: { as: 'json', schema: UploadTarget },
    errors: ['image_quota_reached', 'storage_quota_reached'],
    idempotent: true,
  }),
  import: defineEndpoint({
    method: 'POST',
    path: '/images/',
    role: 'member',
    summary: 'Add an uploaded image to a data set; a name that is taken gets a number',
    body: ImageImport,
    reply: { as: 'json', schema: Image, status: 201 },
    errors: ['not_found', 'image_unreadable', 'image_quota_reached', 'storage_quota_reached'],
    idempotent: false,
  }),
  content: defineEndpoint({
    method: 'GET',
    path: '/images/{image_id}/content',
    role: 'viewer',
    summary: 'Download an image; supports range requests',
    reply: { as: 'file' },
    errors: ['not_found', 'range_not_satisfiable'],
    idempotent: true,
  }),
  thumbnail: defineEndpoint({
    method: 'GET',
    path: '/images/{image_id}/thumbnail',
    role: 'viewer',
    summary: 'Download an image as WebP, upright and with at most so many pixels on a side',
    query: Type.Object(
      { size: Type.Integer({ enum: [...THUMBNAIL_SIZES], default: 256, description: 'Longest side, 256 or 1024' }) },
      { additionalProperties: false },
    ),
    reply: { as: 'file' },
    errors: ['not_found', 'range_not_satisfiable', 'server_busy'],
    idempotent: true,
  }),
} as const
