/** Traces a node upstream, for forms (class names) and summaries (source). */
import { classesOfModel, type KnownClasses } from '../../../../shared/graph/class-names.ts'
import type { Graph, GraphNode } from '../../../../shared/graph/graph.ts'

/** Returns the node itself and all nodes upstream, nearest first. Accepts damaged graphs and loops. */
export function upstream(graph: Graph, nodeId: string): GraphNode[] {
  const byId = new Map(graph.nodes.map((n) => [n.id, n]))
  const before = new Map<string, string[]>()
  for (const e of graph.edges) {
    const list = before.get(e.target)
    if (list) list.push(e.source)
    else before.set(e.target, [e.source])
  }
  const seen = new Set([nodeId])
  const open = [nodeId]
  const found: GraphNode[] = []
  for (const id of open) {
    const node = byId.get(id)
    if (node) found.push(node)
    for (const from of before.get(id) ?? []) {
      if (!seen.has(from)) {
        seen.add(from)
        open.push(from)
      }
    }
  }
  return found
}

/** Returns the class names that can arrive at a node, or those of a model itself; `knownBy` resolves trained models. */
export function classesAt(graph: Graph, nodeId: string, knownBy: KnownClasses): string[] {
  const names = new Set<string>()
  for (const node of upstream(graph, nodeId)) {
    if (node.type !== 'model') continue
    const kept = node.id === nodeId ? [] : strings(node.config.class_filter)
    for (const name of classesOfModel(node, knownBy)) if (kept.length === 0 || kept.includes(name)) names.add(name)
  }
  return [...names]
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : []
