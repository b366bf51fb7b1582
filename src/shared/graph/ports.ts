/**
 * The rules for connecting ports, with the reason why a wire does not fit. The editor applies them before it connects;
 * `validate` applies them to every edge.
 */
import type { BlockKind, InputPort, OutputPort, PortType } from '../blocks/block.ts'
import { BLOCKS, type BlockKindName, isBlockKind } from '../blocks/catalogue.ts'
import { SINK_ACCEPTS, type SinkKind } from '../blocks/sink.ts'
import type { Graph, GraphEdge, GraphNode } from './graph.ts'
import { reachable } from './walk.ts'

export interface PortPair {
  out: OutputPort
  in: InputPort
}

const NOUNS: Record<PortType, string> = { frames: 'frames', detections: 'detections', events: 'events' }
const listOf = (types: readonly PortType[]) => types.map((t) => NOUNS[t]).join(' or ')

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

/** The reason, as a sentence, why these two ports of these two nodes do not fit; null when they do. */
export function mismatch(target: GraphNode, pair: PortPair): string | null {
  const title = (BLOCKS[target.type as BlockKindName] as BlockKind).title
  if (!pair.in.accepts.includes(pair.out.type)) {
    return `“${title}” takes ${listOf(pair.in.accepts)} here, but this wire carries ${NOUNS[pair.out.type]}.`
  }
  const accepted = acceptedBy(target, pair.in)
  if (!accepted.includes(pair.out.type)) {
    const kind = String(target.config.kind ?? 'csv').replace('_', ' ')
    const hint = pair.out.type === 'frames' ? 'Choose “annotated video” as its kind.' : wantsFrames(accepted)
    return `A sink that writes ${kind} takes ${listOf(accepted)}, but this wire carries ${NOUNS[pair.out.type]}. ${hint}`
  }
  return null
}

const wantsFrames = (accepted: readonly PortType[]) =>
  accepted.includes('frames') ? 'Put a visualize block in between.' : 'Choose another kind of sink.'

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
 * The reason, as a sentence for the user, why a new wire can't be drawn; null when it can. `target` replaces the node
 * there.
 */
export type ConnectionRules = (wire: GraphEdge, target?: GraphNode) => string | null

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
    if (!from || !to || !isBlockKind(from.type) || !isBlockKind(to.type)) return 'There is no such block.'
    if (from.id === to.id) return 'A block can’t feed itself.'
    if (BLOCKS[to.type].inputs.length === 0) return 'A source has no input: it is where frames come from.'
    if (BLOCKS[from.type].outputs.length === 0) return 'A sink has no output: it is where results end.'
    const pair = portsOf(from.type, to.type, wire)
    if (!pair) return 'There is no such port.'
    const unfit = mismatch(to, pair)
    if (unfit) return unfit
    for (const e of into.get(to.id) ?? []) {
      const other = nodes.get(e.source)
      const taken = other && isBlockKind(other.type) ? portsOf(other.type, to.type, e) : null
      if (taken?.in.id !== pair.in.id) continue
      if (e.source === from.id && taken.out.id === pair.out.id) return 'These two are connected already.'
      if (!pair.in.many)
        return `“${BLOCKS[to.type].title}” takes one wire of ${NOUNS[pair.out.type]}. Remove the other one first.`
    }
    if (loops(from.id, to.id)) return 'This would make a loop: results can’t flow back to where they came from.'
    return null
  }
}

/** The rules for a single wire. */
export const connectionProblem = (graph: Graph, wire: GraphEdge): string | null => connectionRules(graph)(wire)
