/**
 * Open Images: `annotations/<subset>-annotations-bbox.csv`, `<subset>-images-with-rotation.csv` and `class-descriptions-boxable.csv`,
 * and the images in `images/<subset>/`. The id of an image is its path without its ending. Numbers are relative to the image.
 */
import { stringify } from 'csv-stringify/sync'
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { pausing } from '../../../machine/pauses.ts'
import { type ArchiveFile, imageFile, streamedText } from './archive-file.ts'
import { BOX_SHAPES, boxOf } from './box-shapes.ts'
import type { FormatWriter } from './format-writer.ts'
import type { FrozenExport, FrozenImage, Subset } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { isTrimmed, isTrue } from './lost-fields.ts'

/** Attributes that are columns of their own. */
const FLAGS = ['truncated', 'is_group_of', 'is_depiction', 'is_inside'] as const

export const openImagesWriter: FormatWriter = {
  holds: {
    shapes: BOX_SHAPES,
    fields: ['occluded'],
    attributes: Object.fromEntries(FLAGS.map((flag) => [flag, isTrue])),
    keepsName: isTrimmed,
    confidence: true,
    ids: false,
    splits: true,
    losses: ['classNames'],
  },
  files: openImagesFiles,
}

const SUBSETS: Readonly<Record<Subset, string>> = {
  train: 'train',
  val: 'validation',
  test: 'test',
  default: 'default',
}

const COLUMNS = [
  ...['ImageID', 'Source', 'LabelName', 'Confidence', 'XMin', 'XMax', 'YMin', 'YMax'],
  ...['IsOccluded', 'IsTruncated', 'IsGroupOf', 'IsDepiction', 'IsInside'],
]

async function* openImagesFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  yield streamedText('annotations/class-descriptions-boxable.csv', table(source.classes.map((name) => [name, name])))
  for (const split of source.splits) {
    const subset = SUBSETS[split]
    yield streamedText(`annotations/${subset}-images-with-rotation.csv`, table(imageRows(source, split)))
    yield streamedText(`annotations/${subset}-annotations-bbox.csv`, table(boxRows(source, split, losses)))
  }
  for await (const image of source.images()) {
    yield imageFile(`images/${SUBSETS[image.split]}/${image.archivePath}`, image)
  }
}

type Row = readonly (string | number)[]

async function* table(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) yield stringify([[...row]])
}

async function* imageRows(source: FrozenExport, split: Subset): AsyncGenerator<Row> {
  yield ['ImageID', 'Subset']
  for await (const { stem } of source.images(split)) yield [stem, SUBSETS[split]]
}

async function* boxRows(source: FrozenExport, split: Subset, losses: Losses): AsyncGenerator<Row> {
  yield COLUMNS
  const pause = pausing()
  for await (const image of source.images(split)) {
    for (const annotation of image.annotations) {
      if (pause.isDue) await pause.take()
      losses.begin(image, annotation)
      const row = boxRow(annotation, image, losses)
      if (row) yield row
    }
  }
}

function boxRow(annotation: Annotation, { stem, width, height }: FrozenImage, losses: Losses): Row | null {
  const box = boxOf(annotation, losses)
  if (!box) return null
  const { name, confidence } = annotation
  const { x, y, w, h } = box
  const { attributes = {}, occluded = false } = fieldsOf(annotation)
  // Boxes of people have the confidence 1; the source says that one is of a model.
  const [origin, certainty] = confidence === null ? ['', 1] : ['machine', confidence]
  const sides = [x / width, (x + w) / width, y / height, (y + h) / height]
  const flags = FLAGS.map((flag) => Number(attributes[flag] === true))
  return [stem, origin, name, certainty, ...sides, Number(occluded), ...flags]
}
