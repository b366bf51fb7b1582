// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { createPlayback } from '../../../../src/renderer/runs/player/playback.ts'

/** An element that shows frames when the test says so. */
function fakeVideo() {
  const video = document.createElement('video')
  let waiting: VideoFrameRequestCallback[] = []
  Object.assign(video, {
    requestVideoFrameCallback: (callback: VideoFrameRequestCallback) => waiting.push(callback),
    cancelVideoFrameCallback: () => {
      waiting = []
    },
  })
  const present = (mediaTime: number) => {
    const told = waiting
    waiting = []
    for (const callback of told) callback(0, { mediaTime } as VideoFrameCallbackMetadata)
  }
  return { video, present }
}

describe('a file that starts late', () => {
  test('is counted from its first frame, as the engine counts it', () => {
    const { video, present } = fakeVideo()
    const playback = createPlayback()
    playback.attach(video)
    const shown: (number | null)[] = []
    playback.onFrame(() => shown.push(playback.shownFrame()))
    present(5)
    playback.seek(0.5)
    expect(video.currentTime).toBe(5.5)
    present(5.48)
    expect(shown[0]).toBe(0)
    expect(shown[1]).toBeCloseTo(0.48)
    expect(playback.elementTime(1)).toBe(6)
  })

  test('waits with a jump until it knows where it starts', () => {
    const { video, present } = fakeVideo()
    const playback = createPlayback()
    playback.seek(2)
    playback.attach(video)
    playback.seek(3)
    expect(video.currentTime).toBe(0)
    present(5)
    expect(video.currentTime).toBe(8)
    expect(playback.getTime()).toBe(3)
  })
})

test('nothing is on the screen before the first frame, nor after the player has gone', () => {
  const { video, present } = fakeVideo()
  const playback = createPlayback()
  expect(playback.shownFrame()).toBeNull()
  const detach = playback.attach(video)
  present(0)
  expect(playback.shownFrame()).toBe(0)
  detach()
  expect(playback.shownFrame()).toBeNull()
})
