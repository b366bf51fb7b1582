/**
 * Prepares a graph for running: nodes in topological order, wires with their ports; which of them read pixels, and which have
 * work that several machines can do, each on a part of the video.
 */

import type { PortType } from '../../shared/blocks/block.ts'
import { type BlockKindName, type ConfigOf, withDefaults } from '../../shared/blocks/catalogue.ts'
import { type Flow, flowOf, type KnownNode, topologicalOrder, wiresOf } from '../../shared/graph/flow.ts'
import type { Graph } from '../../shared/graph/graph.ts'
import { blocksRun } from '../../shared/graph/issue.ts'
import { unitingBlocks } from '../../shared/graph/unions.ts'
import { validate } from '../../shared/graph/validate.ts'
import { reachable } from '../../shared/graph/walk.ts'
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

/** Returns whether a block reads pixels, or passes them on to a file; all others process numbers only. */
export function needsPixels(node: AnyPlannedNode): boolean {
  switch (node.kind) {
    case 'model':
    case 'visualize':
      return true
    case 'crop':
      return node.config.emit_crops
    case 'track': {
      const { tracker, camera_motion, reid_model_id } = node.config
      return tracker === 'botsort' && (camera_motion !== 'off' || reid_model_id !== undefined)
    }
    case 'sink':
      return node.config.kind === 'annotated_video' || node.config.kind === 'annotations'
    case 'source':
    case 'filter':
    case 'condition':
    case 'measure':
      return false
  }
}

/** All nodes upstream of this one, unordered, excluding itself. */
export const upstream = (
  node: AnyPlannedNode,
  nodes: ReadonlyMap<string, AnyPlannedNode>,
): ReadonlySet<AnyPlannedNode> =>
  reachable([node], ({ inlets }) => inlets.map(({ from }) => nodes.get(from) as AnyPlannedNode))

/** True when all other blocks have read the pixels before this one receives them, or receive this block's output. */
export function isLastReader(node: AnyPlannedNode, plan: Plan): boolean {
  const before = upstream(node, new Map(plan.nodes.map((n) => [n.id, n])))
  const getsOnlyThis = (other: AnyPlannedNode) =>
    other.kind === 'sink' &&
    other.config.kind === 'annotated_video' &&
    other.inlets.every(({ from }) => from === node.id)
  return plan.nodes.every((other) => other === node || before.has(other) || !needsPixels(other) || getsOnlyThis(other))
}

/** Block kinds whose output for a frame depends on that frame alone. */
const FORGETFUL = new Set<BlockKindName>(['source', 'model', 'filter', 'crop'])

const byId = ({ nodes }: Plan) => new Map(nodes.map((node) => [node.id, node]))

/** Ids of the models whose detections depend on the frame alone. */
export function detectedInParts(plan: Plan): ReadonlySet<string> {
  const nodes = byId(plan)
  const isForgetful = (node: AnyPlannedNode) => [...upstream(node, nodes)].every(({ kind }) => FORGETFUL.has(kind))
  return new Set(plan.nodes.filter((node) => node.kind === 'model' && isForgetful(node)).map(({ id }) => id))
}

/** These nodes and all that they depend on, in the order of the plan. */
export function withUpstream(plan: Plan, ids: ReadonlySet<string>): AnyPlannedNode[] {
  const nodes = byId(plan)
  const needed = new Set(ids)
  for (const id of ids) for (const node of upstream(nodes.get(id) as AnyPlannedNode, nodes)) needed.add(node.id)
  return plan.nodes.filter(({ id }) => needed.has(id))
}

export const isVideoSink = (node: AnyPlannedNode): boolean =>
  node.kind === 'sink' && node.config.kind === 'annotated_video'

/** True for a block of a run whose videos are drawn in parts, which has nothing left to draw. */
export const isDrawing = (node: AnyPlannedNode): boolean => node.kind === 'visualize' || isVideoSink(node)

/**
 * Ids of the sinks that write annotated videos; null when they can't be drawn in parts: drawn frames are used otherwise too,
 * or a block before them needs the pixels of all frames.
 */
export function drawnInParts(plan: Plan): ReadonlySet<string> | null {
  const sinks = new Set(plan.nodes.filter(isVideoSink).map(({ id }) => id))
  const drawing = new Set(plan.nodes.filter(({ kind }) => kind === 'visualize').map(({ id }) => id))
  const isOther = (node: AnyPlannedNode) => !isVideoSink(node) && node.inlets.some(({ from }) => drawing.has(from))
  if (sinks.size === 0 || plan.nodes.some(isOther)) return null
  const detected = detectedInParts(plan)
  const isInTheWay = (node: AnyPlannedNode) => needsPixels(node) && !isDrawing(node) && !detected.has(node.id)
  return withUpstream(plan, sinks).some(isInTheWay) ? null : sinks
}
