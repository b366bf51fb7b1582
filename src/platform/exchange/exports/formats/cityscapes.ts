/**
 * Cityscapes: `gtFine/<split>/<city>/…_gtFine_polygons.json` with the outlines of an image, its masks of classes (`_labelIds.png`) and of
 * objects (`_instanceIds.png`), and the image as `leftImg8bit/<split>/<city>/…_leftImg8bit.png`. A directory is a city, and
 * `label_ids.txt` has the numbers of the classes.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { bridged } from '../../../datasets/labels/bridged-ring.ts'
import { type ArchiveFile, imageFile, textFile } from './archive-file.ts'
import { cityscapesIds, objectId } from './cityscapes-ids.ts'
import type { FormatWriter } from './format-writer.ts'
import type { FrozenExport, FrozenImage } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { isTrimmed } from './lost-fields.ts'
import { areaOf } from './outline.ts'
import { layersOf, paintedObjects, ringsOf } from './painted-objects.ts'
import { pngBytes } from './png-bytes.ts'

export const cityscapesWriter: FormatWriter = {
  holds: {
    shapes: {
      box: 'boxes',
      outline: 'kept',
      holes: 'bridged',
      parts: 'bridged',
      polyline: 'polylines',
      keypoint: 'keypoints',
    },
    fields: [],
    keepsName: isTrimmed,
    confidence: false,
    ids: false,
    splits: true,
    losses: ['suffixes', 'unnumbered', 'classNames'],
  },
  files: cityscapesFiles,
}

const SUFFIX = '_leftImg8bit'

async function* cityscapesFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  const ids = cityscapesIds(source.classes)
  for (const name of source.classes) if (!ids.has(name)) losses.noteFile('unnumbered', name)
  yield textFile('label_ids.txt', [...ids].map(([name, id]) => `${id} ${name}\n`).join(''))
  for await (const image of source.images()) {
    const { archivePath, stem, split } = image
    // The tools of Cityscapes look for exactly two folders above an image.
    const city = stem.includes('/') ? stem : `default/${stem}`
    const base = `${split}/${city.endsWith(SUFFIX) ? city.slice(0, -SUFFIX.length) : city}`
    losses.begin(image)
    if (!stem.endsWith(SUFFIX)) losses.note('suffixes')
    const drawn = layersOf(image.annotations)
    const numbers = numbersOf(drawn, ids)
    yield textFile(`gtFine/${base}_gtFine_polygons.json`, documentOf(image, losses))
    yield maskFile(`gtFine/${base}_gtFine_labelIds.png`, image, drawn, (i) => numbers[i]?.label ?? 0, 1)
    yield maskFile(`gtFine/${base}_gtFine_instanceIds.png`, image, drawn, (i) => numbers[i]?.object ?? 0, 2)
    yield imageFile(`leftImg8bit/${base}${SUFFIX}${archivePath.slice(stem.length)}`, image)
  }
}

function numbersOf(
  drawn: readonly Annotation[],
  ids: ReadonlyMap<string, number>,
): readonly { label: number; object: number }[] {
  const counts = new Map<string, number>()
  return drawn.map(({ name }) => {
    const nth = counts.get(name) ?? 0
    counts.set(name, nth + 1)
    const label = ids.get(name) ?? 0
    return { label, object: objectId(label, nth) }
  })
}

/** Outlines from the lowest to the upper ones. */
function documentOf(image: FrozenImage, losses: Losses): string {
  for (const annotation of image.annotations) {
    losses.begin(image, annotation)
    if (annotation.type === 'bbox') losses.note('boxes')
    if (annotation.type === 'polyline') losses.note('polylines')
    if (annotation.type === 'keypoint') losses.note('keypoints')
    if ((annotation.polygon?.paths.length ?? 0) > 1) losses.note('bridged')
  }
  const objects = layersOf(image.annotations).map((annotation) => {
    const ring = bridged(ringsOf(annotation).toSorted((a, b) => areaOf(b) - areaOf(a)))
    return { label: annotation.name, polygon: ring.map(({ x, y }) => [x, y]) }
  })
  return `${JSON.stringify({ imgHeight: image.height, imgWidth: image.width, objects })}\n`
}

/** `numberOf` returns the value of the pixels of an object, by its place among those drawn. */
function maskFile(
  name: string,
  image: FrozenImage,
  drawn: readonly Annotation[],
  numberOf: (place: number) => number,
  bytes: 1 | 2,
): ArchiveFile {
  const { width, height } = image
  async function* read(): AsyncGenerator<Buffer> {
    const pixels = await paintedObjects(image, drawn)
    const values = [0, ...drawn.map((_, i) => numberOf(i))]
    yield* pngBytes(width, height, bytes === 1 ? 'grey8' : 'grey16', (y, row) => {
      for (let x = 0; x < width; x++)
        row.writeUIntBE(values[pixels[y * width + x] as number] as number, x * bytes, bytes)
    })
  }
  return { name, isCompressed: false, isImage: false, read }
}
