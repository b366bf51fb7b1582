import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import type { MediaReader } from '../../../src/engine/media/frame.ts'
import { openImages } from '../../../src/engine/media/open-images.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { createVideoWriter } from '../../../src/engine/media/video-writer.ts'
import { englishOf } from '../../../src/shared/messages/message.ts'
import { makeVideo, steady } from './make-video.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()

/** Left half red, right half blue. */
async function picture(name: string, width: number, height: number, type: 'png' | 'jpeg' | 'webp' = 'png') {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#e01020'
  context.fillRect(0, 0, width / 2, height)
  context.fillStyle = '#1020e0'
  context.fillRect(width / 2, 0, width / 2, height)
  const bytes = await canvas.encode(type as 'png')
  await writeFile(file(name), bytes)
  return { id: null, path: file(name), name }
}

/** Inserts an EXIF segment with this orientation after the start of a JPEG. */
function turned(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex')
  tiff.writeUInt16LE(orientation, 18)
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, payload, jpeg.subarray(2)])
}

async function seen(reader: MediaReader) {
  const frames: { index: number; ptsS: number; size: string; name: string | undefined }[] = []
  for await (const frame of reader.frames()) {
    frames.push({
      index: frame.index,
      ptsS: frame.ptsS,
      size: `${frame.width}x${frame.height}`,
      name: frame.source?.name,
    })
    frame.close()
  }
  await reader.close()
  return frames
}

