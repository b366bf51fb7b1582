/** Image files written byte by byte, so that every value in them is known. */
import { crc32, deflateSync } from 'node:zlib'

export interface Pixels {
  width: number
  height: number
  at(x: number, y: number): readonly [red: number, green: number, blue: number]
}

const rowsOf = ({ width, height, at }: Pixels, bytesOf: (pixel: readonly [number, number, number]) => number[]) =>
  Array.from({ length: height }, (_, y) =>
    Buffer.from(Array.from({ length: width }, (_, x) => bytesOf(at(x, y))).flat()),
  )

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(8 + body.length)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), 4 + body.length)
  return framed
}

/** Colour types of PNG, with the bits of a channel. */
const PNG_FORMS = { grey: [8, 0], rgb: [8, 2], rgb16: [16, 2], palette: [8, 3], rgba: [8, 6] } as const

/** `palette` holds up to 256 colours; `orientation` is EXIF's. */
export function png(pixels: Pixels, form: keyof typeof PNG_FORMS = 'rgb', orientation?: number): Buffer {
  const [bits, colourType] = PNG_FORMS[form]
  const colours: string[] = []
  const indexOf = (colour: readonly number[]) => {
    const key = colour.join()
    if (!colours.includes(key)) colours.push(key)
    return colours.indexOf(key)
  }
  const bytesOf = {
    grey: ([red]: readonly [number, number, number]) => [red],
    rgb: (p: readonly [number, number, number]) => [...p],
    rgb16: (p: readonly [number, number, number]) => p.flatMap((v) => [v, v]),
    palette: (p: readonly [number, number, number]) => [indexOf(p)],
    rgba: (p: readonly [number, number, number]) => [...p, 255],
  }[form]
  const rows = rowsOf(pixels, bytesOf).flatMap((row) => [Buffer.of(0), row])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels.width, 0)
  header.writeUInt32BE(pixels.height, 4)
  header.set([bits, colourType], 8)
  const palette = Buffer.from(colours.flatMap((key) => key.split(',').map(Number)))
  const exif = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex')
  exif.writeUInt16LE(orientation ?? 1, 18)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(orientation === undefined ? [] : [chunk('eXIf', exif)]),
    ...(colours.length > 0 ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** 24 bits, rows from bottom to top, blue first. */
export function bmp(pixels: Pixels): Buffer {
  const padding = Buffer.alloc((4 - ((3 * pixels.width) % 4)) % 4)
  const rows = rowsOf(pixels, ([red, green, blue]) => [blue, green, red])
  const data = Buffer.concat(rows.reverse().flatMap((row) => [row, padding]))
  const header = Buffer.alloc(54)
  header.write('BM')
  header.writeUInt32LE(54 + data.length, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(pixels.width, 18)
  header.writeInt32LE(pixels.height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  header.writeUInt32LE(data.length, 34)
  return Buffer.concat([header, data])
}

/** One uncompressed strip of 8-bit RGB. */
export function tiff(pixels: Pixels): Buffer {
  const data = Buffer.concat(rowsOf(pixels, (p) => [...p]))
  const [short, long] = [3, 4]
  const start = 8 + data.length
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, long, 1, pixels.width],
    [257, long, 1, pixels.height],
    [258, short, 3, start + 2 + 12 * 9 + 4],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, 8],
    [277, short, 1, 3],
    [278, long, 1, pixels.height],
    [279, long, 1, data.length],
  ]
  const directory = Buffer.alloc(2 + 12 * entries.length + 4 + 6)
  directory.writeUInt16LE(entries.length, 0)
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    directory.writeUInt16LE(tag, 2 + 12 * i)
    directory.writeUInt16LE(type, 4 + 12 * i)
    directory.writeUInt32LE(count, 6 + 12 * i)
    directory.writeUInt32LE(value, 10 + 12 * i)
  }
  for (const i of [0, 1, 2]) directory.writeUInt16LE(8, 2 + 12 * entries.length + 4 + 2 * i)
  const header = Buffer.from('49492a0000000000', 'hex')
  header.writeUInt32LE(start, 4)
  return Buffer.concat([header, data, directory])
}
