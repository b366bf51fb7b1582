/**
 * Cityscapes: `gtFine/<split>/<city>/…_polygons.json` with the outlines of each image, from which its masks are drawn. Where only the
 * masks are there, `…_instanceIds.png` has a number for each object, and `…_labelIds.png` one for each class.
 */
import { message } from '../../../../shared/messages/message.ts'
import { unbridged } from '../../../datasets/labels/bridged-ring.ts'
import { CITYSCAPES_CLASSES, OBJECTS_OF_CLASS } from '../../../datasets/labels/cityscapes-classes.ts'
import { ringsOf } from '../../../datasets/labels/mask-rings.ts'
import type { NeutralAnnotation, Point, ReadImage, ReadLabels, ReadNotes } from '../../../datasets/labels/neutral.ts'
import { type LabelFiles, textOf } from '../archive/label-files.ts'
import type { ArchiveImages } from './archive-images.ts'
import { noteBroken } from './broken-document.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { isRecord, numbersOf, textField } from './json-values.ts'
import { maskPixels, masksOf } from './mask-pixels.ts'

const OUTLINES = /_gt(Fine|Coarse)_polygons\.json$/i
const OBJECTS = /_gt(Fine|Coarse)_instanceIds\.png$/i
const CLASSES = /_gt(Fine|Coarse)_labelIds\.png$/i
/** The first one that an image has is read. */
const KINDS = [OUTLINES, OBJECTS, CLASSES]

export const cityscapesReader: FormatReader = {
  recognise({ names }) {
    const documents = new Map<string, string>()
    for (const kind of KINDS) {
      for (const name of names) {
        const stem = name.replace(kind, '')
        if (stem !== name && !documents.has(stem)) documents.set(stem, name)
      }
    }
    const [document] = documents.values()
    if (document === undefined) return null
    const reason = OUTLINES.test(document) ? 'import.evidence.cityscapes' : 'import.evidence.voc_masks'
    return { documents: [...documents.values()], reason: message(reason, { document }) }
  },
  read: readCityscapes,
}

async function* readCityscapes({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  for (const document of documents) {
    try {
      const { size, annotations } = OUTLINES.test(document)
        ? await outlinesIn(files, document, notes)
        : await masksIn(files, document, notes)
      yield { image: imageOf(document, size, images), annotations }
    } catch (error) {
      noteBroken(error, document, notes)
    }
  }
}

type Sides = Pick<ReadImage, 'width' | 'height'>

function imageOf(document: string, size: Sides, images: ArchiveImages): ReadImage {
  const stem = KINDS.reduce(
    (path, kind) => path.replace(kind, ''),
    document.replace(/(^|\/)gt(Fine|Coarse)\//i, '$1leftImg8bit/'),
  )
  const place = { near: document }
  const file = images.findStem(`${stem}_leftImg8bit`, place) ?? images.findStem(stem, place)
  const path = file ?? `${stem}_leftImg8bit`
  return { path, near: document, isStem: file === null, file, ...size, unit: 'pixels' }
}

interface Found {
  size: Sides
  annotations: NeutralAnnotation[]
}

/** @throws SyntaxError, RangeError for a document that can't be read */
async function outlinesIn(files: Pick<LabelFiles, 'read'>, document: string, notes: ReadNotes): Promise<Found> {
  const value: unknown = JSON.parse(await textOf(files, document))
  if (!isRecord(value)) throw new SyntaxError('The document is no object.')
  const objects = Array.isArray(value.objects) ? value.objects : []
  const annotations = objects.flatMap((object, i) => {
    const annotation = annotationOf(object)
    if (typeof annotation !== 'string') return [annotation]
    notes.dropped(annotation, document, `object ${i + 1}`)
    return []
  })
  return { size: { width: sideOf(value.imgWidth), height: sideOf(value.imgHeight) }, annotations }
}

/** @throws RangeError for a file that is no mask */
async function masksIn(files: Pick<LabelFiles, 'read'>, document: string, notes: ReadNotes): Promise<Found> {
  const pixels = await maskPixels(files, document)
  if (!pixels.isGrey) throw new RangeError('The mask has colours instead of numbers.')
  const annotations: NeutralAnnotation[] = []
  for (const [value, mask] of await masksOf(pixels)) {
    const number = value < OBJECTS_OF_CLASS ? value : Math.floor(value / OBJECTS_OF_CLASS)
    const name = CITYSCAPES_CLASSES[number]
    if (number === 0) continue
    if (name === undefined) {
      notes.dropped('annotation.no_class', document, `${value}`)
      continue
    }
    const shape = { type: 'polygon', rings: await ringsOf(mask) } as const
    annotations.push({ id: null, name, confidence: null, shape, rules: ['geometry.mask_outlined'] })
  }
  return { size: { width: pixels.width, height: pixels.height }, annotations }
}

function annotationOf(object: unknown): NeutralAnnotation | 'annotation.invalid' | 'annotation.no_class' {
  if (!isRecord(object)) return 'annotation.invalid'
  const name = textField(object.label)
  const points = (Array.isArray(object.polygon) ? object.polygon : []).map(pointOf)
  const ring = points.filter((point) => point !== null)
  if (ring.length < 3 || ring.length < points.length) return 'annotation.invalid'
  if (name === null) return 'annotation.no_class'
  return { id: null, name, confidence: null, shape: { type: 'polygon', rings: unbridged(ring) } }
}

function pointOf(pair: unknown): Point | null {
  const [x, y] = numbersOf(pair) ?? []
  return x === undefined || y === undefined ? null : { x, y }
}

const sideOf = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null)
