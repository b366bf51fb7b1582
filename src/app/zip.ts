/** Stores files in a ZIP archive without compression: videos and images are compressed already. */
import { crc32 } from 'node:zlib'

export interface ZipEntry {
  name: string
  sizeBytes: number
  /** Called twice: once for the checksum that precedes the bytes, once for the bytes. */
  read(): Promise<AsyncIterable<Uint8Array>>
}

/** The limit of the plain format; larger archives would need its 64-bit extension. */
export const MAX_ZIP_BYTES = 0xffff_fffe

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Names are UTF-8. */
const UTF8 = 0x0800
const LOCAL_SIZE = 30
const CENTRAL_SIZE = 46
const END_SIZE = 22

const nameOf = ({ name }: ZipEntry) => Buffer.from(name, 'utf8')

export const zipSize = (entries: readonly ZipEntry[]): number =>
  entries.reduce((sum, e) => sum + e.sizeBytes + LOCAL_SIZE + CENTRAL_SIZE + 2 * nameOf(e).length, END_SIZE)

/** The archive's bytes in order. Throws when a file's length differs from its entry. */
export async function* zipBytes(entries: readonly ZipEntry[], modified: Date): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = nameOf(entry)
    const shared = sharedFields(entry, await checksumOf(entry), modified)
    const local = Buffer.alloc(LOCAL_SIZE)
    local.writeUInt32LE(LOCAL, 0)
    shared.copy(local, 4)
    yield Buffer.concat([local, name])
    yield* await entry.read()
    const central = Buffer.alloc(CENTRAL_SIZE)
    central.writeUInt32LE(CENTRAL, 0)
    central.writeUInt16LE(VERSION, 4)
    shared.copy(central, 6)
    central.writeUInt32LE(offset, 42)
    directory.push(central, name)
    offset += LOCAL_SIZE + name.length + entry.sizeBytes
  }
  const records = Buffer.concat(directory)
  const end = Buffer.alloc(END_SIZE)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(records.length, 12)
  end.writeUInt32LE(offset, 16)
  yield records
  yield end
}

/** The 26 bytes that local and central headers have in common, from the version needed to the extra field's length. */
function sharedFields(entry: ZipEntry, checksum: number, modified: Date): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8, 2)
  const time = (modified.getHours() << 11) | (modified.getMinutes() << 5) | (modified.getSeconds() >> 1)
  const day = ((modified.getFullYear() - 1980) << 9) | ((modified.getMonth() + 1) << 5) | modified.getDate()
  fields.writeUInt16LE(time, 6)
  fields.writeUInt16LE(day, 8)
  fields.writeUInt32LE(checksum, 10)
  fields.writeUInt32LE(entry.sizeBytes, 14)
  fields.writeUInt32LE(entry.sizeBytes, 18)
  fields.writeUInt16LE(nameOf(entry).length, 22)
  return fields
}

async function checksumOf(entry: ZipEntry): Promise<number> {
  let checksum = 0
  let size = 0
  for await (const bytes of await entry.read()) {
    checksum = crc32(bytes, checksum)
    size += bytes.length
  }
  if (size !== entry.sizeBytes) throw new Error(`${entry.name} has changed since it was written.`)
  return checksum
}
