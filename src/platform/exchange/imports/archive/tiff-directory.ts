/** The first directory of a TIFF file, and of EXIF: its whole numbers by their tags (TIFF 6.0, and BigTIFF of libtiff). */

/** Tags of the size and of the orientation. */
export const TAG = { width: 0x0100, height: 0x0101, orientation: 0x0112 } as const
const [SHORT, LONG, LONG8] = [3, 4, 16]

/** The sizes of the forms' numbers, and where their directories are said to begin. */
const [CLASSIC, BIG] = [
  { offsetAt: 4, wide: 4, count: 2, entry: 12 },
  { offsetAt: 8, wide: 8, count: 8, entry: 20 },
] as const

const MARKS = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']

export const isTiff = (bytes: Buffer): boolean => MARKS.includes(bytes.toString('latin1', 0, 4))

/** `more` for bytes that end before the directory does. */
export function firstDirectory(tiff: Buffer): ReadonlyMap<number, number> | 'more' {
  const isLittle = tiff[0] === 0x49
  const read = (at: number, bytes: number): number => {
    if (bytes === 8) {
      const [low, high] = isLittle ? [read(at, 4), read(at + 4, 4)] : [read(at + 4, 4), read(at, 4)]
      return high * 2 ** 32 + low
    }
    return isLittle ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes)
  }
  const { offsetAt, wide, count, entry } = isBig(tiff) ? BIG : CLASSIC
  if (offsetAt + wide > tiff.length) return 'more'
  const directory = read(offsetAt, wide)
  const first = directory + count
  if (first > tiff.length) return 'more'
  const end = first + entry * read(directory, count)
  if (end > tiff.length) return 'more'
  const values = new Map<number, number>()
  for (let at = first; at < end; at += entry) {
    const type = read(at + 2, 2)
    const bytes = type === SHORT ? 2 : type === LONG ? 4 : type === LONG8 && wide === 8 ? 8 : 0
    if (bytes > 0) values.set(read(at, 2), read(at + 4 + wide, bytes))
  }
  return values
}

const isBig = (tiff: Buffer): boolean => MARKS.indexOf(tiff.toString('latin1', 0, 4)) >= 2
