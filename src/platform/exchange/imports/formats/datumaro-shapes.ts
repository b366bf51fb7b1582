/** The annotations of an item of Datumaro. */
import { cutBefore } from '../../../../shared/domain/cut-text.ts'
import { ellipseRing } from '../../../datasets/labels/ellipse-ring.ts'
import { ringsOf } from '../../../datasets/labels/mask-rings.ts'
import type {
  NeutralAnnotation,
  NeutralFields,
  NeutralShape,
  Point,
  ReadNotes,
} from '../../../datasets/labels/neutral.ts'
import { maskOf } from '../../../datasets/labels/rle.ts'
import { isTurned, rotatedCorners } from '../../../datasets/labels/rotated-box.ts'
import { isRecord, numbersOf, textField } from './json-values.ts'

export interface DatumaroCategories {
  /** By their index. `isPoint`: a point of a skeleton, which is named after its skeleton. `isGrouped`: it is below another class. */
  labels: readonly { name: string; isPoint: boolean; isGrouped: boolean }[]
  /** The names of the points of a class, by the index of its label. */
  points: ReadonlyMap<string, readonly string[]>
}

type Json = Readonly<Record<string, unknown>>
type Rules = NonNullable<NeutralAnnotation['rules']>
type Attributes = Record<string, string | number | boolean>
/** A shape; points of one object have names of their own. */
type Shaped = { shape: NeutralShape; point?: string; isOccluded?: boolean; rules?: Rules; attributes?: Attributes }

export async function datumaroAnnotations(
  annotations: readonly unknown[],
  categories: DatumaroCategories,
  path: string,
  notes: ReadNotes,
): Promise<NeutralAnnotation[]> {
  const made: NeutralAnnotation[] = []
  for (const [i, value] of annotations.entries()) {
    if (!isRecord(value)) {
      notes.dropped('annotation.invalid', path, `annotation at ${i}`)
      continue
    }
    const name = categories.labels[Number(value.label_id ?? Number.NaN)]?.name ?? ''
    const kind = textField(value.type) ?? ''
    const detail = [kind, name].filter((text) => text !== '').join(' ')
    const shapes = await shapesOf(kind, value, categories).catch((error: unknown) => {
      if (!(error instanceof RangeError)) throw error
      return []
    })
    if (shapes === null) notes.dropped('shape.unsupported', path, detail)
    else if (name === '') notes.dropped('annotation.no_class', path, detail)
    else if (shapes.length === 0) notes.dropped('annotation.invalid', path, detail)
    else made.push(...shapes.map((shaped) => annotationOf(value, name, shaped, shapes.length)))
  }
  return made
}

function annotationOf(value: Json, name: string, shaped: Shaped, count: number): NeutralAnnotation {
  const { shape, point, isOccluded = false, rules = [], attributes } = shaped
  const { confidence, fields } = fieldsOf(value, attributes)
  if (isOccluded) fields.occluded = true
  const id = textField(value.uuid)
  const made: NeutralAnnotation = {
    id: id !== null && point !== undefined ? `${id} ${point}` : id,
    name: point === undefined ? name : cutBefore(name, ` ${point}`, 200),
    confidence,
    shape,
  }
  if (Object.keys(fields).length > 0) made.fields = fields
  const all: Rules = count > 1 ? [...rules, 'geometry.points_separated'] : rules
  if (all.length > 0) made.rules = all
  return made
}

/** Null for a kind that annotations have no place for; none for one without valid numbers. */
async function shapesOf(kind: string, value: Json, categories: DatumaroCategories): Promise<Shaped[] | null> {
  const numbers = numbersOf(value.points) ?? []
  switch (kind) {
    case 'bbox':
      return boxShape(numbersOf(value.bbox) ?? [], isRecord(value.attributes) ? value.attributes.rotation : 0)
    case 'rotated_bbox':
      return rotatedShape(numbers)
    case 'polygon': {
      const ring = pairsOf(numbers)
      return ring.length >= 3 ? [{ shape: { type: 'polygon', rings: [ring] } }] : []
    }
    case 'polyline': {
      const points = pairsOf(numbers)
      return points.length >= 2 ? [{ shape: { type: 'polyline', points } }] : []
    }
    case 'points':
      return pointShapes(value, categories.points.get(String(value.label_id)) ?? [])
    case 'skeleton':
      return skeletonShapes(value, categories)
    case 'mask':
      return maskShape(value.rle)
    case 'ellipse':
      return ellipseShape(numbers)
    default:
      return null
  }
}

