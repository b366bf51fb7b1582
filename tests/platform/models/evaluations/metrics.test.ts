/** Laws of the metrics, for random images. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pausing } from '../../../../src/platform/machine/pauses.ts'
import {
  compareImage,
  type ImageComparison,
} from '../../../../src/platform/models/evaluations/metrics/compare-image.ts'
import {
  commonPixels,
  type Extent,
  maskOfRuns,
  unionOf,
} from '../../../../src/platform/models/evaluations/metrics/masks.ts'
import { maskInside } from '../../../../src/platform/models/evaluations/metrics/outline-mask.ts'
import type { PredictedObject, TruthObject } from '../../../../src/platform/models/evaluations/metrics/overlaps.ts'
import { createTotals, type EvaluationFigures } from '../../../../src/platform/models/evaluations/metrics/totals.ts'
import { insidePolygon } from '../../../../src/shared/domain/geometry.ts'

const CLASSES = ['car', 'truck', 'person']
const SIZE = { width: 24, height: 16 }

interface TestImage {
  truth: TruthObject[]
  predictions: PredictedObject[]
}

/** Few different numbers, so that equal overlaps and scores are frequent. */
const box = fc.record({
  x: fc.integer({ min: 0, max: 12 }),
  y: fc.integer({ min: 0, max: 6 }),
  w: fc.integer({ min: 1, max: 10 }),
  h: fc.integer({ min: 1, max: 9 }),
})
const classIndex = fc.integer({ min: 0, max: CLASSES.length - 1 })
const score = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)
const image: fc.Arbitrary<TestImage> = fc.record({
  truth: fc.array(fc.record({ classIndex, box }), { maxLength: 7 }),
  predictions: fc.array(fc.record({ classIndex, box, score }), { maxLength: 9 }),
})
const images = fc.array(image, { maxLength: 6 })
const threshold = fc.constantFrom(0.1, 0.5, 0.75, 1)

const optionsOf = (iouThreshold: number, byMask = false) => ({
  classes: CLASSES.length,
  iouThreshold,
  byMask,
  pauses: pausing(),
})

