/** Version files that a newer Sightline wrote: this one lists and deletes them, and can’t read more. */
import { basename } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { WORKFLOW_VERSION } from '../shared/graph/graph.ts'
import { VERSION_KINDS, Version, type VersionInfo } from '../shared/graph/versions.ts'

const { id, note, created_at } = Version.properties

/** The parts of a version file that every format has. */
export const NewerVersion = Type.Object({
  format: Type.Literal('sightline-version'),
  version: Type.Integer({ minimum: 1 }),
  id,
  kind: Type.String(),
  note,
  created_at,
  graph: Type.Object({ version: Type.Integer({ minimum: 1 }), nodes: Type.Array(Type.Unknown()) }),
})
export type NewerVersion = Static<typeof NewerVersion>

/** True when the file has a newer format, or holds a newer workflow. */
export const isNewer = ({ version, graph }: { version: number; graph: { version: number } }): boolean =>
  version > 1 || graph.version > WORKFLOW_VERSION

/** Returns the version in the file of a newer Sightline; null for any other file. */
export const newerIn = (json: unknown, path: string): NewerVersion | null =>
  Value.Check(NewerVersion, json) && `${json.id}.json` === basename(path) && isNewer(json) ? json : null

export const newerInfo = ({ id, kind, note, created_at, graph }: NewerVersion): VersionInfo => ({
  id,
  kind: VERSION_KINDS.find((known) => known === kind) ?? 'interval',
  note,
  created_at,
  blocks: graph.nodes.length,
  changes: null,
  newer: true,
})
