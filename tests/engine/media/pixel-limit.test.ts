/** Files whose headers state more pixels than are decoded: each is a few kilobytes, and nothing of its size is allocated. */
import { readFile, writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { deriveImage } from '../../../src/engine/imaging/derive-image.ts'
import { extractFrames } from '../../../src/engine/media/extract-frames.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { probe } from '../../../src/engine/media/probe.ts'
import { englishOf } from '../../../src/shared/messages/message.ts'
import { makeVideo, steady } from './make-video.ts'
import { png } from './still-files.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()
const SIDE = 30_000

const small = () => sharp({ create: { width: 300, height: 300, channels: 3, background: '#804020' } })

function hugePng(): Buffer {
  const bytes = png({ width: 4, height: 4, at: () => [9, 9, 9] })
  bytes.writeUInt32BE(SIDE, 16)
  bytes.writeUInt32BE(SIDE, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

async function hugeJpeg(): Promise<Buffer> {
  const bytes = await small().jpeg().toBuffer()
  const start = bytes.indexOf(Buffer.of(0xff, 0xc0))
  bytes.writeUInt16BE(SIDE, start + 5)
  bytes.writeUInt16BE(SIDE, start + 7)
  return bytes
}

/** Both sides have 14 bits. */
async function hugeWebp(): Promise<Buffer> {
  const bytes = await small().webp().toBuffer()
  const start = bytes.indexOf(Buffer.of(0x9d, 0x01, 0x2a))
  bytes.writeUInt16LE(16_000, start + 3)
  bytes.writeUInt16LE(16_000, start + 5)
  return bytes
}

function hugeBmp(): Buffer {
  const bytes = Buffer.alloc(1_000)
  bytes.write('BM', 'latin1')
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(SIDE, 18)
  bytes.writeInt32LE(-SIDE, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

/** A video of 320 by 320 pixels whose container states other ones. */
async function video(name: string, codec: string, state: (bytes: Buffer) => void): Promise<Buffer> {
  const path = file(`small.${name}`)
  await makeVideo({ path, width: 320, height: 320, ticks: steady(10, 25, 25), timescale: 25, codec })
  const bytes = await readFile(path)
  state(bytes)
  return bytes
}

const hugeMp4 = () =>
  video('mp4', 'libx264', (bytes) => {
    const entry = bytes.indexOf('avc1', bytes.indexOf('stsd'))
    bytes.writeUInt16BE(SIDE, entry + 28)
    bytes.writeUInt16BE(SIDE, entry + 30)
  })

const hugeMkv = () =>
  video('mkv', 'libx264', (bytes) => {
    for (const id of [0xb0, 0xba]) bytes.writeUInt16BE(SIDE, bytes.indexOf(Buffer.of(id, 0x82, 0x01, 0x40)) + 2)
  })

const hugeAvi = () =>
  video('avi', 'mpeg4', (bytes) => {
    const header = bytes.indexOf('strf') + 8
    bytes.writeInt32LE(SIDE, header + 4)
    bytes.writeInt32LE(SIDE, header + 8)
  })

const refusal = (name: string, side = SIDE) =>
  `“${name}” has ${side} × ${side} pixels, and at most 200 million can be decoded. Scale it down first.`

async function refusedBy(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toMatchObject({ code: 'source_unreadable' })
  return englishOf(error.text)
}

it.each([
  ['huge.png', hugePng, SIDE],
  ['huge.jpg', hugeJpeg, SIDE],
  ['huge.webp', hugeWebp, 16_000],
  ['huge.bmp', hugeBmp, SIDE],
] as const)('refuses %s by its header, at an upload and when it is derived', async (name, make, side) => {
  await writeFile(file(name), await make())
  expect(await refusedBy(probe(file(name)))).toBe(refusal(name, side))
  const thumbnails = { 256: file('256.webp'), 1024: file('1024.webp') }
  const derived = deriveImage({ path: file(name), name, background: false, thumbnails })
  expect(await refusedBy(derived)).toBe(refusal(name, side))
})

it.each([
  ['huge.mp4', hugeMp4],
  ['huge.mkv', hugeMkv],
  ['huge.avi', hugeAvi],
] as const)('refuses %s by its header, also when frames are extracted', async (name, make) => {
  await writeFile(file(name), await make())
  expect(await refusedBy(openMedia(file(name)))).toBe(refusal(name))
  const selection = { by: 'moments' as const, times_s: [0] }
  const extracted = extractFrames({ path: file(name), name, outDir: file(''), selection }, () => undefined)
  expect(await refusedBy(extracted)).toBe(refusal(name))
})
