/** The drawing over a video belongs to the frame on the screen, whoever moved the video. */
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MediaFrame } from '../../../../../src/renderer/parts/studio/media-frame/media-frame.tsx'
import type { PickedSource } from '../../../../../src/shared/bridge/studio.ts'
import { createFakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'

type Callback = (now: number, frame: { mediaTime: number }) => void
let waiting: Callback[] = []

beforeEach(() => {
  waiting = []
  Object.assign(HTMLVideoElement.prototype, {
    requestVideoFrameCallback(callback: Callback) {
      waiting.push(callback)
      return waiting.length
    },
  })
})
afterEach(() => {
  delete (HTMLVideoElement.prototype as Partial<HTMLVideoElement>).requestVideoFrameCallback
})

/** Simulates the browser displaying a frame. */
const present = (mediaTime: number) =>
  act(async () => {
    for (const callback of waiting.splice(0)) callback(0, { mediaTime })
  })

const source = {
  uri: 'file:///street.mp4',
  name: 'street.mp4',
  kind: 'video',
  video: { width: 1280, height: 720, native_fps: 25, duration_seconds: 20 },
} as unknown as PickedSource

function Looking() {
  const [at, setAt] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setAt(4)}>
        Look at 4
      </button>
      <output>{at.toFixed(2)}</output>
      <MediaFrame source={source} timeS={at} onMoved={setAt} empty="">
        {(_, isShown) => isShown(at) && <b>boxes of {at.toFixed(2)}</b>}
      </MediaFrame>
    </>
  )
}

async function open() {
  renderWith(createFakeHost(), <Looking />)
  const video = screen.getByLabelText<HTMLVideoElement>('Frame of street.mp4')
  // happy-dom plays nothing: the element only stores its current time.
  let at = 0
  Object.defineProperties(video, {
    currentTime: {
      get: () => at,
      set: (t: number) => {
        at = t
      },
    },
    duration: { value: 20 },
    paused: { value: true },
    seeking: { value: false },
  })
  await act(async () => void fireEvent.loadedMetadata(video))
  return video
}

describe('the drawing over a video', () => {
  it('is hidden before the first frame, and until the sought frame is on the screen', async () => {
    const video = await open()
    expect(screen.queryByText('boxes of 0.00')).toBeNull()
    await present(0)
    expect(screen.getByText('boxes of 0.00')).toBeTruthy()
    fireEvent.click(screen.getByRole('button'))
    expect(screen.queryByText(/boxes/)).toBeNull()
    expect(video.currentTime).toBeCloseTo(4.01)
    await present(3.96)
    expect(screen.queryByText(/boxes/)).toBeNull()
    await present(4)
    expect(screen.getByText('boxes of 4.00')).toBeTruthy()
  })

  it('follows a video moved by something else', async () => {
    const video = await open()
    await present(0)
    video.currentTime = 9
    await act(async () => void fireEvent(video, new Event('seeked')))
    expect(video.currentTime).toBe(9)
    await present(9)
    expect(screen.getByRole('status').textContent).toBe('9.00')
    expect(screen.getByText('boxes of 9.00')).toBeTruthy()
  })

  it('counts from the first frame of a file that starts late', async () => {
    const video = await open()
    await present(1.4)
    expect(screen.getByText('boxes of 0.00')).toBeTruthy()
    fireEvent.click(screen.getByRole('button'))
    expect(video.currentTime).toBeCloseTo(5.41)
  })
})
