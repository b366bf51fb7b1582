/**
 * KITTI's object labels: `<part>/label_2/` with a text file for each image, and the images in `<part>/image_2/`, where a part is
 * `training`, `validation` or `testing`. A row has a type, which is one word, a box in pixels from 0, and what attributes
 * say about the object in space.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { SPATIAL_ATTRIBUTES } from '../../../datasets/labels/kitti-attributes.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { type ArchiveFile, imageFile, joined, textFile } from './archive-file.ts'
import { BOX_SHAPES, boxOf } from './box-shapes.ts'
import type { FormatWriter, Holdings } from './format-writer.ts'
import type { FrozenExport, Subset } from './frozen-export.ts'
import type { Losses } from './losses.ts'

/** The values that readers do not take to be unknown, or to be those of an object that is whole and visible. */
const ATTRIBUTES: Holdings['attributes'] = {
  truncated: (value) => typeof value === 'number' && value > 0,
  occlusion: (value) => value === 2 || value === 3,
  ...Object.fromEntries(
    SPATIAL_ATTRIBUTES.map(({ name, unknown }) => [name, (value) => typeof value === 'number' && value !== unknown]),
  ),
}

export const kittiWriter: FormatWriter = {
  holds: {
    shapes: BOX_SHAPES,
    fields: ['occluded'],
    attributes: ATTRIBUTES,
    confidence: true,
    ids: false,
    splits: true,
    losses: ['spaces', 'ignored'],
  },
  files: kittiFiles,
}

const PARTS: Readonly<Record<Subset, string>> = {
  train: 'training',
  val: 'validation',
  test: 'testing',
  default: 'default',
}

async function* kittiFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  for await (const image of source.images()) {
    const rows = await joined(image.annotations, (annotation) => {
      losses.begin(image, annotation)
      return rowOf(annotation, losses)
    })
    const folder = PARTS[image.split]
    yield textFile(`${folder}/label_2/${image.stem}.txt`, rows)
    yield imageFile(`${folder}/image_2/${image.archivePath}`, image)
  }
}

function rowOf(annotation: Annotation, losses: Losses): string | null {
  const box = boxOf(annotation, losses)
  if (!box) return null
  const { name, confidence } = annotation
  const word = name.trim().replaceAll(/\s+/g, '_')
  if (word !== name) losses.note('spaces')
  if (/^dontcare$/i.test(word)) losses.note('ignored')
  const { attributes = {}, occluded = false } = fieldsOf(annotation)
  const { x, y, w, h } = box
  const spatial = SPATIAL_ATTRIBUTES.map(({ name: attribute, unknown }) => numberOf(attributes[attribute]) ?? unknown)
  const [alpha, ...rest] = spatial
  const occlusion = numberOf(attributes.occlusion) ?? Number(occluded)
  const numbers = [numberOf(attributes.truncated) ?? 0, occlusion, alpha, x, y, x + w, y + h, ...rest]
  return `${[word, ...numbers, ...(confidence === null ? [] : [confidence])].join(' ')}\n`
}

/** Null for an attribute that is no number; `true` is 1. */
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' || typeof value === 'boolean' ? Number(value) : null
