/** The figures that a run reports for reused results. */
import type { NodeFigures } from '../../shared/domain/run.ts'
import { NodeTally, thresholdOf } from '../nodes/node-tally.ts'
import type { Plan } from '../nodes/plan.ts'
import type { Reuse } from '../reuse/open-reuse.ts'
import type { OpenRun } from './open-run.ts'

/** By node id, including nodes that did not have to run, with the figures of a full run. */
export function nodeFigures({ plan, stages, pipeline, reuse }: OpenRun): Record<string, NodeFigures> {
  const executors = new Map(stages.map(({ node, executor }) => [node.id, executor]))
  const figures = plan.nodes.map((node): [string, NodeFigures] => {
    const { id } = node
    const reused = reuse?.reused.get(id)
    const executor = executors.get(id)
    const tally = executor ? pipeline.tally(id) : new NodeTally(thresholdOf(node), reused?.tally)
    return [id, { ...tally.figures(executor?.busyMs?.()), ...(reused && { reused: { made_at: reused.madeAt } }) }]
  })
  return Object.fromEntries(figures)
}

/** Sentence for the log; null when nothing was reused. */
export function reuseSentence(plan: Plan, { reused, replays, timeline }: Reuse): string | null {
  const parts = plan.nodes
    .filter(({ id }) => replays(id))
    .map(({ id, kind }) => `${kind === 'track' ? 'tracks' : 'detections'} of “${id}” (made ${madeAt(reused, id)})`)
  if (parts.length === 0) return null
  return `Reused: ${parts.join(', ')}${timeline ? '; decoded nothing' : ''}`
}

const madeAt = (reused: Reuse['reused'], id: string): string =>
  (reused.get(id)?.madeAt ?? '').slice(0, 16).replace('T', ' ')
