import type { Plan } from '../nodes/plan.ts'
import type { Reuse } from './open-reuse.ts'

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
