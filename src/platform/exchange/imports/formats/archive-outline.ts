/** An archive as formats recognise it: the names of its files, and the beginnings of its documents. */
import type { LabelFiles } from '../archive/label-files.ts'
import { type ArchiveImages, archiveImages } from './archive-images.ts'
import { faultOf } from './broken-document.ts'
import { jsonItems } from './json-items.ts'
import { MASK_FILES } from './mask-pixels.ts'

export interface JsonStart {
  name: string
  /** The first item of each member of the root, or of the root list (key null), as far as the beginning shows them. */
  first: ReadonlyMap<string | null, unknown>
  /** True when the beginning is broken, so that it does not show what others of its folder are. */
  isBroken: boolean
}

export interface TextStart {
  name: string
  /** The first characters. */
  text: string
  /** True when the beginning is empty or broken. */
  isBroken: boolean
}

export interface ArchiveOutline {
  /** Names of all files, in the order of the archive. Hidden files are left out. */
  names: readonly string[]
  images: ArchiveImages
  json: readonly JsonStart[]
  xml: readonly TextStart[]
  /** Plain texts and tables. */
  texts: readonly TextStart[]
}

/**
 * Formats with a document for each image have thousands of one kind: after this many of a folder, and of all folders, the others
 * are taken to be the same.
 */
export const MOST_OPENED = 50
const MOST_OPENED_OF_ALL = 2000
/** Characters in which an XML document names its root, and a table has its first row. */
const MOST_SEARCHED = 16 * 1024
/** Bytes of a JSON document that are read once it has shown an item. */
const MOST_READ = 256 * 1024

const HIDDEN = /(^|\/)(\.|__MACOSX\/)/

export async function archiveOutline(files: LabelFiles): Promise<ArchiveOutline> {
  const shown = files.files.filter(({ name }) => !HIDDEN.test(name))
  const names = shown.map(({ name }) => name)
  return {
    names,
    images: archiveImages(shown.filter(({ name }) => !MASK_FILES.test(name))),
    json: await starts(names, /\.json$/i, async (name) => ({ name, ...(await jsonStart(files, name)) })),
    xml: await starts(names, /\.xml$/i, async (name) => ({ name, ...(await textStart(files, name)) })),
    texts: await starts(names, /\.(txt|csv)$/i, async (name) => ({ name, ...(await textStart(files, name)) })),
  }
}

/** Documents that are not opened have the beginning of the last sound one that was, in their folder if possible. */
async function starts<Start extends JsonStart | TextStart>(
  names: readonly string[],
  ending: RegExp,
  open: (name: string) => Promise<Start>,
): Promise<Start[]> {
  const found: Start[] = []
  const folders = new Map<string, { opened: number; last: Start }>()
  let opened = 0
  for (const name of names) {
    if (!ending.test(name)) continue
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    const there = folders.get(folder)
    const last = there?.last ?? found.at(-1)
    if (last && ((there?.opened ?? 0) >= MOST_OPENED || opened >= MOST_OPENED_OF_ALL)) found.push({ ...last, name })
    else {
      const start = await open(name)
      found.push(start)
      folders.set(folder, { opened: (there?.opened ?? 0) + 1, last: start.isBroken && there ? there.last : start })
      opened++
    }
  }
  return found
}

/** Broken documents have the items before the fault. */
async function jsonStart(files: LabelFiles, name: string): Promise<Omit<JsonStart, 'name'>> {
  const first = new Map<string | null, unknown>()
  let read = 0
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const part of files.read(name)) {
      yield part
      read += part.length
    }
  }
  try {
    for await (const { key, value } of jsonItems(bytes())) {
      if (!first.has(key)) first.set(key, value)
      if (read >= MOST_READ || key === null) break
    }
    return { first, isBroken: false }
  } catch (error) {
    if (faultOf(error) === null) throw error
    return { first, isBroken: true }
  }
}

async function textStart(files: LabelFiles, name: string): Promise<Omit<TextStart, 'name'>> {
  let text = ''
  try {
    for await (const part of files.read(name)) {
      text += Buffer.from(part).toString('latin1')
      if (text.length >= MOST_SEARCHED) break
    }
    return { text, isBroken: text.trim() === '' }
  } catch (error) {
    if (faultOf(error) === null) throw error
    return { text, isBroken: true }
  }
}
