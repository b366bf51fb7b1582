/** Earlier states of a workflow. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { Graph, Layout } from './graph.ts'

/**
 * The reason for a version: named by a person, work began, before a run, before a restore, in a conflict, or minutes of
 * work.
 */
const VERSION_KINDS = ['named', 'begin', 'run', 'restore', 'conflict', 'interval'] as const
export const VersionKind = Type.Enum([...VERSION_KINDS])
export type VersionKind = Static<typeof VersionKind>

const MAX_VERSION_NOTE = 200
/** The name of a version. */
export const VersionNote = Type.String({ maxLength: MAX_VERSION_NOTE })
export const VersionContent = Type.Object({ graph: Graph, layout: nullable(Layout) }, { additionalProperties: false })
export type VersionContent = Static<typeof VersionContent>
