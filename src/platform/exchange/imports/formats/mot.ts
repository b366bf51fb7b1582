/**
 * MOT Challenge: `gt/gt.txt` of each sequence, with rows of frame, track, left, top, width, height, a flag (0: to be ignored), class
 * and visibility. Its text counts frames and pixels from 1, but Datumaro writes boxes from 0, so the import asks.
 */

import { message } from '../../../../shared/messages/message.ts'
import type { NeutralAnnotation, ReadImage, ReadLabels, ReadNotes } from '../../../datasets/labels/neutral.ts'
import { textOf } from '../archive/label-files.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'

const TRUTH = /(^|\/)gt\.txt$/i

/** The classes of the challenges of 2016 and later, which the files number from 1. */
const CLASSES = [
  'pedestrian',
  'person on vehicle',
  'car',
  'bicycle',
  'motorbike',
  'non motorized vehicle',
  'static person',
  'distractor',
  'occluder',
  'occluder on the ground',
  'occluder full',
  'reflection',
  'crowd',
]
const WITHOUT_CLASS = 'object'

export const motReader: FormatReader = {
  recognise({ names }) {
    const documents = names.filter((name) => TRUTH.test(name))
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.mot', { document }) }
  },
  read: readMot,
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

async function* readMot({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  const all = new Set(files.files.map(({ name }) => name))
  for (const name of documents) {
    const folder = name.replace(/(^|\/)(gt\/)?gt\.txt$/i, '$1')
    const listed = [`${folder}gt/labels.txt`, `${folder}labels.txt`].find((file) => all.has(file))
    const names =
      listed === undefined ? CLASSES : (await textOf(files, listed)).split(/\r?\n/).map((line) => line.trim())
    const sequence = all.has(`${folder}seqinfo.ini`)
      ? settingsOf(await textOf(files, `${folder}seqinfo.ini`))
      : new Map()
    const size = { width: sideOf(sequence.get('imwidth')), height: sideOf(sequence.get('imheight')) }
    const folderOfImages = sequence.get('imdir') ?? 'img1'
    if (listed !== undefined) notes.classes(names.filter((line) => line !== ''))
    const imageOf = (frame: number): ReadImage => {
      const digits = String(frame).padStart(6, '0')
      const stem = `${folder}${folderOfImages}/${digits}`
      const file = images.findStem(stem, { near: folder }) ?? images.findStem(digits, { near: folder })
      const path = file ?? stem
      return { path, near: folder, aliases: [`frame_${digits}`], isStem: file === null, file, ...size, unit: 'pixels' }
    }
    let line = 0
    for await (const text of linesOf(files.read(name))) {
      line++
      if (text.trim() === '') continue
      const row = rowOf(text, names)
      if (row === 'ignored') notes.dropped('annotation.ignored', name, `line ${line}`)
      else if (row === null) notes.dropped('annotation.invalid', name, `line ${line}`)
      else yield { image: imageOf(row.frame), annotations: [row.annotation] }
    }
  }
}

function rowOf(
  text: string,
  names: readonly string[],
): { frame: number; annotation: NeutralAnnotation } | 'ignored' | null {
  const [frame, track, x, y, w, h, flag = 1, number = -1, visibility = 1] = text.split(',').map(Number)
  const isValid = [frame, track, x, y, w, h].every((n) => n !== undefined && Number.isFinite(n))
  if (!isValid || !Number.isInteger(frame) || (frame as number) < 0) return null
  if (flag === 0) return 'ignored'
  const box = { x: x as number, y: y as number, w: w as number, h: h as number }
  if (!(box.w > 0 && box.h > 0)) return null
  const name = number < 1 ? WITHOUT_CLASS : (names[number - 1] ?? `class ${number}`)
  const fields = {
    track_id: String(track),
    ...(visibility >= 0 && visibility < 1 && { attributes: { visibility } }),
  }
  const shape = { type: 'bbox', box } as const
  return {
    frame: frame as number,
    annotation: { id: null, name: name || WITHOUT_CLASS, confidence: null, shape, fields },
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
