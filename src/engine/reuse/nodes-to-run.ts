/** Determines the blocks of a graph that have to run when the outputs of some are already known. */
import { BLOCKS } from '../../shared/blocks/catalogue.ts'
import { needsPixels, upstream } from '../nodes/pixel-demand.ts'
import type { AnyPlannedNode, Plan } from '../nodes/plan.ts'

/** Returns whether the node has effects other than its outputs. */
const hasEffect = (node: AnyPlannedNode): boolean =>
  BLOCKS[node.kind].outputs.length === 0 || node.kind === 'measure' || (node.kind === 'crop' && node.config.emit_crops)

export interface Running<T> {
  /** Ids of the nodes that process frames, including replayed ones and the source. */
  ids: ReadonlySet<string>
  /** Known data of each replayed node. */
  replayed: ReadonlyMap<string, T>
  pixels: boolean
}

/** `known` is called only for nodes whose outputs are needed. `readsPixels`: of a node that is not known. */
export async function nodesToRun<T>(
  plan: Plan,
  known: (node: AnyPlannedNode) => Promise<T | null>,
  readsPixels: (node: AnyPlannedNode) => boolean = needsPixels,
): Promise<Running<T>> {
  const nodes = new Map(plan.nodes.map((n) => [n.id, n]))
  const feeding = new Set(plan.nodes.flatMap((n) => n.inlets.map((w) => w.from)))
  const ids = new Set([plan.source.id])
  const replayed = new Map<string, T>()
  const need = async (id: string): Promise<void> => {
    if (ids.has(id)) return
    ids.add(id)
    const node = nodes.get(id) as AnyPlannedNode
    const outputs = await known(node)
    if (outputs !== null) {
      replayed.set(id, outputs)
      return
    }
    for (const { from } of node.inlets) await need(from)
    if (node.kind !== 'visualize' || node.config.blur_classes.length === 0) return
    // Blurring covers the detections of all models upstream, whatever lies in between.
    for (const model of upstream(node, nodes)) if (model.kind === 'model') await need(model.id)
  }
  for (const node of plan.nodes) if (hasEffect(node) || !feeding.has(node.id)) await need(node.id)
  const pixels = plan.nodes.some((n) => ids.has(n.id) && !replayed.has(n.id) && readsPixels(n))
  return { ids, replayed, pixels }
}
