/** An export lists every loss: an import of its archive has all else as it was. */
import { expect, it } from 'vitest'
import { toStored } from '../../../../src/platform/datasets/labels/stored-fields.ts'
import { type Loss, SENTENCES } from '../../../../src/platform/exchange/exports/formats/losses.ts'
import { fromBase, scaled } from '../../../../src/platform/exchange/imports/fit/fit-annotation.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../../../src/shared/api/exports.ts'
import { type Annotation, annotationExtras, boundsOf, REVIEWS } from '../../../../src/shared/domain/annotation.ts'
import { batchesOf } from '../../../../src/shared/domain/batches.ts'
import { inMemory, readIn } from '../imports/support.ts'
import { annotation, exportOf, written } from './in-memory.ts'

type Part = Partial<Annotation>
const SIZE = { width: 64, height: 48 }

const square = (left: number, top: number, size: number) => [
  { x: left, y: top },
  { x: left + size, y: top },
  { x: left + size, y: top + size },
  { x: left, y: top + size },
]
const outline = (...paths: { x: number; y: number }[][]): Part => ({
  type: 'polygon',
  bounding_box: boundsOf(paths.flat()),
  polygon: { paths },
})
const line: Part = { type: 'polyline', polyline: { points: square(1, 1, 4) }, bounding_box: boundsOf(square(1, 1, 4)) }
const boxOf = (x: number, y: number, w: number, h: number): Part => ({ bounding_box: { x, y, w, h } })
const BOX: Part = { type: 'bbox', ...boxOf(4, 2, 10, 8) }
const POINT: Part = { type: 'keypoint', keypoint: { x: 3, y: 4 } }
const TRACK: Part = { track_id: '7', keyframe: true }

/** Names that formats use themselves. */
const ATTRIBUTES = [
  ...['track_id', 'occluded', 'outside', 'keyframe', 'score', 'review', 'z', 'z_order', 'iscrowd', 'group_id'],
  ...['source', 'difficult', 'truncated', 'pose', 'description', 'rotation', 'visibility', 'occlusion', 'alpha'],
  ...['is_inside', 'is_group_of', 'area', 'id', 'label', 'a "b" <c> & d'],
]
const VALUES = ['', ' a ', 'two\nlines', 'true', '007', '\u0001', 'a;b', 0, -1.5, 3]
const CLASSES = [
  ...['two words', 'two  spaces', 'two\tparts', ' a', 'a:b', '#a', 'a,b', 'a"b', '<a>', 'a/b', 'a\\b', '人', '7', 'é'],
  ...['.', 'con', "it's", 'null', 'train', 'background', 'unlabelled', 'DontCare', 'x'.repeat(200)],
]

/** Parts of annotations. */
const PARTS: readonly Part[] = [
  {},
  { confidence: 0 },
  { confidence: 1 },
  ...REVIEWS.filter((review) => review !== 'none').map((review) => ({ review })),
  { origin: { source: 'model', model: 'm', version: '1', confidence: 0.5 } },
  ...['a b', '007', '12345678901234567890'].map((track_id) => ({ track_id, keyframe: true })),
  { keyframe: false },
  { outside: true },
  { occluded: true },
  { z: 3 },
  { z: -3 },
  ...CLASSES.map((name) => ({ name })),
  ...ATTRIBUTES.flatMap((name) => ['7', 'text', 7, true, false].map((value) => ({ attributes: { [name]: value } }))),
  ...VALUES.map((value) => ({ attributes: { of: value } })),
]
const SHAPES: readonly Part[] = [
  outline(square(8, 8, 8)),
  { ...outline(square(8, 8, 8)), attributes: { rotation: 0 } },
  outline(square(8, 8, 16), square(12, 12, 4)),
  outline(square(8.25, 8.25, 16.5), square(12.5, 12.5, 4.25)),
  outline(square(8, 8, 8), square(24, 8, 8)),
  outline(square(8.1, 8.1, 0.3), square(8.2, 8.2, 0.1)),
  outline(square(-1, -1, 8)),
  boxOf(1.3, 2.7, 3.1, 4.9),
  boxOf(-1, -1, 66, 50),
  boxOf(1, 1, 0.01, 0.01),
  line,
  POINT,
  { type: 'keypoint', keypoint: { x: -1, y: 48.5 } },
].map((shape) => ({ ...BOX, bounding_box: undefined, ...shape }) as Part)

