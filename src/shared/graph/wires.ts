/** Resolves edges to wires between ports. */
import { BLOCKS } from '../blocks/catalogue.ts'
import { blockName } from '../blocks/names.ts'
import { type Message, message } from '../messages/message.ts'
import type { KnownNode, Link, Wire } from './flow.ts'
import type { Graph, GraphEdge } from './graph.ts'
import { type Issue, type IssueCode, issue } from './issue.ts'
import { mismatch, type PortPair, portsOf } from './ports.ts'

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
