/**
 * Datumaro: `annotations/<split>.json` and the images in `images/<split>/`. An outline has one ring, so one with holes or several parts
 * is written as a mask of whole pixels. Tracks and confidences are attributes, as Datumaro has them. `uuid` is the id of the annotation
 * in its data set.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { maskOfRings } from '../../../datasets/labels/mask-rings.ts'
import { compressed } from '../../../datasets/labels/rle.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { pausing } from '../../../machine/pauses.ts'
import { type ArchiveFile, imageFile, streamedText } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import { type FrozenExport, type FrozenImage, type Subset, subsetFolder } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { asFields } from './lost-fields.ts'
import { outlineOf } from './outline.ts'

export const datumaroWriter: FormatWriter = {
  holds: {
    shapes: { box: 'kept', outline: 'kept', holes: 'masks', parts: 'masks', polyline: 'kept', keypoint: 'kept' },
    fields: ['track_id', 'keyframe', 'occluded', 'z', 'attributes'],
    attributes: {
      ...asFields('track_id', 'keyframe', 'occluded', 'outside', 'score'),
      rotation: (value, { type }) => !turnsBox(value, type),
    },
    hasKeyframesOfTracksOnly: true,
    confidence: true,
    ids: true,
    splits: true,
    losses: ['holes', 'parts'],
  },
  files: datumaroFiles,
}

async function* datumaroFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  for (const split of source.splits) {
    yield streamedText(`annotations/${split}.json`, document(source, split, losses))
  }
  for await (const image of source.images()) {
    yield imageFile(`images/${subsetFolder(image.split)}${image.archivePath}`, image)
  }
}

async function* document(source: FrozenExport, split: Subset, losses: Losses): AsyncGenerator<string> {
  const labels = source.classes.map((name) => ({ name, parent: '', attributes: [] }))
  const categories = { label: { labels, label_groups: [], attributes: [] } }
  const start = { dm_format_version: '1.0', media_type: 2, infos: { name: source.name }, categories }
  yield `${JSON.stringify(start).slice(0, -1)},\n"items":[`
  const labelOf = new Map(source.classes.map((name, i) => [name, i]))
  let separator = '\n'
  let id = 0
  const pause = pausing()
  for await (const image of source.images(split)) {
    const { stem, archivePath, position, width, height } = image
    yield `${separator}{"id":${JSON.stringify(stem)},"annotations":[`
    let between = ''
    for (const annotation of image.annotations) {
      if (pause.isDue) await pause.take()
      losses.begin(image, annotation)
      const shape = shapeOf(annotation, image, losses)
      if (!shape) continue
      const common = { id: id++, ...commonOf(annotation), label_id: labelOf.get(annotation.name) }
      yield between + JSON.stringify({ ...common, ...shape, uuid: annotation.id })
      between = ',\n'
    }
    const place = { attr: { frame: position }, image: { path: archivePath, size: [height, width] } }
    yield `],${JSON.stringify(place).slice(1)}`
    separator = ',\n'
  }
  yield '\n]}\n'
}

function commonOf(annotation: Annotation): object {
  const { attributes = {}, track_id, keyframe, occluded = false, z = 0 } = fieldsOf(annotation)
  const { group_id } = attributes
  const isGroup = typeof group_id === 'number' && Number.isInteger(group_id) && group_id > 0
  const all: Record<string, unknown> = { ...attributes, occluded }
  if (isGroup) delete all.group_id
  // Readers take it to be the confidence.
  delete all.score
  if (turnsBox(all.rotation, annotation.type)) delete all.rotation
  if (annotation.confidence !== null) all.score = annotation.confidence
  if (track_id !== undefined) all.track_id = numberOrText(track_id)
  if (keyframe !== undefined) all.keyframe = keyframe
  return { attributes: all, group: isGroup ? group_id : 0, z_order: z }
}

/** Readers turn a box that has this attribute. */
const turnsBox = (rotation: unknown, type: Annotation['type']): boolean =>
  type === 'bbox' && typeof rotation === 'number'

/** Datumaro's writers of tracks expect numbers. */
function numberOrText(text: string): string | number {
  const value = Number(text)
  return Number.isSafeInteger(value) && String(value) === text ? value : text
}

const TYPES = { bbox: 'bbox', polyline: 'polyline', keypoint: 'points' } as const

/** Null for a shape that the format has no place for. */
function shapeOf(annotation: Annotation, image: FrozenImage, losses: Losses): object | null {
  const { type, bounding_box: box, polygon, polyline, keypoint } = annotation
  if (type === 'bbox' && box) return { type: TYPES.bbox, bbox: [box.x, box.y, box.w, box.h] }
  if (type === 'polyline' && polyline) return { type: TYPES.polyline, points: flat(polyline.points) }
  if (type === 'keypoint' && keypoint) return { type: TYPES.keypoint, points: flat([keypoint]), visibility: [2] }
  if (type !== 'polygon' || !polygon) return null
  const [ring, ...others] = polygon.paths
  if (ring && others.length === 0) return { type: 'polygon', points: flat(ring) }
  const mask = maskOfRings(polygon.paths, image.width, image.height)
  if (mask && mask.runs.length > 1) {
    losses.note('masks')
    return { type: 'mask', rle: { counts: compressed(mask.runs), size: [image.height, image.width] } }
  }
  const { rings, holes } = outlineOf(polygon.paths)
  if (holes > 0) losses.note('holes')
  if (rings.length > 1) losses.note('parts')
  return { type: 'polygon', points: flat(rings[0] ?? []) }
}

const flat = (points: readonly { x: number; y: number }[]): number[] => points.flatMap(({ x, y }) => [x, y])
