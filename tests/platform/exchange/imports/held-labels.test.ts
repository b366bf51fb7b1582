/** Each format gives back what it declares to hold, but for the losses that an export lists. */
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { NeutralAnnotation, NeutralFields, ReadImage } from '../../../../src/platform/datasets/labels/neutral.ts'
import { fieldsOf, toStored } from '../../../../src/platform/datasets/labels/stored-fields.ts'
import { FORMAT_WRITERS } from '../../../../src/platform/exchange/exports/formats/format-writers.ts'
import { SENTENCES } from '../../../../src/platform/exchange/exports/formats/losses.ts'
import { fromBase, scaled } from '../../../../src/platform/exchange/imports/fit/fit-annotation.ts'
import { archiveParts } from '../../../../src/platform/exchange/imports/reader/archive-parts.ts'
import { createPlanNotes } from '../../../../src/platform/exchange/imports/reader/plan-notes.ts'
import { EXPORT_FORMATS, type ExportFormat, SPLITS } from '../../../../src/shared/api/exports.ts'
import type { ImportFormat } from '../../../../src/shared/api/imports.ts'
import { type Annotation, boundsOf } from '../../../../src/shared/domain/annotation.ts'
import { archiveWriter, type ImageOfExport } from '../exports/frozen-support.ts'
import { randomShapes } from './random-shapes.ts'
import { inMemory } from './support.ts'

const IMAGE_SPLITS_OF = { train: 'train', val: 'valid', test: 'test', default: undefined } as const

const writer = archiveWriter()
afterAll(() => writer.remove())

const [WIDTH, HEIGHT] = [640, 480]
const CLASSES = ['car', 'a "b" & <c>: #', '人', 'two words', '7']

/** Formats that are read as another one. */
const READ_AS: Partial<Record<ExportFormat, ImportFormat>> = { yolo_pose: 'yolo', cvat_video: 'cvat' }

