/** An object of Pascal VOC: its box, outline or rotated box, with its flags and attributes. */
import type {
  NeutralAnnotation,
  NeutralFields,
  NeutralShape,
  Point,
  ReadNotes,
} from '../../../datasets/labels/neutral.ts'
import { isTurned, rotatedCorners } from '../../../datasets/labels/rotated-box.ts'
import { childText, numberOf, type XmlElement } from './xml-elements.ts'

type Attributes = Record<string, string | number | boolean>

interface Shaped {
  shape: NeutralShape
  /** Degrees, of a rotated box. */
  rotation?: number
}

/** Null for an object without a class or a shape. */
export function objectOf(element: XmlElement, notes: ReadNotes): NeutralAnnotation | null {
  const name = childText(element, 'name')
  const found = outlineOf(element) ?? rotatedBoxOf(element) ?? boxOf(element, notes)
  if (!name || !found) return null
  const { track_id, occluded, keyframe, ...attributes } = attributesOf(element)
  if (found.rotation !== undefined) attributes.rotation = found.rotation
  const fields: NeutralFields = {
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...((occluded === true || childText(element, 'occluded') === '1') && { occluded: true }),
    ...(track_id !== undefined && { track_id: String(track_id) }),
    ...(typeof keyframe === 'boolean' && track_id !== undefined && { keyframe }),
  }
  return {
    id: null,
    name,
    confidence: null,
    shape: found.shape,
    ...(found.rotation !== undefined && { rules: ['geometry.rotated'] as const }),
    ...(Object.keys(fields).length > 0 && { fields }),
  }
}

const childOf = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((child) => child.name === name)

function boxOf(element: XmlElement, notes: ReadNotes): Shaped | null {
  const box = childOf(element, 'bndbox')
  const sides = box ? ['xmin', 'ymin', 'xmax', 'ymax'].map((side) => numberOf(childText(box, side))) : []
  const [x1, y1, x2, y2] = sides
  if (x1 == null || y1 == null || x2 == null || y2 == null || x2 < x1 || y2 < y1) return null
  if (x1 <= 0 || y1 <= 0 || sides.some((side) => !Number.isInteger(side))) notes.countsFromZero()
  return { shape: { type: 'bbox', box: { x: x1, y: y1, w: x2 - x1, h: y2 - y1 } } }
}

/** Points as `<pt><x/><y/></pt>` (LabelMe), or as `<x1/><y1/><x2/><y2/>` (Roboflow). */
function outlineOf(element: XmlElement): Shaped | null {
  const polygon = childOf(element, 'polygon')
  if (!polygon) return null
  const pairs = polygon.children.some(({ name }) => name === 'pt')
    ? polygon.children.filter(({ name }) => name === 'pt').map((pt) => [childText(pt, 'x'), childText(pt, 'y')])
    : polygon.children
        .flatMap(({ name }) => /^x(\d+)$/.exec(name)?.[1] ?? [])
        .map((n) => [childText(polygon, `x${n}`), childText(polygon, `y${n}`)])
  const points = pairs.flatMap(([x, y]): Point[] => {
    const point = { x: numberOf(x), y: numberOf(y) }
    return point.x === null || point.y === null ? [] : [{ x: point.x, y: point.y }]
  })
  return points.length >= 3 ? { shape: { type: 'polygon', rings: [points] } } : null
}

/** The rotated box of roLabelImg, whose angle is in radians, clockwise. */
function rotatedBoxOf(element: XmlElement): Shaped | null {
  const box = childOf(element, 'robndbox')
  if (!box) return null
  const [cx, cy, w, h, angle] = ['cx', 'cy', 'w', 'h', 'angle'].map((name) => numberOf(childText(box, name)))
  if (cx == null || cy == null || w == null || h == null || angle == null || !(w > 0 && h > 0)) return null
  const upright = { x: cx - w / 2, y: cy - h / 2, w, h }
  const rotation = (angle * 180) / Math.PI
  if (!isTurned(rotation)) return { shape: { type: 'bbox', box: upright } }
  return { shape: { type: 'polygon', rings: [rotatedCorners(upright, rotation, { x: cx, y: cy })] }, rotation }
}

/** Attributes as CVAT and Datumaro write them, actions, and the flags of Pascal VOC. */
function attributesOf(element: XmlElement): Attributes {
  const attributes: Attributes = Object.create(null)
  for (const flag of ['truncated', 'difficult']) if (childText(element, flag) === '1') attributes[flag] = true
  const pose = childText(element, 'pose')
  if (pose && pose !== 'Unspecified') attributes.pose = pose
  for (const { name, text } of childOf(element, 'actions')?.children ?? []) {
    if (text.trim() === '1') attributes[name] = true
  }
  for (const attribute of childOf(element, 'attributes')?.children ?? []) {
    const [name, value] = [childText(attribute, 'name'), childText(attribute, 'value')]
    if (name && value !== null) attributes[name] = parsedValue(value)
  }
  return attributes
}

/** A number only when it is written as numbers are, so that codes such as 007 stay texts. */
function parsedValue(text: string): string | number | boolean {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return String(Number(text)) === text ? Number(text) : text
}
