// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPlayback } from '../../../../../src/renderer/parts/run/player/playback.ts'

/** A video element that presents frames when the test tells it to. */
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
  test('is timed from its first frame, as in the engine', () => {
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

  test('defers a seek until its start time is known', () => {
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

test('no frame is shown before the first one, nor after the player is detached', () => {
  const { video, present } = fakeVideo()
  const playback = createPlayback()
  expect(playback.shownFrame()).toBeNull()
  const detach = playback.attach(video)
  present(0)
  expect(playback.shownFrame()).toBe(0)
  detach()
  expect(playback.shownFrame()).toBeNull()
})

test('a video that was loaded before the player was attached is seeked beside its time to present its frame', () => {
  const { video, present } = fakeVideo()
  const asked: number[] = []
  Object.defineProperties(video, {
    readyState: { value: 4 },
    currentTime: { get: () => 0, set: (time: number) => asked.push(time) },
  })
  const playback = createPlayback()
  playback.attach(video)
  // Chromium skips a seek to the very same time.
  expect(asked).toEqual([0.0001])
  present(0)
  expect(playback.shownFrame()).toBe(0)
})

describe('seeks in quick succession', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Seeks twice, the second time before the first seek has ended; lists the seeks of the element after that. */
  function hurried(apartMs = 0) {
    vi.useFakeTimers()
    const { video, present } = fakeVideo()
    Object.defineProperty(video, 'paused', { value: true })
    let at = 0
    const later: number[] = []
    Object.defineProperty(video, 'currentTime', {
      get: () => at,
      set: (timeS: number) => {
        at = timeS
        later.push(timeS)
        video.dispatchEvent(new Event('seeking'))
      },
    })
    const playback = createPlayback()
    playback.attach(video)
    present(0)
    playback.seek(1)
    vi.advanceTimersByTime(apartMs)
    playback.seek(2)
    later.length = 0
    return { video, present, later }
  }

  test.each([0, 2_000])('are repeated once, %i ms apart, when no frame callback follows', (apartMs) => {
    const { video, present, later } = hurried(apartMs)
    present(1)
    video.dispatchEvent(new Event('seeked'))
    vi.advanceTimersByTime(1_000)
    expect(later).toEqual([2.0001])
    video.dispatchEvent(new Event('seeked'))
    vi.advanceTimersByTime(1_000)
    expect(later).toEqual([2.0001])
  })

  test('are not repeated when the frame callback arrives', () => {
    const { video, present, later } = hurried()
    video.dispatchEvent(new Event('seeked'))
    present(2)
    vi.advanceTimersByTime(1_000)
    expect(later).toEqual([])
  })
})
