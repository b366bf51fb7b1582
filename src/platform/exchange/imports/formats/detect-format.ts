/** Finds the format of an archive by its files: their names, and the beginnings of documents. */
import type { ImportFormat } from '../../../../shared/api/imports.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import { jsonItems } from './json-items.ts'
import { isRecord } from './json-values.ts'
import { isMotTruth } from './mot.ts'
import { isYoloLabel } from './yolo.ts'

/** The documents of each format that the files are of. */
export interface DetectedFormats {
  format: ImportFormat | null
  documents: Readonly<Record<'coco' | 'label_studio' | 'voc' | 'cvat', readonly string[]>>
}

/** Documents of Pascal VOC are as many as images: after so many of them the others are taken for the same. */
const MOST_OPENED = 50
/** Characters in which a document names its root. */
const MOST_SEARCHED = 16 * 1024

/** `wanted`: the format that the caller gives, instead of the detected one. */
export async function detectFormat(files: LabelFiles, wanted: ImportFormat | null): Promise<DetectedFormats> {
  const names = files.files.map(({ name }) => name).filter((name) => !/(^|\/)(\.|__MACOSX\/)/.test(name))
  const documents = { coco: [], label_studio: [], voc: [], cvat: [] } as Record<
    'coco' | 'label_studio' | 'voc' | 'cvat',
    string[]
  >
  let opened = 0
  for (const name of names) {
    const isJson = /\.json$/i.test(name)
    if (!isJson && !/\.xml$/i.test(name)) continue
    const isKnown = !isJson && documents.voc.length >= MOST_OPENED && opened >= MOST_OPENED
    opened++
    const kind = isKnown ? 'voc' : isJson ? await jsonKind(files, name) : await xmlKind(files, name)
    if (kind) documents[kind].push(name)
  }
  return { format: wanted ?? found(names, documents), documents }
}

function found(names: readonly string[], documents: DetectedFormats['documents']): ImportFormat | null {
  if (names.some(isMotTruth)) return 'mot'
  if (documents.cvat.length > 0) return 'cvat'
  if (documents.coco.length > 0) return 'coco'
  if (documents.label_studio.length > 0) return 'label_studio'
  if (documents.voc.length > 0) return 'voc'
  return names.some(isYoloLabel) || names.some((name) => /(^|\/)data\.ya?ml$/i.test(name)) ? 'yolo' : null
}

/** By its first items: broken documents are reported by the reader. */
async function jsonKind(files: LabelFiles, name: string): Promise<'coco' | 'label_studio' | null> {
  try {
    for await (const { key, value } of jsonItems(files.read(name))) {
      if (key === 'images' || key === 'annotations' || key === 'categories') return isRecord(value) ? 'coco' : null
      if (key === null) return isRecord(value) && isRecord(value.data) ? 'label_studio' : null
    }
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error
  }
  return null
}

/** By its first bytes, since elements are only known when they end. */
async function xmlKind(files: LabelFiles, name: string): Promise<'voc' | 'cvat' | null> {
  let start = ''
  for await (const part of files.read(name)) {
    start += Buffer.from(part).toString('latin1')
    if (start.length >= MOST_SEARCHED) break
  }
  return /<annotations[\s>]/.test(start) ? 'cvat' : /<annotation[\s>]/.test(start) ? 'voc' : null
}
