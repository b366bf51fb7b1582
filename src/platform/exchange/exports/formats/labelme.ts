/**
 * LabelMe: a JSON document beside each image. Holes and parts of an outline hang on bridges. What LabelMe has no member for is in
 * `flags` and `attributes`, which it and AnyLabeling keep.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { bridged } from '../../../datasets/labels/bridged-ring.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { type ArchiveFile, imageFile, joined, textFile } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import { type FrozenExport, type FrozenImage, isDivided, subsetFolder } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { asFields } from './lost-fields.ts'
import { areaOf } from './outline.ts'

/** The version of LabelMe whose documents these are. */
const VERSION = '5.5.0'

export const labelmeWriter: FormatWriter = {
  holds: {
    shapes: {
      box: 'kept',
      outline: 'kept',
      holes: 'bridged',
      parts: 'bridged',
      polyline: 'kept',
      keypoint: 'kept',
    },
    fields: ['review', 'track_id', 'occluded', 'keyframe', 'z', 'attributes'],
    attributes: asFields('review', 'track_id', 'occluded', 'outside', 'keyframe', 'z'),
    confidence: true,
    ids: false,
    splits: true,
    losses: [],
  },
  files: labelmeFiles,
}

async function* labelmeFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  for await (const image of source.images()) {
    const folder = isDivided(source) ? `images/${subsetFolder(image.split)}` : ''
    yield textFile(`${folder}${image.stem}.json`, await documentOf(image, losses))
    yield imageFile(`${folder}${image.archivePath}`, image)
  }
}

async function documentOf(image: FrozenImage, losses: Losses): Promise<string> {
  const shapes = await joined(image.annotations, (annotation) => {
    losses.begin(image, annotation)
    const geometry = geometryOf(annotation, losses)
    return geometry && `${JSON.stringify({ ...geometry, ...membersOf(annotation) })},\n`
  })
  const { archivePath, width, height } = image
  const end = { imagePath: archivePath.split('/').at(-1), imageData: null, imageHeight: height, imageWidth: width }
  return `{"version":"${VERSION}","flags":{},"shapes":[\n${shapes.slice(0, -2)}\n],${JSON.stringify(end).slice(1)}\n`
}

interface Geometry {
  shape_type: string
  points: readonly (readonly [number, number])[]
}

function geometryOf(annotation: Annotation, losses: Losses): Geometry | null {
  const { type, bounding_box, polygon, polyline, keypoint } = annotation
  const geometry = (shape_type: string, points: readonly { x: number; y: number }[]): Geometry => ({
    shape_type,
    points: points.map(({ x, y }) => [x, y]),
  })
  if (type === 'bbox' && bounding_box) {
    const { x, y, w, h } = bounding_box
    const corners = [
      { x, y },
      { x: x + w, y: y + h },
    ]
    return geometry('rectangle', corners)
  }
  if (type === 'polygon' && polygon) {
    const rings = polygon.paths.toSorted((a, b) => areaOf(b) - areaOf(a))
    if (rings.length > 1) losses.note('bridged')
    return geometry('polygon', bridged(rings))
  }
  if (type === 'polyline' && polyline) return geometry('linestrip', polyline.points)
  return keypoint ? geometry('point', [keypoint]) : null
}

/** Attributes that are members of a shape, where they have such a value. */
const MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  group_id: Number.isInteger,
  description: (value) => typeof value === 'string' && value.trim() !== '',
  difficult: (value) => value === true,
}

/** The label, and the fields of the annotation where LabelMe or AnyLabeling has them. */
function membersOf(annotation: Annotation): object {
  const { attributes = {}, ...fields } = fieldsOf(annotation)
  const members: Record<string, unknown> = { group_id: null, description: '', difficult: false }
  const flags: Record<string, boolean> = Object.create(null)
  const others: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(attributes)) {
    if (Object.hasOwn(MEMBERS, name) && MEMBERS[name]?.(value)) members[name] = value
    else if (typeof value === 'boolean') flags[name] = value
    else others[name] = value
  }
  return {
    label: annotation.name,
    score: annotation.confidence,
    ...members,
    flags,
    attributes: { ...others, ...fields },
  }
}
