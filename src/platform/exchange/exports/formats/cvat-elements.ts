/**
 * The elements of CVAT documents: labels with their attributes, and shapes. Coordinates are pixels from 0. An outline has one ring, so
 * one with holes or several parts is written as a mask of whole pixels.
 */
import { type Annotation, boundsOf } from '../../../../shared/domain/annotation.ts'
import { maskOfRings } from '../../../datasets/labels/mask-rings.ts'
import { isTurned, turnedBack } from '../../../datasets/labels/rotated-box.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { pausing } from '../../../machine/pauses.ts'
import type { FrozenExport, FrozenImage } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { outlineOf, type Ring } from './outline.ts'
import { escaped } from './xml-text.ts'

export type XmlAttributes = Readonly<Record<string, string | number>>
type Values = NonNullable<Annotation['attributes']>

/** The types of the attributes of a class by their names. */
type AttributeTypes = Map<string, 'checkbox' | 'number' | 'text'>

/** CVAT keeps only attributes that the labels declare. */
export async function declaredAttributes(source: FrozenExport): Promise<ReadonlyMap<string, AttributeTypes>> {
  const classes = new Map<string, AttributeTypes>()
  const pause = pausing()
  for await (const { annotations } of source.images()) {
    if (pause.isDue) await pause.take()
    for (const { name, attributes } of annotations) {
      if (!attributes) continue
      const types: AttributeTypes = classes.get(name) ?? new Map()
      classes.set(name, types)
      for (const [attribute, value] of Object.entries(ownAttributes(attributes))) {
        const type = typeof value === 'boolean' ? 'checkbox' : typeof value === 'number' ? 'number' : 'text'
        types.set(attribute, (types.get(attribute) ?? type) === type ? type : 'text')
      }
    }
  }
  return classes
}

/** Notes numbers and booleans of an attribute that is declared as a text, since some annotations of the class have texts. */
export function notingTypes(losses: Losses, declared: ReadonlyMap<string, AttributeTypes>): Losses {
  return {
    ...losses,
    begin(image, annotation) {
      losses.begin(image, annotation)
      const types = annotation && declared.get(annotation.name)
      if (!types) return
      for (const [name, value] of Object.entries(ownAttributes(annotation.attributes ?? {}))) {
        if (typeof value !== 'string' && types.get(name) === 'text') losses.noteField(name)
      }
    },
  }
}

export function* labelElements(
  classes: readonly string[],
  declared: ReadonlyMap<string, AttributeTypes>,
): Generator<string> {
  for (const label of classes) {
    const attributes = [...(declared.get(label) ?? [])].map(
      ([name, type]) =>
        `<attribute><name>${escaped(name)}</name><mutable>True</mutable><input_type>${type}</input_type>` +
        '<default_value></default_value><values></values></attribute>',
    )
    yield `        <label><name>${escaped(label)}</name><attributes>${attributes.join('')}</attributes></label>\n`
  }
}

export interface CvatElement {
  kind: 'box' | 'polygon' | 'polyline' | 'points' | 'mask'
  geometry: XmlAttributes
  attributes: Values
}

/** Null for a shape that the format has no place for. */
export function shapeElement(annotation: Annotation, image: FrozenImage, losses: Losses): CvatElement | null {
  const { type, bounding_box, polygon, polyline, keypoint } = annotation
  const { attributes = {} } = fieldsOf(annotation)
  if (type === 'bbox' && bounding_box) return { kind: 'box', geometry: sides(bounding_box), attributes }
  if (type === 'polyline' && polyline) {
    return { kind: 'polyline', geometry: { points: pointsText(polyline.points) }, attributes }
  }
  if (type === 'keypoint' && keypoint) {
    return { kind: 'points', geometry: { points: pointsText([keypoint]) }, attributes }
  }
  if (type !== 'polygon' || !polygon) return null
  const { rotation, ...others } = attributes
  const [ring] = polygon.paths
  const isTurnedBox = typeof rotation === 'number' && isTurned(rotation) && ring?.length === 4
  if (isTurnedBox && polygon.paths.length === 1) {
    return { kind: 'box', geometry: { ...sides(turnedBack(ring, rotation)), rotation }, attributes: others }
  }
  if (polygon.paths.length === 1 && ring) {
    return { kind: 'polygon', geometry: { points: pointsText(ring) }, attributes }
  }
  const mask = maskOf(polygon.paths, image)
  if (mask) {
    losses.note('masks')
    return { kind: 'mask', geometry: mask, attributes }
  }
  const { rings, holes } = outlineOf(polygon.paths)
  if (holes > 0) losses.note('holes')
  if (rings.length > 1) losses.note('parts')
  return { kind: 'polygon', geometry: { points: pointsText(rings[0] ?? []) }, attributes }
}

/** The group and the source of a shape, which have attributes of the element itself. */
export function groupAndSource({ group_id, source }: Values): XmlAttributes {
  const made: Record<string, string | number> = { source: typeof source === 'string' ? source : 'manual' }
  if (typeof group_id === 'number') made.group_id = group_id
  return made
}

export function elementText(kind: string, attributes: XmlAttributes, own: Values): string {
  const written = Object.entries(ownAttributes(own)).map(
    ([name, value]) => `      <attribute name="${escaped(name)}">${escaped(String(value))}</attribute>\n`,
  )
  return `    <${kind}${attributesText(attributes)}>\n${written.join('')}    </${kind}>\n`
}

export const attributesText = (attributes: XmlAttributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')

function ownAttributes(attributes: Values): Values {
  const { group_id, source, ...own } = attributes
  if (typeof group_id !== 'number' && group_id !== undefined) own.group_id = group_id
  if (typeof source !== 'string' && source !== undefined) own.source = source
  return own
}

const sides = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) => ({
  xtl: x,
  ytl: y,
  xbr: x + w,
  ybr: y + h,
})

const pointsText = (points: Ring): string => points.map(({ x, y }) => `${x},${y}`).join(';')

/** Runs along the rows of the mask's own box; null for rings that contain no centre of a pixel. */
function maskOf(paths: readonly Ring[], { width, height }: FrozenImage): XmlAttributes | null {
  const box = boundsOf(paths.flat())
  const left = Math.max(0, Math.floor(box.x))
  const top = Math.max(0, Math.floor(box.y))
  const [w, h] = [Math.min(width, Math.ceil(box.x + box.w)) - left, Math.min(height, Math.ceil(box.y + box.h)) - top]
  if (w <= 0 || h <= 0) return null
  // Masks are read column by column: those of the transposed rings are rows.
  const transposed = paths.map((ring) => ring.map(({ x, y }) => ({ x: y - top, y: x - left })))
  const mask = maskOfRings(transposed, h, w)
  if (!mask || mask.runs.length === 1) return null
  return { rle: mask.runs.join(', '), left, top, width: w, height: h }
}
