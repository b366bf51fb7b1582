/** Interlaced video: frames are whole pictures, and are deinterlaced where the source asks for it. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { I420, ReaderPosition } from '../../../src/engine/media/frame.ts'
import { type OpenOptions, openMedia } from '../../../src/engine/media/open-media.ts'
import { imageDigest } from '../../../src/engine/media/reader-position.ts'
import { createOpenVideo } from '../../../src/engine/preview/moment.ts'
import { testFolder } from '../support/test-folder.ts'
import { type Clip, FORMATS, type FormatName, makeClip, movingSquare } from './make-clip.ts'

const folder = testFolder()
const always = () => true

async function read(path: string, options: OpenOptions = {}) {
  const reader = await openMedia(path, options)
  const seen: { timeS: number; digest: string; combing: number; width: number; position: ReaderPosition }[] = []
  for await (const frame of reader.frames()) {
    const { image } = frame
    const position = structuredClone(reader.positionAfter(frame))
    seen.push({
      timeS: frame.ptsS,
      digest: imageDigest(image),
      combing: combingOf(image),
      width: image.width,
      position,
    })
    frame.close()
  }
  await reader.close()
  return { seen, warnings: reader.warnings }
}

/** Number of pixels whose luma differs from both rows beside it, in the same direction. */
function combingOf({ y, width, height, strideY }: I420): number {
  let count = 0
  for (let row = 1; row < height - 1; row++) {
    for (let column = 0; column < width; column++) {
      const at = (i: number) => y[(row + i) * strideY + column] as number
      if (Math.abs(at(0) - at(-1)) > 8 && Math.abs(at(0) - at(1)) > 8 && at(0) > at(-1) === at(0) > at(1)) count++
    }
  }
  return count
}

const times = (count: number) => Array.from({ length: count }, (_, i) => (40 * i) / 1000)

describe.each(Object.keys(FORMATS) as FormatName[])('interlaced %s', (format) => {
  test.each([
    [1, 1],
    [16, 11],
    [10, 11],
  ] as const)('has a frame for each frame of the file, with pixels of %i:%i', async (...aspect) => {
    const clip = { format, aspect }
    const path = join(folder, `${format}-${aspect.join('-')}.mkv`)
    await makeClip({ ...clip, path, isInterlaced: always })
    const { seen, warnings } = await read(path)
    expect(seen.map(({ timeS }) => timeS)).toEqual(times(12))
    expect(warnings).toEqual([])
    // The mark decides how a frame may be treated, not what it shows.
    const plain = join(folder, `${format}-${aspect.join('-')}-plain.mkv`)
    const fields = (x: number, y: number, time: number) => movingSquare(x, y, time + (y % 2 === 1 ? 0.5 : 0))
    await makeClip({ ...clip, path: plain, picture: fields })
    const unmarked = await read(plain)
    // Rows of 4:2:0 chroma belong to other lines in fields, so that there is no such clip without the mark.
    if (FORMATS[format].down === 0)
      expect(seen.map(({ digest }) => digest)).toEqual(unmarked.seen.map(({ digest }) => digest))
  })
})

describe('a stream that turns interlaced or progressive midway', () => {
  test.each<[string, (frame: number) => boolean]>([
    ['interlaced', (frame) => frame >= 5],
    ['progressive', (frame) => frame < 5],
  ])('is read to its end when it turns %s', async (name, isInterlaced) => {
    const path = join(folder, `turns-${name}.mkv`)
    await makeClip({ path, format: 'yuv422p10', isInterlaced })
    const { seen } = await read(path)
    expect(seen.map(({ timeS }) => timeS)).toEqual(times(12))
    const smooth = await read(path, { deinterlace: 'auto' })
    expect(smooth.seen.map(({ timeS }) => timeS)).toEqual(times(12))
    for (const [i, { combing, digest }] of smooth.seen.entries()) {
      if (isInterlaced(i)) expect(combing, `frame ${i}`).toBeLessThan((seen[i]?.combing ?? 0) / 2)
      else expect(digest, `frame ${i}`).toBe(seen[i]?.digest)
    }
  })
})

describe('deinterlacing', () => {
  const clip: Clip = { path: join(folder, 'fields.mkv'), frames: 90, isInterlaced: always, timesMs: [] }
  const { path } = clip
  const options = { deinterlace: 'auto' } as const
  let whole: Awaited<ReturnType<typeof read>>
  beforeAll(async () => {
    await makeClip({ ...clip, picture: (x, y, time) => movingSquare(x, y, time % 20) })
    whole = await read(path, options)
  })

  test('removes combed edges and keeps the number and the times of the frames', async () => {
    const plain = await read(path)
    expect(whole.seen.map(({ timeS }) => timeS)).toEqual(plain.seen.map(({ timeS }) => timeS))
    expect(plain.seen.every(({ combing }) => combing > 20)).toBe(true)
    const left = whole.seen.filter(({ combing }, i) => combing > (plain.seen[i]?.combing ?? 0) / 2)
    expect(left).toEqual([])
    expect(whole.warnings).toEqual([])
  })

  test('leaves progressive video as it is', async () => {
    const progressive = join(folder, 'progressive.mkv')
    await makeClip({ path: progressive })
    expect((await read(progressive, options)).seen).toEqual((await read(progressive)).seen)
  })

  test.each([null, 7])(
    'gives a resumed reader the frames of an uninterrupted one (sample_fps %s)',
    async (sampleFps) => {
      const sampled = sampleFps === null ? whole : await read(path, { ...options, sampleFps })
      for (const i of [0, 1, 5, sampled.seen.length - 2]) {
        const from = sampled.seen[i]?.position as ReaderPosition
        const rest = await read(path, { ...options, sampleFps, from })
        expect(rest.seen.map(({ digest, timeS }) => [digest, timeS])).toEqual(
          sampled.seen.slice(i + 1).map(({ digest, timeS }) => [digest, timeS]),
        )
      }
    },
  )

  test('gives a sampled reader the frames of one that reads them all', async () => {
    const byTime = new Map(whole.seen.map(({ timeS, digest }) => [timeS, digest]))
    const { seen } = await read(path, { ...options, sampleFps: 7 })
    expect(seen.map(({ digest }) => digest)).toEqual(seen.map(({ timeS }) => byTime.get(timeS)))
  })

  test('gives a preview the frame of the run, and another one when it is turned off', async () => {
    const video = createOpenVideo(8)
    try {
      for (const number of [0, 24, 61, 89]) {
        const atS = whole.seen[number]?.timeS as number
        const first = async (deinterlace: 'auto' | 'off') => {
          const frame = await (await video.from(path, { sampleFps: null, deinterlace }, atS)).next()
          const digest = frame && imageDigest(frame.image)
          frame?.close()
          return digest
        }
        expect(await first('auto'), `frame ${number}`).toBe(whole.seen[number]?.digest)
        expect(await first('off')).not.toBe(whole.seen[number]?.digest)
      }
    } finally {
      await video.close()
    }
  })

  test('returns frames that are too small for it unchanged', async () => {
    const small = join(folder, 'small.mkv')
    await makeClip({ path: small, width: 2, height: 2, isInterlaced: always })
    expect((await read(small, options)).seen.map(({ digest }) => digest)).toEqual(
      (await read(small)).seen.map(({ digest }) => digest),
    )
  })
})
