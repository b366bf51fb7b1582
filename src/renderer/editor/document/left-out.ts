/** Blocks that no run reaches because of what is muted or bypassed. */
import { effectiveGraph } from '../../../shared/graph/effective-graph.ts'
import type { EditorDocument } from './document.ts'

const NONE: ReadonlySet<string> = new Set()
let last: { graph: unknown; switches: unknown; ids: ReadonlySet<string> } | null = null

/** Asked by every block on every edit, hence kept for the newest document. */
export function leftOut({ graph, layout }: EditorDocument): ReadonlySet<string> {
  const { switches } = layout
  if (!switches) return NONE
  if (last?.graph === graph && last.switches === switches) return last.ids
  const run = new Set(effectiveGraph(graph, layout).graph.nodes.map((n) => n.id))
  const ids = new Set(graph.nodes.map((n) => n.id).filter((id) => !run.has(id) && switches[id] !== 'bypassed'))
  last = { graph, switches, ids }
  return ids
}
