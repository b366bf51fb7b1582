/** Finds the blocks that no run reaches because of muted or bypassed ones. */
import { effectiveGraph } from '../../../../shared/graph/effective-graph.ts'
import type { EditorDocument } from './document.ts'

const NONE: ReadonlySet<string> = new Set()
let last: { graph: unknown; switches: unknown; ids: ReadonlySet<string> } | null = null

/** Cached for the newest document, because every block calls it on every edit. */
export function leftOut({ graph, layout }: EditorDocument): ReadonlySet<string> {
  const { switches } = layout
  if (!switches) return NONE
  if (last?.graph === graph && last.switches === switches) return last.ids
  const run = new Set(effectiveGraph(graph, layout).graph.nodes.map((n) => n.id))
  const ids = new Set(graph.nodes.map((n) => n.id).filter((id) => !run.has(id) && switches[id] !== 'bypassed'))
  last = { graph, switches, ids }
  return ids
}
