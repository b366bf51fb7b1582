/**
 * The rules for connecting ports, with the reason why a wire does not fit. The editor applies them before it connects;
 * `validate` applies them to every edge.
 */
import type { BlockKind, InputPort, OutputPort, PortType } from '../blocks/block.ts'
import { BLOCKS, type BlockKindName, isBlockKind } from '../blocks/catalogue.ts'
import { blockName } from '../blocks/names.ts'
import { SINK_ACCEPTS, type SinkKind } from '../blocks/sink.ts'
import { type Message, message } from '../messages/message.ts'
import type { Graph, GraphEdge, GraphNode } from './graph.ts'
import { reachable } from './walk.ts'

export interface PortPair {
  out: OutputPort
  in: InputPort
}

const flowName = (...types: readonly PortType[]): Message => message('name.flow', { flow: types.join('_or_') })

/**
 * The ports that an edge joins. An omitted handle means the first port that fits the other end (a condition's `true`,
 * for instance). Null when a named handle does not exist or a block has no such side.
 */
export function portsOf(
  from: BlockKindName,
  to: BlockKindName,
  edge: Pick<GraphEdge, 'sourceHandle' | 'targetHandle'>,
): PortPair | null {
  const outputs = (BLOCKS[from] as BlockKind).outputs.filter(
    (p) => edge.sourceHandle == null || p.id === edge.sourceHandle,
  )
  const inputs = (BLOCKS[to] as BlockKind).inputs.filter((p) => edge.targetHandle == null || p.id === edge.targetHandle)
  for (const out of outputs) {
    const fitting = inputs.find((p) => p.accepts.includes(out.type))
    if (fitting) return { out, in: fitting }
  }
  const [out, input] = [outputs[0], inputs[0]]
  return out && input ? { out, in: input } : null
}

/** The types that a node's input accepts: for a sink they depend on the format that it writes. */
export function acceptedBy(node: GraphNode, port: InputPort): readonly PortType[] {
  if (node.type !== 'sink') return port.accepts
  const kind = node.config.kind ?? 'csv'
  return typeof kind === 'string' && Object.hasOwn(SINK_ACCEPTS, kind) ? SINK_ACCEPTS[kind as SinkKind] : port.accepts
}

/** The reason why these two ports of these two nodes do not fit; null when they do. */
export function mismatch(target: GraphNode, pair: PortPair): Message | null {
  const carried = flowName(pair.out.type)
  if (!pair.in.accepts.includes(pair.out.type)) {
    const block = blockName(target.type as BlockKindName)
    return message('wire.port_mismatch', { block, accepted: flowName(...pair.in.accepts), carried })
  }
  const accepted = acceptedBy(target, pair.in)
  if (!accepted.includes(pair.out.type)) {
    const sink = message('name.sink', { sink: String(target.config.kind ?? 'csv') })
    return message(remedy(pair.out.type, accepted), { sink, accepted: flowName(...accepted), carried })
  }
  return null
}

function remedy(carried: PortType, accepted: readonly PortType[]) {
  if (carried === 'frames') return 'wire.sink_needs_video_kind'
  return accepted.includes('frames') ? 'wire.sink_needs_visualize' : 'wire.sink_needs_other_kind'
}

function grouped<T>(all: readonly T[], key: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of all) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}

/**
 * The reason why a new wire can't be drawn; null when it can. `target` replaces the node
 * there.
 */
export type ConnectionRules = (wire: GraphEdge, target?: GraphNode) => Message | null

/**
 * The rules for one graph. Checking many wires with one end in common costs O(V + E) once, then the number of wires at
 * the other end.
 */
export function connectionRules(graph: Graph): ConnectionRules {
  const nodes = new Map<string, GraphNode>()
  for (const node of graph.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node)
  const into = grouped(graph.edges, (e) => e.target)
  const outOf = grouped(graph.edges, (e) => e.source)
  const above = new Map<string, ReadonlySet<string>>()
  const below = new Map<string, ReadonlySet<string>>()

  function loops(from: string, to: string): boolean {
    const known = above.get(from)?.has(to) ?? below.get(to)?.has(from)
    if (known !== undefined) return known
    const ancestors = reachable([from], (id) => into.get(id)?.map((e) => e.source) ?? []).add(from)
    above.set(from, ancestors)
    below.set(to, reachable([to], (id) => outOf.get(id)?.map((e) => e.target) ?? []).add(to))
    return ancestors.has(to)
  }

  return (wire, target) => {
    const from = nodes.get(wire.source)
    const to = target ?? nodes.get(wire.target)
    if (!from || !to || !isBlockKind(from.type) || !isBlockKind(to.type)) return message('wire.new_no_block')
    if (from.id === to.id) return message('wire.new_feeds_itself')
    if (BLOCKS[to.type].inputs.length === 0) return message('wire.new_into_source')
    if (BLOCKS[from.type].outputs.length === 0) return message('wire.new_from_sink')
    const pair = portsOf(from.type, to.type, wire)
    if (!pair) return message('wire.new_no_port')
    const unfit = mismatch(to, pair)
    if (unfit) return unfit
    for (const e of into.get(to.id) ?? []) {
      const other = nodes.get(e.source)
      const taken = other && isBlockKind(other.type) ? portsOf(other.type, to.type, e) : null
      if (taken?.in.id !== pair.in.id) continue
      if (e.source === from.id && taken.out.id === pair.out.id) return message('wire.new_duplicate')
      if (!pair.in.many)
        return message('wire.new_port_taken', { block: blockName(to.type), carried: flowName(pair.out.type) })
    }
    if (loops(from.id, to.id)) return message('wire.new_loop')
    return null
  }
}

/** The rules for a single wire. */
export const connectionProblem = (graph: Graph, wire: GraphEdge): Message | null => connectionRules(graph)(wire)
