/** Assigns problems to rows of the outline: to their block, those of a wire to its target block, the rest to none. */
import type { Issue } from '../../../../shared/graph/issue.ts'
import { type EditorDocument, findNode } from '../../../parts/workflow/document/document.ts'

/** Returns the block at which a problem is shown; null for a problem of the workflow. */
export function placeOf({ graph }: EditorDocument, issue: Issue): string | null {
  if (issue.node_id !== undefined && findNode(graph, issue.node_id)) return issue.node_id
  const edge = issue.edge_index === undefined ? undefined : graph.edges[issue.edge_index]
  return edge && findNode(graph, edge.target) ? edge.target : null
}

export const problemsAt = <T extends Issue>(doc: EditorDocument, all: readonly T[], nodeId: string): T[] =>
  all.filter((issue) => placeOf(doc, issue) === nodeId)
