import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MediaInfo } from '../../../src/engine/media/frame.ts'
import { expectedFrames, progressOf } from '../../../src/engine/runtime/figures.ts'
import { asRunFailure } from '../../../src/engine/runtime/run-failure.ts'
import { VERSION } from '../../../src/shared/domain/version.ts'
import { root } from '../support/bundles.ts'

const media = (info: Partial<MediaInfo> = {}): MediaInfo => ({
  ...{ kind: 'video', codec: 'h264', durationS: 10, nativeFps: 25, frameCount: 251, hasAudio: false },
  ...{ width: 1, height: 1 },
  ...info,
})

describe('expected number of frames', () => {
  test.each([
    ['what the media says', media(), null, null, 251],
    ['from duration and rate where it says nothing', media({ frameCount: null }), null, null, 250],
    ['sampled', media(), 5, null, 50],
    ['a sample rate above the media’s adds none', media(), 100, null, 250],
    ['limited', media(), null, 2, 50],
    ['a limit beyond the end', media(), null, 20, 250],
    ['an image', media({ kind: 'image' }), 5, 3, 1],
    ['unknown', media({ frameCount: null, durationS: null }), null, null, null],
  ])('is calculated from the metadata: %s', (_, info, sampleFps, limitS, frames) => {
    expect(expectedFrames(info, sampleFps, limitS)).toBe(frames)
  })
})

test('an estimate that was too low never shows more than 100 %', () => {
  expect(progressOf(12, 10, 1, 2)).toMatchObject({ frames_done: 12, frames_total: 12, seconds_left: 0 })
  expect(progressOf(5, null, 1, 2)).toMatchObject({ frames_total: null, seconds_left: null })
  expect(progressOf(5, 10, 1, 2.5)).toMatchObject({ seconds_left: 2 })
})

test.each([
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EACCES', 'output_unwritable'],
  ['EROFS', 'output_unwritable'],
])('the code %s of a failed write becomes %s', (code, expected) => {
  const error = Object.assign(new Error(`${code}: write`), { code, path: '/out/video.mp4' })
  expect(asRunFailure(error, 'film')).toMatchObject({ code: expected, nodeId: 'film' })
})

test('the version is that of the package', () => {
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version).toBe(VERSION)
})
