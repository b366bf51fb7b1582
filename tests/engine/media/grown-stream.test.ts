/** Videos whose frames have more pixels than their header states, with a limit that small videos exceed. */
import { readFile, writeFile } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { englishOf } from '../../../src/shared/messages/format.ts'
import { makeVideo, steady } from './make-video.ts'
import { tempDir } from './temp-dir.ts'

const MOST = 100_000
vi.mock('../../../src/shared/domain/pixel-limit.ts', () => ({
  MAX_PIXELS: 100_000,
  isTooLarge: ({ width, height }: { width: number; height: number }) => width * height > 100_000,
}))

const file = tempDir()

async function rawVideo(name: string, width: number, height: number, frames: number): Promise<Buffer> {
  await makeVideo({ path: file(name), format: 'h264', width, height, ticks: steady(frames, 25, 25), timescale: 25 })
  return readFile(file(name))
}

it('refuses a stream whose frames grow beyond the limit on the way', async () => {
  const usual = await rawVideo('usual.h264', 160, 96, 400)
  const grown = await rawVideo('grown.h264', 640, 480, 5)
  expect(160 * 96).toBeLessThan(MOST)
  expect(640 * 480).toBeGreaterThan(MOST)
  await writeFile(file('both.h264'), Buffer.concat([usual, grown]))

  const reader = await openMedia(file('both.h264'))
  expect(reader.info).toMatchObject({ width: 160, height: 96 })
  let frames = 0
  const read = async () => {
    for await (const frame of reader.frames()) {
      frames++
      frame.close()
    }
  }
  const error = await read().then(
    () => null,
    (thrown) => thrown,
  )
  await reader.close()
  expect(error).toMatchObject({ code: 'source_unreadable' })
  expect(englishOf(error.text)).toMatch('“both.h264” has 640 × 480 pixels')
  expect(frames).toBeGreaterThan(300)
})
