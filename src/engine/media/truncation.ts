/**
 * Distinguishes cut-off files from complete ones.
 *
 * The rule: a file is rejected as cut off when more than 5 % and more than one second of its announced length is
 * missing; or, if its own structure extends beyond its last byte, when more than three frames are. Less than that is a
 * warning.
 */
import { open } from 'node:fs/promises'

export interface Shortfall {
  /** Length announced by the container or stream. */
  announcedS: number
  /** End of the last packet. */
  readS: number
  frameS: number
  /** The file's structure extends beyond its last byte, or its last packet is truncated. */
  structureCut: boolean
}

export type ShortfallVerdict = 'whole' | 'short' | 'cut_off'

export function judgeShortfall({ announcedS, readS, frameS, structureCut }: Shortfall): ShortfallVerdict {
  const missing = announcedS - readS
  if (!(missing > 1.5 * frameS)) return 'whole'
  if (structureCut && missing > 3 * frameS) return 'cut_off'
  return missing > 1 && missing > 0.05 * announcedS ? 'cut_off' : 'short'
}

/**
 * True when an MP4, Matroska or RIFF file states a length beyond its last byte, or a transport stream ends within a
 * packet. A file that was cut between two packets can't be distinguished from a complete one.
 */
export async function structureIsCut(path: string, fileSize: number): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const read = async (at: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    const head = await read(0, 3 * LONGEST_PACKET)
    if (head.length < 12) return false
    if (head.toString('latin1', 4, 8) === 'ftyp') return await boxesAreCut(read, fileSize)
    // Live-written RIFF states 0 or all ones; files of more than 4 GB continue in further chunks.
    if (head.toString('latin1', 0, 4) === 'RIFF') {
      const size = head.readUInt32LE(4)
      return size !== 0 && size < 0xffff_0000 && size + 8 > fileSize
    }
    if (head.readUInt32BE(0) === 0x1a45dfa3) return segmentIsCut(head, fileSize)
    const packet = transportPacket(head)
    return packet !== null && fileSize % packet !== 0
  } finally {
    await file.close()
  }
}

const LONGEST_PACKET = 204

/** Packet length of an MPEG transport stream: bare, with a time in front, or with parity behind. */
function transportPacket(head: Buffer): number | null {
  const startsAt = (at: number, length: number) => [0, 1, 2].every((i) => head[at + i * length] === 0x47)
  if (startsAt(0, 188)) return 188
  if (startsAt(4, 192)) return 192
  return startsAt(0, LONGEST_PACKET) ? LONGEST_PACKET : null
}

/** Walks the top-level boxes of an ISO base media file. */
async function boxesAreCut(read: (at: number, length: number) => Promise<Buffer>, fileSize: number): Promise<boolean> {
  for (let at = 0, boxes = 0; at < fileSize && boxes < 100_000; boxes++) {
    const head = await read(at, 16)
    if (head.length < 8) return false
    let size = head.readUInt32BE(0)
    if (size === 0) return false // size 0: to the end of the file
    if (size === 1) {
      if (head.length < 16) return true
      size = Number(head.readBigUInt64BE(8))
    }
    if (size < 8) return false
    if (at + size > fileSize) return true
    at += size
  }
  return false
}

/** Matroska: the EBML header, then one segment, each with a variable-length size. */
function segmentIsCut(head: Buffer, fileSize: number): boolean {
  const header = ebmlSize(head, 4)
  if (!header || header.value > 40) return false
  const at = header.end + header.value
  if (head.length < at + 12 || head.readUInt32BE(at) !== 0x18538067) return false
  const segment = ebmlSize(head, at + 4)
  return segment !== null && !segment.unknown && segment.end + segment.value > fileSize
}

function ebmlSize(bytes: Buffer, at: number): { value: number; end: number; unknown: boolean } | null {
  const first = bytes[at]
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return null
  let value = first & (0xff >> length)
  let ones = value === 0xff >> length
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i] as number
    value = value * 256 + byte
    ones &&= byte === 0xff
  }
  return { value, end: at + length, unknown: ones }
}