async function evaluated(
  all: readonly TestImage[],
  iouThreshold: number,
): Promise<{ each: ImageComparison[]; figures: EvaluationFigures }> {
  const totals = createTotals(CLASSES, false)
  const each: ImageComparison[] = []
  for (const { truth, predictions } of all) {
    const compared = await compareImage(truth, predictions, optionsOf(iouThreshold))
    totals.addImage(compared.tally)
    for (const cell of compared.cells) totals.addCell(cell)
    each.push(compared)
  }
  return { each, figures: await totals.figures(pausing()) }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

it('counts every object in its row and every prediction in its column of the confusion matrix', async () => {
  const holds = fc.asyncProperty(images, threshold, async (all, iou) => {
    const { figures, each } = await evaluated(all, iou)
    const { grid, labels } = figures.matrix
    expect(labels).toEqual([...CLASSES, '__background__'])
    for (const [index, metrics] of figures.perClass.entries()) {
      const row = grid[index] as number[]
      const support = sum(all.map(({ truth }) => truth.filter((one) => one.classIndex === index).length))
      const predicted = sum(all.map(({ predictions }) => predictions.filter((one) => one.classIndex === index).length))
      expect([metrics.support, metrics.tp + metrics.fn, sum(row)]).toEqual([support, support, support])
      expect([metrics.tp + metrics.fp, sum(grid.map((each) => each[index] as number))]).toEqual([predicted, predicted])
      expect(metrics.tp).toBe(row[index])
    }
    expect(grid.at(-1)?.at(-1)).toBe(0)
    const { tp, fp, fn } = figures.overall
    expect([tp, fp, fn]).toEqual((['tp', 'fp', 'fn'] as const).map((key) => sum(each.map(({ counts }) => counts[key]))))
  })
  await fc.assert(holds)
})

it('gives each object at most one prediction, which overlaps it enough', async () => {
  const holds = fc.asyncProperty(image, threshold, async ({ truth, predictions }, iou) => {
    const { matches } = await compareImage(truth, predictions, optionsOf(iou))
    const matched = [...matches].filter((index) => index !== -1)
    expect(new Set(matched).size).toBe(matched.length)
    for (const [prediction, index] of matches.entries()) {
      if (index === -1) continue
      const [a, b] = [predictions[prediction]?.box, truth[index]?.box] as [TruthObject['box'], TruthObject['box']]
      const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
      const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
      expect((w * h) / (a.w * a.h + b.w * b.h - w * h)).toBeGreaterThanOrEqual(Math.min(iou, 1 - 1e-10))
    }
  })
  await fc.assert(holds)
})

it('leaves no prediction without a match while an object that it overlaps enough is free', async () => {
  const holds = fc.asyncProperty(image, async ({ truth, predictions }) => {
    const { matches } = await compareImage(truth, predictions, optionsOf(0.5))
    const taken = new Set(matches)
    for (const [prediction, match] of matches.entries()) {
      if (match !== -1) continue
      const alone = await Promise.all(
        truth.map(async (one, index) => {
          if (taken.has(index)) return false
          const { counts } = await compareImage(
            [{ ...one, classIndex: 0 }],
            [{ ...(predictions[prediction] as PredictedObject), classIndex: 0 }],
            optionsOf(0.5),
          )
          return counts.tp === 1
        }),
      )
      expect(alone).not.toContain(true)
    }
  })
  await fc.assert(holds, { numRuns: 50 })
})

/** The definition of the counts, by a search over all pairs. */
function searched({ truth, predictions }: TestImage, threshold: number): number[] {
  const iou = (a: Extent, b: Extent) => {
    const w = Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x))
    const h = Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y))
    return (w * h) / (a.w * a.h + b.w * b.h - w * h)
  }
  const matches = predictions.map(() => -1)
  const order = [...predictions.keys()].sort((a, b) => scoreAt(b) - scoreAt(a))
  function scoreAt(index: number): number {
    return (predictions[index] as PredictedObject).score
  }
  const pairs = order.flatMap((p, rank) =>
    truth.map((object, t) => {
      const found = predictions[p] as PredictedObject
      return { p, t, rank, same: found.classIndex === object.classIndex, iou: iou(found.box, object.box) }
    }),
  )
  const take = (candidates: typeof pairs) => {
    for (const { p, t, iou: value } of candidates) {
      if (value >= Math.min(threshold, 1 - 1e-10) && matches[p] === -1 && !matches.includes(t)) matches[p] = t
    }
  }
  take(pairs.filter(({ same }) => same).sort((a, b) => a.rank - b.rank || b.iou - a.iou || b.t - a.t))
  take(pairs.filter(({ same }) => !same).sort((a, b) => b.iou - a.iou || a.rank - b.rank || b.t - a.t))
  return matches
}

it('pairs predictions and objects as a search over all pairs does, also with many objects in one place', async () => {
  const places = fc.array(box, { minLength: 1, maxLength: 2 })
  const crowded = places.chain((some) => {
    const place = fc.constantFrom(...some)
    return fc.record({
      truth: fc.array(fc.record({ classIndex, box: place }), { maxLength: 14 }),
      predictions: fc.array(fc.record({ classIndex, box: fc.oneof(place, box), score }), { maxLength: 4 }),
    })
  })
  const holds = fc.asyncProperty(fc.oneof(image, crowded), threshold, async (one, iou) => {
    const { matches } = await compareImage(one.truth, one.predictions, optionsOf(iou))
    expect([...matches]).toEqual(searched(one, iou))
  })
  await fc.assert(holds, { numRuns: 300 })
})

it('does not depend on the order of the images, unless scores are equal', async () => {
  const distinct = images.map((all) => {
    let n = 0
    return all.map((one) => ({
      ...one,
      predictions: one.predictions.map((each) => ({ ...each, score: each.score + 1e-6 * n++ })),
    }))
  })
  const holds = fc.asyncProperty(distinct, threshold, fc.infiniteStream(fc.nat()), async (all, iou, keys) => {
    const shuffled = all
      .map((one) => ({ one, key: keys.next().value as number }))
      .sort((a, b) => a.key - b.key)
      .map(({ one }) => one)
    const [straight, mixed] = [await evaluated(all, iou), await evaluated(shuffled, iou)]
    expect(mixed.figures).toEqual(straight.figures)
  })
  await fc.assert(holds)
})

