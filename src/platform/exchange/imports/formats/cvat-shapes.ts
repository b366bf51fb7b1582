/** The shapes of CVAT documents as annotations. Coordinates are pixels from 0; rotations are clockwise, about the centre. */

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
import { type CvatMeta, pointClass } from './cvat-meta.ts'
import { numberOf, type XmlElement } from './xml-elements.ts'

/** An element of an image, or a row of a track. */
export interface CvatShape {
  element: XmlElement
  label: string | undefined
  /** The track of a row; null in an image. */
  track: XmlElement | null
  meta: CvatMeta
}

type Attributes = NonNullable<NeutralFields['attributes']>
type Shaped = { shape: NeutralShape; rules?: NonNullable<NeutralAnnotation['rules']>; attributes?: Attributes }

export async function cvatAnnotations(
  { element, label, track, meta }: CvatShape,
  path: string,
  notes: ReadNotes,
): Promise<NeutralAnnotation[]> {
  const drop = (rule: 'annotation.no_class' | 'annotation.invalid' | 'shape.unsupported', detail: string): [] => {
    notes.dropped(rule, path, detail)
    return []
  }
  if (!label) return drop('annotation.no_class', element.name)
  const own = fieldsOf({ element, label, track, meta })
  if (element.name === 'skeleton') return pointsOfSkeleton({ element, label, track, meta }, own, drop)
  let shapes: Shaped[] | null
  try {
    shapes = await shapesOf(element)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return drop('annotation.invalid', error.message)
  }
  if (shapes === null) return drop('shape.unsupported', `${element.name} ${label}`)
  if (shapes.length === 0) return drop('annotation.invalid', element.name)
  const several: Shaped['rules'] = shapes.length > 1 ? ['geometry.points_separated'] : []
  return shapes.map(({ shape, rules = [], attributes }) => {
    const fields = attributes ? { ...own, attributes: { ...attributes, ...own.attributes } } : own
    return annotationOf(label, shape, fields, [...rules, ...several])
  })
}

function annotationOf(
  name: string,
  shape: NeutralShape,
  fields: NeutralFields,
  rules: NonNullable<NeutralAnnotation['rules']>,
): NeutralAnnotation {
  const made: NeutralAnnotation = { id: null, name, confidence: null, shape }
  if (Object.keys(fields).length > 0) made.fields = fields
  if (rules.length > 0) made.rules = rules
  return made
}

/** A point of an image that is outside is one that nobody has placed; one of a track is where it was last. */
function pointsOfSkeleton(
  { element, label: skeleton, track, meta }: CvatShape & { label: string },
  own: NeutralFields,
  drop: (rule: 'annotation.invalid', detail: string) => [],
): NeutralAnnotation[] {
  const points = element.children.filter(({ name }) => name !== 'attribute')
  const rules = points.length > 1 ? (['geometry.points_separated'] as const) : []
  const parent = points.length > 1 ? skeleton : undefined
  return points.flatMap((point) => {
    const { label, outside } = point.attributes
    if (outside === '1' && !track) return []
    const [position] = pointsOf(point.attributes.points)
    if (point.name !== 'points' || !position) return drop('annotation.invalid', `skeleton ${skeleton}`)
    const fields = fieldsOf({ element: point, label, track, meta }, skeleton)
    const attributes = { ...own.attributes, ...fields.attributes }
    const all: NeutralFields = { ...own, ...fields }
    if (Object.keys(attributes).length > 0) all.attributes = attributes
    const name = parent !== undefined && label ? pointClass(label, parent) : skeleton
    return [annotationOf(name, { type: 'keypoint', point: position }, all, rules)]
  })
}

/** Null for a kind of shape that annotations have no place for; none for one without valid numbers. */
async function shapesOf({ name, attributes }: XmlElement): Promise<Shaped[] | null> {
  if (name === 'box') return boxShape(attributes)
  if (name === 'ellipse') return ellipseShape(attributes)
  if (name === 'mask') return maskShape(attributes)
  const points = pointsOf(attributes.points)
  if (name === 'polygon') return points.length >= 3 ? [{ shape: { type: 'polygon', rings: [points] } }] : []
  if (name === 'polyline') return points.length >= 2 ? [{ shape: { type: 'polyline', points } }] : []
  if (name === 'points') return points.map((point) => ({ shape: { type: 'keypoint', point } }))
  return null
}

