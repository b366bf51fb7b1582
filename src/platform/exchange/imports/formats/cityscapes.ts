/** Cityscapes: `gtFine/<split>/<city>/…_polygons.json` with the outlines of each image, from which its masks are drawn. */
import { message } from '../../../../shared/messages/message.ts'
import { unbridged } from '../../../datasets/labels/bridged-ring.ts'
import type { NeutralAnnotation, Point, ReadLabels, ReadNotes } from '../../../datasets/labels/neutral.ts'
import { textOf } from '../archive/label-files.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { isRecord, numbersOf, textField } from './json-values.ts'

const DOCUMENT = /_gt(Fine|Coarse)_polygons\.json$/i

export const cityscapesReader: FormatReader = {
  recognise({ names }) {
    const documents = names.filter((name) => DOCUMENT.test(name))
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.cityscapes', { document }) }
  },
  read: readCityscapes,
}

async function* readCityscapes({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  for (const document of documents) {
    let value: unknown
    try {
      value = JSON.parse(await textOf(files, document))
    } catch (error) {
      if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error
      notes.noted('file.unreadable', document, error.message.split('\n')[0])
      continue
    }
    if (!isRecord(value)) {
      notes.noted('file.unreadable', document)
      continue
    }
    const stem = document.replace(/(^|\/)gt(Fine|Coarse)\//i, '$1leftImg8bit/').replace(DOCUMENT, '')
    const place = { near: document }
    const file = images.findStem(`${stem}_leftImg8bit`, place) ?? images.findStem(stem, place)
    const objects = Array.isArray(value.objects) ? value.objects : []
    const annotations = objects.flatMap((object, i) => {
      const annotation = annotationOf(object)
      if (typeof annotation !== 'string') return [annotation]
      notes.dropped(annotation, document, `object ${i + 1}`)
      return []
    })
    const size = { width: sideOf(value.imgWidth), height: sideOf(value.imgHeight) }
    const path = file ?? `${stem}_leftImg8bit`
    yield { image: { path, near: document, isStem: file === null, file, ...size, unit: 'pixels' }, annotations }
  }
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
