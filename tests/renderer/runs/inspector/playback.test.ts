// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
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

test('a film that had loaded before the player was there is asked for its frame once more', () => {
  const { video, present } = fakeVideo()
  const asked: number[] = []
  Object.defineProperties(video, {
    readyState: { value: 4 },
    currentTime: { get: () => 0, set: (time: number) => asked.push(time) },
  })
  const playback = createPlayback()
  playback.attach(video)
  expect(asked).toEqual([0])
  present(0)
  expect(playback.shownFrame()).toBe(0)
})

describe('jumps that follow each other', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Two jumps, the second before the first has ended; counts how often the element is told where to go after that. */
  function hurried() {
    vi.useFakeTimers()
    const { video, present } = fakeVideo()
    Object.defineProperty(video, 'paused', { value: true })
    let at = 0
    let set = 0
    Object.defineProperty(video, 'currentTime', {
      get: () => at,
      set: (timeS: number) => {
        at = timeS
        set++
        video.dispatchEvent(new Event('seeking'))
      },
    })
    const playback = createPlayback()
    playback.attach(video)
    present(0)
    playback.seek(1)
    playback.seek(2)
    set = 0
    return { video, present, asked: () => set }
  }

  test('are asked for once more when nobody tells which frame they have led to, and only once', () => {
    const { video, present, asked } = hurried()
    present(1)
    video.dispatchEvent(new Event('seeked'))
    vi.advanceTimersByTime(1_000)
    expect(asked()).toBe(1)
    video.dispatchEvent(new Event('seeked'))
    vi.advanceTimersByTime(1_000)
    expect(asked()).toBe(1)
  })

  test('are left alone when their frame is told', () => {
    const { video, present, asked } = hurried()
    video.dispatchEvent(new Event('seeked'))
    present(2)
    vi.advanceTimersByTime(1_000)
    expect(asked()).toBe(0)
  })
})
