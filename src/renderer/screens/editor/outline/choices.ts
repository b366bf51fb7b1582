/** Lists the possible edits at a block: blocks after it or in its wires, wires to others; reasons where impossible. */
import type { BlockKind } from '../../../../shared/blocks/block.ts'
import { BLOCK_KINDS, type BlockKindName, isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import type { Graph, GraphEdge } from '../../../../shared/graph/graph.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { type EditorDocument, edgeIds, findNode, withHandles } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import {
  freshConfig,
  planBlock,
  planBlockOnEdge,
  planWireToNode,
  type WireEnd,
  wirePlanner,
} from '../document/wiring.ts'

const NEW = '\u0000new'

export interface NewBlockChoice {
  kind: BlockKindName
  /** The output that it is wired to. */
  end: WireEnd
  /** The output's title if the block has several. */
  port: string | null
  problem: string | null
}

const withNew = (graph: Graph, kind: BlockKindName): Graph => ({
  ...graph,
  nodes: [...graph.nodes, { id: NEW, type: kind, config: freshConfig(kind) }],
})

const portsAt = (
  graph: Graph,
  nodeId: string,
  side: 'inputs' | 'outputs',
): readonly { id: string; title: string }[] => {
  const type = findNode(graph, nodeId)?.type ?? ''
  return isBlockKind(type) ? (BLOCKS[type] as BlockKind)[side] : []
}

const several = <T>(ports: readonly T[], title: string): string | null => (ports.length > 1 ? title : null)

/** Every kind at every output of the block. */
export function blocksAfter({ graph }: EditorDocument, nodeId: string): NewBlockChoice[] {
  const outputs = portsAt(graph, nodeId, 'outputs')
  return outputs.flatMap((output) => {
    const end: WireEnd = { nodeId, port: output.id, side: 'source' }
    return BLOCK_KINDS.map((kind) => {
      const port = several(outputs, output.title)
      if (planBlock(graph, kind, NEW, end)) return { kind, end, port, problem: null }
      const plan = planWireToNode(withNew(graph, kind), end, NEW)
      return { kind, end, port, problem: 'problem' in plan ? plan.problem : texts.outline.choice.doesNotFit }
    })
  })
}

export interface InsertChoice {
  kind: BlockKindName
  edgeId: string
  from: string
  to: string
  problem: string | null
}

/** Every kind in every wire of the block, incoming wires first. */
export function blocksBetween({ graph }: EditorDocument, nodeId: string): InsertChoice[] {
  return wiresOf(graph, nodeId).flatMap(({ edgeId, edge }) =>
    BLOCK_KINDS.map((kind) => ({
      kind,
      edgeId,
      from: edge.source,
      to: edge.target,
      problem: planBlockOnEdge(graph, kind, NEW, edgeId) ? null : whyNotBetween(graph, kind, edge),
    })),
  )
}

function whyNotBetween(graph: Graph, kind: BlockKindName, edge: GraphEdge): string {
  const { sourceHandle, targetHandle } = withHandles(graph, edge)
  const rest = withNew({ ...graph, edges: graph.edges.filter((e) => e !== edge) }, kind)
  const before = planWireToNode(rest, { nodeId: edge.source, port: sourceHandle ?? '', side: 'source' }, NEW)
  if ('problem' in before) return before.problem
  const joined = { ...rest, edges: [...rest.edges, before.edge] }
  const after = planWireToNode(joined, { nodeId: edge.target, port: targetHandle ?? '', side: 'target' }, NEW)
  return 'problem' in after ? after.problem : texts.outline.choice.doesNotFit
}

export interface WireChoice {
  edge: GraphEdge
  /** Direction of the wire: leaving the block or arriving at it. */
  side: 'to' | 'from'
  other: string
  /** Titles of the ports of a block with several. */
  port: string | null
  otherPort: string | null
  problem: string | null
}

/** Every wire that could connect the block with another, outgoing wires first. */
export function wiresToDraw({ graph }: EditorDocument, nodeId: string): WireChoice[] {
  const plan = wirePlanner(graph)
  const others = [...new Set(graph.nodes.map((n) => n.id))].filter((id) => id !== nodeId)
  const choices = (side: 'to' | 'from'): WireChoice[] => {
    const mine = portsAt(graph, nodeId, side === 'to' ? 'outputs' : 'inputs')
    return others.flatMap((other) => {
      const theirs = portsAt(graph, other, side === 'to' ? 'inputs' : 'outputs')
      return mine.flatMap((p) =>
        theirs.map((q) => {
          const edge: GraphEdge =
            side === 'to'
              ? { source: nodeId, sourceHandle: p.id, target: other, targetHandle: q.id }
              : { source: other, sourceHandle: q.id, target: nodeId, targetHandle: p.id }
          const planned = plan(edge)
          return {
            edge,
            side,
            other,
            port: several(mine, p.title),
            otherPort: several(theirs, q.title),
            problem: 'problem' in planned ? planned.problem : null,
          }
        }),
      )
    })
  }
  return [...choices('to'), ...choices('from')]
}

export interface DrawnWire {
  edgeId: string
  edge: GraphEdge
  side: 'to' | 'from'
  other: string
}

/** The block's wires, incoming ones first. */
export function wiresOf(graph: Graph, nodeId: string): DrawnWire[] {
  const ids = edgeIds(graph.edges)
  const at = (side: 'to' | 'from') =>
    graph.edges.flatMap((edge, i): DrawnWire[] => {
      const [mine, other] = side === 'to' ? [edge.source, edge.target] : [edge.target, edge.source]
      return mine === nodeId ? [{ edgeId: ids[i] as string, edge, side, other }] : []
    })
  return [...at('from'), ...at('to')]
}
