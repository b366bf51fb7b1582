/** Migrations of the workflow format: they bring a file, a kept version or a stored workflow to the current version. */
import { WORKFLOW_VERSION } from './graph.ts'

/** Anything that holds a workflow. Both may be any JSON; the layout may be missing. */
export interface StoredWorkflow {
  graph?: unknown
  layout?: unknown
}

export interface Migration {
  /** The version that it reads. It returns the next one. */
  from: number
  /** The first version of Sightline that reads the next version. */
  sightline: string
  /** Pure: returns new objects. The version of the graph is set by `migrated`. */
  migrate(workflow: StoredWorkflow): StoredWorkflow
}

/** In order, one for each earlier version. A migration that has shipped is never edited. */
export const MIGRATIONS: readonly Migration[] = []

/** Returns the workflow in the current version: the same object when it is current, newer, or no workflow. */
export function migrated<T extends StoredWorkflow>(stored: T, migrations: readonly Migration[] = MIGRATIONS): T {
  let workflow = stored
  for (const { from, migrate } of migrations) {
    if (versionOf(workflow.graph) !== from) continue
    const next = migrate(workflow)
    workflow = { ...workflow, ...next, graph: { ...recordOf(next.graph), version: from + 1 } }
  }
  return workflow
}

/** Does the same with the JSON of a `.sightline.json` file, whose own version is that of its graph. */
export function migratedFile(json: unknown, migrations: readonly Migration[] = MIGRATIONS): unknown {
  const file: StoredWorkflow & { format?: unknown } = recordOf(json)
  if (file.format !== 'sightline-workflow') return json
  const next = migrated(file, migrations)
  return next === file ? json : { ...next, version: versionOf(next.graph) }
}

export interface NewerFile {
  version: number
  /** The first version of Sightline that reads the file; null when the file does not name it. */
  requires: string | null
}

/** Returns the version of a file that a later Sightline wrote, and null for any other. */
export function newerFile(json: unknown): NewerFile | null {
  const { format, version, requires } = recordOf(json)
  if (format !== 'sightline-workflow' || typeof version !== 'number' || version <= WORKFLOW_VERSION) return null
  return { version, requires: typeof requires === 'string' && /^\d+\.\d+\.\d+$/.test(requires) ? requires : null }
}

const versionOf = (graph: unknown): unknown => recordOf(graph).version
const recordOf = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}

/**
 * Returns the JSON of a file without the address of a JSON Schema at its top, by which an editor finds the schema; any
 * other JSON as it is. Sightline writes no address.
 */
export function withoutSchemaAddress(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('$schema' in json)) return json
  const { $schema, ...rest } = json
  return typeof $schema === 'string' ? rest : json
}
