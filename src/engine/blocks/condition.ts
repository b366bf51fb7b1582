import type { ExecutorFactory } from '../nodes/executor.ts'
import { NOTHING } from '../nodes/packet.ts'
import { createRule } from './rule.ts'

interface ConditionState {
  held: boolean[]
  rules: unknown[]
}

/**
 * Sends each frame down exactly one branch, even when it has no detections; the other branch carries nothing for it.
 */
export const condition: ExecutorFactory<'condition'> = ({ node: { id, config }, saved: given }) => {
  const saved = given as ConditionState | null
  const rules = config.rules.map((rule, k) => createRule(rule, id, saved?.rules[k] ?? null))
  /** Result of the rules for each of the last frames, at most M of them. */
  const held = [...(saved?.held ?? [])]
  return {
    process({ frame, detections }) {
      if (!detections) return NOTHING
      const verdicts = rules.map((rule) => rule.holds(detections, frame))
      held.push(config.combinator === 'all' ? verdicts.every(Boolean) : verdicts.some(Boolean))
      if (held.length > config.hold_m) held.shift()
      const branch = held.filter(Boolean).length >= config.hold_n
      return { [String(branch)]: { type: 'detections', detections } }
    },
    save: (): ConditionState => ({ held: [...held], rules: rules.map((rule) => rule.save()) }),
  }
}
