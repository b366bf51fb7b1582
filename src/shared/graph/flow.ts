/**
 * The graph as adjacency lists: its edges resolved to wires between ports, and the walks that validation needs, all in
 * O(V + E).
 */
import { BLOCKS, type BlockKindName } from '../blocks/catalogue.ts'
import { blockName } from '../blocks/names.ts'
import { type Message, message } from '../messages/message.ts'
import type { Graph, GraphEdge, GraphNode } from './graph.ts'
import { type Issue, type IssueCode, issue } from './issue.ts'
import { mismatch, type PortPair, portsOf } from './ports.ts'
import { reachable, topologicalSort } from './walk.ts'

interface Misfit {
  code: IssueCode
  reason: Message
}

export interface Wires {
  /** The edges that join two known blocks by fitting ports. */
  wires: Wire[]
  /** The edges whose ports do not fit, with the blocks they were meant to join. */
  misfits: Link[]
  /** Ids of known blocks at the end of an edge whose other end is missing or of an unknown kind. */
  frayed: ReadonlySet<string>
  /** The issues of all other edges. */
  issues: Issue[]
}

export function wiresOf(graph: Graph, known: ReadonlyMap<string, KnownNode>): Wires {
  const wires: Wire[] = []
  const misfits: Link[] = []
  const frayed = new Set<string>()
  const issues: Issue[] = []
  const ids = new Set(graph.nodes.map((n) => n.id))
  const pairs = new Set<string>()
  const taken = new Set<string>()
  for (const [index, edge] of graph.edges.entries()) {
    const missing = [edge.source, edge.target].find((id) => !ids.has(id))
    const from = known.get(edge.source)
    const to = known.get(edge.target)
    if (missing !== undefined) {
      issues.push(issue('edge.dangling', message('wire.dangling', { id: missing }), { edge_index: index }))
    }
    if (!from || !to) {
      for (const end of [from, to]) if (end) frayed.add(end.id)
      continue
    }
    const ports = joinedPorts(from, to, edge)
    if ('code' in ports) {
      issues.push(issue(ports.code, ports.reason, { edge_index: index }))
      if (from !== to) misfits.push({ from, to })
      continue
    }
    const pair = JSON.stringify([from.id, ports.out.id, to.id, ports.in.id])
    if (pairs.has(pair)) {
      issues.push(
        issue('edge.duplicate', message('wire.duplicate'), {
          edge_index: index,
        }),
      )
      continue
    }
    pairs.add(pair)
    const port = JSON.stringify([to.id, ports.in.id])
    if (!ports.in.many && taken.has(port)) {
      const reason = message('wire.port_taken', { block: blockName(to.type) })
      issues.push(issue('edge.port_taken', reason, { edge_index: index }))
    }
    taken.add(port)
    wires.push({ index, from, to, ports })
  }
  return { wires, misfits, frayed, issues }
}

function joinedPorts(from: KnownNode, to: KnownNode, edge: GraphEdge): PortPair | Misfit {
  if (from === to) return { code: 'edge.self', reason: message('wire.feeds_itself') }
  const ports = portsOf(from.type, to.type, edge)
  if (!ports) return { code: 'edge.unknown_handle', reason: noPort(from, to) }
  const reason = mismatch(to, ports)
  if (reason === null) return ports
  return { code: ports.in.accepts.includes(ports.out.type) ? 'sink.input_mismatch' : 'edge.port_mismatch', reason }
}

function noPort(from: KnownNode, to: KnownNode): Message {
  if (BLOCKS[from.type].outputs.length === 0) return message('wire.no_output', { id: from.id })
  if (BLOCKS[to.type].inputs.length === 0) return message('wire.no_input', { id: to.id })
  return message('wire.unknown_port')
}

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