function boxShape([x, y, w, h]: readonly number[], rotation: unknown): Shaped[] {
  if (x === undefined || y === undefined || w === undefined || h === undefined || !(w > 0 && h > 0)) return []
  const box = { x, y, w, h }
  if (typeof rotation !== 'number' || !isTurned(rotation)) return [{ shape: { type: 'bbox', box } }]
  const corners = rotatedCorners(box, rotation, { x: x + w / 2, y: y + h / 2 })
  return [{ shape: { type: 'polygon', rings: [corners] }, rules: ['geometry.rotated'], attributes: { rotation } }]
}

/** Centre, size and degrees. */
function rotatedShape([cx, cy, w, h, degrees]: readonly number[]): Shaped[] {
  if (cx === undefined || cy === undefined || w === undefined || h === undefined || degrees === undefined) return []
  return boxShape([cx - w / 2, cy - h / 2, w, h], degrees)
}

/** The corners of its box. */
function ellipseShape([x1, y1, x2, y2]: readonly number[]): Shaped[] {
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || !(x2 > x1 && y2 > y1)) return []
  const ring = ellipseRing({ x: (x1 + x2) / 2, y: (y1 + y2) / 2 }, { x: (x2 - x1) / 2, y: (y2 - y1) / 2 })
  return [{ shape: { type: 'polygon', rings: [ring] }, rules: ['geometry.ellipse_outlined'] }]
}

async function maskShape(rle: unknown): Promise<Shaped[]> {
  if (!isRecord(rle)) return []
  const [height, width] = numbersOf(rle.size) ?? []
  const runs = typeof rle.counts === 'string' ? rle.counts : numbersOf(rle.counts)
  if (height === undefined || width === undefined || runs === null) return []
  const rings = await ringsOf(maskOf([height, width], runs))
  return rings.length > 0 ? [{ shape: { type: 'polygon', rings }, rules: ['geometry.mask_outlined'] }] : []
}

const [ABSENT, HIDDEN] = [0, 1]

/** Points that are absent are none. */
function pointShapes({ points, visibility }: Json, names: readonly string[]): Shaped[] {
  const states = Array.isArray(visibility) ? visibility : []
  const numbers = numbersOf(points) ?? []
  if (numbers.length === 0 || numbers.length % 2 !== 0) return []
  return pairsOf(numbers).flatMap((point, i): Shaped[] => {
    if (states[i] === ABSENT) return []
    const shaped: Shaped = { shape: { type: 'keypoint', point }, isOccluded: states[i] === HIDDEN }
    if (names.length > 1) shaped.point = names[i] ?? `${i + 1}`
    return [shaped]
  })
}

/** CVAT writes a point of a skeleton as an element with a class of its own. */
function skeletonShapes({ elements }: Json, { labels }: DatumaroCategories): Shaped[] {
  const all = Array.isArray(elements) ? elements.filter(isRecord) : []
  return all.flatMap((element) =>
    pointShapes(element, []).map((shaped) => {
      const attributes = fieldsOf(element).fields.attributes
      const point = labels[Number(element.label_id)]?.name ?? `${all.indexOf(element) + 1}`
      return { ...shaped, ...(all.length > 1 && { point }), ...(attributes && { attributes }) }
    }),
  )
}

function pairsOf(numbers: readonly number[]): Point[] {
  if (numbers.length % 2 !== 0) return []
  const points: Point[] = []
  for (let i = 0; i < numbers.length; i += 2) points.push({ x: numbers[i] as number, y: numbers[i + 1] as number })
  return points
}

/** Tracks and their states are attributes, as Datumaro has them from CVAT and MOT. */
function fieldsOf(
  value: Json,
  more: Attributes = {},
): Pick<NeutralAnnotation, 'confidence'> & { fields: NeutralFields } {
  const given = isRecord(value.attributes) ? value.attributes : {}
  const { occluded, outside, keyframe, track_id, score, ...others } = given
  const fields: NeutralFields = {}
  const track =
    textField(track_id) ?? (typeof value.object_id === 'number' && value.object_id >= 0 ? `${value.object_id}` : null)
  if (track !== null) fields.track_id = track
  if (isTrue(occluded)) fields.occluded = true
  if (isTrue(outside)) fields.outside = true
  if (track !== null && typeof keyframe === 'boolean') fields.keyframe = keyframe
  const { z_order: z, group } = value
  if (typeof z === 'number' && Number.isInteger(z) && z !== 0) fields.z = z
  const kept = Object.entries(others).filter((one): one is [string, string | number | boolean] =>
    ['string', 'number', 'boolean'].includes(typeof one[1]),
  )
  const attributes: Attributes = { ...Object.fromEntries(kept), ...more }
  if (typeof group === 'number' && group !== 0) attributes.group_id = group
  if (Object.keys(attributes).length > 0) fields.attributes = attributes
  return { confidence: typeof score === 'number' ? score : null, fields }
}

const isTrue = (value: unknown): boolean => value === true || value === 1
