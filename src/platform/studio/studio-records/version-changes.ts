/** Counts what differs between two versions of a workflow. */
import { countChanges, diffGraphs } from '../../../shared/graph/diff.ts'
import { countLayoutChanges, diffLayouts } from '../../../shared/graph/layout-diff.ts'
import type { VersionContent } from '../../../shared/graph/versions.ts'

export function changesBetween(before: VersionContent, after: VersionContent): number {
  const diff = diffGraphs(before.graph, after.graph)
  const added = new Set(diff.added.map((n) => n.id))
  const kept = new Set(after.graph.nodes.map((n) => n.id).filter((id) => !added.has(id)))
  return countChanges(diff) + countLayoutChanges(diffLayouts(before.layout, after.layout, kept))
}
