/** The graph as adjacency lists, with the walks that validation needs, all in O(V + E). */
import type { BlockKindName } from '../blocks/catalogue.ts'
import type { GraphNode } from './graph.ts'
import type { PortPair } from './ports.ts'
import { reachable, topologicalSort } from './walk.ts'

export type KnownNode = GraphNode & { type: BlockKindName }

/** Two blocks of known kinds that an edge joins. */
export interface Link {
  from: KnownNode
  to: KnownNode
}

/** A link whose ports fit. */
export interface Wire extends Link {
  index: number
  ports: PortPair
}

export interface Flow<L extends Link = Wire> {
  nodes: readonly KnownNode[]
  wires: readonly L[]
  into: ReadonlyMap<string, readonly L[]>
  outOf: ReadonlyMap<string, readonly L[]>
}

export function flowOf<L extends Link>(nodes: readonly KnownNode[], wires: readonly L[]): Flow<L> {
  const into = new Map<string, L[]>()
  const outOf = new Map<string, L[]>()
  for (const n of nodes) {
    into.set(n.id, [])
    outOf.set(n.id, [])
  }
  for (const w of wires) {
    into.get(w.to.id)?.push(w)
    outOf.get(w.from.id)?.push(w)
  }
  return { nodes, wires, into, outOf }
}

/** Ids of all nodes that are reachable from `starts`, those included only when a path leads back to them. */
export function downstreamOf<L extends Link>(
  flow: Flow<L>,
  starts: Iterable<string>,
  along: (link: L) => boolean = () => true,
): Set<string> {
  return reachable(starts, (id) => (flow.outOf.get(id) ?? []).filter(along).map((w) => w.to.id))
}

/** Nodes in topological order; those on or behind a loop are omitted. */
export const topologicalOrder = (flow: Flow): KnownNode[] =>
  topologicalSort(flow.nodes, ({ id }) => (flow.outOf.get(id) ?? []).map((w) => w.to))

/**
 * Indexes of edges that lie on a loop: those inside a strongly connected component (Tarjan 1972, without recursion).
 */
export function loopEdges(flow: Flow): number[] {
  const part = strongParts(flow)
  const size = new Map<number, number>()
  for (const p of part.values()) size.set(p, (size.get(p) ?? 0) + 1)
  return flow.wires
    .filter((w) => part.get(w.from.id) === part.get(w.to.id) && (size.get(part.get(w.from.id) as number) ?? 0) > 1)
    .map((w) => w.index)
}

function strongParts(flow: Flow): Map<string, number> {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const part = new Map<string, number>()
  const stack: string[] = []
  let parts = 0
  for (const root of flow.nodes) {
    if (order.has(root.id)) continue
    const calls: { id: string; next: number }[] = [{ id: root.id, next: 0 }]
    while (calls.length > 0) {
      const call = calls[calls.length - 1] as { id: string; next: number }
      const { id } = call
      if (call.next === 0) {
        order.set(id, order.size)
        low.set(id, order.get(id) as number)
        stack.push(id)
      }
      const wire = flow.outOf.get(id)?.[call.next]
      if (wire) {
        call.next++
        const to = wire.to.id
        if (!order.has(to)) calls.push({ id: to, next: 0 })
        else if (!part.has(to)) low.set(id, Math.min(low.get(id) as number, order.get(to) as number))
        continue
      }
      calls.pop()
      const caller = calls.at(-1)
      if (caller) low.set(caller.id, Math.min(low.get(caller.id) as number, low.get(id) as number))
      if (low.get(id) !== order.get(id)) continue
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        part.set(member, parts)
        if (member === id) break
      }
      parts++
    }
  }
  return part
}
