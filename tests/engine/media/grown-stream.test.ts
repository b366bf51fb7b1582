/** A video whose frames have more pixels from some point on than its start states. */
import { readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { englishOf } from '../../../src/shared/messages/message.ts'
import { withSize } from './huge-h264.ts'
import { makeVideo, steady } from './make-video.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()

async function rawVideo(name: string, frames: number): Promise<Buffer> {
  const shape = { format: 'h264', width: 160, height: 96, timescale: 25 }
  await makeVideo({ path: file(name), ticks: steady(frames, 25, 25), ...shape })
  return readFile(file(name))
}

it('refuses a stream whose frames grow beyond the limit on the way', async () => {
  const grown = withSize(await rawVideo('short.h264', 5), 1000)
  await writeFile(file('both.h264'), Buffer.concat([await rawVideo('usual.h264', 400), grown]))

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
  expect(englishOf(error.text)).toMatch(/“both.h264” has 16000 × \d+ pixels/)
  expect(frames).toBeGreaterThan(300)
})
