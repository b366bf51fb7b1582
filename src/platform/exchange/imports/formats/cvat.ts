/**
 * CVAT 1.1: one XML document with `image` elements, or with a `track` for each object of a video. A track has a row for each frame,
 * also for those between its key frames.
 */

import { message } from '../../../../shared/messages/message.ts'
import type { ReadLabels, ReadNotes } from '../../../datasets/labels/neutral.ts'
import { noteBroken } from './broken-document.ts'
import { type CvatFiles, type CvatFrames, cvatFiles, cvatFrames } from './cvat-frames.ts'
import { cvatMeta, NO_META } from './cvat-meta.ts'
import { cvatAnnotations } from './cvat-shapes.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { numberOf, type XmlElement, xmlElements } from './xml-elements.ts'

const WANTED = new Set(['meta'])
/** A track of a long video, and an image, can have any number of shapes. */
const CONTAINERS = new Set(['image', 'track'])

export const cvatReader: FormatReader = {
  recognise({ xml }) {
    const documents = xml.filter(({ text }) => /<annotations[\s>]/.test(text)).map(({ name }) => name)
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.cvat', { document }) }
  },
  isInParts: true,
  read: readCvat,
}

async function* readCvat(source: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  const files = cvatFiles(source.images.names)
  for (const document of source.documents) {
    const reader = documentReader(source, document, files, notes)
    try {
      for await (const element of xmlElements(source.files.read(document), WANTED, CONTAINERS)) yield* reader(element)
    } catch (error) {
      noteBroken(error, document, notes)
    }
  }
}

function documentReader(source: ReadSource, document: string, files: CvatFiles, notes: ReadNotes) {
  let meta = NO_META
  let frames: CvatFrames = cvatFrames(source, { document, meta, files }, notes)
  let image: ReadLabels['image'] | null = null
  let tracks = 0
  let track: XmlElement | null = null

  return async function* (element: XmlElement): AsyncGenerator<ReadLabels> {
    const { name, attributes, container } = element
    if (name === 'meta') {
      meta = cvatMeta(element)
      frames = cvatFrames(source, { document, meta, files }, notes)
      notes.classes(meta.classes)
    } else if (!container && name === 'image') {
      image = frames.named(element)
      yield { image, annotations: [] }
    } else if (!container) {
      track = { ...element, attributes: { ...attributes, id: attributes.id ?? `${tracks}` } }
      tracks++
    } else if (name === 'attribute') return
    else if (container.name === 'image' && image) {
      const shape = { element, label: attributes.label, track: null, meta }
      yield { image, annotations: await cvatAnnotations(shape, image.path, notes) }
    } else if (track) {
      // Our own archives end a track of CVAT with a row that no annotation has.
      if (attributes.closing === '1') return
      const frame = numberOf(attributes.frame)
      if (frame === null || !Number.isInteger(frame)) {
        notes.dropped('annotation.invalid', document, `${name} of track ${track.attributes.id}`)
        return
      }
      const place = frames.numbered(frame, track)
      const shape = { element, label: track.attributes.label, track, meta }
      yield { image: place, annotations: await cvatAnnotations(shape, place.path, notes) }
    }
  }
}
