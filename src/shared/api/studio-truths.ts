/** Ground truth of videos, marked by hand in the Studio. Ours. */
import { type Static, Type } from 'typebox'
import { MediaSha256, Truth } from '../domain/truth.ts'
import { BODY_BYTES, defineEndpoint, pageQuery, paginatedList } from './endpoint.ts'
import { RECORD_DELETE_ERRORS, RECORD_UPDATE_ERRORS, recordOf, recordUpdateOf } from './studio-records.ts'

export const StudioTruth = recordOf(Truth, 'StudioTruth')
export type StudioTruth = Static<typeof StudioTruth>

export const studioTruths = {
  list: defineEndpoint({
    method: 'GET',
    path: '/studio/truths',
    role: 'viewer',
    summary: 'List the own and the shared ground truth of a video, or of all videos; the own one first',
    query: Type.Object(
      { media_sha256: Type.Optional(MediaSha256), ...pageQuery({ limit: 20, max: 100 }) },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: paginatedList(StudioTruth, 'StudioTruthList') },
    idempotent: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/studio/truths',
    role: 'viewer',
    summary: 'Store the first ground truth of the caller for a video; the same one again is no second one',
    body: Truth,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: StudioTruth, status: 201, etag: 'revision' },
    errors: ['stale_revision'],
    idempotent: true,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/studio/truths/{record_id}',
    role: 'viewer',
    summary: 'Replace the ground truth of a video, or share it',
    body: recordUpdateOf(Truth, 'StudioTruthUpdate'),
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: StudioTruth, etag: 'revision' },
    ifMatch: true,
    errors: [...RECORD_UPDATE_ERRORS],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/studio/truths/{record_id}',
    role: 'viewer',
    summary: 'Delete the ground truth of a video',
    reply: { as: 'empty' },
    ifMatch: true,
    errors: [...RECORD_DELETE_ERRORS],
    idempotent: true,
  }),
} as const
