/**
 * Opens an uploaded archive without trusting it. Nothing is unpacked by the names of the archive: files are read one at a time,
 * and the number of entries and their inflated bytes are bounded before and while they are read.
 */
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Entry, ZipFile } from 'yauzl'
import { openPromise } from 'yauzl'
import { ApiError } from '../../../../shared/api/errors.ts'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { pausing } from '../../../machine/pauses.ts'
import { entryNames } from './entry-encoding.ts'
import { isAppleDouble, isTrimmed, type NameFault, nameChecks, pathOfEntry } from './entry-names.ts'
import type { GuessedName, LabelFile, LabelFiles, RefusedEntry } from './label-files.ts'
import { otherArchive } from './other-archives.ts'

export interface ArchiveLimits {
  entries: number
  /** The inflated bytes of all files together. */
  bytes: number
  /** The largest file. */
  bytesOfFile: number
  /** Inflated bytes by compressed ones, of files over a megabyte. Texts of labels reach 200. */
  ratio: number
  /** Bytes of all files together by those of the archive, above `small` bytes: images are compressed already. */
  totalRatio: number
  /** Bytes of all files together that are taken from an archive of any size: labels without images inflate most. */
  small: number
}

const GIB = 1024 ** 3
export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 2_000_000,
  bytes: 256 * GIB,
  bytesOfFile: Infinity,
  ratio: 400,
  totalRatio: 20,
  small: 4 * GIB,
}

/** Bytes that all files of an archive of this size may have. */
const mostInflated = (archiveBytes: number, { bytes, totalRatio, small }: ArchiveLimits): number =>
  Math.min(bytes, Math.max(small, totalRatio * archiveBytes))

const RATIO_FROM = 1024 ** 2
const ZIP_START = 0x504b
const ARCHIVES = /\.(zip|tar|t?gz|bz2|xz|7z|rar|zst)$/i
const LINK = 0o120000
const KIND = 0o170000

export const unreadable = (said: Message): ApiError => new ApiError('import_unreadable', said)

/** A ZIP archive, or a single file of labels. @throws ApiError import_unreadable */
export async function openArchive(path: string, name: string, limits = ARCHIVE_LIMITS): Promise<LabelFiles> {
  const start = await startOf(path)
  if (isZip(start)) return openZip(path, limits)
  const other = otherArchive(start, name)
  if (other !== null) throw unreadable(message('import.other_archive', { name, kind: other }))
  return singleFile(path, name)
}

/** Bytes in which every known archive shows its kind. */
const START = 512

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START), 0, START, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const isZip = (start: Buffer): boolean =>
  start.length >= 4 && start.readUInt16BE(0) === ZIP_START && [0x0304, 0x0506].includes(start.readUInt16BE(2))

async function singleFile(path: string, name: string): Promise<LabelFiles> {
  const file = await open(path)
  const { size } = await file.stat().finally(() => file.close())
  return {
    files: [{ name, sizeBytes: size }],
    refused: [],
    read: () => createReadStream(path),
    close: () => undefined,
  }
}

async function openZip(path: string, limits: ArchiveLimits): Promise<LabelFiles> {
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error: Error) => {
    if ('code' in error) throw error
    throw unreadable(message('import.broken_archive', { problem: error.message }))
  })
  try {
    const { size } = await stat(path)
    return await listed(zip, { ...limits, bytes: mostInflated(size, limits) })
  } catch (error) {
    zip.close()
    if (error instanceof ApiError || (error instanceof Error && 'code' in error)) throw error
    throw unreadable(message('import.broken_archive', { problem: error instanceof Error ? error.message : '' }))
  }
}

async function listed(zip: ZipFile, limits: ArchiveLimits): Promise<LabelFiles> {
  if (zip.entryCount > limits.entries) throw unreadable(message('import.many_entries', { most: limits.entries }))
  const entries = new Map<string, Entry>()
  const guessedNames: GuessedName[] = []
  const trimmedNames: string[] = []
  const files: LabelFile[] = []
  const refused: RefusedEntry[] = []
  const check = nameChecks()
  const pause = pausing()
  let bytes = 0
  const all: Entry[] = []
  for await (const entry of zip.eachEntry()) all.push(entry)
  const nameOf = entryNames(all)
  for (const entry of all) {
    if (pause.isDue) await pause.take()
    const { name: written, guessed } = nameOf(entry)
    const name = pathOfEntry(written)
    if (isAppleDouble(name)) continue
    if (guessed !== null) guessedNames.push({ name: cutText(name, MOST_SHOWN), encoding: guessed })
    const fault = check(name)
    const reason = fault ? reasonOf(fault) : refusalOf(entry, name, limits)
    if (reason)
      refused.push({ name: cutText(written, MOST_SHOWN), reason, detail: fault?.other ?? fault?.problem ?? null })
    else if (isTrimmed(written)) trimmedNames.push(cutText(written, MOST_SHOWN))
    if (reason || name.endsWith('/')) continue
    bytes += entry.uncompressedSize
    if (bytes > limits.bytes) throw unreadable(message('import.inflates', { most: limits.bytes }))
    const isBomb = entry.uncompressedSize > RATIO_FROM && entry.uncompressedSize > limits.ratio * entry.compressedSize
    if (isBomb) throw unreadable(message('import.bomb', { name }))
    entries.set(name, entry)
    files.push({ name, sizeBytes: entry.uncompressedSize })
  }
  return {
    files,
    refused,
    guessedNames,
    trimmedNames,
    async *read(name) {
      const entry = entries.get(name)
      if (!entry) throw new Error(`The archive has no entry ${name}.`)
      try {
        // yauzl ends the stream with an error when the bytes are more, or fewer, than the entry declares.
        for await (const part of await zip.openReadStreamPromise(entry)) yield part as Buffer
      } catch (error) {
        throw unreadable(
          message('import.broken_entry', { name, problem: error instanceof Error ? error.message : String(error) }),
        )
      }
    },
    close: () => zip.close(),
  }
}

/** Characters of the names of entries that a plan shows. */
const MOST_SHOWN = 1000

const reasonOf = ({ problem }: NameFault): RefusedEntry['reason'] => (problem === 'twice' ? 'twice' : 'name')

function refusalOf(entry: Entry, name: string, { bytesOfFile }: ArchiveLimits): RefusedEntry['reason'] | null {
  const kind = (entry.externalFileAttributes >>> 16) & KIND
  if (kind === LINK) return 'link'
  if (name.endsWith('/')) return null
  if (entry.isEncrypted() || !entry.canDecodeFileData()) return 'encrypted'
  if (ARCHIVES.test(name)) return 'archive'
  return entry.uncompressedSize > bytesOfFile ? 'size' : null
}
