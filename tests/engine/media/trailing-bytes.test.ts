/** Bytes after the end of a complete file are no truncation; a file that is cut off still is one. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { structureIsCut } from '../../../src/engine/media/truncation.ts'
import { testFolder } from '../support/test-folder.ts'
import { makeVideo, steady } from './make-video.ts'

const folder = testFolder()

const FILES = {
  'clip.mp4': {},
  'clip.mov': { format: 'mov' },
  'clip.mkv': { format: 'matroska' },
  'clip.avi': { format: 'avi', codec: 'mpeg4', timescale: 25 },
  'clip.ts': { format: 'mpegts', timescale: 90_000 },
} as const

const box = (type: string, size: number, bytes = size) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUInt32BE(size, 0)
  buffer.write(type, 4, 'latin1')
  return buffer
}

/** What phones, cameras, taggers and disks append. */
const TAILS: Record<string, Buffer> = {
  'a trailer of a phone': Buffer.concat([Buffer.from([0, 0, 0x0a, 0x7f]), Buffer.from('MotionPhoto_Data'.repeat(4))]),
  'an ID3 tag': Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)]),
  zeros: Buffer.alloc(1000),
  'bytes of all ones': Buffer.alloc(777, 0xff),
  'a few bytes': Buffer.from([0x7f, 0x45, 0x4c]),
}
const BOXES: Record<string, Buffer> = {
  'a free box': box('free', 64),
  'a uuid box': box('uuid', 128),
  'a free box that states more than there is': box('free', 4096, 64),
  'a uuid box that states more than there is': box('uuid', 4096, 64),
  'an unknown box of 64 bits': Buffer.concat([box('SEFT', 1, 8), Buffer.alloc(16, 9)]),
}

const pathOf = (name: string) => join(folder, name)

async function read(path: string): Promise<{ frames: number; warnings: readonly string[] }> {
  const reader = await openMedia(path)
  let frames = 0
  try {
    for await (const frame of reader.frames()) {
      frames++
      frame.close()
    }
  } finally {
    await reader.close()
  }
  return { frames, warnings: reader.warnings.map(({ code }) => code) }
}

beforeAll(async () => {
  for (const [name, recipe] of Object.entries(FILES)) {
    const { timescale } = { timescale: 1000, ...recipe }
    await makeVideo({ path: pathOf(name), width: 96, height: 64, ...recipe, ticks: steady(60, 25, timescale) })
  }
})

describe.each(Object.keys(FILES))('%s', (name) => {
  const isIso = name.endsWith('.mp4') || name.endsWith('.mov')
  const tails = { ...TAILS, ...(isIso ? BOXES : {}) }

  test.each(Object.keys(tails))('is whole with %s after its end', async (tail) => {
    const path = pathOf(`tail-${name}`)
    writeFileSync(path, Buffer.concat([readFileSync(pathOf(name)), tails[tail] as Buffer]))
    expect(await read(path)).toEqual({ frames: 60, warnings: [] })
  })

  test('is found to be cut off where its last bytes are missing', async () => {
    const bytes = readFileSync(pathOf(name))
    const path = pathOf(`cut-${name}`)
    // Half of a transport packet, and of what follows the last frame elsewhere.
    const cut = name.endsWith('.ts') ? bytes.length - 94 : Math.floor(0.8 * bytes.length)
    writeFileSync(path, bytes.subarray(0, cut))
    expect(await structureIsCut(path, cut)).toBe(true)
  })
})

test('a cut box of media is found behind complete ones', async () => {
  const path = pathOf('cut-fragment.mp4')
  for (const type of ['mdat', 'moof', 'sidx']) {
    const bytes = Buffer.concat([readFileSync(pathOf('clip.mp4')), box(type, 4096, 64)])
    writeFileSync(path, bytes)
    expect(await structureIsCut(path, bytes.length), type).toBe(true)
  }
})
