/** The figures that a run reports for its nodes, those with reused results included. */
import type { NodeFigures } from '../../shared/domain/run.ts'
import { NodeTally, thresholdOf } from '../nodes/node-tally.ts'
import { devicesOf } from './open-networks.ts'
import type { OpenRun } from './open-run.ts'

/** By node id, including nodes that did not have to run, with the figures of a full run. */
export function nodeFigures({ plan, stages, pipeline, reuse, networks }: OpenRun): Record<string, NodeFigures> {
  const executors = new Map(stages.map(({ node, executor }) => [node.id, executor]))
  const devices = devicesOf(networks)
  const figures = plan.nodes.map((node): [string, NodeFigures] => {
    const { id } = node
    const reused = reuse?.reused.get(id)
    const executor = executors.get(id)
    const tally = executor ? pipeline.tally(id) : new NodeTally(thresholdOf(node), reused?.tally)
    const device = devices.get(id) ?? reused?.device
    return [
      id,
      {
        ...tally.figures(executor?.busyMs?.()),
        ...(device && { device }),
        ...(reused && { reused: { made_at: reused.madeAt } }),
      },
    ]
  })
  return Object.fromEntries(figures)
}
