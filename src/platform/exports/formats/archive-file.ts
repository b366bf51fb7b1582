/** A file of an archive that is written as it is read. */
import { createReadStream } from 'node:fs'
import type { StreamedEntry } from '../../../disk/zip.ts'
import type { FrozenImage } from './frozen-export.ts'

export interface ArchiveFile extends StreamedEntry {
  /** True for the file of an image, by which the progress is counted. */
  isImage: boolean
}

/** Smaller files are not compressed: to set the compressor up takes longer than to write them. */
const COMPRESSED_FROM = 4096
/** Small pieces are joined, since each of them costs every stream on its way an event-loop turn. */
const CHUNK = 64 * 1024

export const textFile = (name: string, text: AsyncIterable<string> | string): ArchiveFile => ({
  name,
  isCompressed: typeof text !== 'string' || text.length >= COMPRESSED_FROM,
  isImage: false,
  read: () => (typeof text === 'string' ? once(text) : inChunks(text)),
})

/** Images are compressed already. */
export const imageFile = (name: string, { path, sizeBytes }: FrozenImage): ArchiveFile => ({
  name,
  sizeBytes,
  isCompressed: false,
  isImage: true,
  read: () => createReadStream(path),
})

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function* inChunks(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let [parts, length]: [string[], number] = [[], 0]
  for await (const part of text) {
    parts.push(part)
    length += part.length
    if (length < CHUNK) continue
    yield Buffer.from(parts.join(''))
    ;[parts, length] = [[], 0]
  }
  if (length > 0) yield Buffer.from(parts.join(''))
}
