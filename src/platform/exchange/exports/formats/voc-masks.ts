/**
 * Masks of Pascal VOC: `SegmentationClass/` with the colours of classes, `SegmentationObject/` with a colour for each object, `JPEGImages/`,
 * `ImageSets/Segmentation/<split>.txt`, and `labelmap.txt` of CVAT. A pixel belongs to the upper one of objects that overlap.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { type ArchiveFile, imageFile, streamedText, textFile } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import type { FrozenExport, FrozenImage } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { layersOf, overlap, paintedObjects } from './painted-objects.ts'
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
  const drawn = layersOf(image.annotations).filter(({ name }) => isListable(name))
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
    const pixels = await paintedObjects({ width, height }, drawn, onEmpty)
    const colours = drawn.map((_, i) => maskColour(numberOf(i)))
    yield* pngBytes(width, height, 'rgb', (y, row) => {
      for (let x = 0; x < width; x++) {
        const place = pixels[y * width + x] as number
        if (place > 0) row.set(colours[place - 1] as [number, number, number], x * 3)
      }
    })
  }
  return { name, isCompressed: false, isImage: false, read }
}
