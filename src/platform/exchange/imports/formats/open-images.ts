/**
 * Open Images: tables of boxes, such as `train-annotations-bbox.csv`, whose images are named by their ids, and whose classes have
 * codes that `class-descriptions-boxable.csv` names. Numbers are parts of the image's width and height.
 */
import { message } from '../../../../shared/messages/message.ts'
import type {
  NeutralAnnotation,
  NeutralFields,
  ReadImage,
  ReadLabels,
  ReadNotes,
} from '../../../datasets/labels/neutral.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import type { ArchiveImages } from './archive-images.ts'
import { noteBroken } from './broken-document.ts'
import { type Columns, columnsOfStart, csvRows, type TableRow, tableRows } from './csv-rows.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'

const SIDES = ['xmin', 'xmax', 'ymin', 'ymax'] as const
const BOXES = ['imageid', 'labelname', ...SIDES]
/** Labels of whole images, and masks in files of their own. */
const OTHERS = ['imageid', 'labelname']
/** Annotations that are returned at once. */
const MOST_HELD = 1000
const CLASSES = /(^|\/)([^/]*-)?class-descriptions(-boxable)?\.csv$/i
const BOXABLE = /-boxable\.csv$/i
const FLAGS = [
  ['istruncated', 'truncated'],
  ['isgroupof', 'is_group_of'],
  ['isdepiction', 'is_depiction'],
  ['isinside', 'is_inside'],
] as const

export const openImagesReader: FormatReader = {
  recognise({ texts }) {
    const documents = texts.filter(({ text }) => hasAll(columnsOfStart(text), OTHERS)).map(({ name }) => name)
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.open_images', { document }) }
  },
  read: readOpenImages,
}

const hasAll = (columns: Columns, names: readonly string[]): boolean => names.every((name) => columns.has(name))

async function* readOpenImages({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  const names = await classNames(files, notes)
  for (const document of documents) {
    try {
      yield* boxesOf(document, files, names, images, notes)
    } catch (error) {
      noteBroken(error, document, notes)
    }
  }
}

/** Names of classes by their codes. */
async function classNames(files: LabelFiles, notes: ReadNotes): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name } of files.files) {
    if (!CLASSES.test(name)) continue
    try {
      for await (const { cells } of csvRows(files.read(name))) {
        const [code, display] = cells
        if (code && display && code !== 'LabelName') found.set(code, display)
      }
      if (BOXABLE.test(name)) notes.classes([...found.values()])
    } catch (error) {
      noteBroken(error, name, notes)
    }
  }
  return found
}

/** Rows of an image follow each other, and are returned together. */
async function* boxesOf(
  document: string,
  files: LabelFiles,
  names: ReadonlyMap<string, string>,
  images: ArchiveImages,
  notes: ReadNotes,
): AsyncGenerator<ReadLabels> {
  let [id, held]: [string, NeutralAnnotation[]] = ['', []]
  const labels = (): ReadLabels => ({ image: imageOf(id, document, images), annotations: held })
  for await (const row of tableRows(files.read(document))) {
    const annotation = hasAll(row.columns, BOXES) ? annotationOf(row, names) : 'shape.unsupported'
    if (typeof annotation === 'string') {
      notes.dropped(annotation, document, `line ${row.line}`)
      continue
    }
    const of = row.cell('imageid') ?? ''
    if (held.length > 0 && (of !== id || held.length >= MOST_HELD)) {
      yield labels()
      held = []
    }
    id = of
    held.push(annotation)
  }
  if (held.length > 0) yield labels()
}

/** The subset in the name of a table, such as `oidv6-train-annotations-bbox.csv`. */
const subsetOf = (document: string): string | null =>
  /(?:^|[/-])(train|validation|valid|val|test)-[^/]*$/i.exec(document)?.[1]?.toLowerCase() ?? null

function imageOf(id: string, document: string, images: ArchiveImages): ReadImage {
  const subset = subsetOf(document)
  const place = { near: document, subset }
  const inSubset = subset === null ? null : images.findStem(`${subset}/${id}`, place)
  const file = inSubset ?? images.findStem(id, place) ?? images.find(id, place)
  return { path: file ?? id, isStem: file === null, file, width: null, height: null, unit: 'relative' }
}

type Dropped = 'annotation.no_class' | 'annotation.invalid'

function annotationOf({ cell }: TableRow, names: ReadonlyMap<string, string>): NeutralAnnotation | Dropped {
  const code = cell('labelname')
  if (code === null) return 'annotation.no_class'
  const [x1, x2, y1, y2] = SIDES.map((side) => Number(cell(side) ?? Number.NaN)) as [number, number, number, number]
  if (cell('imageid') === null || !(x2 > x1 && y2 > y1)) return 'annotation.invalid'
  const fields = fieldsOf(cell)
  return {
    id: null,
    name: names.get(code) ?? code,
    confidence: confidenceOf(cell),
    shape: { type: 'bbox', box: { x: x1, y: y1, w: x2 - x1, h: y2 - y1 } },
    ...(fields && { fields }),
  }
}

/** Boxes that people drew or verified have 1. */
function confidenceOf(cell: TableRow['cell']): number | null {
  const text = cell('confidence')
  const confidence = text === null ? null : Number(text)
  return confidence === 1 && cell('source') !== 'machine' ? null : confidence
}

/** Flags are 1, 0, or -1 for unknown. */
function fieldsOf(cell: TableRow['cell']): NeutralFields | null {
  const flags = FLAGS.filter(([column]) => cell(column) === '1').map(([, name]) => [name, true] as const)
  const isOccluded = cell('isoccluded') === '1'
  if (flags.length === 0 && !isOccluded) return null
  return {
    ...(isOccluded && { occluded: true }),
    ...(flags.length > 0 && { attributes: Object.fromEntries(flags) }),
  }
}
