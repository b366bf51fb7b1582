/**
 * Reads a graph that is not in a workflow file: bare, as the command line and the API take it, or in the reply of the
 * API with a workflow.
 */

import { Value } from 'typebox/value'
import { cutText } from '../domain/cut-text.ts'
import { MAX_NAME } from '../domain/limits.ts'
import { type Graph, Layout, WORKFLOW_VERSION, type WorkflowFile } from './graph.ts'
import type { Issue } from './issue.ts'
import { migrated } from './migrations.ts'
import { shapeIssues } from './validate.ts'

/** A workflow without a name of its own, or the reason why the graph can't be read. */
export type BareGraph =
  | { ok: true; graph: Graph; layout: Layout | null; name: string | null }
  | { ok: false; issue: Issue }

type Fields = Readonly<Record<string, unknown>>

/** Null for JSON that is not meant as a graph: that has a format, or no nodes with edges or a version of ours. */
export function bareGraphIn(json: unknown): BareGraph | null {
  if (!isRecord(json) || Object.hasOwn(json, 'format')) return null
  if (looksLikeGraph(json)) return read(json, null, null)
  if (!looksLikeGraph(json.graph)) return null
  const { name, layout } = json
  return read(json.graph, layout, typeof name === 'string' && name.trim() !== '' ? name : null)
}

function read(graph: unknown, layout: unknown, name: string | null): BareGraph {
  const current = migrated({ graph: withConfigs(graph as Fields), layout })
  const [issue] = shapeIssues(current.graph)
  if (issue) return { ok: false, issue }
  const known = Value.Check(Layout, current.layout) ? current.layout : null
  return { ok: true, graph: current.graph as Graph, layout: known, name }
}

/** A block without settings gets the usual ones, as in a request to the API. */
const withConfigs = (graph: Fields): Fields => ({
  ...graph,
  nodes: (graph.nodes as unknown[]).map((node) =>
    isRecord(node) && node.config === undefined ? { ...node, config: {} } : node,
  ),
})

const isRecord = (json: unknown): json is Fields => typeof json === 'object' && json !== null
const looksLikeGraph = (json: unknown): boolean =>
  isRecord(json) && Array.isArray(json.nodes) && (Array.isArray(json.edges) || json.version === WORKFLOW_VERSION)

/** The workflow file of a graph; `fileName` gives its name where it has none. */
export function fileOfGraph({ graph, layout, name }: Extract<BareGraph, { ok: true }>, fileName: string): WorkflowFile {
  const file: WorkflowFile = {
    format: 'sightline-workflow',
    version: WORKFLOW_VERSION,
    name: name ?? workflowNameOf(fileName),
    graph,
  }
  return layout === null ? file : { ...file, layout }
}

/** The name of a workflow that has only that of its file. */
export const workflowNameOf = (fileName: string): string =>
  cutText(fileName.replace(/(\.sightline)?\.json$/i, '').trim() || fileName, MAX_NAME)
