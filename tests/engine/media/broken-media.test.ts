import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { MediaError } from '../../../src/engine/core/run-failure.ts'
import { extractFrames } from '../../../src/engine/media/extract-frames.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { probe } from '../../../src/engine/media/probe.ts'
import { englishOf } from '../../../src/shared/messages/message.ts'
import { makeVideo, steady } from './make-video.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()
let whole: Buffer
let seed = 7
const noise = () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return seed >>> 24
}

beforeAll(async () => {
  // Luma that jumps makes packets of similar size, so that half the bytes are about half the frames.
  await makeVideo({
    path: file('whole.mp4'),
    width: 160,
    height: 96,
    ticks: steady(150, 25),
    luma: (i) => 40 + ((i * 37) % 170),
  })
  whole = await readFile(file('whole.mp4'))
})

/** Moves the index to the front, as in files of cameras and downloads. */
function indexFirst(mp4: Buffer): Buffer {
  const boxes: { type: string; at: number; size: number }[] = []
  for (let at = 0; at < mp4.length; ) {
    const size = mp4.readUInt32BE(at)
    boxes.push({ type: mp4.toString('latin1', at + 4, at + 8), at, size })
    at += size
  }
  const part = (type: string) => {
    const box = boxes.find((b) => b.type === type)
    if (!box) throw new Error(`no ${type}`)
    return Buffer.from(mp4.subarray(box.at, box.at + box.size))
  }
  const moov = part('moov')
  const stco = moov.indexOf('stco')
  const count = moov.readUInt32BE(stco + 8)
  for (let i = 0; i < count; i++) {
    const at = stco + 12 + 4 * i
    moov.writeUInt32BE(moov.readUInt32BE(at) + moov.length, at)
  }
  const rest = boxes.filter((b) => b.type !== 'ftyp' && b.type !== 'moov')
  return Buffer.concat([part('ftyp'), moov, ...rest.map((b) => mp4.subarray(b.at, b.at + b.size))])
}

async function failure(name: string): Promise<MediaError> {
  try {
    const reader = await openMedia(file(name))
    try {
      for await (const frame of reader.frames()) frame.close()
    } finally {
      await reader.close()
    }
  } catch (error) {
    if (error instanceof MediaError) return error
    throw error
  }
  throw new Error(`${name} was read to its end`)
}

describe('media that cannot be read', () => {
  it.each([
    ['nothing', 'gone.mp4', null, 'source_missing', /not there/],
    ['an empty file', 'empty.mp4', () => Buffer.alloc(0), 'source_empty', /empty/],
    [
      'text',
      'text.mp4',
      () => Buffer.from('This is not a video.\n'.repeat(50)),
      'source_unreadable',
      /not a video or image/,
    ],
    [
      'noise',
      'noise.mp4',
      () => Buffer.from(Array.from({ length: 40_000 }, noise)),
      'source_unreadable',
      /not a video or image/,
    ],
    [
      'a mp4 without its index',
      'noindex.mp4',
      () => whole.subarray(0, Math.floor(whole.length * 0.6)),
      'source_unreadable',
      /truncated/,
    ],
    [
      'a mp4 whose data ends halfway',
      'half.mp4',
      () => {
        const b = indexFirst(whole)
        return b.subarray(0, Math.floor(b.length * 0.6))
      },
      'source_unreadable',
      /truncated/,
    ],
    ['a mp4 that is only a header', 'header.mp4', () => whole.subarray(0, 40), 'source_unreadable', /truncated/],
    [
      'a list of other files',
      'list.mp4',
      () => Buffer.from('ffconcat version 1.0\nfile whole.mp4\n'),
      'source_unreadable',
      /not a video or image/,
    ],
    [
      'a playlist',
      'list.m3u8',
      () => Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nwhole.mp4\n#EXT-X-ENDLIST\n'),
      'source_unreadable',
      /not a video or image/,
    ],
    [
      'an SVG',
      'image.svg',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'source_unreadable',
      /not a video or image/,
    ],
  ] as const)('%s', async (_, name, content, code, words) => {
    if (content) await writeFile(file(name), content())
    const error = await failure(name)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(words)
    expect(error.message).toContain(`“${name}”`)
    await expect(probe(file(name))).rejects.toMatchObject({ name: 'MediaError', code })
  })

  it('a folder and a device are rejected', async () => {
    await mkdir(file('folder.mp4'))
    expect((await failure('folder.mp4')).message).toMatch(/not a file/)
    await symlink('/dev/null', file('device.mp4'))
    expect((await failure('device.mp4')).message).toMatch(/not a file/)
  })

  it('a file with audio only is rejected', async () => {
    // WAV: 16-bit mono silence.
    const wav = Buffer.alloc(44 + 8000)
    wav.write('RIFF', 0)
    wav.writeUInt32LE(36 + 8000, 4)
    wav.write('WAVEfmt ', 8)
    wav.writeUInt32LE(16, 16)
    wav.writeUInt16LE(1, 20)
    wav.writeUInt16LE(1, 22)
    wav.writeUInt32LE(8000, 24)
    wav.writeUInt32LE(16_000, 28)
    wav.writeUInt16LE(2, 32)
    wav.writeUInt16LE(16, 34)
    wav.write('data', 36)
    wav.writeUInt32LE(8000, 40)
    await writeFile(file('sound.mp4'), wav)
    expect(await failure('sound.mp4')).toMatchObject({
      code: 'source_unreadable',
      message: expect.stringMatching(/no video stream/),
    })
  })
})

