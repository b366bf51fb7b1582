/** Prepares a graph for running: nodes in topological order, wires with their ports. */

import type { PortType } from '../../shared/blocks/block.ts'
import { type BlockKindName, type ConfigOf, withDefaults } from '../../shared/blocks/catalogue.ts'
import { type Flow, flowOf, type KnownNode, topologicalOrder } from '../../shared/graph/flow.ts'
import type { Graph } from '../../shared/graph/graph.ts'
import { blocksRun } from '../../shared/graph/issue.ts'
import { unitingBlocks } from '../../shared/graph/unions.ts'
import { validate } from '../../shared/graph/validate.ts'
import { wiresOf } from '../../shared/graph/wires.ts'
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import type { UnionRule } from './merge-detections.ts'

export interface Inlet {
  /** Node id and output port at the start of the wire. */
  from: string
  output: string
  type: PortType
}

export interface PlannedNode<K extends BlockKindName = BlockKindName> {
  id: string
  kind: K
  /** With all defaults filled in. */
  config: ConfigOf<K>
  inlets: readonly Inlet[]
  /** How the node unites the detections of several models or tiles; absent where they do not meet. */
  union?: UnionRule | undefined
}

/** One node of any kind, with the config of that kind. */
export type AnyPlannedNode = { [K in BlockKindName]: PlannedNode<K> }[BlockKindName]

export interface Plan {
  nodes: readonly AnyPlannedNode[]
  source: PlannedNode<'source'>
}

/** Raises `graph_invalid` with the message of the first problem when the graph can't run. */
export function planOf(graph: Graph): Plan {
  const issues = validate(graph)
  if (blocksRun(issues)) {
    const first = issues.find((i) => i.severity === 'error')
    throw new RunFailure('graph_invalid', first ?? message('engine.workflow_not_runnable'), first?.node_id ?? null)
  }
  return orderOf(graph)
}

/** The plan of a graph, or of a part of one, that is known to be valid. */
export function orderOf(graph: Graph): Plan {
  const known = new Map(graph.nodes.map((n) => [n.id, n as KnownNode]))
  const { wires } = wiresOf(graph, known)
  const flow = flowOf([...known.values()], wires)
  const unions = unionsOf(flow)
  const nodes = topologicalOrder(flow).map((node) => {
    const inlets = (flow.into.get(node.id) ?? []).map((w) => ({
      from: w.from.id,
      output: w.ports.out.id,
      type: w.ports.out.type,
    }))
    const config = withDefaults(node.type, node.config)
    return { id: node.id, kind: node.type, config, inlets, union: unions.get(node.id) } as AnyPlannedNode
  })
  const source = nodes.find((n): n is PlannedNode<'source'> => n.kind === 'source')
  if (!source) throw new RunFailure('graph_invalid', message('engine.no_source'))
  return { nodes, source }
}

function unionsOf(flow: Flow): Map<string, UnionRule> {
  const ownIou = new Map(
    flow.nodes
      .filter(({ type }) => type === 'model')
      .map(({ id, config }) => [id, withDefaults('model', config).iou_threshold]),
  )
  const uniting = unitingBlocks(flow)
  const unions = new Map<string, UnionRule>()
  for (const { id, type, config } of flow.nodes) {
    const settings = withDefaults(type, config)
    if (!uniting.has(id) || !('union_iou' in settings)) continue
    unions.set(id, { iou: settings.union_iou, ownIou })
  }
  return unions
}

/** The model blocks, whose files a run needs. */
export const trainedModels = (plan: Plan): PlannedNode<'model'>[] =>
  plan.nodes.filter((n): n is PlannedNode<'model'> => n.kind === 'model')
