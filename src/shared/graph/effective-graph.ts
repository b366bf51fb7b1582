/** The graph that is run: without what is muted, and with wires past what is bypassed. */
import type { BlockKind } from '../blocks/block.ts'
import { BLOCKS, isBlockKind } from '../blocks/catalogue.ts'
import type { Graph, GraphEdge, GraphNode, Layout } from './graph.ts'
import { portsOf } from './ports.ts'

export interface EffectiveGraph {
  graph: Graph
  /** For each edge of the result the index of the edge it comes from: a wire past a block stands for the one behind it. */
  origins: readonly number[]
}

interface TracedEdge {
  edge: GraphEdge
  origin: number
}

/** The ports that a bypassed block joins: its first output whose type one of its inputs takes. Null when there is none. */
export function bypassPorts(type: string): { input: string; output: string } | null {
  if (!isBlockKind(type)) return null
  const { inputs, outputs } = BLOCKS[type] as BlockKind
  for (const output of outputs) {
    const input = inputs.find((p) => p.accepts.includes(output.type))
    if (input) return { input: input.id, output: output.id }
  }
  return null
}

/**
 * Applies the layout's switches; the very same graph where none is set. A muted block goes, and with it every block
 * that was fed only by what went. A bypassed block goes too, and what arrived at it arrives at the blocks behind its
 * first output of that type; its other outputs carry nothing. A block that can't be bypassed is left in. O(V + E) but
 * for the wires that a bypass multiplies.
 */
export function effectiveGraph(graph: Graph, layout: Pick<Layout, 'switches'> | null | undefined): EffectiveGraph {
  const switches = layout?.switches ?? {}
  const set = (node: GraphNode) => (Object.hasOwn(switches, node.id) ? switches[node.id] : undefined)
  const muted = new Set(graph.nodes.filter((n) => set(n) === 'muted').map((n) => n.id))
  const bypassed = graph.nodes.filter((n) => set(n) === 'bypassed' && bypassPorts(n.type) !== null)
  const all = graph.edges.map((edge, origin) => ({ edge, origin }))
  if (muted.size === 0 && bypassed.length === 0) return { graph, origins: all.map((e) => e.origin) }

  const types = new Map(graph.nodes.map((n) => [n.id, n.type]))
  const joined = bypassed.reduce((edges, node) => past(node, edges, types), all)
  const around = new Set(bypassed.map((n) => n.id))
  const gone = starved(
    graph.nodes.map((n) => n.id).filter((id) => !around.has(id)),
    // Fed once, by any of the wires it has in the drawn graph: a block that never had one is not starved.
    new Set(all.map(({ edge }) => edge.target)),
    joined.map(({ edge }) => edge),
    muted,
  )
  const kept = joined.filter(({ edge }) => !gone.has(edge.source) && !gone.has(edge.target))
  return {
    graph: {
      ...graph,
      nodes: graph.nodes.filter((n) => !gone.has(n.id) && !around.has(n.id)),
      edges: kept.map((e) => e.edge),
    },
    origins: kept.map((e) => e.origin),
  }
}

/** The wires once the block is taken out and those at its joined ports are spliced. */
function past(node: GraphNode, edges: readonly TracedEdge[], types: ReadonlyMap<string, string>): TracedEdge[] {
  const ports = bypassPorts(node.type)
  const at = ({ edge }: TracedEdge, side: 'in' | 'out') => {
    const [from, to] = [types.get(edge.source), types.get(edge.target)]
    return from && to && isBlockKind(from) && isBlockKind(to) ? portsOf(from, to, edge)?.[side].id : undefined
  }
  const rest = edges.filter(({ edge }) => edge.source !== node.id && edge.target !== node.id)
  const outside = edges.filter(({ edge }) => edge.source !== edge.target)
  const arriving = outside.filter((e) => e.edge.target === node.id && at(e, 'in') === ports?.input)
  const leaving = outside.filter((e) => e.edge.source === node.id && at(e, 'out') === ports?.output)
  const key = ({ source, sourceHandle, target, targetHandle }: GraphEdge) =>
    JSON.stringify([source, sourceHandle ?? null, target, targetHandle ?? null])
  const known = new Set(rest.map((e) => key(e.edge)))
  const spliced: TracedEdge[] = []
  for (const behind of leaving) {
    for (const { edge: before } of arriving) {
      const edge: GraphEdge = {
        source: before.source,
        target: behind.edge.target,
        ...(before.sourceHandle !== undefined && { sourceHandle: before.sourceHandle }),
        ...(behind.edge.targetHandle !== undefined && { targetHandle: behind.edge.targetHandle }),
      }
      if (known.has(key(edge))) continue
      known.add(key(edge))
      spliced.push({ edge, origin: behind.origin })
    }
  }
  return [...rest, ...spliced]
}

/** The muted blocks and all that were fed by a wire and have none left. */
function starved(
  ids: readonly string[],
  onceFed: ReadonlySet<string>,
  edges: readonly GraphEdge[],
  muted: ReadonlySet<string>,
): Set<string> {
  const feeds = new Map<string, number>()
  const behind = new Map<string, string[]>()
  for (const { source, target } of edges) {
    feeds.set(target, (feeds.get(target) ?? 0) + 1)
    const list = behind.get(source)
    if (list) list.push(target)
    else behind.set(source, [target])
  }
  const gone = new Set(muted)
  const open = [...muted]
  for (const id of ids) {
    if (gone.has(id) || !onceFed.has(id) || (feeds.get(id) ?? 0) > 0) continue
    gone.add(id)
    open.push(id)
  }
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const next of behind.get(id) ?? []) {
      const left = (feeds.get(next) ?? 0) - 1
      feeds.set(next, left)
      if (left > 0 || gone.has(next)) continue
      gone.add(next)
      open.push(next)
    }
  }
  return gone
}
