/** Writes PNG files row by row, so that an image of any size takes little memory. */
import { Readable } from 'node:stream'
import { crc32, createDeflate } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const [GREY, TRUE_COLOUR] = [0, 2]
/** The depth and the type of colours, and the bytes of a pixel. */
const KINDS = {
  rgb: { bits: 8, type: TRUE_COLOUR, bytes: 3 },
  grey8: { bits: 8, type: GREY, bytes: 1 },
  grey16: { bits: 16, type: GREY, bytes: 2 },
} as const

/** `paint` sets the pixels of a row. */
export async function* pngBytes(
  width: number,
  height: number,
  kind: keyof typeof KINDS,
  paint: (y: number, row: Buffer) => void,
): AsyncGenerator<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const { bits, type, bytes } = KINDS[kind]
  header.set([bits, type], 8)
  yield SIGNATURE
  yield chunk('IHDR', header)
  function* rows(): Generator<Buffer> {
    for (let y = 0; y < height; y++) {
      // The first byte of a row is its filter: none.
      const row = Buffer.alloc(1 + width * bytes)
      paint(y, row.subarray(1))
      yield row
    }
  }
  for await (const part of Readable.from(rows()).pipe(createDeflate())) yield chunk('IDAT', part as Buffer)
  yield chunk('IEND', Buffer.alloc(0))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const made = Buffer.alloc(body.length + 8)
  made.writeUInt32BE(data.length, 0)
  body.copy(made, 4)
  made.writeUInt32BE(crc32(body), made.length - 4)
  return made
}
