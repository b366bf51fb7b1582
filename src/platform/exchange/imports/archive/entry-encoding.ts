/**
 * The names of a ZIP archive. Without the flag for UTF-8 they are in the code page of the machine that wrote them, which the
 * archive does not say; macOS writes UTF-8 without the flag.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { type Entry, getFileNameLowLevel } from 'yauzl'
import { decoderOf, guessEncoding } from './text-encoding.ts'

export interface DecodedName {
  name: string
  /** The code page that was guessed; null for a name whose encoding is known. */
  guessed: string | null
}

const UTF8_FLAG = 0x0800
const UNICODE_PATH = 0x7075
/** Bytes of names by which the code page is guessed. */
const SAMPLE = 64 * 1024

type NamedEntry = Pick<Entry, 'generalPurposeBitFlag' | 'fileNameRaw' | 'extraFields'>

/** All names of an archive are taken to be of one code page. */
export function entryNames(entries: readonly NamedEntry[]): (entry: NamedEntry) => DecodedName {
  const unknown: Buffer[] = []
  let sampled = 0
  for (const entry of entries) {
    if (sampled >= SAMPLE || isKnown(entry)) continue
    unknown.push(entry.fileNameRaw, SEPARATOR)
    sampled += entry.fileNameRaw.length
  }
  const codePage = sampled === 0 ? null : codePageOf(Buffer.concat(unknown))
  return (entry) => {
    if (isKnown(entry) || codePage === null) {
      const flag = isUtf8(entry.fileNameRaw) ? UTF8_FLAG : entry.generalPurposeBitFlag
      return { name: getFileNameLowLevel(flag, entry.fileNameRaw, entry.extraFields, true), guessed: null }
    }
    return { name: decoded(entry.fileNameRaw, codePage), guessed: codePage }
  }
}

const SEPARATOR = Buffer.from('\n')

const isKnown = ({ fileNameRaw, extraFields }: NamedEntry): boolean =>
  isAscii(fileNameRaw) || isUtf8(fileNameRaw) || extraFields.some(({ id }) => id === UNICODE_PATH)

/** The code page of DOS, unless others give more letters. */
function codePageOf(names: Buffer): string {
  const guessed = guessEncoding(names)
  if (guessed !== 'windows-1252') return guessed
  const lettersIn = (text: string) => text.match(/[^\p{ASCII}\P{Script=Latin}]/gu)?.length ?? 0
  return lettersIn(decoded(names, guessed)) > lettersIn(decoded(names, DOS)) ? guessed : DOS
}

const DOS = 'cp437'

const decoded = (bytes: Buffer, codePage: string): string =>
  codePage === DOS ? getFileNameLowLevel(0, bytes, [], true) : decoderOf(codePage)(bytes, true)
