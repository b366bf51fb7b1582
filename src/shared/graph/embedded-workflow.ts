/**
 * Extracts the workflow from a file that Sightline wrote: a workflow itself, a manifest, or the head of a results file.
 */
import { type Graph, WORKFLOW_VERSION, type WorkflowFile } from './graph.ts'
import { migrated } from './migrations.ts'
import { graphErrors } from './schema-errors.ts'

const RESULTS = ['sightline-manifest', 'sightline-results', 'sightline-evidence', 'sightline-annotations']

/** The first line of JSON Lines suffices; the rest of the file is not parsed. */
export function headOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const end = text.indexOf('\n')
    if (end < 0) return undefined
    try {
      return JSON.parse(text.slice(0, end))
    } catch {
      return undefined
    }
  }
}

/** Null when the JSON is not a result of a run, or is older than results with graphs. */
export function workflowOfResults(json: unknown): WorkflowFile | null {
  const { format, workflow, graph } = (json ?? {}) as { format?: unknown; workflow?: unknown; graph?: unknown }
  if (!RESULTS.includes(String(format))) return null
  const { name, graph: within } = (workflow ?? {}) as { name?: unknown; graph?: unknown }
  const { graph: found } = migrated({ graph: graph ?? within })
  if (typeof name !== 'string' || name === '' || graphErrors(found).length > 0) return null
  return { format: 'sightline-workflow', version: WORKFLOW_VERSION, name, graph: found as Graph }
}
