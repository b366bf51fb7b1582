/**
 * Pascal VOC: an XML file for each image. Boxes are returned as they are written, from their first to their last pixel; the
 * import subtracts the first pixel when that is known to be 1.
 */

import { message } from '../../../../shared/messages/message.ts'
import type { ReadLabels, ReadNotes } from '../../../datasets/labels/neutral.ts'
import type { ArchiveImages } from './archive-images.ts'
import { plainPath, withoutEnding } from './archive-images.ts'
import { noteBroken } from './broken-document.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { LABEL_MAP, labelMapNames } from './voc-label-map.ts'
import { objectOf } from './voc-object.ts'
import { childText, numberOf, type XmlElement, xmlElements } from './xml-elements.ts'

const DOCUMENT = new Set(['annotation'])

export const vocReader: FormatReader = {
  recognise({ xml }) {
    const documents = xml.filter(({ text }) => /<annotation[\s>]/.test(text)).map(({ name }) => name)
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.voc', { document }) }
  },
  read: readVoc,
}

async function* readVoc({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  for (const { name } of files.files) if (LABEL_MAP.test(name)) notes.classes(await labelMapNames(files, name, notes))
  for (const document of documents) {
    try {
      for await (const element of xmlElements(files.read(document), DOCUMENT)) {
        yield labelsOf(element, document, images, notes)
      }
    } catch (error) {
      noteBroken(error, document, notes)
    }
  }
}

function labelsOf(element: XmlElement, document: string, images: ArchiveImages, notes: ReadNotes): ReadLabels {
  const written = childText(element, 'filename')
  // Label files are named after their images, which the element in them often contradicts.
  const stem = withoutEnding(document.replace(/(^|\/)Annotations\//i, '$1JPEGImages/'))
  const place = { near: document }
  const file =
    images.findStem(stem, place) ??
    images.findStem(plainPath(stem), place) ??
    (written === null ? null : images.find(written, place))
  const size = element.children.find(({ name }) => name === 'size')
  const side = (name: string) => {
    const value = size ? numberOf(childText(size, name)) : null
    return value !== null && value > 0 ? value : null
  }
  const isNamed =
    written !== null && withoutEnding(written.split(/[/\\]/).at(-1) ?? '') === (stem.split('/').at(-1) ?? '')
  const folder = document
    .replace(/^(.*\/)?Annotations\//i, '')
    .split('/')
    .slice(0, -1)
  const path = isNamed ? [...folder, written.split(/[/\\]/).at(-1)].join('/') : stem
  return {
    image: {
      path: file ?? path,
      near: document,
      ...(written !== null && { aliases: [written] }),
      isStem: file === null && !isNamed,
      file,
      width: side('width'),
      height: side('height'),
      unit: 'pixels',
    },
    annotations: element.children.flatMap((child, i) => {
      if (child.name !== 'object') return []
      // Boxes of heads and hands, which are no objects of their own.
      for (const part of child.children.filter(({ name }) => name === 'part')) {
        notes.dropped('shape.unsupported', document, `part ${childText(part, 'name') ?? ''}`)
      }
      if (childText(child, 'deleted') === '1') return []
      const annotation = objectOf(child, notes)
      if (annotation) return [annotation]
      const isNameless = (childText(child, 'name') ?? '') === ''
      notes.dropped(isNameless ? 'annotation.no_class' : 'annotation.invalid', document, `object ${i + 1}`)
      return []
    }),
  }
}