/** The losses by what they change. */
const LEFT_OUT: Loss[] = [
  ...(['polylines', 'keypoints', 'untracked', 'outside', 'boxesOfPose', 'unlisted'] as const),
  'ignored',
  'noPixels',
]
const OF_NAMES: Loss[] = ['spaces', 'classNames', 'classFolders']
const OF_SHAPES: Loss[] = [
  ...(['bridged', 'holes', 'masks', 'parts', 'outlines', 'boxes', 'clipped', 'fractions', 'pixels'] as const),
  'wholeImages',
]

type Content = Pick<Annotation, 'name' | 'confidence'> & Record<'shape' | 'fields', unknown>

/** Formats with six decimals keep hundredths of pixels. */
function contentOf(one: Part): Content {
  const { type, polygon, polyline, keypoint, bounding_box: box } = one
  const shape = JSON.stringify([type, polygon ?? polyline ?? keypoint ?? box], (_, value) =>
    typeof value === 'number' ? Math.round(value * 100) : value,
  )
  const extras = Object.keys(annotationExtras).flatMap((name) => {
    const value = one[name as keyof Annotation]
    return value === undefined ? [] : [[name, value]]
  })
  return { name: one.name as string, confidence: one.confidence ?? null, shape, fields: Object.fromEntries(extras) }
}

const fileOf = (i: number) => `frame_${String(i + 1).padStart(6, '0')}.jpg`

/** The annotations of each image of an archive, as an import finds them, by the numbers in the names of their files. */
async function readBack(contents: Record<string, Buffer>): Promise<Map<number, Content[]>> {
  const { format, labels, notes } = await readIn(inMemory(contents, 4096), { predictions: true })
  const found = new Map<number, Content[]>()
  for (const { image, annotations } of labels) {
    const number = Number(/(\d+)(?:_leftImg8bit)?\.jpg$/.exec(image.file ?? '')?.[1])
    const contentsOf = annotations.map((one) => {
      const inPixels = image.unit === 'relative' ? scaled(one.shape, SIZE) : one.shape
      return contentOf(toStored({ ...one, shape: fromBase(inPixels, format, notes.isFromZero ? 0 : 1) }, '') as Part)
    })
    found.set(number, [...(found.get(number) ?? []), ...contentsOf])
  }
  return found
}

/** An export has an image for each of these annotations. */
async function expectListed(format: ExportFormat, parts: readonly Part[]): Promise<void> {
  const all = parts.map((part) => annotation({ type: 'bbox', ...part }))
  const source = exportOf(
    format,
    all.map((one, i) => ({ path: fileOf(i), annotations: [one] })),
  )
  const { contents, rules } = await written(source)
  const back = await readBack(contents)
  for (const [i, one] of all.entries()) {
    const lost = rules.filter(({ examples }) =>
      examples.some(({ annotation_id, file }) => annotation_id === one.id || file === one.name),
    )
    const has = (losses: readonly Loss[]) => lost.some(({ code }) => losses.some((loss) => SENTENCES[loss] === code))
    if (has(LEFT_OUT)) continue
    const [found, ...more] = back.get(i + 1) ?? []
    const expected = {
      ...contentOf(one),
      ...(has(OF_NAMES) && { name: found?.name }),
      ...(has(OF_SHAPES) && { shape: found?.shape }),
      ...(has(['confidences']) && { confidence: found?.confidence }),
      ...(has(['fields']) && { fields: found?.fields }),
    }
    expect({ part: parts[i], found, more }).toEqual({ part: parts[i], found: expected, more: [] })
  }
}

/** Number of examples that an export lists of a loss. */
const AT_ONCE = 20

it.each(EXPORT_FORMATS)('%s lists all that an import of its archive lacks', async (format) => {
  const tracked = (part: Part): Part[] => (part.track_id === undefined ? [part, { ...TRACK, ...part }] : [part])
  const ofBoxes = PARTS.flatMap(tracked).map((part) => ({ ...BOX, ...part }))
  const ofPoints = format === 'yolo_pose' ? PARTS.map((part) => ({ ...POINT, ...part })) : []
  for (const some of batchesOf([...ofBoxes, ...ofPoints, ...SHAPES.flatMap(tracked)], AT_ONCE)) {
    await expectListed(format, some)
  }
})