it('is perfect for predictions that equal the truth', async () => {
  const holds = fc.asyncProperty(images, threshold, async (all, iou) => {
    const same = all.map(({ truth }) => {
      // Objects in the same place could be matched in any order.
      const apart = [...new Map(truth.map((one) => [JSON.stringify(one.box), one])).values()]
      return { truth: apart, predictions: apart.map((one, index) => ({ ...one, score: 0.5 + index / 100 })) }
    })
    const objects = sum(same.map(({ truth }) => truth.length))
    const one = objects === 0 ? null : 1
    const { overall, perClass } = (await evaluated(same, iou)).figures
    expect(overall).toMatchObject({ tp: objects, fp: 0, fn: 0, precision: one, recall: one, f1: one, macro_f1: one })
    if (objects > 0) expect(overall.map).toBeCloseTo(1, 12)
    for (const { support, ap } of perClass) if (support > 0) expect(ap).toBeCloseTo(1, 12)
  })
  await fc.assert(holds)
})

it('finds no average precision where there is no truth, and 0 where nothing was found', async () => {
  const car: TruthObject = { classIndex: 0, box: { x: 0, y: 0, w: 5, h: 5 } }
  const truck: PredictedObject = { classIndex: 1, score: 0.9, box: { x: 9, y: 9, w: 5, h: 5 } }
  const { overall, perClass } = (await evaluated([{ truth: [car], predictions: [truck] }], 0.5)).figures
  expect(perClass).toMatchObject([
    { support: 1, ap: 0, precision: null, recall: 0, f1: 0 },
    { support: 0, ap: null, precision: 0, recall: null, f1: 0 },
    { support: 0, ap: null, precision: null, recall: null, f1: null },
  ])
  expect(overall).toMatchObject({ tp: 0, fp: 1, fn: 1, map: 0, macro_f1: 0 })
})

