/** The records of a ZIP archive (APPNOTE.TXT 6.3). Names are in UTF-8, times in this machine's zone and in UTC. */

export interface WrittenEntry {
  name: string
  isCompressed: boolean
  modified: Date
  /** The offset of the entry's local header in the archive, in bytes. */
  offset: number
  crc: number
  size: number
  /** In the archive: the compressed size. */
  storedSize: number
  /** True when its checksum and sizes follow its bytes, in the form of ZIP64 because they are not known before. */
  isStreamed: boolean
}

const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
/** The version that can read ZIP64. */
const VERSION = 45
/** Written on Unix, whose file mode is in the attributes. */
const MADE_BY = (3 << 8) | VERSION
const FILE_MODE = 0o100644
const UTF_8 = 0x0800
const FOLLOWED = 0x0008
const DEFLATED = 8

export function localHeader(entry: WrittenEntry): Buffer {
  const name = Buffer.from(entry.name)
  const isLarge = entry.isStreamed || needsZip64(entry)
  // Numbers that follow the bytes are 0 here.
  const extra = isLarge ? zip64Extra([entry.size, entry.storedSize]) : Buffer.alloc(0)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  commonFields(entry, name, extra).copy(header, 4)
  if (isLarge) {
    header.writeUInt32LE(MAX_32, 18)
    header.writeUInt32LE(MAX_32, 22)
  }
  return Buffer.concat([header, name, extra])
}

export function dataDescriptor({ crc, size, storedSize }: WrittenEntry): Buffer {
  const record = Buffer.alloc(24)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  record.writeBigUInt64LE(BigInt(storedSize), 8)
  record.writeBigUInt64LE(BigInt(size), 16)
  return record
}

/** Bytes of an entry with the records around it. */
export const lengthOf = (entry: WrittenEntry): number =>
  localHeader(entry).length + entry.storedSize + (entry.isStreamed ? dataDescriptor(entry).length : 0)

export function centralHeader(entry: WrittenEntry): Buffer {
  const name = Buffer.from(entry.name)
  const large = [entry.size, entry.storedSize, entry.offset].filter((value) => value >= MAX_32)
  const extra = Buffer.concat([timeExtra(entry.modified), ...(large.length > 0 ? [zip64Extra(large)] : [])])
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(MADE_BY, 4)
  commonFields(entry, name, extra).copy(header, 6)
  header.writeUInt32LE((FILE_MODE << 16) >>> 0, 38)
  header.writeUInt32LE(Math.min(entry.offset, MAX_32), 42)
  return Buffer.concat([header, name, extra])
}

/** `size` and `offset`: of all central headers. */
export function endOfArchive({ entries, size, offset }: { entries: number; size: number; offset: number }): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries, MAX_16), 8)
  end.writeUInt16LE(Math.min(entries, MAX_16), 10)
  end.writeUInt32LE(Math.min(size, MAX_32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_32), 16)
  if (entries < MAX_16 && size < MAX_32 && offset < MAX_32) return end
  const large = Buffer.alloc(56)
  large.writeUInt32LE(0x06064b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(MADE_BY, 12)
  large.writeUInt16LE(VERSION, 14)
  large.writeBigUInt64LE(BigInt(entries), 24)
  large.writeBigUInt64LE(BigInt(entries), 32)
  large.writeBigUInt64LE(BigInt(size), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([large, locator, end])
}

const needsZip64 = ({ size, storedSize }: WrittenEntry): boolean => size >= MAX_32 || storedSize >= MAX_32

/** The 26 bytes that local and central headers have in common, from the version to the length of the extra fields. */
function commonFields(entry: WrittenEntry, name: Buffer, extra: Buffer): Buffer {
  const { modified, crc, size, storedSize } = entry
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(entry.isStreamed ? UTF_8 | FOLLOWED : UTF_8, 2)
  fields.writeUInt16LE(entry.isCompressed ? DEFLATED : 0, 4)
  const seconds = modified.getSeconds() >> 1
  fields.writeUInt16LE((modified.getHours() << 11) | (modified.getMinutes() << 5) | seconds, 6)
  const years = Math.min(127, Math.max(0, modified.getFullYear() - 1980))
  fields.writeUInt16LE((years << 9) | ((modified.getMonth() + 1) << 5) | modified.getDate(), 8)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(Math.min(storedSize, MAX_32), 14)
  fields.writeUInt32LE(Math.min(size, MAX_32), 18)
  fields.writeUInt16LE(name.length, 22)
  fields.writeUInt16LE(extra.length, 24)
  return fields
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  for (const [i, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * i)
  return extra
}

/** Info-ZIP's extended timestamp: the time of the last change, in seconds. */
function timeExtra(modified: Date): Buffer {
  const extra = Buffer.alloc(9)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeInt32LE(Math.floor(modified.getTime() / 1000), 5)
  return extra
}
