/** The size of a Windows bitmap as its header states it, which is read before libav decodes the image to find out. */
import type { Size } from '../../../shared/domain/geometry.ts'

/** Bytes of a bitmap up to the end of its size. */
const HEAD = 26
/** Length of the oldest header, whose sides have 16 bits. */
const OLDEST_HEADER = 12

/** `head`: the first bytes of the file. Null for other files. Rows from top to bottom have a negative height. */
export function bitmapSize(head: Buffer): Size | null {
  if (head.length < HEAD || head.toString('latin1', 0, 2) !== 'BM') return null
  return head.readUInt32LE(14) === OLDEST_HEADER
    ? { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
    : { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) }
}
