/** The size of an AVIF image, from the boxes of its file (ISO 23008-12). */
import type { Size } from '../../../../shared/domain/geometry.ts'

const BRANDS = /avi[fs]/
/** EXIF orientations that turn as `irot` does, which counts quarters against the clock. */
const QUARTERS = [1, 8, 3, 6]
const [SIZE_BOX, TURN_BOX] = [Buffer.from('ispe'), Buffer.from('irot')]

export const isAvif = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 4, 8) === 'ftyp' && BRANDS.test(bytes.toString('latin1', 8, Math.min(64, boxEnd(bytes, 0))))

/** `more` until all properties are there; null for a file whose pixels come before them. */
export function avifHeader(bytes: Buffer): (Size & { orientation: number }) | null | 'more' {
  for (let at = 0; ; ) {
    if (at + 8 > bytes.length) return 'more'
    const end = boxEnd(bytes, at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'mdat' || end <= at) return null
    if (type === 'meta') return end > bytes.length ? 'more' : propertiesOf(bytes.subarray(at, end))
    at = end
  }
}

/** Tiles and thumbnails have sizes of their own, which are smaller. */
function propertiesOf(meta: Buffer): (Size & { orientation: number }) | null {
  let largest: Size | null = null
  for (let at = meta.indexOf(SIZE_BOX); at >= 0 && at + 16 <= meta.length; at = meta.indexOf(SIZE_BOX, at + 4)) {
    const [width, height] = [meta.readUInt32BE(at + 8), meta.readUInt32BE(at + 12)]
    if (width > 0 && height > 0 && width * height > (largest ? largest.width * largest.height : 0)) {
      largest = { width, height }
    }
  }
  if (!largest) return null
  const turn = meta.indexOf(TURN_BOX)
  const quarters = turn >= 0 ? (meta[turn + 4] ?? 0) & 3 : 0
  return { ...largest, orientation: QUARTERS[quarters] as number }
}

/** The length of a box of 0 reaches to the end of the file, and that of 1 follows in 64 bits: pixels, mostly. */
function boxEnd(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32BE(at)
  return length < 8 ? Number.MAX_SAFE_INTEGER : at + length
}
