import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CandidateList, type Candidates, oriented } from '../../../src/engine/inference/candidates.ts'
import { suppress, topScored } from '../../../src/engine/inference/nms.ts'
import { createOrientedOverlap } from '../../../src/engine/inference/prob-iou.ts'
import { iou } from '../../../src/shared/domain/geometry.ts'

interface Row {
  x: number
  y: number
  w: number
  h: number
  score: number
  classId: number
}

const listOf = (rows: readonly Row[]): CandidateList => {
  const list = new CandidateList()
  for (const r of rows) list.push(r.x, r.y, r.x + r.w, r.y + r.h, r.score, r.classId)
  return list
}

const rowsOf = ({ boxes, scores, classIds, count }: Candidates) =>
  Array.from({ length: count }, (_, i) => ({
    box: { x1: boxes[4 * i] ?? 0, y1: boxes[4 * i + 1] ?? 0, x2: boxes[4 * i + 2] ?? 0, y2: boxes[4 * i + 3] ?? 0 },
    score: scores[i] ?? 0,
    classId: classIds[i] ?? 0,
  }))

/** The definition itself: take the remaining box with the highest score, drop all that overlap it, repeat. */
function slowNms(list: Candidates, iouThreshold: number, agnostic: boolean, most: number) {
  let left = rowsOf(list)
  const kept: typeof left = []
  while (left.length > 0 && kept.length < most) {
    const best = left.reduce((a, b) => (b.score > a.score ? b : a))
    kept.push(best)
    left = left.filter(
      (r) => r !== best && !((agnostic || r.classId === best.classId) && iou(r.box, best.box) > iouThreshold),
    )
  }
  return kept
}

const row = fc.record({
  x: fc.integer({ min: 0, max: 40 }),
  y: fc.integer({ min: 0, max: 40 }),
  w: fc.integer({ min: 1, max: 30 }),
  h: fc.integer({ min: 1, max: 30 }),
  score: fc.integer({ min: 1, max: 8 }).map((n) => n / 8),
  classId: fc.integer({ min: 0, max: 2 }),
})

test('suppression equals its definition, also for equal scores', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 60 }),
      fc.constantFrom(0, 0.25, 0.5, 0.7, 1),
      fc.boolean(),
      fc.integer({ min: 1, max: 20 }),
      (rows, threshold, classAgnostic, maxDetections) => {
        const list = listOf(rows)
        const kept = suppress(list, { iou: threshold, classAgnostic, maxDetections })
        expect(rowsOf(kept)).toEqual(slowNms(list, threshold, classAgnostic, maxDetections))
      },
    ),
  )
})

test('suppression equals its definition when there are too many boxes to compare all with all', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 31 }),
      fc.constantFrom(0, 0.1, 0.45, 0.5, 0.7, 0.95),
      fc.boolean(),
      (seed, threshold, classAgnostic) => {
        const random = randomFrom(seed)
        const rows: Row[] = []
        while (rows.length < 1300) {
          // Every other box is near an earlier one: those pairs matter.
          const near = random() < 0.5 ? rows[Math.floor(random() * rows.length)] : undefined
          const shift = (side: number) => (random() - 0.5) * side
          rows.push({
            x: Math.floor(near ? near.x + shift(near.w) : random() * 600),
            y: Math.floor(near ? near.y + shift(near.h) * 0.2 : random() * 400),
            w: near ? near.w : 1 + Math.floor(random() * (random() < 0.3 ? 300 : 60)),
            h: near ? near.h : 1 + Math.floor(random() * 60),
            score: Math.floor(random() * 100) / 100 + 0.01,
            classId: near ? near.classId : Math.floor(random() * 3),
          })
        }
        const list = listOf(rows)
        const kept = suppress(list, { iou: threshold, classAgnostic, maxDetections: 300 })
        expect(rowsOf(kept)).toEqual(slowNms(list, threshold, classAgnostic, 300))
      },
    ),
    { numRuns: 15 },
  )
})

test('with too many candidates, the highest scores count, and the first of equal ones', () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => ({
    x: 20 * (i % 200),
    y: 20 * Math.floor(i / 200),
    w: 10,
    h: 10,
    classId: 0,
    score: i % 1000 === 7 ? 0.9 : 0.3 + (i % 7) / 100,
  }))
  const kept = rowsOf(suppress(listOf(rows), { iou: 0.5, classAgnostic: false, maxDetections: 40 }))
  const sure = rows.filter((r) => r.score === 0.9)
  const next = rows.filter((r) => r.score === 0.36)
  expect(kept.map((k) => [k.box.x1, k.box.y1])).toEqual([...sure, ...next].slice(0, 40).map((r) => [r.x, r.y]))
})

