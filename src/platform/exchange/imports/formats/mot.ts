/**
 * MOT Challenge: `gt/gt.txt` of each sequence, with rows of frame, track, left, top, width, height, a flag (0: to be ignored), class
 * and visibility; `det/det.txt` of a sequence without ground truth, and the results of trackers, a text for each sequence with a
 * confidence in place of the flag. Its text counts frames and pixels from 1, but Datumaro writes boxes from 0, so the import asks.
 */

import { message } from '../../../../shared/messages/message.ts'
import type { ReadImage, ReadLabels, ReadNotes, ReadOptions } from '../../../datasets/labels/neutral.ts'
import { keyOf } from '../archive/entry-names.ts'
import { textOf } from '../archive/label-files.ts'
import { withoutEnding } from './archive-images.ts'
import type { TextStart } from './archive-outline.ts'
import { noteBroken } from './broken-document.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { CHALLENGE_CLASSES, isOfResults, type MotKind, motRow } from './mot-rows.ts'

const TRUTH = /(^|\/)(gt\/)?gt\.txt$/i
const DETECTIONS = /(^|\/)(det\/)?det\.txt$/i

export const motReader: FormatReader = {
  recognise({ names, texts }) {
    const truths = names.filter((name) => TRUTH.test(name))
    const sequences = new Set(truths.map(folderOf))
    const detections = names.filter((name) => DETECTIONS.test(name) && !sequences.has(folderOf(name)))
    const known = [...truths, ...detections]
    const documents = known.length > 0 ? known : resultsOf(texts)
    const [document] = documents
    if (document === undefined) return null
    const reason = truths.length > 0 ? 'import.evidence.mot' : 'import.evidence.mot_results'
    return { documents, reason: message(reason, { document }) }
  },
  read: readMot,
}

/** In an archive of results, every text file holds results; any other text means another format. */
function resultsOf(texts: readonly TextStart[]): string[] {
  const found = texts.filter(({ text }) => isOfResults(text))
  return found.length === texts.length ? found.map(({ name }) => name) : []
}

const kindOf = (document: string): MotKind =>
  TRUTH.test(document) ? 'truth' : DETECTIONS.test(document) ? 'detections' : 'results'

/** The folder of a sequence; results are named after theirs. */
function folderOf(document: string): string {
  const kind = kindOf(document)
  if (kind === 'results') return `${withoutEnding(document)}/`
  return document.replace(kind === 'truth' ? TRUTH : DETECTIONS, '$1')
}

/** Lines of a text of any length. */
const MAX_LINE = 1024 ** 2

/** @throws RangeError for a line over a megabyte */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new RangeError('A line is too long.')
    for (const line of lines) yield line
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

async function* readMot(source: ReadSource, notes: ReadNotes, options: ReadOptions): AsyncGenerator<ReadLabels> {
  const all = new Set(source.files.files.map(({ name }) => name))
  const numbered = numberedImages(source.images.names)
  for (const document of source.documents) {
    try {
      yield* sequenceOf(document, { source, all, numbered }, notes, options)
    } catch (error) {
      noteBroken(error, document, notes)
    }
  }
}

interface MotFiles {
  source: ReadSource
  /** Names of all files. */
  all: ReadonlySet<string>
  numbered: NumberedImages
}

async function* sequenceOf(
  document: string,
  { source, all, numbered }: MotFiles,
  notes: ReadNotes,
  { predictions }: ReadOptions,
): AsyncGenerator<ReadLabels> {
  const [kind, folder] = [kindOf(document), folderOf(document)]
  async function textOfSequence(...names: readonly string[]): Promise<string | null> {
    const name = names.find((one) => all.has(folder + one))
    if (name === undefined) return null
    try {
      return await textOf(source.files, folder + name)
    } catch (error) {
      noteBroken(error, folder + name, notes)
      return null
    }
  }
  const listed = await textOfSequence('gt/labels.txt', 'labels.txt')
  const given = listed?.split(/\r?\n/).map((row) => row.trim()) ?? null
  if (given) notes.classes(given.filter((row) => row !== ''))
  const info = settingsOf((await textOfSequence('seqinfo.ini')) ?? '')
  const imageOf = sequenceImages({ source, folder, info, numbered })
  const classes = given ?? CHALLENGE_CLASSES
  let line = 0
  for await (const text of linesOf(source.files.read(document))) {
    line++
    if (text.trim() === '') continue
    const row = motRow(text, classes, kind)
    if (row === 'ignored') notes.dropped('annotation.ignored', document, `line ${line}`)
    else if (row === null) notes.dropped('annotation.invalid', document, `line ${line}`)
    else if (kind !== 'truth' && !predictions) notes.dropped('annotation.prediction', document, `line ${line}`)
    else yield { image: imageOf(row.frame), annotations: [row.annotation] }
  }
}

/** Image files by their folders and the numbers at the end of their names; null for a number of several files. */
type NumberedImages = ReadonlyMap<string, ReadonlyMap<number, string | null>>

function numberedImages(names: readonly string[]): NumberedImages {
  const folders = new Map<string, Map<number, string | null>>()
  for (const name of names) {
    const digits = /(\d{1,15})$/.exec(withoutEnding(name))?.[1]
    if (digits === undefined) continue
    const folder = keyOf(name.slice(0, name.lastIndexOf('/') + 1))
    const files = folders.get(folder) ?? new Map<number, string | null>()
    folders.set(folder, files)
    files.set(Number(digits), files.has(Number(digits)) ? null : name)
  }
  return folders
}

interface Sequence {
  source: ReadSource
  folder: string
  /** The members of `seqinfo.ini`. */
  info: ReadonlyMap<string, string>
  numbered: NumberedImages
}

/** Frames are mostly `img1/000001.jpg`; other tools write names with other digits, or with words before them. */
function sequenceImages({ source, folder, info, numbered }: Sequence): (frame: number) => ReadImage {
  const { images, documents } = source
  const size = { width: sideOf(info.get('imwidth')), height: sideOf(info.get('imheight')) }
  const inside = `${folder}${info.get('imdir') ?? 'img1'}/`
  const own = [inside, `${folder}images/`, folder].map((place) => numbered.get(keyOf(place))).find((files) => files)
  const place = { near: folder }
  return (frame) => {
    const digits = String(frame).padStart(6, '0')
    const file =
      own?.get(frame) ??
      images.findStem(inside + digits, place) ??
      (documents.length === 1 ? images.findStem(digits, place) : null)
    const path = file ?? inside + digits
    return { path, ...place, aliases: [`frame_${digits}`], isStem: file === null, file, ...size, unit: 'pixels' }
  }
}

/** Keys of an INI file, in small letters. */
function settingsOf(text: string): Map<string, string> {
  const settings = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf('=')
    if (at > 0) settings.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim())
  }
  return settings
}

const sideOf = (text: string | undefined): number | null => (Number(text) > 0 ? Number(text) : null)