const { point, box, triangle, holed } = randomShapes({ width: WIDTH, height: HEIGHT })
type Geometry = Pick<Annotation, 'type' | 'bounding_box' | 'polygon' | 'polyline' | 'keypoint'>
const geometry: fc.Arbitrary<Geometry> = fc.oneof(
  fc.record({ type: fc.constant('bbox' as const), bounding_box: box }),
  fc.record({ type: fc.constant('polygon' as const), polygon: triangle.map((ring) => ({ paths: [ring] })) }),
  fc.record({ type: fc.constant('polygon' as const), polygon: holed }),
  fc.record({
    type: fc.constant('polyline' as const),
    polyline: fc.record({ points: fc.array(point, { minLength: 2, maxLength: 5 }) }),
  }),
  fc.record({ type: fc.constant('keypoint' as const), keypoint: point }),
)
const fields = fc.record(
  {
    track_id: fc.constantFrom('1', '2', '3'),
    occluded: fc.constant(true),
    keyframe: fc.boolean(),
    z: fc.integer({ min: 1, max: 9 }),
    review: fc.constant('pending' as const),
    attributes: fc.record(
      {
        colour: fc.constantFrom('red', '<a> & "b"'),
        age: fc.integer({ min: 2, max: 9 }),
        truncated: fc.boolean(),
        difficult: fc.boolean(),
        is_inside: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)
/** Stored annotations have the box of their shape. */
function withBox(shape: Geometry): Geometry {
  const { polygon, polyline } = shape
  const points = polygon?.paths.flat() ?? polyline?.points
  return points ? { ...shape, bounding_box: boundsOf(points) } : shape
}

/** Shapes of a track, and no others, are key frames or not. */
function ofTrack({ keyframe, attributes = {}, ...others }: NeutralFields): NeutralFields {
  const filled = Object.keys(attributes).length > 0 ? { ...others, attributes } : others
  return others.track_id === undefined ? filled : { ...filled, keyframe: keyframe ?? true }
}

const annotation = fc
  .record({
    name: fc.constantFrom(...CLASSES),
    confidence: fc.option(fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100)),
    geometry,
    fields: fc.option(fields, { nil: {} }),
  })
  .map(({ geometry: shape, fields: others, ...common }) => ({ ...common, ...withBox(shape), ...ofTrack(others) }))
const image = fc.record({
  path: fc.constantFrom('1.jpg', 'day/1.jpg', 'day/two words.jpg', 'nächte/a.b.jpg'),
  width: fc.constant(WIDTH),
  height: fc.constant(HEIGHT),
  split: fc.constantFrom(...SPLITS),
  annotations: fc.array(annotation, { minLength: 1, maxLength: 5 }),
})
const images = fc
  .tuple(fc.uniqueArray(image, { minLength: 1, maxLength: 4, selector: ({ path }) => path }), fc.boolean())
  .map(([all, isDivided]) => (isDivided ? all : all.map((one) => ({ ...one, split: 'default' as const }))))
  .map((all): ImageOfExport[] => {
    let n = 0
    const withId = (one: Omit<Annotation, 'id'>): Annotation => ({
      ...one,
      id: `00000000-0000-4000-8000-${String(++n).padStart(12, '0')}`,
    })
    return all.map((one) => ({ ...one, annotations: one.annotations.map(withId) }))
  })

/** Losses after which the annotation has the same pixels. */
const SAME: readonly string[] = [SENTENCES.masks, SENTENCES.bridged, SENTENCES.names]

type Shaped = Pick<Annotation, 'name' | 'type' | 'bounding_box' | 'polygon' | 'polyline' | 'keypoint'>

/** Rings of masks begin where their pixels do, so an outline with holes is compared by its points. */
function keyOf({ name, type, bounding_box, polygon, polyline, keypoint }: Shaped): string {
  const points = polygon?.paths.flat() ?? polyline?.points ?? (keypoint ? [keypoint] : [])
  const numbers = bounding_box && type === 'bbox' ? Object.values(bounding_box) : points.flatMap((p) => [p.x, p.y])
  const rounded = numbers.map((n) => Math.round(n * 4) / 4)
  return JSON.stringify([name, type, (polygon?.paths.length ?? 0) > 1 ? rounded.sort((a, b) => a - b) : rounded])
}

interface Back {
  key: string
  id: string | null
  confidence: number | null
  fields: NeutralFields
}

/** The annotations of each image file, as an import finds them. */
async function readBack(contents: Record<string, Buffer>, wanted: ImportFormat | null) {
  const notes = createPlanNotes()
  const found = new Map<string, NeutralAnnotation[]>()
  const splits = new Map<string, ReadImage['split']>()
  let format: ImportFormat | null = null
  for await (const part of archiveParts(inMemory(contents, 65_536), { format: wanted, predictions: true }, notes)) {
    if (part.type === 'format') format = part.format
    if (part.type === 'images')
      for (const { name, split } of part.images) if (!splits.has(name)) splits.set(name, split)
    if (part.type !== 'labels') continue
    for (const { image: read, annotations } of part.labels) {
      expect(read.file).not.toBeNull()
      splits.set(read.file as string, read.split)
      const size = { width: WIDTH, height: HEIGHT }
      const inPixels = annotations.map((one) => ({
        ...one,
        shape: read.unit === 'relative' ? scaled(one.shape, size) : one.shape,
      }))
      found.set(read.file as string, [...(found.get(read.file as string) ?? []), ...inPixels])
    }
  }
  const of = format as ImportFormat
  const base = notes.isFromZero ? 0 : 1
  const backOf = (one: NeutralAnnotation): Back => ({
    key: keyOf(toStored({ ...one, shape: fromBase(one.shape, of, base) }, '') as Shaped),
    id: one.id,
    confidence: one.confidence,
    fields: one.fields ?? {},
  })
  const dropped = notes.rules().filter(({ effect }) => effect === 'dropped')
  return { format: of, dropped, splits, of: (file: string) => (found.get(file) ?? []).map(backOf) }
}

/** Returns the codes of the losses. */
async function expectHeld(format: ExportFormat, given: readonly ImageOfExport[]): Promise<string[]> {
  const { holds } = FORMAT_WRITERS[format]
  const { contents, rules, files } = await writer.write(format, given)
  const declared = new Set([...Object.values(holds.shapes), ...holds.losses, 'confidences', 'fields'])
  const codes = new Map(Object.entries(SENTENCES).map(([loss, code]) => [code as string, loss]))
  for (const { code } of rules) expect(declared).toContain(codes.get(code))

  const lostBy = (id: string): Set<string> =>
    new Set(rules.filter(({ examples }) => examples.some((one) => one.annotation_id === id)).map(({ code }) => code))
  const all = given.flatMap(({ annotations }) => annotations)
  const kept = all.filter(({ id }) => [...lostBy(id)].every((code) => SAME.includes(code) || !isOfShape(code)))
  const wanted = READ_AS[format] ?? (format as ImportFormat)
  const read = await readBack(contents, kept.length === 0 ? wanted : null)
  expect([read.format, read.dropped]).toEqual([wanted, []])
  for (const { path, split, annotations } of given) {
    const file = files.get(path) as string
    if (holds.splits) expect(read.splits.get(file)).toBe(IMAGE_SPLITS_OF[split])
    const back = read.of(file)
    expect(back.length).toBeLessThanOrEqual(annotations.length)
    for (const one of annotations.filter((each) => kept.includes(each))) {
      const same = back.filter(({ key }) => key === keyOf(one))
      expect(same.length, `${keyOf(one)} of ${back.map(({ key }) => key).join('\n')}`).toBeGreaterThan(0)
      const lost = lostBy(one.id)
      if (!lost.has(SENTENCES.confidences)) expect(same.map(({ confidence }) => confidence)).toContain(one.confidence)
      if (!lost.has(SENTENCES.fields)) expect(same.map((each) => each.fields)).toContainEqual(fieldsOf(one))
      if (holds.ids) expect(same.map(({ id }) => id)).toContain(one.id)
    }
  }
  return rules.map(({ code }) => code)
}

const isOfShape = (code: string): boolean => code !== SENTENCES.confidences && code !== SENTENCES.fields

/** Masks are drawn and traced pixel by pixel. */
const [RUNS, MASK_RUNS] = [25, 8]

it.each(EXPORT_FORMATS)('%s holds what it declares', async (format) => {
  await fc.assert(
    fc.asyncProperty(images, async (given) => {
      await expectHeld(format, given)
    }),
    { numRuns: ['voc_masks', 'cityscapes'].includes(format) ? MASK_RUNS : RUNS },
  )
})

const EVERY_FIELD: Required<NeutralFields> = {
  review: 'pending',
  track_id: '7',
  keyframe: false,
  outside: true,
  occluded: true,
  z: 3,
  attributes: { colour: 'dark red', doors: 4, taxi: false },
}

it.each(EXPORT_FORMATS.filter((format) => FORMAT_WRITERS[format].holds.fields.length > 0))(
  '%s holds all the fields that it declares at once, without a loss',
  async (format) => {
    const held = FORMAT_WRITERS[format].holds.fields.map((name) => [name, EVERY_FIELD[name]] as const)
    const id = '00000000-0000-4000-8000-000000000001'
    const shape = { type: 'bbox', bounding_box: { x: 4, y: 20, w: 30, h: 40 } } as const
    const annotation: Annotation = { id, name: 'car', confidence: null, ...shape, ...Object.fromEntries(held) }
    const given = { path: '1.jpg', width: WIDTH, height: HEIGHT, split: 'train' as const, annotations: [annotation] }
    expect(await expectHeld(format, [given])).not.toContain(SENTENCES.fields)
  },
)
