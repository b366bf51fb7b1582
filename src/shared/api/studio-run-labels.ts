/** Names, tags and notes that people give to runs in the Studio. Ours. */
import { type Static, Type } from 'typebox'
import { RunLabels } from '../domain/run-labels.ts'
import { defineEndpoint, pageQuery, paginatedList } from './endpoint.ts'
import { RECORD_DELETE_ERRORS, RECORD_UPDATE_ERRORS, recordOf, recordUpdateOf } from './studio-records.ts'

export const StudioRunLabels = recordOf(RunLabels, 'StudioRunLabels')
export type StudioRunLabels = Static<typeof StudioRunLabels>

export const studioRunLabels = {
  list: defineEndpoint({
    method: 'GET',
    path: '/studio/run-labels',
    role: 'viewer',
    summary: 'List the own and the shared labels of runs, newest first',
    query: Type.Object({ ...pageQuery({ limit: 500, max: 1000 }) }, { additionalProperties: false }),
    reply: { as: 'json', schema: paginatedList(StudioRunLabels, 'StudioRunLabelsList') },
    idempotent: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/studio/run-labels',
    role: 'viewer',
    summary: 'Store the first labels of the caller for a run; the same ones again are no second ones',
    body: RunLabels,
    reply: { as: 'json', schema: StudioRunLabels, status: 201, etag: 'revision' },
    errors: ['not_found', 'stale_revision'],
    idempotent: true,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/studio/run-labels/{record_id}',
    role: 'viewer',
    summary: 'Replace the labels of a run, or share them',
    body: recordUpdateOf(RunLabels, 'StudioRunLabelsUpdate'),
    reply: { as: 'json', schema: StudioRunLabels, etag: 'revision' },
    ifMatch: true,
    errors: [...RECORD_UPDATE_ERRORS],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/studio/run-labels/{record_id}',
    role: 'viewer',
    summary: 'Delete the labels of a run',
    reply: { as: 'empty' },
    ifMatch: true,
    errors: [...RECORD_DELETE_ERRORS],
    idempotent: true,
  }),
} as const
