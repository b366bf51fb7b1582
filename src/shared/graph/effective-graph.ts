/** The graph that is run: without muted blocks, and with wires past bypassed ones. */

import type { BlockKind } from '../blocks/block.ts'
import { BLOCKS, isBlockKind } from '../blocks/catalogue.ts'
import { MAX_EDGES } from '../domain/limits.ts'
import { own } from '../domain/own.ts'
import type { Graph, GraphEdge, GraphNode, Layout } from './graph.ts'
import { portsOf } from './ports.ts'

/** Wires by their index in a list, while some are removed and others are added. */
class LiveWires {
  readonly #live = new Set<number>()
  readonly #into = new Map<string, Set<number>>()
  readonly #outOf = new Map<string, Set<number>>()
  /** The number of live wires that join the same ports: a drawn graph may have duplicates. */
  readonly #alike = new Map<string, number>()

  add(place: number, edge: GraphEdge): void {
    this.#live.add(place)
    group(this.#into, edge.target).add(place)
    group(this.#outOf, edge.source).add(place)
    const key = keyOf(edge)
    this.#alike.set(key, (this.#alike.get(key) ?? 0) + 1)
  }

  remove(place: number, edge: GraphEdge): void {
    if (!this.#live.delete(place)) return
    this.#into.get(edge.target)?.delete(place)
    this.#outOf.get(edge.source)?.delete(place)
    const key = keyOf(edge)
    this.#alike.set(key, (this.#alike.get(key) ?? 1) - 1)
  }

  /** True when a live wire joins the same ports. */
  has = (edge: GraphEdge): boolean => (this.#alike.get(keyOf(edge)) ?? 0) > 0
  isLive = (place: number): boolean => this.#live.has(place)
  into = (id: string): number[] => [...(this.#into.get(id) ?? [])]
  outOf = (id: string): number[] => [...(this.#outOf.get(id) ?? [])]
}

function group(groups: Map<string, Set<number>>, id: string): Set<number> {
  const known = groups.get(id)
  if (known) return known
  const made = new Set<number>()
  groups.set(id, made)
  return made
}

const keyOf = ({ source, sourceHandle, target, targetHandle }: GraphEdge): string =>
  JSON.stringify([source, sourceHandle ?? null, target, targetHandle ?? null])

export interface EffectiveGraph {
  graph: Graph
  /** For each edge of the result, the index of its original edge: a wire past a block maps to the one behind it. */
  origins: readonly number[]
}

interface TracedEdge {
  edge: GraphEdge
  origin: number
}

/**
 * The ports that a bypassed block joins: its first output whose type one of its inputs accepts. Null when there is
 * none.
 */
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
 * Applies the layout's switches; returns the same graph when none is set. A muted block is removed, and with it every
 * block that was fed only by removed ones. A bypassed block is removed too, and its input feeds the blocks behind its
 * first output of that type; its other outputs carry nothing. A block that can't be bypassed is kept. O(V + E),
 * including the wires that bypasses multiply.
 */
export function effectiveGraph(graph: Graph, layout: Pick<Layout, 'switches'> | null | undefined): EffectiveGraph {
  const switches = layout?.switches ?? {}
  const set = (node: GraphNode) => own(switches, node.id)
  const muted = new Set(graph.nodes.filter((n) => set(n) === 'muted').map((n) => n.id))
  const bypassed = graph.nodes.filter((n) => set(n) === 'bypassed' && bypassPorts(n.type) !== null)
  const all = graph.edges.map((edge, origin) => ({ edge, origin }))
  if (muted.size === 0 && bypassed.length === 0) return { graph, origins: all.map((e) => e.origin) }

  const types = new Map(graph.nodes.map((n) => [n.id, n.type]))
  const joined = past(bypassed, all, types)
  const around = new Set(bypassed.map((n) => n.id))
  const gone = starved(
    graph.nodes.map((n) => n.id).filter((id) => !around.has(id)),
    // Fed before by any of its wires in the drawn graph: a block that never had a wire is not starved.
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

/**
 * The wires after the blocks are removed and the wires at their joined ports are spliced. Blocks with many wires on
 * both sides multiply them: beyond `MAX_EDGES` the wires created so far are returned, and `validate` rejects that many.
 */
function past(
  blocks: readonly GraphNode[],
  drawn: readonly TracedEdge[],
  types: ReadonlyMap<string, string>,
): readonly TracedEdge[] {
  const all = [...drawn]
  const wires = new LiveWires()
  for (const [i, { edge }] of all.entries()) wires.add(i, edge)
  for (const node of blocks) {
    const ports = bypassPorts(node.type)
    const joined = (i: number, side: 'in' | 'out', port: string | undefined) => {
      const { edge } = all[i] as TracedEdge
      const [from, to] = [types.get(edge.source), types.get(edge.target)]
      if (edge.source === edge.target || !isBlockKind(from) || !isBlockKind(to)) return false
      return portsOf(from, to, edge)?.[side].id === port
    }
    const [into, outOf] = [wires.into(node.id), wires.outOf(node.id)]
    const arriving = into.filter((i) => joined(i, 'in', ports?.input))
    const leaving = outOf.filter((i) => joined(i, 'out', ports?.output))
    for (const i of [...into, ...outOf]) wires.remove(i, (all[i] as TracedEdge).edge)
    for (const behind of leaving) {
      for (const before of arriving) {
        const { edge: end, origin } = all[behind] as TracedEdge
        const edge = spliced((all[before] as TracedEdge).edge, end)
        if (!wires.has(edge)) wires.add(all.length, edge)
        if (all.push({ edge, origin }) > MAX_EDGES) return all
      }
    }
  }
  return all.filter((_, i) => wires.isLive(i))
}

const spliced = (before: GraphEdge, behind: GraphEdge): GraphEdge => ({
  source: before.source,
  target: behind.target,
  ...(before.sourceHandle !== undefined && { sourceHandle: before.sourceHandle }),
  ...(behind.targetHandle !== undefined && { targetHandle: behind.targetHandle }),
})

/** The muted blocks, and all blocks that were fed by a wire and have none left. */
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
