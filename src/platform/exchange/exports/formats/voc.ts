/**
 * Pascal VOC: `Annotations/` with one XML file for each image, `JPEGImages/`, and `ImageSets/Main/<split>.txt`. Positions are
 * whole pixels from 1; a box contains its first and its last pixel.
 */
import type { Split } from '../../../../shared/api/exports.ts'
import type { Annotation, BoundingBox } from '../../../../shared/domain/annotation.ts'
import { type ArchiveFile, imageFile, joined, streamedText, textFile } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import type { FrozenExport, FrozenImage } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { escaped } from './xml-text.ts'

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
    fields: ['occluded'],
    confidence: false,
    ids: false,
    splits: true,
    losses: ['fractions', 'endings'],
  },
  files: vocFiles,
}

async function* vocFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  for (const split of source.splits) yield streamedText(`ImageSets/Main/${split}.txt`, stems(source, split))
  for await (const image of source.images()) {
    losses.begin(image)
    if (image.contentType !== 'image/jpeg') losses.note('endings')
    yield textFile(`Annotations/${image.stem}.xml`, await annotationXml(image, losses))
    yield imageFile(`JPEGImages/${image.archivePath}`, image)
  }
}

async function* stems(source: FrozenExport, split: Split): AsyncGenerator<string> {
  for await (const { stem } of source.images(split)) yield `${stem}\n`
}

async function annotationXml(image: FrozenImage, losses: Losses): Promise<string> {
  const { archivePath, width, height, annotations } = image
  const objects = await joined(annotations, (annotation) => {
    losses.begin(image, annotation)
    const box = boxOf(annotation, losses)
    return box && objectXml(annotation.name, box, { width, height }, losses)
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
  name: string,
  { x, y, w, h }: BoundingBox,
  { width, height }: { width: number; height: number },
  losses: Losses,
): string {
  if (![x, y, x + w, y + h].every(Number.isInteger)) losses.note('fractions')
  // Every pixel that the box touches.
  const first = (value: number, max: number) => Math.min(max, Math.max(1, Math.floor(value) + 1))
  const [xmin, ymin] = [first(x, width), first(y, height)]
  const [xmax, ymax] = [
    Math.max(xmin, Math.min(width, Math.ceil(x + w))),
    Math.max(ymin, Math.min(height, Math.ceil(y + h))),
  ]
  return `  <object>
    <name>${escaped(name)}</name>
    <pose>Unspecified</pose>
    <truncated>0</truncated>
    <difficult>0</difficult>
    <bndbox><xmin>${xmin}</xmin><ymin>${ymin}</ymin><xmax>${xmax}</xmax><ymax>${ymax}</ymax></bndbox>
  </object>
`
}