test('noise is bounded: the boxes kept have the highest scores and do not overlap', () => {
  const random = randomFrom(5)
  const rows = Array.from({ length: 25_000 }, () => ({
    x: random() * 600,
    y: random() * 600,
    w: 300,
    h: 300,
    classId: 0,
    score: 0.3 + random() / 2,
  }))
  const list = listOf(rows)
  const kept = rowsOf(suppress(list, { iou: 0.9, classAgnostic: false, maxDetections: 3000 }))
  const exact = slowNms(list, 0.9, false, 100)
  expect(kept.slice(0, 100)).toEqual(exact)
})

test('boxes with NaN are dropped', () => {
  const rows = [Number.NaN, 0.9, -1].map((score, i) => ({ x: 50 * i, y: 0, w: 10, h: 10, score, classId: 0 }))
  const kept = rowsOf(suppress(listOf(rows), { iou: 0.5, classAgnostic: false, maxDetections: 10 }))
  expect(kept[0]?.score).toBeCloseTo(0.9)
})

describe('oriented boxes', () => {
  const turnedBox = (angle: number, w = 40, h = 10) => ({ x: 100 - w / 2, y: 100 - h / 2, w, h, classId: 0, angle })
  const keep = (boxes: ReturnType<typeof turnedBox>[], iouThreshold = 0.5) => {
    const list = listOf(boxes.map((b, i) => ({ ...b, score: 0.9 - i / 100 })))
    const angles = Float32Array.from(boxes, (b) => b.angle)
    return suppress(oriented(list, angles), { iou: iouThreshold, classAgnostic: false, maxDetections: 10 }).count
  }

  test('are kept unless they overlap one of their class with a higher score, even one that is dropped itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.constantFrom(0, 0.1, 0.45, 0.7, 0.95), (seed, threshold) => {
        const random = randomFrom(seed)
        const rows = Array.from({ length: 400 }, (_, i) => ({
          x: random() * 500,
          y: random() * 300,
          w: 1 + random() ** 3 * 200,
          h: 1 + random() * 40,
          score: 0.9 - i / 1000,
          classId: Math.floor(random() * 2),
        }))
        const angles = Float32Array.from(rows, () => random() * 3 - 1)
        const list = listOf(rows)
        const { exceeds } = createOrientedOverlap(list.boxes, angles, threshold)
        const goes = (b: number) => rows.some((row, a) => a < b && row.classId === rows[b]?.classId && exceeds(a, b))
        const stays = rows.flatMap((row, i) => (goes(i) ? [] : [Math.fround(row.score)]))
        const kept = suppress(oriented(list, angles), { iou: threshold, classAgnostic: false, maxDetections: 400 })
        expect([...kept.scores]).toEqual(stays)
      }),
      { numRuns: 15 },
    )
  })

  test('are equal after half a turn', () => {
    expect(keep([turnedBox(0.3), turnedBox(0.3 + Math.PI)])).toBe(1)
    expect(keep([turnedBox(0.3), turnedBox(0.3 + Math.PI / 2, 10, 40)])).toBe(1)
  })

  test('are two objects when they are crossed bars, though the boxes around them are equal', () => {
    expect(keep([turnedBox(Math.PI / 4), turnedBox(-Math.PI / 4)])).toBe(2)
  })
})

/** Park and Miller's generator, 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = (seed % 2147483646) + 1
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

test('of thousands of overlapping candidates those with the highest scores survive', () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({
    x: i % 200,
    y: 0,
    w: 50,
    h: 50,
    score: 1 - i / 40_000,
    classId: 0,
  }))
  const kept = rowsOf(suppress(listOf(rows), { iou: 0.5, classAgnostic: false, maxDetections: 5 }))
  expect(kept.map((k) => k.box.x1)).toEqual([0, 17, 34, 51, 68])
})

test('a head with built-in suppression only gets the limit', () => {
  const rows = [0.5, 0.9, 0.7].map((score) => ({ x: 0, y: 0, w: 10, h: 10, score, classId: 0 }))
  expect(rowsOf(topScored(listOf(rows), 2)).map((r) => r.score)).toEqual([0.9, 0.7].map(Math.fround))
})
