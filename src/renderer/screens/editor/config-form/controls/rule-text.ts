/** Formats the rules of a condition as a sentence. Accepts every state of a half-typed rule. */
import type { ConditionRule } from '../../../../../shared/blocks/condition.ts'
import { formatNumber, formatRate } from '../../../../base/format/format.ts'
import { texts } from '../../../../texts/texts.ts'

const words = texts.blocks.ruleWords

/** Returns the rule without a full stop: “at least 1 car is in the frame”. */
export function ruleText({ subject, class_name, operator, threshold }: Partial<ConditionRule>): string {
  const compared = operator ? words.compared[operator] : '…'
  const value = threshold === undefined ? '…' : formatNumber(threshold)
  const one = threshold === 1
  const by = class_name ? words.quoted(class_name) : null
  const what = by ?? (one ? words.object : words.objects)
  switch (subject) {
    case 'detection_size':
      return words.size(by ?? words.object, compared, percent(threshold))
    case 'line':
      return words.line(compared, value, one, by)
    case 'zone':
      return words.zone(compared, value, what, one)
    default:
      return words.inFrame(compared, value, what, one)
  }
}

const percent = (share: number | undefined) => (share === undefined ? '…' : `${formatRate(share * 100)} %`)

/** Returns all rules: “True while at least 1 “car” is in the frame, and …; otherwise False.” */
export function conditionText(rules: readonly Partial<ConditionRule>[], combinator: unknown): string {
  if (rules.length === 0) return words.none
  const joined = rules.map(ruleText).join(combinator === 'any' ? words.or : words.and)
  return words.whole(joined)
}
