/** The figures that a run reports for its nodes, those with reused results included. */
import { markOf } from '../../shared/domain/conversion.ts'
import { type LittleFound, littleFoundOf } from '../../shared/domain/little-found.ts'
import type { NodeFigures } from '../../shared/domain/run.ts'
import { NodeTally, thresholdOf } from '../nodes/node-tally.ts'
import { upstream } from '../nodes/pixel-demand.ts'
import type { AnyPlannedNode } from '../nodes/plan.ts'
import { devicesOf } from './open-networks.ts'
import type { OpenRun } from './open-run.ts'

/** By node id, including nodes that did not have to run, with the figures of a full run. */
export function nodeFigures({ plan, stages, pipeline, reuse, networks, header }: OpenRun): Record<string, NodeFigures> {
  const nodes = new Map(plan.nodes.map((node) => [node.id, node]))
  /** A model on crops finds nothing where there is nothing to crop, so its frames do not judge it. */
  const isOnCrops = (node: AnyPlannedNode) => [...upstream(node, nodes)].some(({ kind }) => kind === 'crop')
  const littleFound = (node: AnyPlannedNode, tally: NodeTally): LittleFound | null => {
    const threshold = thresholdOf(node)
    if (threshold === null || isOnCrops(node)) return null
    const { framesOut, framesWith, framesSure } = tally.state()
    return littleFoundOf({ frames: framesOut, framesWith, framesSure }, threshold)
  }
  const executors = new Map(stages.map(({ node, executor }) => [node.id, executor]))
  const devices = devicesOf(networks)
  const marks = new Map(header.models.map(({ node_id, conversion }) => [node_id, markOf(conversion)]))
  const figures = plan.nodes.map((node): [string, NodeFigures] => {
    const { id } = node
    const reused = reuse?.reused.get(id)
    const executor = executors.get(id)
    const tally = executor ? pipeline.tally(id) : new NodeTally(thresholdOf(node), reused?.tally)
    const device = devices.get(id) ?? reused?.device
    const little = littleFound(node, tally)
    const mark = marks.get(id)
    return [
      id,
      {
        ...tally.figures(executor?.busyMs?.()),
        ...(device && { device }),
        ...(mark && { conversion_mark: mark }),
        ...(little && { little_found: little }),
        ...(reused?.madeAt && { reused: { made_at: reused.madeAt } }),
      },
    ]
  })
  return Object.fromEntries(figures)
}
