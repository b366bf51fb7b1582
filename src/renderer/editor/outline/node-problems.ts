/** Problems as the outline shows them: at the block, those of a wire at the block it arrives at, the rest by themselves. */
import type { Issue } from '../../../shared/graph/issue.ts'
import { type EditorDocument, findNode } from '../document/document.ts'

/** The block that a problem is shown at; null when it is the workflow's. */
export function placeOf({ graph }: EditorDocument, issue: Issue): string | null {
  if (issue.node_id !== undefined && findNode(graph, issue.node_id)) return issue.node_id
  const edge = issue.edge_index === undefined ? undefined : graph.edges[issue.edge_index]
  return edge && findNode(graph, edge.target) ? edge.target : null
}

export const problemsAt = <T extends Issue>(doc: EditorDocument, all: readonly T[], nodeId: string): T[] =>
  all.filter((issue) => placeOf(doc, issue) === nodeId)
