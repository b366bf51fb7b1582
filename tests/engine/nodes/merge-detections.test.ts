import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeDetections, type UnionRule } from '../../../src/engine/nodes/merge-detections.ts'
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

/** Models without an overlap of their own here suppress nothing among their boxes. */
const union = (iou: number, ownIou: Record<string, number> = {}): UnionRule => ({
  iou,
  ownIou: new Map(Object.entries(ownIou)),
})

test('the box with the higher score is kept unchanged when two models detect the same object', () => {
  const [a, b] = [detection('m1', 'car', 0, 0.6), detection('m2', 'car', 2, 0.8)]
  expect(mergeDetections([[a], [b]], union(0.5))).toEqual([b])
})

test('detections of other classes, and boxes that overlap by half or less, are other objects', () => {
  const a = detection('m1', 'car', 0, 0.6)
  const truck = detection('m2', 'truck', 0, 0.8)
  const beside = detection('m2', 'car', 4, 0.8)
  expect(mergeDetections([[a], [truck, beside]], union(0.5))).toEqual([a, truck, beside])
})

test('boxes of one model are merged only beyond the overlap that the model allows itself', () => {
  const [a, b] = [detection('m1', 'person', 0, 0.6), detection('m1', 'person', 2, 0.8)]
  const c = detection('m1', 'person', 2.2, 0.7)
  // a overlaps b by 2/3, c nearly equals b.
  expect(mergeDetections([[a, b, c], []], union(0.5, { m1: 0.7 }))).toEqual([a, b])
  expect(mergeDetections([[a, b, c], []], union(0.5, { m1: 0.6 }))).toEqual([b])
  expect(mergeDetections([[a, b, c], []], union(0.5, { m1: 1 }))).toEqual([a, b, c])
  expect(mergeDetections([[a, b, c], []], union(0.99, { m1: 0.6 }))).toEqual([a, b, c])
})

test('branches of one model that meet again are one list', () => {
  const [a, b] = [detection('m1', 'person', 0, 0.6), detection('m1', 'person', 0, 0.8)]
  expect(mergeDetections([[a, b], [b], [a]])).toEqual([a, b])
})

test('a chain of three models keeps the highest score and all that does not overlap it', () => {
  const [a, b, c] = [detection('m1', 'car', 0, 0.5), detection('m2', 'car', 3, 0.9), detection('m3', 'car', 6, 0.7)]
  // b removes both: each overlaps it by 7 of 13.
  expect(mergeDetections([[a], [b], [c]], union(0.5))).toEqual([b])
})

test('the setting of the receiving block decides how much two models must agree', () => {
  const [a, b] = [detection('m1', 'car', 0, 0.6), detection('m2', 'car', 2, 0.8)]
  expect(mergeDetections([[a], [b]], union(0.6))).toEqual([b])
  expect(mergeDetections([[a], [b]], union(0.7))).toEqual([a, b])
  expect(mergeDetections([[a], [b]], union(1))).toEqual([a, b])
  const touching = detection('m2', 'car', 9.9, 0.9)
  expect(mergeDetections([[a], [touching]], union(0))).toEqual([touching])
})

test('a detection that arrives over two wires counts once, in its tracked form', () => {
  const plain = detection('m1', 'car', 0, 0.6)
  const tracked = { ...plain, trackId: 7 }
  expect(mergeDetections([[plain], [tracked]])).toEqual([tracked])
  expect(mergeDetections([[tracked], [plain]])).toEqual([tracked])
  expect(mergeDetections([[tracked], [tracked]], union(0.5))).toEqual([tracked])
})

test('detections of trackers are never merged, neither with each other nor with others', () => {
  const found = detection('m1', 'car', 0, 0.6)
  const [first, second] = [
    { ...found, trackId: 1 },
    { ...found, trackId: 2 },
  ]
  const other = detection('m2', 'car', 0, 0.9)
  expect(mergeDetections([[first], [second]], union(0.5))).toEqual([first, second])
  expect(mergeDetections([[first], [other]], union(0.5))).toEqual([first, other])
  expect(mergeDetections([[first], [{ ...other, score: 0.1 }]], union(0.5))).toHaveLength(2)
})

