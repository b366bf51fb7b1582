/** Which wire fits where, and why not. The editor asks before it connects; `validate` asks for every edge. */
import type { BlockKind, InputPort, OutputPort, PortType } from '../blocks/block.ts'
import { BLOCKS, type BlockKindName, isBlockKind } from '../blocks/catalogue.ts'
import { SINK_ACCEPTS, type SinkKind } from '../blocks/sink.ts'
import type { Graph, GraphEdge, GraphNode } from './graph.ts'

export interface PortPair {
  out: OutputPort
  in: InputPort
}

const NOUNS: Record<PortType, string> = { frames: 'frames', detections: 'detections', events: 'events' }
const listOf = (types: readonly PortType[]) => types.map((t) => NOUNS[t]).join(' or ')

/**
 * The ports that an edge joins. A handle that is left out means the first port that fits the other end
 * (a condition's `true`, for instance). Null when a named handle does not exist or a block has no such side.
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

/** What a node's input takes: for a sink it depends on what it writes. */
export function acceptedBy(node: GraphNode, port: InputPort): readonly PortType[] {
  if (node.type !== 'sink') return port.accepts
  const kind = node.config.kind ?? 'csv'
  return typeof kind === 'string' && Object.hasOwn(SINK_ACCEPTS, kind) ? SINK_ACCEPTS[kind as SinkKind] : port.accepts
}

/** Why these two ports of these two nodes do not fit, as a sentence; null when they do. */
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

/** Follows edges from `start`; true when `goal` is reached. */
function reaches(graph: Graph, start: string, goal: string): boolean {
  const next = new Map<string, string[]>()
  for (const e of graph.edges) next.set(e.source, [...(next.get(e.source) ?? []), e.target])
  const seen = new Set<string>([start])
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === goal) return true
    for (const to of next.get(id) ?? []) {
      if (!seen.has(to)) {
        seen.add(to)
        open.push(to)
      }
    }
  }
  return false
}

/** Why a new wire can't be drawn, as a sentence for the user; null when it can. */
export function connectionProblem(graph: Graph, wire: GraphEdge): string | null {
  const from = graph.nodes.find((n) => n.id === wire.source)
  const to = graph.nodes.find((n) => n.id === wire.target)
  if (!from || !to || !isBlockKind(from.type) || !isBlockKind(to.type)) return 'There is no such block.'
  if (from.id === to.id) return 'A block can’t feed itself.'
  if (BLOCKS[to.type].inputs.length === 0) return 'A source has no input: it is where frames come from.'
  if (BLOCKS[from.type].outputs.length === 0) return 'A sink has no output: it is where results end.'
  const pair = portsOf(from.type, to.type, wire)
  if (!pair) return 'There is no such port.'
  const unfit = mismatch(to, pair)
  if (unfit) return unfit
  for (const e of graph.edges) {
    if (e.target !== to.id) continue
    const other = graph.nodes.find((n) => n.id === e.source)
    const taken = other && isBlockKind(other.type) ? portsOf(other.type, to.type, e) : null
    if (taken?.in.id !== pair.in.id) continue
    if (e.source === from.id && taken.out.id === pair.out.id) return 'These two are connected already.'
    if (!pair.in.many)
      return `“${BLOCKS[to.type].title}” takes one wire of ${NOUNS[pair.out.type]}. Remove the other one first.`
  }
  if (reaches(graph, to.id, from.id)) return 'This would make a loop: results can’t flow back to where they came from.'
  return null
}
