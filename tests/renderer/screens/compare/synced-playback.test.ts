// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createPlayback } from '../../../../src/renderer/parts/run/player/playback.ts'
import { createSyncedPlayback } from '../../../../src/renderer/screens/compare/comparison/synced-playback.ts'

/** A deck of 10 s that plays by hand: its time changes only when the test sets it. */
function deck() {
  const element = Object.assign(new EventTarget(), {
    currentTime: 0,
    duration: 10,
    paused: true,
    playbackRate: 1,
    play: async () => {
      element.paused = false
    },
    pause: () => {
      element.paused = true
    },
    requestVideoFrameCallback: (callback: VideoFrameRequestCallback) => {
      present = (mediaTime) => callback(0, { mediaTime } as VideoFrameCallbackMetadata)
      return 1
    },
    cancelVideoFrameCallback: () => {},
  })
  let present = (_mediaTime: number) => {}
  return { element, present: (mediaTime: number) => present(mediaTime) }
}

test('a pause right after play stops both videos on one frame', () => {
  const [a, b] = [createPlayback(), createPlayback()]
  const [first, second] = [deck(), deck()]
  a.attach(first.element)
  b.attach(second.element)
  first.present(0)
  second.present(0)
  const synced = createSyncedPlayback(a, b, { current: (timeS) => timeS + 0.02 })
  synced.play()
  first.present(1)
  second.present(1.12)
  synced.pause()
  expect([first.element.paused, second.element.paused]).toEqual([true, true])
  expect(first.element.currentTime).toBeCloseTo(1.02)
  expect(second.element.currentTime).toBeCloseTo(1.02)
})
