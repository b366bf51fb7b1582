import { type Static, Type } from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { UploadRequest } from './workflows.ts'

export const VideoUploadInfo = Type.Object(
  { upload_url: Type.String(), store_path: Type.String(), store_uri: Type.String() },
  { $id: 'VideoUploadInfo' },
)

export const VideoMetadata = Type.Object(
  {
    duration_seconds: Type.Number(),
    native_fps: Type.Number(),
    width: Type.Integer({ description: 'Pixels, after rotation' }),
    height: Type.Integer({ description: 'Pixels, after rotation' }),
    frame_count: Type.Integer(),
  },
  { $id: 'VideoMetadata' },
)
export type VideoMetadata = Static<typeof VideoMetadata>

export const video = {
  uploadUrl: defineEndpoint({
    method: 'POST',
    path: '/video/upload-url',
    role: 'member',
    summary: 'Where to PUT a video',
    body: UploadRequest,
    reply: { as: 'json', schema: VideoUploadInfo },
    idempotent: true,
  }),
  probe: defineEndpoint({
    method: 'POST',
    path: '/video/probe',
    role: 'member',
    summary: 'Read duration, frame rate and size; reads the whole file',
    body: Type.Object(
      { store_path: Type.String({ minLength: 1 }) },
      { $id: 'VideoProbe', additionalProperties: false },
    ),
    reply: { as: 'json', schema: VideoMetadata },
    errors: ['not_found', 'video_unreadable'],
    idempotent: true,
  }),
} as const

/** Signed URLs point here; the specification leaves the address open. */
export const uploads = {
  put: defineEndpoint({
    method: 'PUT',
    path: '/uploads/{upload_id}/{filename}',
    role: 'signed_url',
    summary: 'Receives the bytes of an upload; the URL carries its own signature',
    query: Type.Object({ expires: Type.Integer(), signature: Type.String() }, { additionalProperties: false }),
    rawBody: true,
    reply: { as: 'empty' },
    errors: ['invalid_signature', 'payload_too_large', 'malformed_request'],
    idempotent: true,
  }),
  content: defineEndpoint({
    method: 'GET',
    path: '/uploads/content',
    role: 'viewer',
    summary:
      'The bytes behind any source handle that the caller may run on: an upload, or bundled media; ranges are served',
    query: Type.Object({ uri: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
    reply: { as: 'file' },
    errors: ['not_found', 'range_not_satisfiable'],
    idempotent: true,
  }),
} as const
