/** The size of an image as its header states it, which is read before libav decodes the image to find out. */
import type { Size } from '../../shared/domain/geometry.ts'

/** Bytes of a Windows bitmap up to the end of its size. */
const BITMAP_HEAD = 26
/** Length of the oldest header of bitmaps, whose sides have 16 bits. */
const OLDEST_HEADER = 12

/** `head`: the first bytes of the file. Null when the size is not found. */
export async function stillSize(path: string, head: Buffer): Promise<Size | null> {
  if (head.toString('latin1', 0, 2) === 'BM') return bitmapSize(head)
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
    return { width, height }
  } catch {
    return null
  }
}

/** Rows from top to bottom have a negative height. */
function bitmapSize(head: Buffer): Size | null {
  if (head.length < BITMAP_HEAD) return null
  return head.readUInt32LE(14) === OLDEST_HEADER
    ? { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
    : { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) }
}
