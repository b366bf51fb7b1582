import { expect, test } from 'vitest'
import { unite } from '../../../src/engine/blocks/unite.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'

let ids = 0
const detection = (modelNodeId: string, className: string, x: number, score: number): Detection => ({
  box: { x1: x, y1: 0, x2: x + 10, y2: 10 },
  score,
  classId: 0,
  className,
  modelNodeId,
  id: ids++,
})

test('where two models found the same object, the surer box is kept as it is', () => {
  const [a, b] = [detection('m1', 'car', 0, 0.6), detection('m2', 'car', 2, 0.8)]
  expect(unite([[a], [b]])).toEqual([b])
})

test('other classes, and boxes that overlap by half or less, are other objects', () => {
  const a = detection('m1', 'car', 0, 0.6)
  const truck = detection('m2', 'truck', 0, 0.8)
  const beside = detection('m2', 'car', 4, 0.8)
  expect(unite([[a], [truck, beside]])).toEqual([a, truck, beside])
})

test('boxes of one model are never merged with each other', () => {
  const [a, b] = [detection('m1', 'person', 0, 0.6), detection('m1', 'person', 1, 0.8)]
  expect(unite([[a, b], []])).toEqual([a, b])
})

test('a chain of three models leaves the surest, and what does not overlap it', () => {
  const [a, b, c] = [detection('m1', 'car', 0, 0.5), detection('m2', 'car', 3, 0.9), detection('m3', 'car', 6, 0.7)]
  // b removes both: each overlaps it by 7 of 13.
  expect(unite([[a], [b], [c]])).toEqual([b])
})

test('a detection that comes along two ways counts once, in its tracked form', () => {
  const plain = detection('m1', 'car', 0, 0.6)
  const tracked = { ...plain, trackId: 7 }
  expect(unite([[plain], [tracked]])).toEqual([tracked])
  expect(unite([[tracked], [plain]])).toEqual([tracked])
})
