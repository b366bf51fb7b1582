/** Earlier states of workflows that the Studio keeps. They are deleted with their workflow. Ours. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { Revision } from '../domain/revision.ts'
import { VersionContent, VersionKind, VersionNote } from '../graph/versions.ts'
import { BODY_BYTES, defineEndpoint, pageQuery, paginatedList } from './endpoint.ts'
import { OWNED, RECORD_DELETE_ERRORS, RECORD_UPDATE_ERRORS, Visible } from './studio-records.ts'

export const StudioVersionInfo = Type.Object(
  {
    id: Type.String(),
    workflow_id: Type.String(),
    ...OWNED,
    revision: Revision,
    kind: VersionKind,
    note: nullable(VersionNote),
    created_at: Type.String(),
    graph_version: Type.Integer({
      description: 'Version of the format of the graph; a client that knows only earlier ones can’t open it',
    }),
    blocks: Type.Integer(),
    changes: nullable(Type.Integer({ description: 'Since the version before of the same owner; null for the first' })),
  },
  { $id: 'StudioVersionInfo' },
)
export type StudioVersionInfo = Static<typeof StudioVersionInfo>

export const StudioVersion = Type.Object(
  { ...StudioVersionInfo.properties, ...VersionContent.properties },
  { $id: 'StudioVersion' },
)
export type StudioVersion = Static<typeof StudioVersion>

export const StudioVersionCreate = Type.Object(
  { kind: VersionKind, note: nullable(VersionNote), ...VersionContent.properties },
  { $id: 'StudioVersionCreate', additionalProperties: false },
)
export type StudioVersionCreate = Static<typeof StudioVersionCreate>

export const StudioVersionUpdate = Type.Object(
  {
    note: Type.Optional(VersionNote),
    visibility: Type.Optional(Visible),
  },
  { $id: 'StudioVersionUpdate', additionalProperties: false },
)
export type StudioVersionUpdate = Static<typeof StudioVersionUpdate>

export const studioVersions = {
  list: defineEndpoint({
    method: 'GET',
    path: '/studio/workflows/{workflow}/versions',
    role: 'viewer',
    summary: 'List the own and the shared versions of a workflow, newest first',
    query: Type.Object({ ...pageQuery({ limit: 500, max: 1000 }) }, { additionalProperties: false }),
    reply: { as: 'json', schema: paginatedList(StudioVersionInfo, 'StudioVersionList') },
    errors: ['not_found'],
    idempotent: true,
  }),
  keep: defineEndpoint({
    method: 'POST',
    path: '/studio/workflows/{workflow}/versions',
    role: 'viewer',
    summary: 'Keep a state of a workflow; returns the newest own version instead of a second one when nothing differs',
    body: StudioVersionCreate,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: StudioVersionInfo, status: 201, etag: 'revision' },
    errors: ['not_found'],
    idempotent: false,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/studio/workflows/{workflow}/versions/{version_id}',
    role: 'viewer',
    summary: 'Read a version with its graph',
    reply: { as: 'json', schema: StudioVersion, etag: 'revision' },
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/studio/workflows/{workflow}/versions/{version_id}',
    role: 'viewer',
    summary: 'Name a version, which is then kept until it is deleted, or share it',
    body: StudioVersionUpdate,
    reply: { as: 'json', schema: StudioVersionInfo, etag: 'revision' },
    ifMatch: true,
    errors: [...RECORD_UPDATE_ERRORS],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/studio/workflows/{workflow}/versions/{version_id}',
    role: 'viewer',
    summary: 'Delete a version',
    reply: { as: 'empty' },
    ifMatch: true,
    errors: [...RECORD_DELETE_ERRORS],
    idempotent: true,
  }),
} as const
