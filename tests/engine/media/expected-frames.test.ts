import { describe, expect, test } from 'vitest'
import { expectedFrames } from '../../../src/engine/media/expected-frames.ts'
import type { MediaInfo } from '../../../src/engine/media/frame.ts'

const media = (info: Partial<MediaInfo> = {}): MediaInfo => ({
  kind: 'video',
  codec: 'h264',
  durationS: 10,
  nativeFps: 25,
  frameCount: 251,
  hasAudio: false,
  width: 1,
  height: 1,
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
