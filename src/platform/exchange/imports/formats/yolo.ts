/**
 * YOLO: a text file for each image, with a row for each object: a class number, then a box (centre and size), an outline (points),
 * or a box with keypoints when the data set has a `kpt_shape`. Numbers are parts of the image's width and height.
 */
import { message } from '../../../../shared/messages/message.ts'
import type { NeutralAnnotation, ReadImage, ReadLabels, ReadNotes } from '../../../datasets/labels/neutral.ts'
import { pausing } from '../../../machine/pauses.ts'
import { type LabelFiles, textOf } from '../archive/label-files.ts'
import { withoutEnding } from './archive-images.ts'
import { MOST_OPENED } from './archive-outline.ts'
import { isImageList } from './archive-splits.ts'
import { faultOf, noteBroken } from './broken-document.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { CLASS_LISTS, type YoloConfig, yoloConfigs } from './yolo-config.ts'
import { annotationsOf, type Row, type RowTail, rowOf, tailOf } from './yolo-rows.ts'

const STRAY = /(^|\/)(readme|licen[cs]e|notice|changelog|requirements|authors|results)[^/]*\.txt$/i
const LABELS = /(^|\/)labels\//i
/** Files whose rows show how rows of the archive end, and rows of each. */
const [COMPARED_FILES, COMPARED_ROWS] = [200, 100]

export const yoloReader: FormatReader = {
  recognise({ names, texts, images }) {
    const others = new Set<string>()
    let document: string | undefined
    for (const { name, text } of texts.slice(0, MOST_OPENED)) {
      if (!isNamedAsLabels(name)) continue
      const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '')
      // An empty file, and one whose rows are wrong, are labels when they are named after an image.
      if (rows.some(isRow) || LABELS.test(name) || images.findStem(stemOf(name)) !== null) document ??= name
      else if (rows.length > 0) others.add(name)
    }
    document ??= names.find((name) => /(^|\/)data\.ya?ml$/i.test(name))
    if (document === undefined) return null
    const documents = names.filter((name) => isNamedAsLabels(name) && !others.has(name))
    return { documents, reason: message('import.evidence.yolo', { document }) }
  },
  read: readYolo,
}

const isNamedAsLabels = (name: string): boolean => /\.txt$/i.test(name) && !CLASS_LISTS.test(name) && !STRAY.test(name)

const isRow = (line: string): boolean => (rowOf(line)?.values.length ?? 0) >= 4

/** The path of the image of a file of labels, without its ending. */
const stemOf = (document: string): string =>
  withoutEnding(document.replace(LABELS, (found) => found.replace(/labels/i, 'images')))

async function* readYolo(
  { files, documents, images, splits }: ReadSource,
  notes: ReadNotes,
): AsyncGenerator<ReadLabels> {
  const stems = documents.map(stemOf)
  const configs = await yoloConfigs(files, [...images.names, ...stems], splits, notes)
  const tail = await tailOfArchive(files, documents)
  for (const [i, name] of documents.entries()) {
    const stem = stems[i] as string
    const file = images.findStem(stem, { near: name })
    const image: ReadImage = {
      path: file ?? stem,
      near: name,
      isStem: file === null,
      file,
      width: null,
      height: null,
      unit: 'relative',
    }
    try {
      const text = await textOf(files, name)
      if (file === null && isImageList(text)) continue
      yield { image, annotations: await rowsOf(text, configs.of(name, file ?? stem), tail, name, notes) }
    } catch (error) {
      noteBroken(error, name, notes)
    }
  }
}

/** Reads some files of the whole archive: a single one can have too few rows. */
async function tailOfArchive(files: LabelFiles, documents: readonly string[]): Promise<RowTail> {
  const rows: Row[] = []
  const step = Math.max(1, Math.floor(documents.length / COMPARED_FILES))
  for (let i = 0; i < documents.length; i += step) {
    try {
      const lines = (await textOf(files, documents[i] as string)).split(/\r?\n/, COMPARED_ROWS)
      rows.push(...lines.map(rowOf).filter((row) => row !== null))
    } catch (error) {
      // The labels themselves are noted where they are read.
      if (faultOf(error) === null) throw error
    }
  }
  return tailOf(rows)
}

async function rowsOf(
  text: string,
  config: YoloConfig,
  tail: RowTail,
  file: string,
  notes: ReadNotes,
): Promise<NeutralAnnotation[]> {
  const found: NeutralAnnotation[] = []
  const kinds = new Set<string>()
  const pause = pausing()
  let isTracked = false
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    if (pause.isDue) await pause.take()
    const row = rowOf(line)
    const shapes = row && annotationsOf(row, config, tail)
    if (!row || !shapes) {
      notes.dropped('annotation.invalid', file, `line ${i + 1}`)
      continue
    }
    kinds.add(shapes[0]?.shape.type ?? '')
    const name = config.names.get(row.number) ?? `class ${row.number}`
    for (const { point, ...made } of shapes) {
      if (made.fields) isTracked = true
      found.push({ id: null, name: point === undefined ? name : `${name} ${point}`.slice(0, 200), ...made })
    }
  }
  if (kinds.has('bbox') && kinds.has('polygon')) notes.noted('rows.mixed', file)
  if (isTracked) notes.noted('rows.tracked', file)
  return found
}
