import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CandidateList, type Candidates } from '../../../src/engine/inference/candidates.ts'
import { suppress, surest } from '../../../src/engine/inference/nms.ts'
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

/** Straight from the definition: take the surest that is left, drop what overlaps it, repeat. */
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

test('of thousands of overlapping candidates the surest survive', () => {
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

test('a head that suppresses itself only gets the cap', () => {
  const rows = [0.5, 0.9, 0.7].map((score) => ({ x: 0, y: 0, w: 10, h: 10, score, classId: 0 }))
  expect(rowsOf(surest(listOf(rows), 2)).map((r) => r.score)).toEqual([0.9, 0.7].map(Math.fround))
})
