/** Finds the blocks where detections of several models, or of several tiles, meet and are united. */
import type { BlockKindName } from '../blocks/catalogue.ts'
import { isBlockKind, withDefaults } from '../blocks/catalogue.ts'
import { downstreamOf, type Flow, flowOf, type KnownNode, type Wire, wiresOf } from './flow.ts'
import type { Graph } from './graph.ts'

/** Kinds that emit other detections than they receive: what a model finds ends here. */
const ENDS: ReadonlySet<BlockKindName> = new Set(['model', 'track'])

/** The model blocks whose detections reach a block untracked, by the id of that block. */
function modelsInto(flow: Flow): ReadonlyMap<string, readonly string[]> {
  const models = new Map<string, string[]>()
  const carries = (from: string) => (wire: Wire) =>
    wire.ports.out.type === 'detections' && (wire.from.id === from || !ENDS.has(wire.from.type))
  for (const { id } of flow.nodes.filter(({ type }) => type === 'model')) {
    for (const reached of downstreamOf(flow, [id], carries(id))) {
      const before = models.get(reached)
      if (before) before.push(id)
      else models.set(reached, [id])
    }
  }
  return models
}

/** Ids of the blocks that several models reach, or one that runs on tiles and may find an object in several of them. */
export function unitingBlocks(flow: Flow): ReadonlySet<string> {
  const isTiled = ({ type, config }: KnownNode) => type === 'model' && withDefaults('model', config).tiled === true
  const tiled = new Set(flow.nodes.filter(isTiled).map(({ id }) => id))
  const unites = (models: readonly string[]) => models.length > 1 || models.some((id) => tiled.has(id))
  return new Set([...modelsInto(flow)].flatMap(([id, models]) => (unites(models) ? id : [])))
}

/** Returns whether a block unites detections; the graph may be damaged. */
export function unitesAt(graph: Graph, nodeId: string): boolean {
  const known = new Map(graph.nodes.filter(({ type }) => isBlockKind(type)).map((n) => [n.id, n as KnownNode]))
  const flow = flowOf([...known.values()], wiresOf(graph, known).wires)
  return unitingBlocks(flow).has(nodeId)
}
