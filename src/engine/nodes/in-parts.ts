/** Finds the blocks whose work several machines can do, each on a part of the video. */
import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import { needsPixels, upstream } from './pixel-demand.ts'
import type { AnyPlannedNode, Plan } from './plan.ts'

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
