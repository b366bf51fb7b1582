import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeDetections } from '../../../src/engine/nodes/merge-detections.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { iou } from '../../../src/shared/domain/geometry.ts'

let ids = 0
const detection = (modelNodeId: string, className: string, x: number, score: number): Detection => ({
  box: { x1: x, y1: 0, x2: x + 10, y2: 10 },
  score,
  classId: 0,
  className,
  modelNodeId,
  id: ids++,
})

test('the box with the higher score is kept unchanged when two models detect the same object', () => {
  const [a, b] = [detection('m1', 'car', 0, 0.6), detection('m2', 'car', 2, 0.8)]
  expect(mergeDetections([[a], [b]])).toEqual([b])
})

test('detections of other classes, and boxes that overlap by half or less, are other objects', () => {
  const a = detection('m1', 'car', 0, 0.6)
  const truck = detection('m2', 'truck', 0, 0.8)
  const beside = detection('m2', 'car', 4, 0.8)
  expect(mergeDetections([[a], [truck, beside]])).toEqual([a, truck, beside])
})

test('boxes of one model are never merged with each other', () => {
  const [a, b] = [detection('m1', 'person', 0, 0.6), detection('m1', 'person', 1, 0.8)]
  expect(mergeDetections([[a, b], []])).toEqual([a, b])
})

test('a chain of three models keeps the highest score and all that does not overlap it', () => {
  const [a, b, c] = [detection('m1', 'car', 0, 0.5), detection('m2', 'car', 3, 0.9), detection('m3', 'car', 6, 0.7)]
  // b removes both: each overlaps it by 7 of 13.
  expect(mergeDetections([[a], [b], [c]])).toEqual([b])
})

test('a detection that arrives over two wires counts once, in its tracked form', () => {
  const plain = detection('m1', 'car', 0, 0.6)
  const tracked = { ...plain, trackId: 7 }
  expect(mergeDetections([[plain], [tracked]])).toEqual([tracked])
  expect(mergeDetections([[tracked], [plain]])).toEqual([tracked])
})

describe('merging the detections of up to three models', () => {
  const found = fc.record({
    model: fc.constantFrom('m1', 'm2', 'm3'),
    className: fc.constantFrom('car', 'truck'),
    x: fc.integer({ min: 0, max: 30 }),
    y: fc.integer({ min: 0, max: 10 }),
    side: fc.integer({ min: 5, max: 20 }),
    // Few values, so that many scores are equal.
    score: fc.constantFrom(0.25, 0.5, 0.75, 1),
    isTracked: fc.boolean(),
  })
  const frame = fc.array(found, { maxLength: 20 }).map((all) =>
    all.map(
      ({ model, className, x, y, side, score, isTracked }, id): Detection => ({
        ...{ box: { x1: x, y1: y, x2: x + side, y2: y + side }, score, classId: 0, className, modelNodeId: model, id },
        ...(isTracked && { trackId: id + 1 }),
      }),
    ),
  )
  /** Distributed to three wires as given by `to`. */
  const dealt = (all: readonly Detection[], to: readonly number[]): Detection[][] => {
    const wires: Detection[][] = [[], [], []]
    for (const [i, d] of all.entries()) wires[(to[i % Math.max(1, to.length)] ?? 0) % 3]?.push(d)
    return wires
  }
  const byId = (detections: readonly Detection[]) => [...detections].sort((a, b) => a.id - b.id)
  const deal = fc.array(fc.nat(2), { minLength: 20, maxLength: 20 })

  test('invents and changes no box', () => {
    fc.assert(
      fc.property(frame, deal, (all, to) => {
        for (const d of mergeDetections(dealt(all, to))) expect(all).toContain(d)
      }),
    )
  })

  test('is idempotent', () => {
    fc.assert(
      fc.property(frame, deal, (all, to) => {
        const once = mergeDetections(dealt(all, to))
        expect(mergeDetections([once, []])).toEqual(once)
        expect(mergeDetections([once, once])).toEqual(once)
      }),
    )
  })

  test('depends neither on the order of the wires nor on that within a wire', () => {
    fc.assert(
      fc.property(frame, deal, deal, (all, to, other) => {
        const shuffled = dealt([...all].reverse(), other).reverse()
        expect(byId(mergeDetections(shuffled))).toEqual(byId(mergeDetections(dealt(all, to))))
      }),
    )
  })

  test('drops only boxes that overlap a kept one of higher score, of the same class and another model', () => {
    fc.assert(
      fc.property(frame, deal, (all, to) => {
        const kept = mergeDetections(dealt(all, to))
        const isDouble = (a: Detection, b: Detection) =>
          a.className === b.className && a.modelNodeId !== b.modelNodeId && iou(a.box, b.box) > 0.5
        for (const d of all.filter((each) => !kept.includes(each))) {
          expect(kept.some((k) => isDouble(k, d) && k.score >= d.score)).toBe(true)
        }
        for (const a of kept) expect(kept.filter((b) => isDouble(a, b))).toEqual([])
      }),
    )
  })
})
