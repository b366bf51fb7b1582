/**
 * Pascal VOC: `Annotations/` with one XML file for each image, `JPEGImages/`, `ImageSets/Main/<split>.txt`, and `labelmap.txt` of CVAT.
 * Positions are whole pixels from 1; a box contains its first and its last pixel.
 */
import type { Annotation, BoundingBox } from '../../../../shared/domain/annotation.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { type ArchiveFile, imageFile, joined, streamedText, textFile } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import type { FrozenExport, FrozenImage, Subset } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { asFields, isTrue } from './lost-fields.ts'
import { labelMapText } from './voc-colours.ts'
import { escaped, isXmlText } from './xml-text.ts'

export const vocWriter: FormatWriter = {
  holds: {
    shapes: {
      box: 'kept',
      outline: 'outlines',
      holes: 'outlines',
      parts: 'outlines',
      polyline: 'polylines',
      keypoint: 'keypoints',
    },
    fields: ['occluded', 'attributes', 'track_id', 'keyframe'],
    attributes: {
      ...asFields('track_id', 'occluded', 'keyframe'),
      truncated: isTrue,
      difficult: isTrue,
      pose: (value) => typeof value === 'string' && isXmlText(value) && !['', 'Unspecified'].includes(value),
    },
    // Values have no types: readers take texts such as 7 and true to be numbers and booleans.
    keepsText: (text) => isXmlText(text) && !/^(true|false)$/i.test(text) && String(Number(text)) !== text,
    keepsName: isXmlText,
    hasKeyframesOfTracksOnly: true,
    confidence: false,
    ids: false,
    splits: true,
    losses: ['clipped', 'fractions', 'endings', 'classes', 'classNames'],
  },
  files: vocFiles,
}

async function* vocFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  yield textFile('labelmap.txt', labelMapText(source, losses))
  for (const split of source.splits) yield streamedText(`ImageSets/Main/${split}.txt`, stems(source, split))
  for await (const image of source.images()) {
    losses.begin(image)
    if (image.contentType !== 'image/jpeg') losses.note('endings')
    yield textFile(`Annotations/${image.stem}.xml`, await annotationXml(image, losses))
    yield imageFile(`JPEGImages/${image.archivePath}`, image)
  }
}

export async function* stems(source: FrozenExport, split: Subset): AsyncGenerator<string> {
  for await (const { stem } of source.images(split)) yield `${stem}\n`
}

async function annotationXml(image: FrozenImage, losses: Losses): Promise<string> {
  const { archivePath, width, height, annotations } = image
  const objects = await joined(annotations, (annotation) => {
    losses.begin(image, annotation)
    const box = boxOf(annotation, losses)
    return box && objectXml(annotation, box, { width, height }, losses)
  })
  return `<annotation>
  <folder>JPEGImages</folder>
  <filename>${escaped(archivePath)}</filename>
  <size><width>${width}</width><height>${height}</height><depth>3</depth></size>
  <segmented>0</segmented>
${objects}</annotation>
`
}

function boxOf({ type, bounding_box }: Annotation, losses: Losses): BoundingBox | null {
  if (type === 'polyline') losses.note('polylines')
  if (type === 'keypoint') losses.note('keypoints')
  if (type === 'polygon') losses.note('outlines')
  return (type === 'bbox' || type === 'polygon') && bounding_box ? bounding_box : null
}

function objectXml(
  annotation: Annotation,
  { x, y, w, h }: BoundingBox,
  { width, height }: { width: number; height: number },
  losses: Losses,
): string {
  const { attributes: all = {}, occluded, track_id, keyframe } = fieldsOf(annotation)
  const { truncated, difficult, pose, ...attributes } = all
  const tracked = { track_id, keyframe }
  if (![x, y, x + w, y + h].every(Number.isInteger)) losses.note('fractions')
  if (x < 0 || y < 0 || x + w > width || y + h > height) losses.note('clipped')
  // Every pixel that the box touches.
  const first = (value: number, max: number) => Math.min(max, Math.max(1, Math.floor(value) + 1))
  const [xmin, ymin] = [first(x, width), first(y, height)]
  const [xmax, ymax] = [
    Math.max(xmin, Math.min(width, Math.ceil(x + w))),
    Math.max(ymin, Math.min(height, Math.ceil(y + h))),
  ]
  return `  <object>
    <name>${escaped(annotation.name)}</name>
    <pose>${escaped(typeof pose === 'string' ? pose : 'Unspecified')}</pose>
    <truncated>${flag(truncated)}</truncated>
    <difficult>${flag(difficult)}</difficult>
    <occluded>${flag(occluded)}</occluded>
    <bndbox><xmin>${xmin}</xmin><ymin>${ymin}</ymin><xmax>${xmax}</xmax><ymax>${ymax}</ymax></bndbox>
${attributesXml({ ...attributes, ...tracked })}  </object>
`
}

const flag = (value: unknown): number => (value === true || value === 1 || value === '1' ? 1 : 0)

/** CVAT and Datumaro write them so. */
function attributesXml(attributes: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const rows = written.map(
    ([name, value]) =>
      `      <attribute><name>${escaped(name)}</name><value>${escaped(String(value))}</value></attribute>\n`,
  )
  return rows.length > 0 ? `    <attributes>\n${rows.join('')}    </attributes>\n` : ''
}