it('counts an object that was found as another class in their cell, not with the background', async () => {
  const truth: TruthObject[] = [{ classIndex: 0, box: { x: 0, y: 0, w: 10, h: 10 } }]
  const predictions: PredictedObject[] = [
    { classIndex: 1, score: 0.6, box: { x: 0, y: 0, w: 10, h: 10 } },
    // This one is of the object's class, but it overlaps too little.
    { classIndex: 0, score: 0.9, box: { x: 6, y: 0, w: 10, h: 10 } },
  ]
  const { figures } = await evaluated([{ truth, predictions }], 0.5)
  expect(figures.matrix.grid).toEqual([
    [0, 1, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [1, 0, 0, 0],
  ])
  expect(figures.overall).toMatchObject({ tp: 0, fp: 2, fn: 1 })
})

it('keeps at most 500 points of a curve, with the first and the last one, by rising recall', async () => {
  const all = Array.from({ length: 30 }, (_, n) => ({
    truth: Array.from({ length: 50 }, (_, i) => ({ classIndex: 0, box: { x: 20 * i, y: 0, w: 10, h: 10 } })),
    predictions: Array.from({ length: 50 }, (_, i) => {
      return { classIndex: 0, score: (1 + n + 30 * i) / 2000, box: { x: 20 * i, y: i % 3, w: 10, h: 10 } }
    }),
  }))
  const { figures } = await evaluated(all, 0.9)
  const [car, truck] = figures.curves.classes
  const points = car?.points ?? []
  expect(points).toHaveLength(500)
  expect(points[0]?.confidence).toBe(1500 / 2000)
  expect(points.at(-1)).toEqual({
    recall: figures.overall.recall,
    precision: figures.overall.precision,
    confidence: 1 / 2000,
  })
  expect(points.map(({ recall }) => recall)).toEqual(points.map(({ recall }) => recall).sort((a, b) => a - b))
  expect(truck).toEqual({ class_name: 'truck', ap: null, points: [] })
})

const ring = fc.array(fc.tuple(fc.integer({ min: -4, max: 28 }), fc.integer({ min: -4, max: 20 })), {
  minLength: 3,
  maxLength: 8,
})
// No border passes through the centre of a pixel, which may then fall on either side of it.
const rings = fc
  .array(ring, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((one) => one.map(([x, y], i) => [x + Math.sqrt(2 + i) / 10, y + Math.sqrt(11 + i) / 10])))

it('fills outlines by the even-odd rule at the centres of pixels', async () => {
  const holds = fc.asyncProperty(rings, async (outlines) => {
    const flat = outlines.map((one) => one.flat())
    const mask = await maskInside(flat, SIZE, pausing())
    // An odd number of the same outlines is inside where one is.
    const jagged = Array.from({ length: 33 }, () => flat).flat()
    expect(await maskInside(jagged, SIZE, pausing())).toEqual(mask)
    const filled = new Set<number>()
    for (let i = 0; i < mask.runs.length; i += 2) {
      for (let at = mask.runs[i] as number; at < (mask.runs[i + 1] as number); at++) filled.add(at)
    }
    const expected: number[] = []
    for (let y = 0; y < SIZE.height; y++) {
      for (let x = 0; x < SIZE.width; x++) {
        const centre = { x: x + 0.5, y: y + 0.5 }
        const crossings = outlines.filter((one) =>
          insidePolygon(
            centre,
            one.map(([px, py]) => ({ x: px as number, y: py as number })),
          ),
        )
        if (crossings.length % 2 === 1) expected.push(y * SIZE.width + x)
      }
    }
    expect([...filled].sort((a, b) => a - b)).toEqual(expected)
    expect(mask.area).toBe(expected.length)
    for (const at of expected) {
      const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
      const { extent } = mask
      expect(x >= extent.x && x < extent.x + extent.w && y >= extent.y && y < extent.y + extent.h).toBe(true)
    }
  })
  await fc.assert(holds)
})

it('counts common pixels and joins masks like sets of pixels', async () => {
  const runs = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 12 }).map((ends) => {
    const sorted = ends.sort((a, b) => a - b)
    return Int32Array.from(sorted.slice(0, sorted.length - (sorted.length % 2)))
  })
  const pixels = (of: Int32Array) => {
    const set = new Set<number>()
    for (let i = 0; i < of.length; i += 2) for (let at = of[i] as number; at < (of[i + 1] as number); at++) set.add(at)
    return set
  }
  const holds = fc.asyncProperty(fc.array(runs, { minLength: 2, maxLength: 5 }), async (all) => {
    const [a, b] = [pixels(all[0] as Int32Array), pixels(all[1] as Int32Array)]
    expect(commonPixels(all[0] as Int32Array, all[1] as Int32Array)).toBe([...a].filter((at) => b.has(at)).length)
    const union = await unionOf(
      all.map((each) => maskOfRuns(each, 24)),
      pausing(),
    )
    expect([...pixels(union)].sort()).toEqual([...new Set(all.flatMap((each) => [...pixels(each)]))].sort())
  })
  await fc.assert(holds)
})

it('compares 10,000 objects with 100 predictions, and all equal boxes, in memory for one image', async () => {
  const place = (i: number) => ({ x: (i % 100) * 20, y: Math.floor(i / 100) * 20, w: 15, h: 15 })
  const truth = Array.from({ length: 10_000 }, (_, i): TruthObject => ({ classIndex: i % 3, box: place(i) }))
  const predictions = Array.from(
    { length: 100 },
    (_, i): PredictedObject => ({ classIndex: i % 3, score: i / 100, box: place(i) }),
  )
  expect((await compareImage(truth, predictions, optionsOf(0.5))).counts).toEqual({ tp: 100, fp: 0, fn: 9900 })
  const same = truth.map((one) => ({ ...one, classIndex: 0, box: place(0) }))
  const all = predictions.map((one) => ({ ...one, classIndex: 0, box: place(0) }))
  expect((await compareImage(same, all, optionsOf(0.5))).counts).toEqual({ tp: 100, fp: 0, fn: 9900 })
})
