/**
 * A table of boxes, as the object detection API of TensorFlow has it, and Roboflow, VoTT and others write it: a row for each box, in
 * pixels from 0, with the name of the image, the class and four sides.
 */
import type { ImportRule } from '../../../../shared/api/imports.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { ReadImage, ReadLabels, ReadNotes } from '../../../datasets/labels/neutral.ts'
import type { ArchiveImages } from './archive-images.ts'
import { noteBroken } from './broken-document.ts'
import { type Columns, columnsOfStart, type TableRow, tableRows } from './csv-rows.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'

/** Names of the columns, as tools write them. */
const NAMES = {
  image: ['filename', 'file_name', 'image', 'image_name', 'image_path', 'path'],
  class: ['class', 'label', 'class_name', 'category', 'name'],
  x1: ['xmin', 'x_min', 'x1'],
  y1: ['ymin', 'y_min', 'y1'],
  x2: ['xmax', 'x_max', 'x2'],
  y2: ['ymax', 'y_max', 'y2'],
} as const
const REQUIRED = Object.keys(NAMES) as (keyof typeof NAMES)[]

/** The names that a table gives to its columns. */
type Names = Readonly<Record<keyof typeof NAMES, string>>

export const csvReader: FormatReader = {
  recognise({ texts }) {
    const documents = texts.filter(({ text }) => namesIn(columnsOfStart(text)) !== null).map(({ name }) => name)
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.csv', { document }) }
  },
  read: readCsv,
}

/** Null for a table that lacks a column. */
function namesIn(columns: Columns): Names | null {
  const found = REQUIRED.map((column) => [column, NAMES[column].find((name) => columns.has(name))] as const)
  return found.every(([, name]) => name !== undefined) ? (Object.fromEntries(found) as Names) : null
}

async function* readCsv({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  for (const document of documents) {
    try {
      for await (const row of tableRows(files.read(document))) {
        const read = labelsOf(row, document, images)
        if (typeof read === 'string') notes.dropped(read, document, `line ${row.line}`)
        else yield read
      }
    } catch (error) {
      noteBroken(error, document, notes)
    }
  }
}

function labelsOf({ columns, cell }: TableRow, document: string, images: ArchiveImages): ReadLabels | ImportRule {
  const names = namesIn(columns)
  const written = names && cell(names.image)
  if (!names || written === null) return 'annotation.invalid'
  const name = cell(names.class)
  if (name === null) return 'annotation.no_class'
  const side = (column: string) => numberOf(cell(column))
  const [x1, y1, x2, y2] = [side(names.x1), side(names.y1), side(names.x2), side(names.y2)]
  if (!(x2 > x1 && y2 > y1)) return 'annotation.invalid'
  const shape = { type: 'bbox', box: { x: x1, y: y1, w: x2 - x1, h: y2 - y1 } } as const
  const confidence = cell('confidence') ?? cell('score')
  return {
    image: { ...imageOf(written, document, images), width: sideOf(cell('width')), height: sideOf(cell('height')) },
    annotations: [{ id: null, name, confidence: confidence === null ? null : Number(confidence), shape }],
  }
}

/** Images lie beside the table, or in a folder that no other image has the name in. */
function imageOf(written: string, document: string, images: ArchiveImages): Omit<ReadImage, 'width' | 'height'> {
  const path = written.replaceAll('\\', '/')
  const beside = `${document.slice(0, document.lastIndexOf('/') + 1)}${path}`
  const file = images.find(beside, { near: document }) ?? images.find(path, { near: document })
  return { path: file ?? path, isStem: false, file, unit: 'pixels' }
}

const numberOf = (text: string | null): number => (text === null ? Number.NaN : Number(text))

const sideOf = (text: string | null): number | null => (numberOf(text) > 0 ? Number(text) : null)
