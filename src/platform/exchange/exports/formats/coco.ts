/**
 * COCO: `annotations/instances_<split>.json` with boxes and outlines, `annotations/person_keypoints_<split>.json`
 * with single points, where readers of COCO's keypoints expect them, and the images in `images/<split>/`. Ids begin at 1: pycocotools never matches an annotation with the id 0. Parts of an outline
 * are united by readers, so one with holes is written as a mask. `uuid` is the id of the annotation in its data set.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { maskOfRings } from '../../../datasets/labels/mask-rings.ts'
import { compressed } from '../../../datasets/labels/rle.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { pausing } from '../../../machine/pauses.ts'
import type { ArchiveFile } from './archive-file.ts'
import { imageFile, streamedText } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import { type FrozenExport, type FrozenImage, type Subset, subsetFolder } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { asFields, isTrue } from './lost-fields.ts'
import { outlineOf } from './outline.ts'

export const cocoWriter: FormatWriter = {
  holds: {
    shapes: { box: 'kept', outline: 'kept', holes: 'masks', parts: 'kept', polyline: 'polylines', keypoint: 'kept' },
    fields: ['track_id', 'occluded', 'keyframe', 'attributes'],
    attributes: { ...asFields('track_id', 'occluded', 'keyframe'), iscrowd: isTrue },
    confidence: true,
    ids: true,
    splits: true,
    losses: ['holes'],
  },
  files: cocoFiles,
}

async function* cocoFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  for (const split of source.splits) {
    const noted = withLosses(losses)
    yield streamedText(`annotations/instances_${split}.json`, instances(source, split, noted))
    if (source.types.has('keypoint')) {
      yield streamedText(`annotations/person_keypoints_${split}.json`, keypoints(source, split))
    }
  }
  for await (const image of source.images()) {
    yield imageFile(`images/${subsetFolder(image.split)}${image.archivePath}`, image)
  }
}

type Shape = (annotation: Annotation, image: FrozenImage) => object | null

function withLosses(losses: Losses): Shape {
  return (annotation, image) => {
    losses.begin(image, annotation)
    if (annotation.type === 'polyline') losses.note('polylines')
    if (annotation.type === 'polygon' && annotation.polygon && annotation.bounding_box) {
      const { paths } = annotation.polygon
      const { rings, holes, area } = outlineOf(paths)
      const mask = holes > 0 ? maskOfRings(paths, image.width, image.height) : null
      if (mask && mask.runs.length > 1) {
        losses.note('masks')
        const size = [image.height, image.width]
        return { segmentation: { size, counts: compressed(mask.runs) }, area: areaOf(mask.runs), ...boxOf(annotation) }
      }
      if (holes > 0) losses.note('holes')
      return { segmentation: rings.map((ring) => ring.flatMap(({ x, y }) => [x, y])), area, ...boxOf(annotation) }
    }
    if (annotation.type !== 'bbox' || !annotation.bounding_box) return null
    const { w, h } = annotation.bounding_box
    return { segmentation: [], area: w * h, ...boxOf(annotation) }
  }
}

/** Pixels of a mask: every other run. */
const areaOf = (runs: readonly number[]): number => runs.reduce((sum, run, i) => (i % 2 === 1 ? sum + run : sum), 0)

const isCrowd = (annotation: Annotation): boolean => fieldsOf(annotation).attributes?.iscrowd === true

/** Fields beside the shape, where the annotation has any. */
function attributesOf(annotation: Annotation): { attributes?: object } {
  const { attributes = {}, track_id, occluded, keyframe } = fieldsOf(annotation)
  const { iscrowd, ...others } = attributes
  const all = {
    // A crowd is a field of the annotation itself.
    ...(iscrowd === true ? others : attributes),
    ...(track_id !== undefined && { track_id }),
    ...(occluded && { occluded }),
    ...(keyframe !== undefined && { keyframe }),
  }
  return Object.keys(all).length > 0 ? { attributes: all } : {}
}

const boxOf = ({ bounding_box: box }: Annotation) => ({ bbox: box && [box.x, box.y, box.w, box.h] })

const pointOf: Shape = ({ keypoint }) =>
  keypoint
    ? { keypoints: [keypoint.x, keypoint.y, 2], num_keypoints: 1, area: 0, bbox: [keypoint.x, keypoint.y, 0, 0] }
    : null

const instances = (source: FrozenExport, split: Subset, shape: Shape) =>
  document(source, split, (name, id) => ({ id, name, supercategory: '' }), shape)

const keypoints = (source: FrozenExport, split: Subset) =>
  document(source, split, (name, id) => ({ id, name, supercategory: '', keypoints: [name], skeleton: [] }), pointOf)

async function* document(
  source: FrozenExport,
  split: Subset,
  category: (name: string, id: number) => object,
  shape: Shape,
): AsyncGenerator<string> {
  const categories = source.classes.map((name, i) => category(name, i + 1))
  const info = { description: source.name, version: '1.0', date_created: source.frozenAt }
  yield `{"info":${JSON.stringify(info)},"licenses":[],"categories":${JSON.stringify(categories)},\n"images":[`
  let separator = '\n'
  for await (const image of source.images(split)) {
    yield separator + JSON.stringify(imageOf(image))
    separator = ',\n'
  }
  yield '\n],\n"annotations":['
  separator = '\n'
  let id = 0
  const pause = pausing()
  const categoryOf = new Map(source.classes.map((name, i) => [name, i + 1]))
  for await (const image of source.images(split)) {
    for (const annotation of image.annotations) {
      if (pause.isDue) await pause.take()
      const shaped = shape(annotation, image)
      if (!shaped) continue
      const of = { id: ++id, image_id: image.position + 1, category_id: categoryOf.get(annotation.name) }
      const score = annotation.confidence === null ? {} : { score: annotation.confidence }
      const fields = { iscrowd: isCrowd(annotation) ? 1 : 0, ...shaped, ...score, ...attributesOf(annotation) }
      yield separator + JSON.stringify({ ...of, ...fields, uuid: annotation.id })
      separator = ',\n'
    }
  }
  yield '\n]}\n'
}

const imageOf = ({ position, archivePath, width, height }: FrozenImage) => ({
  id: position + 1,
  file_name: archivePath,
  width,
  height,
})
