/** The files of the measured arrivals: tiny PNG files, photographs of 12 megapixels, and archives of them. */
import { createWriteStream } from 'node:fs'
import { appendFile, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { ZipFile } from 'yazl'

/** Pixels on each side. */
const SIDE = 6

/** A PNG file whose pixels differ for each number. */
export function smallPng(n: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIDE, 0)
  head.writeUInt32BE(SIDE, 4)
  // Eight bits of red, green and blue.
  head.writeUInt16BE(0x0802, 8)
  const rows = Buffer.alloc(SIDE * (1 + 3 * SIDE))
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < 3 * SIDE; x++) rows[y * (1 + 3 * SIDE) + 1 + x] = (31 * n + 57 * y + 13 * x) & 255
  }
  rows.writeUInt32BE(n, 1)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

const [WIDTH, HEIGHT] = [4000, 3000]
const MOTIFS = 4

/** JPEG files with soft shapes and the noise of a sensor; each has bytes of its own, since decoders ignore what follows an image. */
export async function photographs(folder: string, count: number): Promise<string[]> {
  const motifs = Array.from({ length: MOTIFS }, (_, i) => join(folder, `motif-${i}.jpg`))
  for (const [i, motif] of motifs.entries()) {
    const shapes = await noise(WIDTH / 4, HEIGHT / 4, 60)
      .blur(2 + i)
      .png()
      .toBuffer()
    const grain = await noise(WIDTH, HEIGHT, 12).png().toBuffer()
    const photograph = sharp(shapes)
      .resize(WIDTH, HEIGHT)
      .composite([{ input: grain, blend: 'soft-light' }])
    await photograph.jpeg({ quality: 88 }).toFile(motif)
  }
  const files = Array.from({ length: count }, (_, i) => join(folder, `photograph-${i}.jpg`))
  for (const [i, file] of files.entries()) {
    await copyFile(motifs[i % MOTIFS] as string, file)
    await appendFile(file, `${i}`)
  }
  return files
}

const noise = (width: number, height: number, sigma: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma } },
  })

/** Writes a ZIP archive of these entries, uncompressed. */
export async function archiveOf(path: string, entries: readonly (readonly [name: string, bytes: Buffer])[]) {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(path))
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name, { compress: false })
  zip.end()
  await written
}
