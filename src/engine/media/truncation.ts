/**
 * Distinguishes cut-off files from complete ones.
 *
 * The rule: a file is rejected as cut off when more than 5 % and more than one second of its announced length is
 * missing; or, if its own structure extends beyond its last byte, when more than three frames are. Less than that is a
 * warning.
 */
import { open } from 'node:fs/promises'
import * as say from './media-messages.ts'
import { type OpenedInput, openInput, shortfallOf, videoStream } from './open-input.ts'
import { countPackets } from './packet-count.ts'

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

type Read = (at: number, length: number) => Promise<Buffer>

/**
 * True when an MP4, Matroska or RIFF file states a length beyond its last byte, or a transport stream ends within a
 * packet. A file that was cut between two packets can't be distinguished from a complete one. Bytes that follow a complete
 * file, such as padding, a tag or what a phone appends, are no truncation.
 */
export async function structureIsCut(path: string, fileSize: number): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const read: Read = async (at, length) => {
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
    const packets = transportPackets(head)
    return packets !== null && (await endsWithinPacket(read, fileSize, packets))
  } finally {
    await file.close()
  }
}

const LONGEST_PACKET = 204

const SYNC_BYTE = 0x47

/** Packets of an MPEG transport stream, and the place of the sync byte in each: bare, after a time, or before parity. */
const TRANSPORT_PACKETS = [
  { length: 188, sync: 0 },
  { length: 192, sync: 4 },
  { length: LONGEST_PACKET, sync: 0 },
] as const

type TransportPackets = (typeof TRANSPORT_PACKETS)[number]

const transportPackets = (head: Buffer): TransportPackets | null =>
  TRANSPORT_PACKETS.find(({ length, sync }) => [0, 1, 2].every((i) => head[sync + i * length] === SYNC_BYTE)) ?? null

/** Another byte than that of a packet begins a tag or padding. */
async function endsWithinPacket(read: Read, fileSize: number, { length, sync }: TransportPackets): Promise<boolean> {
  const rest = fileSize % length
  if (rest === 0) return false
  // The last bytes may be too few to hold a sync byte: the packet before them has one, unless it is padding, too.
  const at = fileSize - rest + sync - (rest > sync ? 0 : length)
  return (await read(at, 1))[0] === SYNC_BYTE
}

/** Boxes that hold or announce media, or an index of it. */
const MEDIA_BOXES = new Set(['moov', 'mdat', 'moof', 'styp', 'sidx', 'ssix', 'prft', 'emsg'])

/**
 * Walks the top-level boxes of an ISO base media file. Once the media is complete, only a further box of media can be cut:
 * all others are free space, metadata, or bytes that are no box.
 */
async function boxesAreCut(read: Read, fileSize: number): Promise<boolean> {
  const complete = new Set<string>()
  for (let at = 0, boxes = 0; at < fileSize && boxes < 100_000; boxes++) {
    const head = await read(at, 16)
    if (head.length < 8) return false
    const type = head.toString('latin1', 4, 8)
    let size = head.readUInt32BE(0)
    if (size === 0) return false // size 0: to the end of the file
    if (size === 1) size = head.length < 16 ? Number.POSITIVE_INFINITY : Number(head.readBigUInt64BE(8))
    if (size < 8) return false
    if (at + size > fileSize) {
      const isComplete = complete.has('moov') && (complete.has('mdat') || complete.has('moof'))
      return !isComplete || MEDIA_BOXES.has(type)
    }
    complete.add(type)
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

/**
 * Refuses a file that is cut off before any work is done on it: when its structure shows that, its packets are read through.
 * @returns whether the structure is cut, though little is missing
 * @throws MediaError source_unreadable
 */
export async function rejectTruncated(input: OpenedInput, path: string): Promise<boolean> {
  if (!(await structureIsCut(path, input.fileSize))) return false
  const again = await openInput(path)
  try {
    const stream = videoStream(again, path)
    const { readEndS } = await countPackets(again, stream)
    const shortfall = shortfallOf(again, stream, readEndS)
    if (shortfall && judgeShortfall({ ...shortfall, structureCut: true }) === 'cut_off') {
      throw say.cutOff(path, shortfall.announcedS - shortfall.readS, shortfall.announcedS)
    }
    return true
  } finally {
    await again.close()
  }
}