function boxShape(attributes: XmlElement['attributes']): Shaped[] {
  const [x1, y1, x2, y2] = ['xtl', 'ytl', 'xbr', 'ybr'].map((side) => numberOf(attributes[side]))
  if (x1 == null || y1 == null || x2 == null || y2 == null || !(x2 > x1 && y2 > y1)) return []
  const box = { x: x1, y: y1, w: x2 - x1, h: y2 - y1 }
  const rotation = numberOf(attributes.rotation) ?? 0
  if (!isTurned(rotation)) return [{ shape: { type: 'bbox', box } }]
  const corners = rotatedCorners(box, rotation, { x: (x1 + x2) / 2, y: (y1 + y2) / 2 })
  return [{ shape: { type: 'polygon', rings: [corners] }, rules: ['geometry.rotated'], attributes: { rotation } }]
}

function ellipseShape({ cx, cy, rx, ry, rotation }: XmlElement['attributes']): Shaped[] {
  const [x, y, w, h] = [cx, cy, rx, ry].map(numberOf)
  if (x == null || y == null || w == null || h == null || !(w > 0 && h > 0)) return []
  const ring = ellipseRing({ x, y }, { x: w, y: h }, numberOf(rotation) ?? 0)
  return [{ shape: { type: 'polygon', rings: [ring] }, rules: ['geometry.ellipse_outlined'] }]
}

function pointsOf(text: string | undefined): Point[] {
  const points = (text ?? '').split(';').map((pair) => {
    const [x, y] = pair.split(',').map(numberOf)
    return x != null && y != null ? { x, y } : null
  })
  return points.every((point) => point !== null) ? points : []
}

/** Runs go along the rows of the mask's own box, unlike those of COCO. */
async function maskShape({ rle = '', left, top, width, height }: XmlElement['attributes']): Promise<Shaped[]> {
  const [x, y, w, h] = [left, top, width, height].map(numberOf)
  const runs = rle.split(',').map((run) => Number(run.trim()))
  if (x == null || y == null || w == null || h == null) return []
  const rings = (await ringsOf(maskOf([w, h], runs))).map((ring) =>
    ring.map((p) => ({ x: p.y + x, y: p.x + y })).reverse(),
  )
  return rings.length > 0 ? [{ shape: { type: 'polygon', rings }, rules: ['geometry.mask_outlined'] }] : []
}

/** Ids of CVAT are numbers; our own archives have the id of the data set beside them. */
const trackIdOf = ({ id, track_id, one_frame }: XmlElement['attributes']): string | undefined =>
  one_frame === '1' ? undefined : (track_id ?? id)

/** Values of `source` that say nothing about the shape. */
const BY_HAND = new Set(['manual', 'file'])

function fieldsOf({ element, label = '', track, meta }: CvatShape, parent?: string): NeutralFields {
  const { occluded, outside, keyframe, z_order, source = track?.attributes.source } = element.attributes
  const attributes = attributesOf(element, meta.attributesOf(label, parent))
  const group = numberOf(element.attributes.group_id ?? track?.attributes.group_id)
  if (group) attributes.group_id = group
  if (source !== undefined && source !== '' && !BY_HAND.has(source)) attributes.source = source
  const fields: NeutralFields = {}
  // CVAT writes the track of a shape of an image as an attribute, and a shape of a video as a track of one frame.
  const id = track ? trackIdOf(track.attributes) : attributes.track_id
  if (id !== undefined && id !== '') fields.track_id = String(id)
  if (!track) delete attributes.track_id
  if (fields.track_id !== undefined && (keyframe === '1' || keyframe === '0')) fields.keyframe = keyframe === '1'
  if (track && outside === '1') fields.outside = true
  if (occluded === '1') fields.occluded = true
  const z = numberOf(z_order)
  if (z !== null && z !== 0 && Number.isInteger(z)) fields.z = z
  if (Object.keys(attributes).length > 0) fields.attributes = attributes
  return fields
}

/** Includes the values that a shape has without saying so. */
function attributesOf(
  element: XmlElement,
  declared: ReturnType<CvatMeta['attributesOf']>,
): Record<string, string | number | boolean> {
  const typeOf = new Map(declared.map(({ name, type }) => [name, type]))
  const values = new Map(declared.flatMap((one) => (one.default === '' ? [] : [[one.name, one.default] as const])))
  for (const { name: kind, attributes, text } of element.children) {
    if (kind === 'attribute' && attributes.name) values.set(attributes.name, text.trim())
  }
  return Object.fromEntries([...values].map(([name, text]) => [name, typed(text, typeOf.get(name))]))
}

function typed(text: string, type: string | undefined): string | number | boolean {
  if (type === 'checkbox' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return type === 'number' ? (numberOf(text) ?? text) : text
}
