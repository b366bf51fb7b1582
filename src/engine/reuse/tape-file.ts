/**
 * A tape: a file of chunks of columns that is written once, in order, and read in the same order. Layout of a chunk:
 * length of head and body and their CRC-32 (3 x u32, little endian, and 4 bytes of padding), the head as JSON, the
 * columns, each padded to 8 bytes. The last chunk has an `end` in its head; a file without one is not a tape.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

const MARKS = 16

/** Numbers of a tape, stored exactly in the narrowest format that holds all of them. */

type Numbers = ArrayLike<number>

const FORMS = [Uint8Array, Int32Array, Float32Array, Float64Array] as const
const ALIGNMENT = 8

const paddedLength = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT

/** One number that stands for all, or the number of values. */
interface ColumnHead {
  /** Index in `FORMS`; -1 when all are `value`. */
  form: number
  count: number
  value?: number
}

const holds = (form: (typeof FORMS)[number], numbers: Numbers): boolean => {
  const one = new form(1)
  for (let i = 0; i < numbers.length; i++) {
    one[0] = numbers[i] as number
    if (!Object.is(one[0], numbers[i])) return false
  }
  return true
}

/** The column and its bytes, which must start at a multiple of 8. */
function packNumbers(numbers: Numbers): { head: ColumnHead; bytes: Uint8Array } {
  const count = numbers.length
  const value = numbers[0] ?? 0
  // Numbers that JSON writes and reads unchanged.
  const isPlain = Number.isFinite(value) && !Object.is(value, -0)
  let same = isPlain
  for (let i = 1; same && i < count; i++) same = numbers[i] === value && !Object.is(numbers[i], -0)
  if (same) return { head: { form: -1, count, value }, bytes: new Uint8Array(0) }
  const form = FORMS.findIndex((candidate) => holds(candidate, numbers))
  const packed = (FORMS[form] as (typeof FORMS)[number]).from(numbers)
  return { head: { form, count }, bytes: new Uint8Array(packed.buffer) }
}

const packedLength = ({ form, count }: ColumnHead): number =>
  form < 0 ? 0 : count * (FORMS[form] as (typeof FORMS)[number]).BYTES_PER_ELEMENT

/** `at`: start of the column's bytes in `buffer`, a multiple of 8. */
function unpackNumbers({ form, count, value = 0 }: ColumnHead, buffer: ArrayBuffer, at: number): Numbers {
  if (form < 0) return count === 0 ? [] : new Float64Array(count).fill(value)
  return new (FORMS[form] as (typeof FORMS)[number])(buffer, at, count)
}

interface ChunkHead {
  columns: ColumnHead[]
  /** Strings that columns refer to by number, counted on from the previous chunks. */
  strings: string[]
  end?: unknown
}

export interface Chunk {
  columns: ArrayLike<number>[]
  strings: string[]
  end?: unknown
}

export interface TapeWriter {
  /** Bytes written so far. */
  readonly bytes: number
  write(columns: readonly ArrayLike<number>[], strings?: readonly string[]): void
  /** Ends the tape; `end` can be read without reading anything else. */
  finish(end: unknown): void
  /** Closes the file as it is; safe to call after `finish`. */
  close(): void
}

/** Writing is synchronous: a chunk is some 100 kB, which the system accepts immediately. */
export function createTapeWriter(path: string): TapeWriter {
  let file: number | null = openSync(path, 'wx')
  let bytes = 0
  const put = (head: ChunkHead, parts: readonly Uint8Array[]) => {
    const text = Buffer.from(JSON.stringify(head))
    const headLength = paddedLength(text.length)
    const bodyLength = parts.reduce((sum, part) => sum + paddedLength(part.length), 0)
    const chunk = Buffer.alloc(MARKS + headLength + bodyLength)
    text.copy(chunk, MARKS)
    chunk.fill(' ', MARKS + text.length, MARKS + headLength)
    let at = MARKS + headLength
    for (const part of parts) {
      chunk.set(part, at)
      at += paddedLength(part.length)
    }
    chunk.writeUInt32LE(headLength, 0)
    chunk.writeUInt32LE(bodyLength, 4)
    chunk.writeUInt32LE(crc32(chunk.subarray(MARKS)), 8)
    for (let done = 0; file !== null && done < chunk.length; ) done += writeSync(file, chunk, done)
    bytes += chunk.length
  }
  const close = () => {
    if (file !== null) closeSync(file)
    file = null
  }
  return {
    get bytes() {
      return bytes
    },
    write(columns, strings = []) {
      const packed = columns.map(packNumbers)
      const head = { columns: packed.map((p) => p.head), strings: [...strings] }
      put(
        head,
        packed.map((p) => p.bytes),
      )
    },
    finish(end) {
      put({ columns: [], strings: [], end }, [])
      close()
    },
    close,
  }
}

export interface Tape {
  /** The value passed to `finish`. */
  end: unknown
  /** The chunks before the end, from the first; each call reads the file again. */
  chunks(): Generator<Chunk>
  close(): Promise<void>
}

/** Verifies the whole file; null when it is not a tape, damaged, or missing. It stays readable when it is deleted. */
export async function openTape(path: string): Promise<Tape | null> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return null
  const found = await checked(file).catch(() => null)
  if (!found) {
    await file.close()
    return null
  }
  return {
    end: found.end,
    *chunks() {
      for (const { at, length } of found.places) {
        const buffer = new ArrayBuffer(length)
        if (readSync(file.fd, new Uint8Array(buffer), 0, length, at) !== length) throw new Error('a tape was cut off')
        yield chunkOf(buffer)
      }
    },
    close: () => file.close(),
  }
}

interface Place {
  at: number
  length: number
}

async function checked(file: FileHandle): Promise<{ places: Place[]; end: unknown } | null> {
  const { size } = await file.stat()
  const places: Place[] = []
  let room = new ArrayBuffer(1 << 20)
  for (let at = 0; at + MARKS <= size; ) {
    const marks = Buffer.alloc(MARKS)
    await file.read(marks, 0, MARKS, at)
    const length = MARKS + marks.readUInt32LE(0) + marks.readUInt32LE(4)
    if (at + length > size) return null
    if (room.byteLength < length) room = new ArrayBuffer(length)
    const bytes = Buffer.from(room, 0, length)
    const { bytesRead } = await file.read(bytes, 0, length, at)
    if (bytesRead !== length || crc32(bytes.subarray(MARKS)) !== marks.readUInt32LE(8)) return null
    if (at + length === size) {
      const head = headOf(room)
      return 'end' in head ? { places, end: head.end } : null
    }
    places.push({ at, length })
    at += length
  }
  return null
}

const headOf = (buffer: ArrayBuffer): ChunkHead => {
  const length = new DataView(buffer).getUint32(0, true)
  return JSON.parse(Buffer.from(buffer, MARKS, length).toString()) as ChunkHead
}

function chunkOf(buffer: ArrayBuffer): Chunk {
  const head = headOf(buffer)
  let at = MARKS + new DataView(buffer).getUint32(0, true)
  const columns = head.columns.map((column) => {
    const numbers = unpackNumbers(column, buffer, at)
    at += paddedLength(packedLength(column))
    return numbers
  })
  return { columns, strings: head.strings }
}
