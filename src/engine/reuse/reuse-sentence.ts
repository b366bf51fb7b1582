import { type Message, message } from '../../shared/messages/message.ts'
import type { Plan } from '../nodes/plan.ts'
import type { Reuse } from './open-reuse.ts'

/** Sentence for the log; null when nothing was reused. */
export function reuseSentence(plan: Plan, { reused, replays, timeline }: Reuse): Message | null {
  const [first, ...others] = plan.nodes
    .filter(({ id }) => replays(id) && reused.get(id)?.madeAt !== null)
    .map(({ id: block, kind }) => {
      const places = { block, time: madeAt(reused, block) }
      return kind === 'track' ? message('log.reused_tracks', places) : message('log.reused_detections', places)
    })
  if (!first) return null
  const results = others.reduce((before, next) => message('log.and', { first: before, next }), first)
  return timeline ? message('log.reused_without_decoding', { results }) : message('log.reused', { results })
}

const madeAt = (reused: Reuse['reused'], id: string): string =>
  (reused.get(id)?.madeAt ?? '').slice(0, 16).replace('T', ' ')
