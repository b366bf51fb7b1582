/** Colours that are coded in a way which is not decoded are reported, not shown in silence. */
import { join } from 'node:path'
import { AV_PKT_DATA_DOVI_CONF, AVCOL_SPC_UNSPECIFIED } from 'node-av/constants'
import { FormatContext } from 'node-av/lib'
import { expect, test } from 'vitest'
import { unreadColours } from '../../../src/engine/media/open-input.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { englishOf } from '../../../src/shared/messages/message.ts'
import { testFolder } from '../support/test-folder.ts'
import { type Clip, makeClip } from './make-clip.ts'

const folder = testFolder()

async function warningsOf(clip: Omit<Clip, 'path'>, name: string): Promise<string[]> {
  const path = join(folder, `${name}.mkv`)
  await makeClip({ ...clip, path, frames: 2 })
  const reader = await openMedia(path)
  await reader.close()
  return reader.warnings.map(englishOf)
}

test.each([
  ['YCgCo', { tags: [1, 1, 8] }],
  ['ICtCp', { tags: [9, 16, 14] }],
] as const)('%s is reported', async (coding, clip) => {
  expect(await warningsOf(clip, coding)).toEqual([
    `The colours in “${coding}.mkv” are coded as ${coding}, which is not decoded here: they are wrong, and so may be what is found. Convert the video to BT.709 with another program first.`,
  ])
})

test.each([
  ['BT.709', { tags: [1, 1, 1] }],
  ['BT.2020', { tags: [9, 14, 9] }],
  ['no tags', {}],
] as const)('%s is read without a warning', async (name, clip) => {
  expect(await warningsOf(clip, name)).toEqual([])
})

/** FFmpeg writes no such files: the stream states the record that its readers would find. */
test.each([
  [5, 0, 'Dolby Vision without a base layer for other players'],
  [8, 1, null],
  [8, 4, null],
])('Dolby Vision of profile %i over a base layer of kind %i is %s', (profile, compatibility, coding) => {
  const muxer = new FormatContext()
  muxer.allocOutputContext2(null, 'matroska', null)
  const stream = muxer.newStream(null)
  const record = Buffer.from([1, 0, profile, 6, 1, 0, 1, compatibility, 0, 0, 0, 0])
  stream.codecpar.addCodedSideData(AV_PKT_DATA_DOVI_CONF, record)
  expect(unreadColours(stream, { colorSpace: AVCOL_SPC_UNSPECIFIED })).toBe(coding)
})
