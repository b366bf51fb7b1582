/**
 * YOLO as Ultralytics reads it: `images/<split>/`, `labels/<split>/` with one file for each image, and `data.yaml`. The lines of
 * an export with outlines are outlines, for segmentation, whose holes and parts hang on bridges; those of others are boxes, for
 * detection; those of the format `yolo_pose` are single points. Numbers are relative to the image.
 */
import type { Split } from '../../../../shared/api/exports.ts'
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { bridged } from '../../../datasets/labels/bridged-ring.ts'
import { type ArchiveFile, imageFile, joined, textFile } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import { type FrozenExport, type FrozenImage, isDivided, subsetFolder } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { areaOf, clamp, clippedBox, type Ring } from './outline.ts'

export const yoloWriter: FormatWriter = {
  holds: {
    shapes: {
      box: 'kept',
      outline: 'kept',
      holes: 'bridged',
      parts: 'bridged',
      polyline: 'polylines',
      keypoint: 'keypoints',
    },
    fields: [],
    confidence: false,
    ids: false,
    splits: true,
    losses: ['boxes', 'clipped'],
  },
  files: yoloFiles,
}

export const yoloPoseWriter: FormatWriter = {
  holds: {
    ...yoloWriter.holds,
    shapes: {
      box: 'boxesOfPose',
      outline: 'boxesOfPose',
      holes: 'boxesOfPose',
      parts: 'boxesOfPose',
      polyline: 'boxesOfPose',
      keypoint: 'kept',
    },
    losses: ['clipped'],
  },
  files: yoloFiles,
}

async function* yoloFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  const shape = isPose(source) ? pose : source.types.has('polygon') ? outline : box
  const classOf = new Map(source.classes.map((name, i) => [name, i]))
  yield textFile('data.yaml', dataYaml(source))
  for await (const image of source.images()) {
    const lines = await joined(image.annotations, (annotation) => {
      losses.begin(image, annotation)
      const numbers = shape(annotation, image, losses)
      if (numbers && !isInside(annotation, image)) losses.note('clipped')
      return numbers && `${classOf.get(annotation.name)} ${numbers.map(decimal).join(' ')}\n`
    })
    const folder = subsetFolder(image.split)
    yield textFile(`labels/${folder}${image.stem}.txt`, lines)
    yield imageFile(`images/${folder}${image.archivePath}`, image)
  }
}

/** JSON texts are texts of YAML too. The folder of the file is the root, so that it can be unpacked anywhere. */
function dataYaml(source: FrozenExport): string {
  const { splits, classes } = source
  const folder = (wanted: Split): string =>
    isDivided(source) ? `images/${splits.includes(wanted) ? wanted : (splits[0] ?? 'train')}` : 'images'
  const names = classes.map((name, i) => `  ${i}: ${JSON.stringify(name)}\n`)
  // Readers require both `train` and `val`; without a split, or without images in one, they are the same folder.
  const test = splits.includes('test') ? 'test: images/test\n' : ''
  // One point for each object, with its visibility.
  const points = isPose(source) ? 'kpt_shape: [1, 3]\n' : ''
  return `train: ${folder('train')}\nval: ${folder('val')}\n${test}${points}names:${names.length > 0 ? '\n' : ' {}\n'}${names.join('')}`
}

const isPose = ({ format }: FrozenExport): boolean => format === 'yolo_pose'

/** A box without a size, at the point, and the point. */
function pose({ type, keypoint }: Annotation, { width, height }: FrozenImage, losses: Losses): number[] | null {
  if (type !== 'keypoint' || !keypoint) {
    losses.note('boxesOfPose')
    return null
  }
  const [x, y] = [clamp(keypoint.x, width) / width, clamp(keypoint.y, height) / height]
  return [x, y, 0, 0, x, y, 2]
}

function box(annotation: Annotation, image: FrozenImage, losses: Losses): number[] | null {
  if (annotation.type !== 'bbox' || !annotation.bounding_box) return without(annotation, losses)
  const { x, y, w, h } = clippedBox(annotation.bounding_box, image.width, image.height)
  return [(x + w / 2) / image.width, (y + h / 2) / image.height, w / image.width, h / image.height]
}

function outline(annotation: Annotation, image: FrozenImage, losses: Losses): number[] | null {
  if (annotation.type === 'bbox' && annotation.bounding_box) {
    losses.note('boxes')
    const { x, y, w, h } = annotation.bounding_box
    return relative(
      [
        { x, y },
        { x: x + w, y },
        { x: x + w, y: y + h },
        { x, y: y + h },
      ],
      image,
    )
  }
  if (annotation.type !== 'polygon' || !annotation.polygon) return without(annotation, losses)
  const rings = annotation.polygon.paths.toSorted((a, b) => areaOf(b) - areaOf(a))
  if (rings.length > 1) losses.note('bridged')
  return relative(bridged(rings), image)
}

/** Annotations may end a pixel outside of their image. */
function isInside({ bounding_box: box, keypoint }: Annotation, { width, height }: FrozenImage): boolean {
  const { x, y, w, h } = box ?? { x: keypoint?.x ?? 0, y: keypoint?.y ?? 0, w: 0, h: 0 }
  return x >= 0 && y >= 0 && x + w <= width && y + h <= height
}

function without({ type }: Annotation, losses: Losses): null {
  losses.note(type === 'polyline' ? 'polylines' : 'keypoints')
  return null
}

const relative = (ring: Ring, { width, height }: FrozenImage): number[] =>
  ring.flatMap(({ x, y }) => [clamp(x, width) / width, clamp(y, height) / height])

/** A hundredth of a pixel in an image of 10,000; never in the form 1e-7. */
const decimal = (value: number): string => value.toFixed(6)
