import { NOTHING } from '../runtime/packet.ts'
import type { ExecutorFactory } from './executor.ts'
import { createRule } from './rule.ts'

/** Each frame goes down exactly one branch; the other carries nothing for it. */
export const condition: ExecutorFactory<'condition'> = ({ node: { id, config } }) => {
  const rules = config.rules.map((rule) => createRule(rule, id))
  const held: boolean[] = []
  return {
    process({ frame, detections }) {
      if (!detections) return NOTHING
      // Every rule sees every frame: some count over time.
      const verdicts = rules.map((rule) => rule(detections, frame))
      held.push(config.combinator === 'all' ? verdicts.every(Boolean) : verdicts.some(Boolean))
      if (held.length > config.hold_m) held.shift()
      const branch = held.filter(Boolean).length >= config.hold_n
      return { [String(branch)]: { type: 'detections', detections } }
    },
  }
}
