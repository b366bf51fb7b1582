/**
 * ZIP archives that are written entry by entry, of any number and size (APPNOTE.TXT 6.3, with ZIP64 where a number needs
 * it). Each entry costs the same, and nothing is written in one long turn of the thread, the directory at the end included.
 */
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib'
import { centralHeader, dataDescriptor, endOfArchive, lengthOf, localHeader, type WrittenEntry } from './zip-records.ts'

/** `bytes`: a small file as a whole. Else `read` is called once, when the archive has reached the file. */
export type StreamedEntry = { name: string; isCompressed: boolean } & (
  | { bytes(): Promise<Buffer> }
  /** `sizeBytes`: omitted when it is not known. */
  | { sizeBytes?: number; read(): AsyncIterable<Uint8Array> }
)

/** Small pieces are joined, since each of them is a write to the disk. */
const CHUNK = 64 * 1024

const deflated = promisify(deflateRaw) as (bytes: Buffer) => Promise<Buffer>

/** @throws an error of an entry, and when a file has another length than its entry */
export async function* streamedZip(entries: AsyncIterable<StreamedEntry>, modified: Date): AsyncGenerator<Buffer> {
  yield* inChunks(zipParts(entries, modified))
}

async function* zipParts(entries: AsyncIterable<StreamedEntry>, modified: Date): AsyncGenerator<Uint8Array> {
  const written: WrittenEntry[] = []
  let offset = 0
  for await (const entry of entries) {
    const started = { name: entry.name, isCompressed: entry.isCompressed, modified, offset }
    const done = yield* 'bytes' in entry ? wholeEntry(started, await entry.bytes()) : pumpedEntry(started, entry)
    written.push(done)
    offset += lengthOf(done)
  }
  let size = 0
  for (const entry of written) {
    const header = centralHeader(entry)
    size += header.length
    yield header
  }
  yield endOfArchive({ entries: written.length, size, offset })
}

type Started = Pick<WrittenEntry, 'name' | 'isCompressed' | 'modified' | 'offset'>
type Parts = AsyncGenerator<Uint8Array, WrittenEntry>

async function* wholeEntry(started: Started, bytes: Buffer): Parts {
  const stored = started.isCompressed ? await deflated(bytes) : bytes
  const facts = { crc: crc32(bytes), size: bytes.length, storedSize: stored.length }
  const entry: WrittenEntry = { ...started, ...facts, isStreamed: false }
  yield localHeader(entry)
  yield stored
  return entry
}

/** Writes an entry whose checksum and sizes follow its bytes. */
async function* pumpedEntry(
  started: Started,
  { sizeBytes, read }: { sizeBytes?: number; read(): AsyncIterable<Uint8Array> },
): Parts {
  const entry: WrittenEntry = { ...started, crc: 0, size: 0, storedSize: 0, isStreamed: true }
  async function* counted() {
    for await (const part of read()) {
      entry.crc = crc32(part, entry.crc)
      entry.size += part.length
      yield part
    }
  }
  yield localHeader(entry)
  for await (const part of entry.isCompressed ? compressed(counted()) : counted()) {
    entry.storedSize += part.length
    yield part
  }
  if (sizeBytes !== undefined && entry.size !== sizeBytes) {
    throw new Error(`${entry.name} has changed since it was written.`)
  }
  yield dataDescriptor(entry)
  return entry
}

async function* compressed(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw()
  // Ends the reading of the parts too when the archive is abandoned.
  const pumped = pipeline(parts, deflate)
  pumped.catch(() => undefined)
  for await (const part of deflate) yield part as Buffer
  await pumped
}

async function* inChunks(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [held, length]: [Uint8Array[], number] = [[], 0]
  for await (const part of parts) {
    held.push(part)
    length += part.length
    if (length < CHUNK) continue
    yield Buffer.concat(held, length)
    ;[held, length] = [[], 0]
  }
  if (length > 0) yield Buffer.concat(held, length)
}
