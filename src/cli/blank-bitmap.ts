/** A black image of 24 bits per pixel; its side is a multiple of 4, so that rows need no padding. */
export function blankBitmap(side: number): Buffer {
  const header = 54
  const bitmap = Buffer.alloc(header + 3 * side * side)
  bitmap.write('BM')
  bitmap.writeUInt32LE(bitmap.length, 2)
  bitmap.writeUInt32LE(header, 10)
  bitmap.writeUInt32LE(40, 14)
  bitmap.writeInt32LE(side, 18)
  bitmap.writeInt32LE(side, 22)
  bitmap.writeUInt16LE(1, 26)
  bitmap.writeUInt16LE(24, 28)
  return bitmap
}