describe('a collection of images', () => {
  it('yields one frame per image, in its own size and with its name, a second apart', async () => {
    const images = [
      await picture('a.png', 80, 60),
      await picture('b.jpg', 64, 100, 'jpeg'),
      await picture('c.webp', 33, 21, 'webp'),
      await picture('d.png', 80, 60),
    ]
    const reader = await openImages(images)
    expect(reader.info).toMatchObject({ kind: 'images', width: 80, height: 60, frameCount: 4, durationS: 4 })
    expect(await seen(reader)).toEqual([
      { index: 0, ptsS: 0, size: '80x60', name: 'a.png' },
      { index: 1, ptsS: 1, size: '64x100', name: 'b.jpg' },
      { index: 2, ptsS: 2, size: '33x21', name: 'c.webp' },
      { index: 3, ptsS: 3, size: '80x60', name: 'd.png' },
    ])
    expect(reader.warnings).toEqual([])
  })

  it('assigns times by the sample rate and stops at a media time', async () => {
    const image = await picture('one.png', 16, 16)
    const reader = await openImages(Array(30).fill(image), { sampleFps: 10, durationS: 0.5 })
    expect((await seen(reader)).map((f) => f.ptsS)).toEqual([0, 0.1, 0.2, 0.3, 0.4])
  })

  it("skips unreadable images and reports the reason, by their owner's file names", async () => {
    const good = await picture('good.png', 40, 30)
    await writeFile(file('words.jpg'), 'these are words, not a picture')
    await writeFile(file('empty.png'), '')
    await mkdir(file('folder.png'))
    await makeVideo({ path: file('clip.mp4'), width: 64, height: 64, ticks: steady(3, 25) })
    const bad = ['words.jpg', 'empty.png', 'folder.png', 'gone.png', 'clip.mp4']
    const images = [
      { id: 'i1', path: file('words.jpg'), name: 'Holiday 1.jpg' },
      good,
      ...bad.slice(1).map((name) => ({ id: null, path: file(name), name })),
      good,
    ]
    const reader = await openImages(images)
    expect((await seen(reader)).map((f) => [f.index, f.ptsS, f.name])).toEqual([
      [0, 0, 'good.png'],
      [1, 1, 'good.png'],
    ])
    expect(reader.skipped?.map((s) => s.name)).toEqual(['Holiday 1.jpg', ...bad.slice(1)])
    expect(reader.skipped?.map((s) => englishOf(s.reason))[0]).toMatch(/^“Holiday 1\.jpg” is not a video or image/)
    expect(reader.warnings).toHaveLength(6)
    expect(reader.warnings.map(englishOf)[5]).toBe(
      '5 of 7 images could not be read and were skipped; the manifest lists them.',
    )
    expect(reader.warnings.map(englishOf)[3]).toMatch(/^Skipped an image: “gone\.png” is not there any more/)
    expect(reader.warnings.map(englishOf)[4]).toMatch(/“clip\.mp4” is a video, not an image/)
  })

  it.each(['png', 'jpeg', 'webp'] as const)('skips a %s that is cut off half-way', async (type) => {
    const whole = await picture(`whole.${type}`, 400, 300, type)
    const bytes = await readFile(whole.path)
    const path = file(`half.${type}`)
    await writeFile(path, bytes.subarray(0, bytes.length >> 1))
    const reader = await openImages([whole, { id: null, path, name: 'half' }])
    expect(await seen(reader)).toHaveLength(1)
    expect(reader.skipped?.map((s) => englishOf(s.reason))[0]).toMatch(/“half”.*damaged/)
  })

  it('fails when there are no images or none can be read', async () => {
    await writeFile(file('noise.png'), 'noise')
    const noise = { id: null, path: file('noise.png'), name: 'noise.png' }
    await expect(openImages([])).rejects.toMatchObject({ code: 'source_empty', message: /no images/ })
    await expect(openImages([noise, noise])).rejects.toMatchObject({
      code: 'source_empty',
      message: expect.stringMatching(/^None of the 2 images can be read\..*“noise\.png”/),
    })
  })

  it.each([
    [3, '80x40', 'right'],
    [6, '40x80', 'top'],
    [8, '40x80', 'bottom'],
  ])('rotates JPEGs upright by EXIF orientation %i', async (orientation, size, redSide) => {
    const plain = await picture('plain.jpg', 80, 40, 'jpeg')
    const path = file(`turned-${orientation}.jpg`)
    await writeFile(path, turned(await readFile(plain.path), orientation))
    const reader = await openImages([{ id: null, path, name: 'turned.jpg' }])
    for await (const frame of reader.frames()) {
      expect(`${frame.width}x${frame.height}`).toBe(size)
      const { v, strideUV } = frame.image
      const vAt = (x: number, y: number) => v[(y >> 1) * strideUV + (x >> 1)] as number
      const [w, h] = [frame.width, frame.height]
      const red = { right: vAt(w - 10, h / 2), top: vAt(w / 2, 10), bottom: vAt(w / 2, h - 10) }[redSide] as number
      const blue = { right: vAt(10, h / 2), top: vAt(w / 2, h - 10), bottom: vAt(w / 2, 10) }[redSide] as number
      expect(red).toBeGreaterThan(190)
      expect(blue).toBeLessThan(130)
      frame.close()
    }
    await reader.close()
  })

  it('copies keep their own size and name while later images are read', async () => {
    const images = [await picture('w.png', 50, 20), await picture('h.png', 20, 50), await picture('s.png', 30, 30)]
    const reader = await openImages(images)
    const copies = []
    for await (const frame of reader.frames()) {
      copies.push(frame.copy())
      frame.close()
    }
    expect(copies.map((c) => [c.width, c.height, c.image.width, c.source?.name])).toEqual([
      [50, 20, 50, 'w.png'],
      [20, 50, 20, 'h.png'],
      [30, 30, 30, 's.png'],
    ])
    for (const copy of copies) copy.close()
    await reader.close()
  })

  it('fits images into a video of the first one’s size: whole, centred, in the same colours', async () => {
    const images = [await picture('wide.png', 96, 48), await picture('tall.webp', 48, 96, 'webp')]
    const reader = await openImages(images, { sampleFps: 2 })
    const writer = await createVideoWriter(file('fit.mp4'), { ...reader.info, quality: 'high', fps: 2 })
    for await (const frame of reader.frames()) {
      await writer.write(frame)
      frame.close()
    }
    await writer.finish()
    await reader.close()
    expect(writer.warnings.map(englishOf)).toEqual([expect.stringMatching(/fitted into 96x48/)])
    const video = await openMedia(file('fit.mp4'))
    const rgb = new Float32Array(3 * 96 * 48)
    const shown: number[][] = []
    for await (const frame of video.frames()) {
      frame.letterbox(rgb, frame)
      // Left bar or left half, left and right of the middle, right bar or right half.
      for (const x of [10, 42, 54, 86]) {
        shown.push([0, 1, 2].map((c) => Math.round(255 * (rgb[c * 96 * 48 + 24 * 96 + x] as number))))
      }
      frame.close()
    }
    await video.close()
    const RED = [0xe0, 0x10, 0x20]
    const BLUE = [0x10, 0x20, 0xe0]
    const BLACK = [0, 0, 0]
    const expected = [RED, RED, BLUE, BLUE, BLACK, RED, BLUE, BLACK]
    expect(shown).toHaveLength(expected.length)
    for (const [i, color] of shown.entries()) {
      for (const c of [0, 1, 2]) {
        expect(Math.abs((color[c] as number) - (expected[i]?.[c] as number)), `place ${i}`).toBeLessThan(26)
      }
    }
  })
})
