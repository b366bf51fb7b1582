/** An import of an export has all that the plan of the export does not list as lost. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import { EXPORT_FORMATS, type ExportPlan } from '../../../../src/shared/api/exports.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addImage, download, exported } from '../exports/support.ts'
import { randomShapes } from './random-shapes.ts'
import { annotationsOf, confirmed, planned } from './support.ts'

let h: Harness
let made = 0
let from: Dataset
let before: Annotation[]
beforeAll(async () => {
  h = await startHarness()
  from = await makeDataset()
  // Each format has something to hold.
  const annotations = [
    { name: 'car', type: 'bbox', bounding_box: { x: 8, y: 8, w: 16, h: 16 }, track_id: '1' },
    { name: 'car', type: 'keypoint', keypoint: { x: 8, y: 8 } },
    ...fc.sample(annotation, 16),
  ]
  await addImage(h, from, 'a.jpg', { directory_path: 'day/one', annotations })
  before = await annotationsOf(h, from.id, 'day/one/a.jpg')
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const TYPES = ['bbox', 'polygon', 'polyline', 'keypoint']
const CLASSES = ['car', 'a "b" & <c>: #', '人 ', 'two words'].map((name) => name.trim())

async function makeDataset(): Promise<Dataset> {
  const classes = CLASSES.map((name) => ({ name }))
  const body = { name: `Set ${++made}`, annotation_types: TYPES, classes }
  return (await h.api<Dataset>('POST', '/datasets/', { body })).body
}

// Images of the scripted engine.
const { point, box, triangle, holed } = randomShapes({ width: 1280, height: 720 })
const name = fc.constantFrom(...CLASSES)
const annotation = fc.oneof(
  fc.record({ name, type: fc.constant('bbox'), bounding_box: box }),
  fc.record({ name, type: fc.constant('polygon'), polygon: triangle.map((ring) => ({ paths: [ring] })) }),
  fc.record({ name, type: fc.constant('polygon'), polygon: holed }),
  fc.record({
    name,
    type: fc.constant('polyline'),
    polyline: fc.record({ points: fc.array(point, { minLength: 2, maxLength: 5 }) }),
  }),
  fc.record({ name, type: fc.constant('keypoint'), keypoint: point }),
)

const numbersOf = ({ bounding_box, polygon, polyline, keypoint, type }: Partial<Annotation>): number[] => {
  if (type === 'bbox' && bounding_box) return Object.values(bounding_box)
  if (type === 'polygon') return (polygon?.paths ?? []).flat().flatMap((p) => [p.x, p.y])
  if (type === 'polyline') return (polyline?.points ?? []).flatMap((p) => [p.x, p.y])
  return keypoint ? [keypoint.x, keypoint.y] : []
}

/** Rules about a form that is read as what it was. */
const CHANGED_ONLY = ['export.outlines_as_masks', 'export.bridged_rings', 'export.lost_names']

/**
 * Coordinates are whole quarters of pixels, which formats with six decimals keep. Rings of masks begin where their pixels do, so
 * an outline with holes is compared by its points.
 */
const keyOf = (one: Partial<Annotation>): string => {
  const numbers = numbersOf(one).map((n) => Math.round(n * 4) / 4)
  const isHoled = (one.polygon?.paths.length ?? 0) > 1
  return JSON.stringify([one.name, one.type, isHoled ? numbers.sort((a, b) => a - b) : numbers])
}

/** Formats are tried with many labels, in memory, by `held-labels.test.ts`. */
it.each(EXPORT_FORMATS)('%s: an export that loses nothing by its plan is imported as it was', async (format) => {
  const { rules } = (await h.api<ExportPlan>('POST', '/exports/plan', { body: { dataset: from.id, format } })).body
  const lost = new Set(
    rules
      .filter(({ code }) => !CHANGED_ONLY.includes(code))
      .flatMap(({ examples }) => examples.map(({ annotation_id }) => annotation_id)),
  )
  const archive = await download(h, await exported(h, from, { format }))
  const to = await makeDataset()
  const plan = await planned(h, to, archive)
  const done = await confirmed(h, plan, plan.plan?.needs_box_base ? { box_base: 1 } : {})
  expect(done).toMatchObject({ status: 'completed', result: { images_added: 1, annotations_dropped: 0 } })
  expect(plan.plan?.annotations.dropped).toBe(0)
  expect(plan.plan?.splits).toMatchObject({ train: 0, valid: 0, test: 0, none: 1 })

  const { body } = await h.api<Dataset>('GET', `/datasets/${to.id}?include_images=true`)
  const [image] = body.images as Image[]
  // Folders of classes stay directories: images of two classes can have one name.
  const path = format === 'image_folder' ? 'car/day/one/a.jpg' : 'day/one/a.jpg'
  if (!rules.some(({ code }) => code === 'export.lost_names')) {
    const found = `${image?.directory_path}/${image?.filename}`.replace(/^\/+/, '')
    expect(format === 'cityscapes' ? found.replace('_leftImg8bit', '') : found).toBe(path)
  }
  const after = await annotationsOf(h, to.id, image?.id as string)
  const found = after.map((one) => keyOf(one))
  for (const one of before) if (!lost.has(one.id)) expect(found).toContain(keyOf(one))
  expect(after.length).toBeLessThanOrEqual(before.length)
  if (lost.size === 0) expect(after).toHaveLength(before.length)
})
