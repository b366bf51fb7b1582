import { expect, it } from 'vitest'
import {
  conditionText,
  ruleText,
} from '../../../../../src/renderer/screens/editor/config-form/controls/rules-control.tsx'

it('a rule reads like a spoken sentence', () => {
  expect(ruleText({ subject: 'class_count', class_name: 'car', operator: '>=', threshold: 3 })).toBe(
    'at least 3 “car” are in the frame',
  )
  expect(ruleText({ subject: 'detection_size', operator: '<', threshold: 0.25 })).toBe(
    'the largest object covers less than 25 % of the frame',
  )
  expect(ruleText({ subject: 'line', operator: '==', threshold: 1 })).toBe('exactly 1 crossing of the line so far')
})

it('rules are joined by “and” or “or”, followed by the alternative', () => {
  const rules = [
    { subject: 'class_count', operator: '>', threshold: 2 },
    { subject: 'zone', operator: '<=', threshold: 1 },
  ] as const
  expect(conditionText(rules, 'any')).toBe(
    'True while more than 2 objects are in the frame, or at most 1 object is in the zone; otherwise False.',
  )
  expect(conditionText(rules, 'all')).toContain('the frame, and at most')
})
