/** Rules of a condition as a sentence. Total for anything that a half-typed rule may hold. */
import type { ConditionRule } from '../../../shared/blocks/condition.ts'

const COMPARED: Record<ConditionRule['operator'], string> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'fewer than',
  '==': 'exactly',
  '!=': 'anything but',
}

/** Without a full stop: “at least 1 car is in the frame”. */
export function ruleWords({ subject, class_name, operator, threshold }: Partial<ConditionRule>): string {
  const compared = operator ? COMPARED[operator] : '…'
  const value = threshold ?? '…'
  const one = threshold === 1
  const what = class_name ? `“${class_name}”` : one ? 'object' : 'objects'
  switch (subject) {
    case 'detection_size':
      return `the largest ${class_name ? `“${class_name}”` : 'object'} covers ${compared.replace('fewer', 'less')} ${percent(threshold)} of the frame`
    case 'line':
      return `${compared} ${value} ${one ? 'crossing' : 'crossings'}${class_name ? ` by “${class_name}”` : ''} of the line so far`
    case 'zone':
      return `${compared} ${value} ${what} ${one ? 'stands' : 'stand'} in the zone`
    default:
      return `${compared} ${value} ${what} ${one ? 'is' : 'are'} in the frame`
  }
}

const percent = (share: number | undefined) => (share === undefined ? '…' : `${Number((share * 100).toFixed(2))} %`)

/** All rules: “True while at least 1 “car” is in the frame, and …; otherwise False.” */
export function conditionWords(rules: readonly Partial<ConditionRule>[], combinator: unknown): string {
  if (rules.length === 0) return 'Without a rule there is nothing to decide.'
  const joined = rules.map(ruleWords).join(combinator === 'any' ? ', or ' : ', and ')
  return `True while ${joined}; otherwise False.`
}