describe('damaged media that can be read in part', () => {
  it('detects a cut AVI by the number of frames in its header', async () => {
    const ticks = steady(150, 25, 25)
    const path = file('whole.avi')
    await makeVideo({ path, width: 160, height: 96, ticks, timescale: 25, format: 'avi', codec: 'mpeg4' })
    const avi = await readFile(path)
    await writeFile(file('half.avi'), avi.subarray(0, Math.floor(avi.length * 0.6)))
    const error = await failure('half.avi')
    expect(error.code).toBe('source_unreadable')
    expect(error.message).toMatch(/of its 6\.0 s are missing, so it appears to be truncated/)
  })

  it('warns of a transport stream that ends within a packet', async () => {
    const path = file('whole.mpegts')
    await makeVideo({ path, width: 160, height: 96, ticks: steady(50, 25), format: 'mpegts' })
    const stream = await readFile(path)
    await writeFile(file('cut.mpegts'), stream.subarray(0, 188 * Math.floor(stream.length / 376) + 100))
    for (const [name, warnings] of [
      ['whole.mpegts', []],
      ['cut.mpegts', [expect.stringMatching(/appears to be truncated at its end/)]],
    ] as const) {
      const reader = await openMedia(file(name))
      for await (const frame of reader.frames()) frame.close()
      await reader.close()
      expect(reader.warnings.map(englishOf)).toEqual(warnings)
    }
  })

  it('ends with a warning when only the last frames are missing', async () => {
    const bytes = indexFirst(whole)
    await writeFile(file('nearly.mp4'), bytes.subarray(0, bytes.length - 12))
    const reader = await openMedia(file('nearly.mp4'))
    let frames = 0
    for await (const frame of reader.frames()) {
      frames++
      frame.close()
    }
    expect(frames).toBeGreaterThan(145)
    expect(reader.warnings.map(englishOf).join()).toContain('“nearly.mp4”')
    await reader.close()
  })

  it('reads past damage in the middle and says so', async () => {
    const bytes = Buffer.from(indexFirst(whole))
    const data = bytes.indexOf('mdat') + 3000
    for (let i = 0; i < 60; i++) bytes[data + i * 40] = noise()
    await writeFile(file('scratched.mp4'), bytes)
    const reader = await openMedia(file('scratched.mp4'))
    let last = 0
    for await (const frame of reader.frames()) {
      last = frame.ptsS
      frame.close()
    }
    expect(last).toBeGreaterThan(5)
    expect(reader.warnings.map(englishOf)).toEqual([expect.stringMatching(/^“scratched\.mp4” is damaged in /)])
    await reader.close()
  })

  it('names damage by the name of its owner when frames are extracted', async () => {
    const bytes = Buffer.from(indexFirst(whole))
    const data = bytes.indexOf('mdat') + 3000
    for (let i = 0; i < 60; i++) bytes[data + i * 40] = noise()
    const path = file('9f86d081884c7d65')
    await writeFile(path, bytes)
    const selection = { by: 'rate' as const, fps: 1 }
    const request = { path, name: 'street.mp4', outDir: file(''), selection }
    const { frames, warnings } = await extractFrames(request, () => undefined)
    expect(frames.length).toBeGreaterThan(3)
    expect(warnings).toEqual([expect.stringMatching(/^“street\.mp4” is damaged in /)])
  })

  it('reports a damaged frame in a transport stream, and does not mistake it for a cut-off file', async () => {
    const stream = await readFile(new URL('../../fixtures/torture/interlaced-mpeg2.mpegts', import.meta.url))
    const packets = Array.from({ length: stream.length / 188 }, (_, i) => stream.subarray(188 * i, 188 * (i + 1)))
    const isVideo = (p: Buffer) => (p.readUInt16BE(1) & 0x1fff) === 0x100
    const goesOn = (p: Buffer) => (p.readUInt8(1) & 0x40) === 0
    const lost = packets.findIndex((p, i) => i > packets.length / 2 && isVideo(p) && goesOn(p))
    expect(lost).toBeGreaterThan(0)
    await writeFile(file('gap.mpegts'), Buffer.concat(packets.toSpliced(lost, 1)))
    const reader = await openMedia(file('gap.mpegts'))
    let last = 0
    for await (const frame of reader.frames()) {
      last = frame.ptsS
      frame.close()
    }
    expect(last).toBeCloseTo(0.92)
    expect(reader.warnings.map(englishOf)).toEqual([expect.stringMatching(/^“gap\.mpegts” is damaged in /)])
    await reader.close()
  })

  it('survives any single cut and any run of flipped bytes', async () => {
    const bytes = indexFirst(whole)
    for (let i = 0; i < 25; i++) {
      const broken = Buffer.from(bytes.subarray(0, Math.floor((bytes.length * (i + 1)) / 26)))
      const at = Math.floor((noise() / 256) * broken.length)
      for (let j = at; j < Math.min(at + 50, broken.length); j++) broken[j] = noise()
      await writeFile(file('fuzz.mp4'), broken)
      const outcome = await failure('fuzz.mp4').catch((error: Error) => error)
      const isRead = outcome.message === 'fuzz.mp4 was read to its end'
      expect(isRead || outcome instanceof MediaError, String(outcome)).toBe(true)
    }
  })
})

describe('probe', () => {
  it.each(['mp4', 'matroska', 'mpegts', 'h264'])('counts frames and length exactly: %s', async (format) => {
    const path = file(`count.${format}`)
    await makeVideo({ path, width: 64, height: 64, ticks: steady(77, 25), format, bFrames: 2 })
    const info = await probe(path)
    expect(info.frameCount).toBe(77)
    expect(info.durationS).toBeCloseTo(77 / 25, 2)
    expect(info).toMatchObject({ kind: 'video', codec: 'h264', width: 64, height: 64, hasAudio: false })
  })
})
