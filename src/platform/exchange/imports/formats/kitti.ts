/**
 * KITTI's object labels: a text file for each image, `label_2/000001.txt` beside `image_2/000001.png`, with a row for each object:
 * its type, truncation, occlusion and angle, a box in pixels from 0, and its size, place and rotation in space, which become
 * attributes. Results have a score as their last number.
 */
import { message } from '../../../../shared/messages/message.ts'
import { SPATIAL_ATTRIBUTES } from '../../../datasets/labels/kitti-attributes.ts'
import type {
  NeutralAnnotation,
  NeutralFields,
  ReadImage,
  ReadLabels,
  ReadNotes,
} from '../../../datasets/labels/neutral.ts'
import { pausing } from '../../../machine/pauses.ts'
import { textOf } from '../archive/label-files.ts'
import { withoutEnding } from './archive-images.ts'
import type { TextStart } from './archive-outline.ts'
import { noteBroken } from './broken-document.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'

/** Numbers of a row, which a score may follow. */
const NUMBERS = 14
/** Regions whose objects are not labelled. */
const IGNORED = /^dontcare$/i

const LABELS = /(^|\/)label_\d+\//

export const kittiReader: FormatReader = {
  recognise({ texts }) {
    const [first, ...others] = texts.filter(hasObjects)
    if (!first) return null
    // Images without objects have empty files.
    const isLabels = (text: string) => text.trim() === '' || text.split('\n').some((line) => rowOf(line) !== null)
    const folders = new Set([first, ...others].map(({ name }) => folderOf(name)))
    const documents = texts
      .filter(({ name, text }) => folders.has(folderOf(name)) && isLabels(text))
      .map(({ name }) => name)
    return { documents, reason: message('import.evidence.kitti', { document: first.name }) }
  },
  read: readKitti,
}

/** Rows of YOLO have as many columns where an outline has seven points, and begin with a number. */
function hasObjects({ name, text }: TextStart): boolean {
  const row = rowOf(firstLine(text))
  return row !== null && (LABELS.test(name) || Number.isNaN(Number(row.type)))
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)

const firstLine = (text: string): string => /^\s*(.*)/.exec(text)?.[1] ?? ''

interface Row {
  type: string
  /** By their positions in a row whose type is one word, at 0. */
  numbers: readonly number[]
}

/** Null for a line that is no row. The type is one word by the definition, but Datumaro writes spaces in it. */
function rowOf(line: string): Row | null {
  const columns = line.trim().split(/\s+/)
  const words = Math.max(1, columns.findLastIndex((column) => !Number.isFinite(Number(column))) + 1)
  const numbers = columns.slice(words).map(Number)
  if (numbers.length !== NUMBERS && numbers.length !== NUMBERS + 1) return null
  return { type: columns.slice(0, words).join(' '), numbers: [Number.NaN, ...numbers] }
}

async function* readKitti({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  // Names are numbers, which the folders of training and testing have both.
  const isOneFolder = new Set(documents.map(folderOf)).size === 1
  for (const name of documents) {
    const stem = imageStem(name)
    const others = [withoutEnding(name), ...(isOneFolder ? [stem.slice(folderOf(stem).length)] : [])]
    const file =
      [stem, ...others].map((one) => images.findStem(one, { near: name })).find((found) => found !== null) ?? null
    const image: ReadImage = {
      path: file ?? stem,
      isStem: file === null,
      file,
      width: null,
      height: null,
      unit: 'pixels',
    }
    try {
      yield { image, annotations: await objectsOf(await textOf(files, name), name, notes) }
    } catch (error) {
      noteBroken(error, name, notes)
    }
  }
}

/** `training/label_2/000001.txt` belongs to `training/image_2/000001`. */
function imageStem(document: string): string {
  const segments = withoutEnding(document).split('/')
  const folder = segments.slice(0, -1).findLastIndex((segment) => /^label/i.test(segment))
  return segments.map((segment, i) => (i === folder ? segment.replace(/^label/i, 'image') : segment)).join('/')
}

async function objectsOf(text: string, file: string, notes: ReadNotes): Promise<NeutralAnnotation[]> {
  const found: NeutralAnnotation[] = []
  const pause = pausing()
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    if (pause.isDue) await pause.take()
    const row = rowOf(line)
    if (row === null) notes.dropped('annotation.invalid', file, `line ${i + 1}`)
    else if (IGNORED.test(row.type)) notes.dropped('annotation.ignored', file, `line ${i + 1}`)
    else found.push(objectOf(row))
  }
  return found
}

function objectOf({ type, numbers }: Row): NeutralAnnotation {
  const number = (position: number): number => numbers[position] ?? Number.NaN
  const [left, top] = [number(4), number(5)]
  const fields = fieldsOf(number)
  return {
    id: null,
    name: type,
    confidence: numbers[NUMBERS + 1] ?? null,
    shape: { type: 'bbox', box: { x: left, y: top, w: number(6) - left, h: number(7) - top } },
    ...(fields && { fields }),
  }
}

/** Occlusion is 0 to 3: not, partly, largely, unknown. A truncation of 1 has left the image. */
function fieldsOf(number: (position: number) => number): NeutralFields | null {
  const [truncated, occlusion] = [number(1), number(2)]
  const attributes: Record<string, number> = Object.create(null)
  if (truncated > 0) attributes.truncated = truncated
  if (occlusion > 1) attributes.occlusion = occlusion
  // Datumaro writes -1 for all that it does not know.
  const isKnown = SPATIAL_ATTRIBUTES.some(({ position }) => number(position) !== -1)
  for (const { name, position, unknown } of isKnown ? SPATIAL_ATTRIBUTES : []) {
    if (number(position) !== unknown) attributes[name] = number(position)
  }
  const fields: NeutralFields = {
    ...((occlusion === 1 || occlusion === 2) && { occluded: true }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  }
  return Object.keys(fields).length > 0 ? fields : null
}
