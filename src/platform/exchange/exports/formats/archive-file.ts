/** A file of an archive that is written as it is read. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { StreamedEntry } from '../../../../disk/streamed-zip.ts'
import { pausing } from '../../../machine/pauses.ts'
import type { FrozenImage } from './frozen-export.ts'

/** `isImage`: true when the entry is the file of an image, by which the progress is counted. */
export type ArchiveFile = StreamedEntry & { isImage: boolean }

/** Smaller files are not compressed: to set the compressor up takes longer than to write them. */
const COMPRESSED_FROM = 4096
/** Small pieces are joined, since each of them costs every stream on its way an event-loop turn. */
const CHUNK = 64 * 1024
/** Smaller images are read at once, which is faster than by a stream. */
const STREAMED_FROM = 1024 * 1024

/** A text that is not held in memory. */
export const streamedText = (name: string, text: AsyncIterable<string>): ArchiveFile => ({
  name,
  isCompressed: true,
  isImage: false,
  read: () => inChunks(text),
})

export function textFile(name: string, text: string): ArchiveFile {
  const bytes = async () => Buffer.from(text)
  return { name, isCompressed: text.length >= COMPRESSED_FROM, isImage: false, bytes }
}

/** Images are compressed already. */
export function imageFile(name: string, { path, sizeBytes }: FrozenImage): ArchiveFile {
  const file = { name, isCompressed: false, isImage: true }
  if (sizeBytes >= STREAMED_FROM) return { ...file, sizeBytes, read: () => createReadStream(path) }
  return {
    ...file,
    async bytes() {
      const bytes = await readFile(path)
      if (bytes.length !== sizeBytes) throw new Error(`${name} has changed since it was written.`)
      return bytes
    },
  }
}

/** Joins a text for each item; none of a null. Others are answered meanwhile, since an image can have thousands. */
export async function joined<T>(items: readonly T[], textOf: (item: T) => string | null): Promise<string> {
  const pause = pausing()
  const parts: string[] = []
  for (const item of items) {
    if (pause.isDue) await pause.take()
    const text = textOf(item)
    if (text !== null) parts.push(text)
  }
  return parts.join('')
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
