/** Finds the blocks that read a frame's pixels, and the last one to do so. */
import { reachable } from '../../shared/graph/walk.ts'
import type { AnyPlannedNode, Plan } from './plan.ts'

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
