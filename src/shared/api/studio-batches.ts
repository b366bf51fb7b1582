/** Batches of the Studio: workflows that are run on many files. Ours. */
import { type Static, Type } from 'typebox'
import { Batch } from '../domain/batch.ts'
import { BODY_BYTES, defineEndpoint, pageQuery, paginatedList } from './endpoint.ts'
import { RECORD_DELETE_ERRORS, RECORD_UPDATE_ERRORS, recordOf, recordUpdateOf } from './studio-records.ts'

export const StudioBatch = recordOf(Batch, 'StudioBatch')
export type StudioBatch = Static<typeof StudioBatch>

export const studioBatches = {
  list: defineEndpoint({
    method: 'GET',
    path: '/studio/batches',
    role: 'viewer',
    summary: 'List the own and the shared batches, newest first',
    query: Type.Object({ ...pageQuery({ limit: 50, max: 200 }) }, { additionalProperties: false }),
    reply: { as: 'json', schema: paginatedList(StudioBatch, 'StudioBatchList') },
    idempotent: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/studio/batches',
    role: 'viewer',
    summary: 'Store a batch; the same one again is no second batch',
    body: Batch,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: StudioBatch, status: 201, etag: 'revision' },
    errors: ['stale_revision'],
    idempotent: true,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/studio/batches/{record_id}',
    role: 'viewer',
    summary: 'Replace a batch, or share it',
    body: recordUpdateOf(Batch, 'StudioBatchUpdate'),
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: StudioBatch, etag: 'revision' },
    ifMatch: true,
    errors: [...RECORD_UPDATE_ERRORS],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/studio/batches/{record_id}',
    role: 'viewer',
    summary: 'Delete a batch; its runs are kept',
    reply: { as: 'empty' },
    ifMatch: true,
    errors: [...RECORD_DELETE_ERRORS],
    idempotent: true,
  }),
} as const
