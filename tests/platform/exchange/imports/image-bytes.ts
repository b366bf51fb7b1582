/** The first bytes of images: their sizes, with nothing behind. */

/** A JPEG of these stored pixels. Without an orientation it has no EXIF. */
export function jpegStart(width: number, height: number, orientation?: number): Buffer {
  const size = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
  size.writeUInt16BE(height, 5)
  size.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    orientation === undefined ? Buffer.alloc(0) : exif(orientation),
    size,
  ])
}

function exif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  for (const [at, value] of [
    [10, 0x0112],
    [12, 3],
    [18, orientation],
  ] as const)
    tiff.writeUInt16BE(value, at)
  tiff.writeUInt32BE(1, 14)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
