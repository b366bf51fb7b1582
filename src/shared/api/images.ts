import { type Static, Type } from 'typebox'
import { Image } from './datasets.ts'
import { defineEndpoint } from './endpoint.ts'
import { UploadRequest, UploadTarget } from './workflows.ts'

export const ImageImport = Type.Object(
  {
    dataset: Type.String({ minLength: 1, description: 'Name or id' }),
    gcs_uri: Type.String({ minLength: 1, description: 'The handle from images/upload-url' }),
    directory_path: Type.String({ maxLength: 1000, default: '/' }),
    filename: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'That of the upload if left out' }),
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
    summary: 'The image of a file name; its directory is part of the name',
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
    summary: 'Where to PUT a picture before it becomes an image of a data set',
    body: UploadRequest,
    reply: { as: 'json', schema: UploadTarget },
    idempotent: true,
  }),
  import: defineEndpoint({
    method: 'POST',
    path: '/images/',
    role: 'member',
    summary: 'Make an image of an uploaded picture; a name that is taken gets a number',
    body: ImageImport,
    reply: { as: 'json', schema: Image, status: 201 },
    errors: ['not_found', 'image_unreadable'],
    idempotent: false,
  }),
  content: defineEndpoint({
    method: 'GET',
    path: '/images/{image_id}/content',
    role: 'viewer',
    summary: 'The picture itself; ranges are served',
    reply: { as: 'file' },
    errors: ['not_found', 'range_not_satisfiable'],
    idempotent: true,
  }),
} as const
