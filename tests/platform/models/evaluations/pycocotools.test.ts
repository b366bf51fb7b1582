/** Average precision, compared with that of pycocotools: tools/fixtures/make-coco-results.py writes its results. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pausing } from '../../../../src/platform/machine/pauses.ts'
import { compareImage } from '../../../../src/platform/models/evaluations/metrics/compare-image.ts'
import { type Mask, maskOfRuns } from '../../../../src/platform/models/evaluations/metrics/masks.ts'
import type { PredictedObject, TruthObject } from '../../../../src/platform/models/evaluations/metrics/overlaps.ts'
import { createTotals, type EvaluationFigures } from '../../../../src/platform/models/evaluations/metrics/totals.ts'

interface FixtureObject {
  image: number
  class: number
  box: [number, number, number, number]
  crowd?: boolean
  score?: number
  runs?: number[]
}

interface Fixture {
  classes: number
  width: number
  height: number
  cases: {
    images: number
    truth: FixtureObject[]
    predictions: FixtureObject[]
    results: { threshold: number; ap: (number | null)[]; map: number | null }[]
  }[]
}

const fixtureOf = (name: string): Fixture =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/evaluations/${name}`, import.meta.url), 'utf8'))

/** Pixels are counted down the columns, as if along the rows of the transposed image. */
function maskOf(lengths: readonly number[], height: number): Mask {
  const ends: number[] = []
  for (const length of lengths) ends.push((ends.at(-1) ?? 0) + length)
  return maskOfRuns(Int32Array.from(ends.slice(0, lengths.length - (lengths.length % 2))), height)
}

async function figuresOf(
  { classes, height }: Fixture,
  found: Fixture['cases'][number],
  iouThreshold: number,
  byMask: boolean,
): Promise<EvaluationFigures> {
  const objectOf = ({ box: [x, y, w, h], runs, ...object }: FixtureObject) => ({
    classIndex: object.class,
    box: { x, y, w, h },
    ...(runs && { mask: maskOf(runs, height) }),
  })
  const names = Array.from({ length: classes }, (_, i) => `class ${i}`)
  const totals = createTotals(names, byMask)
  for (let image = 0; image < found.images; image++) {
    const inImage = (object: FixtureObject) => object.image === image
    const truth = found.truth
      .filter(inImage)
      .map((one): TruthObject => ({ ...objectOf(one), isCrowd: one.crowd === true }))
    const predictions = found.predictions
      .filter(inImage)
      .map((one): PredictedObject => ({ ...objectOf(one), score: one.score as number }))
    const compared = await compareImage(truth, predictions, { classes, iouThreshold, byMask, pauses: pausing() })
    totals.addImage(compared.tally)
    for (const cell of compared.cells) totals.addCell(cell)
  }
  return totals.figures(pausing())
}

const close = (actual: (number | null)[], expected: (number | null)[]) => {
  expect(actual.map((value) => value === null)).toEqual(expected.map((value) => value === null))
  for (const [index, value] of expected.entries()) {
    if (value !== null) expect(Math.abs((actual[index] as number) - value)).toBeLessThan(1e-6)
  }
}

test('the average precision of boxes equals that of pycocotools, with crowds, ties and a limit of 100', async () => {
  const fixture = fixtureOf('coco-boxes.json')
  for (const found of fixture.cases) {
    for (const { threshold, ap, map } of found.results) {
      const { overall, perClass } = await figuresOf(fixture, found, threshold, false)
      close([...perClass.map((one) => one.ap), overall.map], [...ap, map])
    }
  }
})

test('the average precision of masks equals that of pycocotools', async () => {
  const fixture = fixtureOf('coco-masks.json')
  for (const found of fixture.cases) {
    for (const { threshold, ap, map } of found.results) {
      const { segmentation } = await figuresOf(fixture, found, threshold, true)
      close(
        [...(segmentation?.per_class ?? []).map((one) => one.mask_ap), segmentation?.mask_map ?? null],
        [...ap, map],
      )
    }
  }
})
