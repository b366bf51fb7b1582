import { type Static, Type } from 'typebox'
import { DEINTERLACE } from '../domain/deinterlace.ts'
import {
  DifferingSelection,
  MAX_MOMENTS,
  MomentSelection,
  NthSelection,
  RateSelection,
  SceneSelection,
  SELECTION_DEFAULTS,
} from '../domain/frame-selection.ts'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
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

export const VideoExtractionJob = Type.Object(
  {
    job_id: Type.String(),
    status: Type.Enum(['processing', 'complete', 'failed']),
    progress: Type.Number({ default: 0, description: '0 to 1: reading the frames, then adding them to the data set' }),
    frames_extracted: Type.Integer({ default: 0 }),
    total_frames: Type.Integer({ default: 0 }),
    error: nullable(Type.String()),
    text: Type.Optional(MessageText),
    directory_path: nullable(Type.String()),
    warning: nullable(Type.String()),
    image_ids: nullable(Type.Array(Type.String(), { description: 'Filled once complete' })),
  },
  { $id: 'VideoExtractionJob' },
)
export type VideoExtractionJob = Static<typeof VideoExtractionJob>

const { unsure } = SELECTION_DEFAULTS

export const UnsureSelection = Type.Object(
  {
    by: Type.Literal('unsure'),
    run_id: Type.String({ minLength: 1, description: 'A run of a workflow on this video' }),
    below: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: `The least sure detection of a frame has a lower confidence; ${unsure.below} when omitted`,
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_MOMENTS,
        description: `Most frames, the least sure ones; ${unsure.count} when omitted`,
      }),
    ),
    min_gap_s: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 3600,
        description: `Seconds between two of them; ${unsure.min_gap_s} when omitted`,
      }),
    ),
  },
  { additionalProperties: false, description: 'Frames in which a model was unsure' },
)
export type UnsureSelection = Required<Static<typeof UnsureSelection>>

export const FrameRequest = Type.Union([
  RateSelection,
  NthSelection,
  SceneSelection,
  DifferingSelection,
  MomentSelection,
  UnsureSelection,
])
/** With all its settings. */
export type FrameRequest = Required<Static<typeof FrameRequest>>

export const video = {
  uploadUrl: defineEndpoint({
    method: 'POST',
    path: '/video/upload-url',
    role: 'member',
    summary: 'Create an upload URL for a video',
    body: UploadRequest,
    reply: { as: 'json', schema: VideoUploadInfo },
    errors: ['storage_quota_reached'],
    idempotent: true,
  }),
  probe: defineEndpoint({
    method: 'POST',
    path: '/video/probe',
    role: 'member',
    summary: 'Read duration, frame rate and size from the whole file',
    body: Type.Object(
      { store_path: Type.String({ minLength: 1 }) },
      { $id: 'VideoProbe', additionalProperties: false },
    ),
    reply: { as: 'json', schema: VideoMetadata },
    errors: ['not_found', 'video_unreadable'],
    idempotent: true,
  }),
  extractFrames: defineEndpoint({
    method: 'POST',
    path: '/video/extract-frames',
    role: 'member',
    summary: 'Extract frames of a video as images of a data set',
    body: Type.Object(
      {
        dataset_name: Type.String({ minLength: 1 }),
        store_path: Type.String({ minLength: 1, description: 'The handle from video/upload-url' }),
        directory_name: Type.String({ minLength: 1, maxLength: 255, description: 'Created for the frames' }),
        sample_fps: Type.Number({
          exclusiveMinimum: 0,
          maximum: 60,
          default: 1,
          description: 'Frames per second; has no effect with a selection',
        }),
        selection: Type.Optional(FrameRequest),
        deinterlace: Type.Optional(
          Type.Enum([...DEINTERLACE], {
            description: 'auto makes whole frames of those that the file marks as interlaced; off when omitted',
          }),
        ),
        parent_directory_path: Type.String({ minLength: 1, default: '/' }),
        proposals_run_id: Type.Optional(
          Type.String({
            minLength: 1,
            description: 'A run on the video: its detections become annotations that wait for a review',
          }),
        ),
      },
      { $id: 'VideoExtraction', additionalProperties: false },
    ),
    reply: { as: 'json', schema: VideoExtractionJob, status: 201 },
    errors: ['not_found', 'video_unreadable', 'wrong_state', 'image_quota_reached', 'storage_quota_reached'],
    idempotent: false,
  }),
  extraction: defineEndpoint({
    method: 'GET',
    path: '/video/extract-frames/{job_id}',
    role: 'viewer',
    summary: 'Read the progress of an extraction',
    reply: { as: 'json', schema: VideoExtractionJob },
    errors: ['not_found'],
    idempotent: true,
  }),
} as const

/** The address of signed URLs; the specification leaves it open. */
export const uploads = {
  put: defineEndpoint({
    method: 'PUT',
    path: '/uploads/{upload_id}/{filename}',
    credential: 'signed_url',
    summary: 'Upload the bytes of a file; the URL is signed',
    query: Type.Object({ expires: Type.Integer(), signature: Type.String() }, { additionalProperties: false }),
    rawBody: true,
    reply: { as: 'empty' },
    errors: [
      'invalid_signature',
      'not_found',
      'wrong_state',
      'payload_too_large',
      'malformed_request',
      'storage_quota_reached',
    ],
    idempotent: false,
  }),
  download: defineEndpoint({
    method: 'GET',
    path: '/downloads/{model}/{filename}',
    credential: 'signed_url',
    summary: 'Download the weights of a model; the URL is signed; supports range requests',
    query: Type.Object({ expires: Type.Integer(), signature: Type.String() }, { additionalProperties: false }),
    reply: { as: 'file' },
    errors: ['invalid_signature', 'not_found', 'range_not_satisfiable'],
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
