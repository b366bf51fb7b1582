/**
 * CVAT 1.1: one XML document with `image` elements, or with a `track` for each object of a video. Coordinates are pixels from 0;
 * rotations are clockwise, in degrees, about the centre.
 */

import { message } from '../../../../shared/messages/message.ts'
import { ringsOf } from '../../../datasets/labels/mask-rings.ts'
import type {
  NeutralAnnotation,
  NeutralFields,
  NeutralShape,
  Point,
  ReadImage,
  ReadLabels,
  ReadNotes,
} from '../../../datasets/labels/neutral.ts'
import { maskOf } from '../../../datasets/labels/rle.ts'
import { isTurned, rotatedCorners } from '../../../datasets/labels/rotated-box.ts'
import type { ArchiveImages } from './archive-images.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { childText, numberOf, type XmlElement, xmlElements } from './xml-elements.ts'

const WANTED = new Set(['labels', 'original_size', 'image', 'track'])
/** Elements of an image that are no shapes. */
const OTHERS = new Set(['attribute'])

export const cvatReader: FormatReader = {
  recognise({ xml }) {
    const documents = xml.filter(({ text }) => /<annotations[\s>]/.test(text)).map(({ name }) => name)
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.cvat', { document }) }
  },
  read: readCvat,
}

async function* readCvat({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  for (const document of documents) {
    const reader = documentReader(document, images, notes)
    try {
      for await (const element of xmlElements(files.read(document), WANTED)) yield* reader(element)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      notes.noted('file.unreadable', document, error.message.split('\n')[0])
    }
  }
}

function documentReader(document: string, images: ArchiveImages, notes: ReadNotes) {
  let size: Pick<ReadImage, 'width' | 'height'> = { width: null, height: null }
  let tracks = 0
  return async function* (element: XmlElement): AsyncGenerator<ReadLabels> {
    const { name, attributes, children } = element
    if (name === 'labels') notes.classes(children.flatMap((label) => childText(label, 'name') || []))
    if (name === 'original_size')
      size = { width: sideOf(childText(element, 'width')), height: sideOf(childText(element, 'height')) }
    if (name === 'image') {
      const path = attributes.name ?? `image ${attributes.id}`
      const place = { near: document, ...(attributes.subset && { subset: attributes.subset }) }
      const image: ReadImage = {
        path,
        ...place,
        isStem: false,
        file: images.find(path, place),
        unit: 'pixels',
        width: sideOf(attributes.width),
        height: sideOf(attributes.height),
      }
      yield { image, annotations: [] }
      for (const shape of children) {
        if (OTHERS.has(shape.name)) continue
        yield { image, annotations: await annotationsOf(shape, shape.attributes.label, {}, path, notes) }
      }
    }
    if (name !== 'track') return
    const track_id = attributes.id ?? `${tracks}`
    tracks++
    for (const shape of children) {
      const { frame, outside, keyframe } = shape.attributes
      const number = numberOf(frame)
      // Between key frames a reader of tracks finds the shapes itself.
      if (number === null || keyframe === '0') continue
      const path = `frame_${String(number).padStart(6, '0')}`
      const fields = {
        track_id,
        ...(outside === '1' && { outside: true }),
        ...(keyframe === '1' && { keyframe: true }),
      }
      const file = images.findStem(path, { near: document })
      yield {
        image: { path: file ?? path, near: document, isStem: file === null, file, ...size, unit: 'pixels' },
        annotations: await annotationsOf(shape, attributes.label, fields, path, notes),
      }
    }
  }
}

const sideOf = (text: string | null | undefined): number | null => {
  const value = numberOf(text)
  return value !== null && value > 0 ? value : null
}

async function annotationsOf(
  element: XmlElement,
  label: string | undefined,
  given: NeutralFields,
  path: string,
  notes: ReadNotes,
): Promise<NeutralAnnotation[]> {
  const fail = (rule: 'annotation.no_class' | 'annotation.invalid' | 'shape.unsupported', detail = element.name) => {
    notes.dropped(rule, path, detail)
    return []
  }
  if (!label) return fail('annotation.no_class')
  let shapes: Shaped | null
  try {
    shapes = await shapesOf(element)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return fail('annotation.invalid', error.message)
  }
  if (shapes === null) return fail('shape.unsupported')
  if (shapes.length === 0) return fail('annotation.invalid')
  const several = shapes.length > 1 ? (['geometry.points_separated'] as const) : []
  return shapes.map(({ shape, rules = [], attributes }) => {
    const fields = fieldsOf(element, given, attributes)
    const made = [...rules, ...several]
    return {
      id: null,
      name: label,
      confidence: null,
      shape,
      ...(fields && { fields }),
      ...(made.length > 0 && { rules: made }),
    }
  })
}

type Shaped = {
  shape: NeutralShape
  rules?: NonNullable<NeutralAnnotation['rules']>
  attributes?: NonNullable<NeutralFields['attributes']>
}[]

/** Null for a kind of shape that annotations have no place for; none for one without valid numbers. */
async function shapesOf({ name, attributes }: XmlElement): Promise<Shaped | null> {
  if (name === 'box') {
    const sides = ['xtl', 'ytl', 'xbr', 'ybr'].map((side) => numberOf(attributes[side]))
    const [x1, y1, x2, y2] = sides
    if (x1 == null || y1 == null || x2 == null || y2 == null || !(x2 > x1 && y2 > y1)) return []
    const box = { x: x1, y: y1, w: x2 - x1, h: y2 - y1 }
    const rotation = numberOf(attributes.rotation) ?? 0
    if (!isTurned(rotation)) return [{ shape: { type: 'bbox', box } }]
    const corners = rotatedCorners(box, rotation, { x: (x1 + x2) / 2, y: (y1 + y2) / 2 })
    return [{ shape: { type: 'polygon', rings: [corners] }, rules: ['geometry.rotated'], attributes: { rotation } }]
  }
  if (name === 'mask') return maskShape(attributes)
  const points = pointsOf(attributes.points)
  if (name === 'polygon') return points.length >= 3 ? [{ shape: { type: 'polygon', rings: [points] } }] : []
  if (name === 'polyline') return points.length >= 2 ? [{ shape: { type: 'polyline', points } }] : []
  if (name === 'points') return points.map((point) => ({ shape: { type: 'keypoint', point } }))
  return null
}

function pointsOf(text: string | undefined): Point[] {
  const points = (text ?? '').split(';').map((pair) => {
    const [x, y] = pair.split(',').map(numberOf)
    return x != null && y != null ? { x, y } : null
  })
  return points.every((point) => point !== null) ? points : []
}

/** Runs go along the rows of the mask's own box, unlike those of COCO. */
async function maskShape({ rle = '', left, top, width, height }: XmlElement['attributes']): Promise<Shaped> {
  const [x, y, w, h] = [left, top, width, height].map(numberOf)
  const runs = rle.split(',').map((run) => Number(run.trim()))
  if (x == null || y == null || w == null || h == null) return []
  const rings = (await ringsOf(maskOf([w, h], runs))).map((ring) =>
    ring.map((p) => ({ x: p.y + x, y: p.x + y })).reverse(),
  )
  return rings.length > 0 ? [{ shape: { type: 'polygon', rings }, rules: ['geometry.mask_outlined'] }] : []
}

function fieldsOf(
  element: XmlElement,
  given: NeutralFields,
  own: NeutralFields['attributes'] = {},
): NeutralFields | null {
  const { occluded, z_order } = element.attributes
  const written = element.children.filter((child) => child.name === 'attribute' && child.attributes.name)
  const attributes = { ...own, ...Object.fromEntries(written.map((c) => [c.attributes.name as string, c.text.trim()])) }
  const z = numberOf(z_order)
  const fields: NeutralFields = {
    ...given,
    ...(occluded === '1' && { occluded: true }),
    ...(z !== null && z !== 0 && { z }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  }
  return Object.keys(fields).length > 0 ? fields : null
}
