/**
 * Masks of Pascal VOC: `SegmentationClass/` with the colours of classes, `SegmentationObject/` with a colour for each object, `JPEGImages/`,
 * `ImageSets/Segmentation/<split>.txt`, and `labelmap.txt` of CVAT. A pixel belongs to the upper one of objects that overlap.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { maskOfRings } from '../../../datasets/labels/mask-rings.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { pausing } from '../../../machine/pauses.ts'
import { type ArchiveFile, imageFile, streamedText, textFile } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import type { FrozenExport, FrozenImage } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import type { Ring } from './outline.ts'
import { pngBytes } from './png-bytes.ts'
import { stems } from './voc.ts'
import { isListable, labelMapText, maskColour } from './voc-colours.ts'

export const vocMasksWriter: FormatWriter = {
  holds: {
    shapes: {
      box: 'boxes',
      outline: 'pixels',
      holes: 'pixels',
      parts: 'pixels',
      polyline: 'polylines',
      keypoint: 'keypoints',
    },
    fields: [],
    confidence: false,
    ids: false,
    splits: true,
    losses: ['overlapped', 'noPixels', 'endings', 'classes', 'unlisted'],
  },
  files: vocMaskFiles,
}

async function* vocMaskFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  yield textFile('labelmap.txt', labelMapText(source, losses))
  for (const split of source.splits) yield streamedText(`ImageSets/Segmentation/${split}.txt`, stems(source, split))
  const numbers = new Map(source.classes.map((name, i) => [name, i + 1]))
  for await (const image of source.images()) {
    losses.begin(image)
    if (image.contentType !== 'image/jpeg') losses.note('endings')
    const drawn = drawnOf(image, losses)
    const classOf = (n: number) => numbers.get(drawn[n]?.name ?? '') ?? 0
    const onEmpty = (annotation: Annotation) => losses.leaveOut('noPixels', image, annotation)
    yield maskFile(`SegmentationClass/${image.stem}.png`, image, drawn, classOf, onEmpty)
    yield maskFile(`SegmentationObject/${image.stem}.png`, image, drawn, (n) => n + 1)
    yield imageFile(`JPEGImages/${image.archivePath}`, image)
  }
}

/** The annotations that have pixels, from the lowest to the upper ones. */
function drawnOf(image: FrozenImage, losses: Losses): Annotation[] {
  const layer = (annotation: Annotation) => fieldsOf(annotation).z ?? 0
  const drawn = image.annotations
    .filter(({ type, bounding_box, name }) => isDrawn(type) && bounding_box && isListable(name))
    .sort((a, b) => layer(a) - layer(b))
  const upper: Annotation[] = []
  for (const annotation of drawn.toReversed()) {
    losses.begin(image, annotation)
    losses.note(annotation.type === 'bbox' ? 'boxes' : 'pixels')
    if (upper.some((other) => overlap(annotation, other))) losses.note('overlapped')
    upper.push(annotation)
  }
  for (const annotation of image.annotations) {
    if (isDrawn(annotation.type) && isListable(annotation.name)) continue
    losses.begin(image, annotation)
    if (isDrawn(annotation.type)) losses.note('unlisted')
    else losses.note(annotation.type === 'polyline' ? 'polylines' : 'keypoints')
  }
  return drawn
}

const isDrawn = (type: Annotation['type']): boolean => type === 'bbox' || type === 'polygon'

function overlap({ bounding_box: a }: Annotation, { bounding_box: b }: Annotation): boolean {
  return a != null && b != null && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/**
 * `numberOf` returns the number of the colour of an annotation, by its place among those that are drawn. `onEmpty` is called for one
 * without pixels.
 */
function maskFile(
  name: string,
  { width, height }: FrozenImage,
  drawn: readonly Annotation[],
  numberOf: (place: number) => number,
  onEmpty?: (annotation: Annotation) => void,
): ArchiveFile {
  async function* read(): AsyncGenerator<Buffer> {
    const pixels = new Uint16Array(width * height)
    const pause = pausing()
    for (const [i, annotation] of drawn.entries()) {
      if (pause.isDue) await pause.take()
      if (!fill(pixels, height, width, ringsOf(annotation), i + 1)) onEmpty?.(annotation)
    }
    const colours = drawn.map((_, i) => maskColour(numberOf(i)))
    yield* pngBytes(width, height, (y, row) => {
      for (let x = 0; x < width; x++) {
        const place = pixels[y * width + x] as number
        if (place > 0) row.set(colours[place - 1] as [number, number, number], x * 3)
      }
    })
  }
  return { name, isCompressed: false, isImage: false, read }
}

/** Masks are runs down the columns: those of the transposed rings are runs along the rows. Returns whether there are pixels. */
function fill(pixels: Uint16Array, height: number, width: number, rings: readonly Ring[], value: number): boolean {
  const transposed = rings.map((ring) => ring.map(({ x, y }) => ({ x: y, y: x })))
  const runs = maskOfRings(transposed, height, width)?.runs ?? []
  let at = 0
  for (const [i, run] of runs.entries()) {
    if (i % 2 === 1) pixels.fill(value, at, at + run)
    at += run
  }
  return runs.length > 1
}

function ringsOf({ polygon, bounding_box }: Annotation): readonly Ring[] {
  if (polygon) return polygon.paths
  const { x, y, w, h } = bounding_box ?? { x: 0, y: 0, w: 0, h: 0 }
  return [
    [
      { x, y },
      { x: x + w, y },
      { x: x + w, y: y + h },
      { x, y: y + h },
    ],
  ]
}
