/** Earlier states of a workflow. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { Graph, Layout } from './graph.ts'

/**
 * The reason for a version: named by a person, work began, before a run, before a restore, in a conflict, or minutes of
 * work.
 */
export const VERSION_KINDS = ['named', 'begin', 'run', 'restore', 'conflict', 'interval'] as const
export const VersionKind = Type.Enum([...VERSION_KINDS])
export type VersionKind = Static<typeof VersionKind>

export const MAX_VERSION_NOTE = 200
/** The name of a version. */
export const VersionNote = Type.String({ maxLength: MAX_VERSION_NOTE })
/** Begins with its time, so that names sort by age. Also a file name. */
const Id = Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' })
const WorkflowId = Type.String({ minLength: 1, maxLength: 200 })

export const VersionContent = Type.Object({ graph: Graph, layout: nullable(Layout) }, { additionalProperties: false })
export type VersionContent = Static<typeof VersionContent>

export const Version = Type.Object(
  {
    format: Type.Literal('sightline-version'),
    version: Type.Literal(1),
    id: Id,
    workflow_id: WorkflowId,
    kind: VersionKind,
    note: nullable(VersionNote),
    created_at: Type.String(),
    graph: Graph,
    layout: nullable(Layout),
  },
  { additionalProperties: false },
)
export type Version = Static<typeof Version>

export const VersionInfo = Type.Object({
  id: Id,
  kind: VersionKind,
  note: nullable(VersionNote),
  created_at: Type.String(),
  blocks: Type.Integer(),
  changes: nullable(Type.Integer({ description: 'Since the version before; null for the first, and where unknown' })),
  newer: Type.Optional(
    Type.Literal(true, { description: 'Made by a newer version of Sightline, so that this one can’t open it' }),
  ),
})
export type VersionInfo = Static<typeof VersionInfo>

export const VersionsOf = Type.Object({ workflow_id: WorkflowId }, { additionalProperties: false })
export const VersionRef = Type.Object({ workflow_id: WorkflowId, version_id: Id }, { additionalProperties: false })
export const NewVersion = Type.Object(
  { workflow_id: WorkflowId, kind: VersionKind, note: nullable(VersionNote), ...VersionContent.properties },
  { additionalProperties: false },
)
export type NewVersion = Static<typeof NewVersion>
/** The name of a version that the page has read; null when it has none. */
const KnownNote = nullable(VersionNote)
export const VersionNaming = Type.Object(
  { workflow_id: WorkflowId, version_id: Id, note: VersionNote, replaces: KnownNote },
  { additionalProperties: false },
)
export type VersionNaming = Static<typeof VersionNaming>
export const VersionToDelete = Type.Object(
  { workflow_id: WorkflowId, version_id: Id, note: KnownNote },
  { additionalProperties: false },
)
