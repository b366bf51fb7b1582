/**
 * COCO: `annotations/instances_<split>.json` with boxes and outlines, `annotations/keypoints_<split>.json` with single points,
 * and the images in `images/<split>/`. Ids begin at 1: pycocotools never matches an annotation with the id 0.
 */
import type { Split } from '../../../shared/api/exports.ts'
import type { Annotation } from '../../../shared/domain/annotation.ts'
import { pausing } from '../../machine/pauses.ts'
import type { ArchiveFile } from './archive-file.ts'
import { imageFile, streamedText } from './archive-file.ts'
import type { FrozenExport, FrozenImage } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { outlineOf } from './outline.ts'

export async function* cocoFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  const folder = (split: Split) => `images/${split}/`
  for (const split of source.splits) {
    const noted = withLosses(losses)
    yield streamedText(`annotations/instances_${split}.json`, instances(source, split, noted))
    if (source.types.has('keypoint')) {
      yield streamedText(`annotations/keypoints_${split}.json`, keypoints(source, split))
    }
  }
  for await (const image of source.images()) yield imageFile(folder(image.split) + image.archivePath, image)
}

type Shape = (annotation: Annotation) => object | null

function withLosses(losses: Losses): Shape {
  return (annotation) => {
    losses.noteConfidence(annotation)
    if (annotation.type === 'polyline') losses.note('polylines')
    if (annotation.type === 'polygon' && annotation.polygon && annotation.bounding_box) {
      const { rings, holes, area } = outlineOf(annotation.polygon.paths)
      if (holes > 0) losses.note('holes')
      return { segmentation: rings.map((ring) => ring.flatMap(({ x, y }) => [x, y])), area, ...boxOf(annotation) }
    }
    if (annotation.type !== 'bbox' || !annotation.bounding_box) return null
    const { w, h } = annotation.bounding_box
    return { segmentation: [], area: w * h, ...boxOf(annotation) }
  }
}

const boxOf = ({ bounding_box: box }: Annotation) => ({ bbox: box && [box.x, box.y, box.w, box.h] })

const pointOf: Shape = ({ keypoint }) =>
  keypoint
    ? { keypoints: [keypoint.x, keypoint.y, 2], num_keypoints: 1, area: 0, bbox: [keypoint.x, keypoint.y, 0, 0] }
    : null

const instances = (source: FrozenExport, split: Split, shape: Shape) =>
  document(source, split, (name, id) => ({ id, name, supercategory: '' }), shape)

const keypoints = (source: FrozenExport, split: Split) =>
  document(source, split, (name, id) => ({ id, name, supercategory: '', keypoints: [name], skeleton: [] }), pointOf)

async function* document(
  source: FrozenExport,
  split: Split,
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
      const shaped = shape(annotation)
      if (!shaped) continue
      const of = { id: ++id, image_id: image.position + 1, category_id: categoryOf.get(annotation.name), iscrowd: 0 }
      yield separator + JSON.stringify({ ...of, ...shaped })
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
