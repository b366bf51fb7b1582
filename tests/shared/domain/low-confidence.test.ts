import { expect, test } from 'vitest'
import { doubtOf, doubtsOf, isNear } from '../../../src/shared/domain/low-confidence.ts'

test('a score is near the threshold in the lowest quarter of the passing range', () => {
  expect([0.25, 0.43, 0.44, 0.9].map((score) => isNear(score, 0.25))).toEqual([true, true, false, false])
  expect([0.8, 0.84, 0.86].map((score) => isNear(score, 0.8))).toEqual([true, true, false])
})

test('figures are doubtful when more than half of the scores are near, and there are enough of them', () => {
  expect(doubtOf(11, 20, 0.4)).toEqual({ near: 11, threshold: 0.4 })
  expect(doubtOf(10, 20, 0.4)).toBeNull()
  expect(doubtOf(19, 19, 0.4)).toBeNull()
  expect(doubtOf(0, 0, 0.4)).toBeNull()
})

test('blocks of a run are listed with the share of their doubtful detections', () => {
  const sure = { detections: 100 }
  const unsure = { detections: 40, doubt: { near: 30, threshold: 0.25 } }
  expect(doubtsOf({ sure, unsure })).toEqual([{ nodeId: 'unsure', share: 0.75, threshold: 0.25 }])
})