test('two models that find nine thousand objects in a frame are united without comparing each with each', () => {
  let compared = 0
  const counting = (d: Detection): Detection => ({
    ...d,
    get box() {
      compared += 1
      return d.box
    },
  })
  const grid = (modelNodeId: string, shift: number) =>
    Array.from({ length: 4500 }, (_, k): Detection => {
      const [x, y] = [(k % 90) * 40 + shift, Math.floor(k / 90) * 40]
      const box = { x1: x, y1: y, x2: x + 30 + (k % 7) * 5, y2: y + 30 + (k % 11) * 5 }
      return { box, score: (k % 13) / 13, classId: 0, className: 'car', modelNodeId, id: ids++ }
    })
  const lists = [grid('m1', 0).map(counting), grid('m2', 3).map(counting)]
  expect(mergeDetections(lists, union(0.5))).toHaveLength(4500)
  expect(compared).toBeLessThan(9000 * 60)
})

describe('merging the detections of up to three models', () => {
  const found = fc.record({
    model: fc.constantFrom('m1', 'm2', 'm3'),
    className: fc.constantFrom('car', 'truck', '__proto__'),
    x: fc.integer({ min: 0, max: 60 }),
    y: fc.integer({ min: 0, max: 30 }),
    // Seldom a box that spans many others.
    width: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 3, max: 20 }) }, { weight: 1, arbitrary: fc.nat(90) }),
    height: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 3, max: 20 }) }, { weight: 1, arbitrary: fc.nat(90) }),
    // Few values, so that many scores are equal.
    score: fc.constantFrom(0.25, 0.5, 0.75, 1),
    isTracked: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  })
  const frame = fc.array(found, { maxLength: 150, size: 'max' }).map((all) =>
    all.map(({ model, className, x, y, width, height, score, isTracked }, id): Detection => {
      const box = { x1: x, y1: y, x2: x + width, y2: y + height }
      const one: Detection = { box, score, classId: 0, className, modelNodeId: model, id }
      return isTracked ? { ...one, trackId: id + 1 } : one
    }),
  )
  const rule = fc
    .record({
      iou: fc.constantFrom(0, 0.1, 0.5, 0.5, 0.9, 1),
      m1: fc.constantFrom(0.3, 0.7, 1),
      m2: fc.constantFrom(0.6, 1),
    })
    .map(({ iou, ...own }) => union(iou, { ...own, m3: 0.7 }))

  /** The definition: in order of their scores, each is kept that is one object with no other that was kept. */
  function naive(all: readonly Detection[], { iou: most, ownIou }: UnionRule): Detection[] {
    const kept: Detection[] = []
    for (const d of byRank(all)) {
      const limit = (k: Detection) =>
        k.modelNodeId === d.modelNodeId ? Math.max(most, ownIou.get(d.modelNodeId) ?? 1) : most
      const isOne = (k: Detection) =>
        k.trackId === undefined && k.className === d.className && iou(k.box, d.box) > limit(k)
      if (d.trackId !== undefined || !kept.some(isOne)) kept.push(d)
    }
    return kept
  }
  const byRank = (all: readonly Detection[]) => all.toSorted((a, b) => b.score - a.score || a.id - b.id)
  /** Distributed to three wires as given by `to`, some to two of them. */
  const dealt = (all: readonly Detection[], to: readonly number[]): Detection[][] => {
    const wires: Detection[][] = [[], [], []]
    for (const [i, d] of all.entries()) {
      const wire = to[i % to.length] as number
      wires[wire % 3]?.push(d)
      if (wire > 8) wires[(wire + 1) % 3]?.push(d)
    }
    return wires
  }
  const deal = fc.array(fc.nat(11), { minLength: 20, maxLength: 20 })

  test('keeps what the definition keeps, unchanged, whatever the order of the wires and that within one', () => {
    let dropped = 0
    fc.assert(
      fc.property(frame, rule, deal, deal, (all, of, to, other) => {
        const kept = mergeDetections(dealt(all, to), of)
        const expected = naive(all, of)
        expect(byRank(kept)).toEqual(expected)
        expect(byRank(mergeDetections(dealt(all.toReversed(), other).reverse(), of))).toEqual(expected)
        for (const d of kept) expect(all).toContain(d)
        dropped += all.length - kept.length
      }),
      { numRuns: 150 },
    )
    expect(dropped).toBeGreaterThan(1000)
  })

  test('is idempotent', () => {
    fc.assert(
      fc.property(frame, rule, deal, (all, of, to) => {
        const once = mergeDetections(dealt(all, to), of)
        expect(mergeDetections([once, []], of)).toEqual(once)
        expect(mergeDetections([once, once], of)).toEqual(once)
        expect(mergeDetections([once], of)).toEqual(once)
      }),
    )
  })

  test('without a union drops repetitions only', () => {
    fc.assert(
      fc.property(frame, deal, (all, to) => {
        expect(byRank(mergeDetections(dealt(all, to)))).toEqual(byRank(all))
      }),
    )
  })
})
