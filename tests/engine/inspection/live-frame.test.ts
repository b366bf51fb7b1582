import { describe, expect, test } from 'vitest'
import { LiveFrame } from '../../../src/engine/inspection/live-frame.ts'
import { NOTHING, type NodeInput } from '../../../src/engine/nodes/executor.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { noFindings, plainFrame } from '../support/test-frames.ts'

const red: Detection = {
  id: 1,
  classId: 0,
  className: 'red',
  score: 0.9,
  modelNodeId: 'find',
  box: { x1: 20, y1: 20, x2: 90, y2: 80 },
}
const inputOf = (detections: readonly Detection[], size?: { width: number; height: number }): NodeInput => {
  const frame = plainFrame(7, 0.28, [], size)
  const frames = [{ type: 'frames', frame, regions: null, from: 'source' } as const]
  return { frame, frames, detections, events: [], found: noFindings }
}
async function pictureOf(input: NodeInput, isDrawn = false) {
  const live = new LiveFrame()
  const { process } = live.executor({ classNames: ['red'], isDrawn })
  const picture = live.request()
  await process(input)
  return picture
}

describe('a live image of a run', () => {
  test('is rendered only on request', () => {
    const input = inputOf([red])
    const unseen = { ...input.frame, copy: () => expect.unreachable('the frame was copied') }
    const { process } = new LiveFrame().executor({ classNames: [], isDrawn: false })
    expect(process({ ...input, frames: [{ type: 'frames', frame: unseen, regions: null, from: 'source' }] })).toBe(
      NOTHING,
    )
  })

  test('shows boxes if no block draws, and leaves a drawn frame unchanged', async () => {
    const bare = await pictureOf(inputOf([]))
    expect(bare).toMatchObject({ frame_index: 7, time_s: 0.28, width: 160, height: 96 })
    expect((await pictureOf(inputOf([red])))?.jpeg).not.toBe(bare?.jpeg)
    expect((await pictureOf(inputOf([red]), true))?.jpeg).toBe(bare?.jpeg)
  })

  test('is scaled down when the frame is large', async () => {
    const picture = await pictureOf(inputOf([], { width: 1920, height: 1080 }))
    expect(picture).toMatchObject({ width: 960, height: 540 })
  })

  test('is shared by concurrent requests, and unavailable after the last frame', async () => {
    const live = new LiveFrame()
    const { process } = live.executor({ classNames: [], isDrawn: true })
    const both = [live.request(), live.request()]
    await process(inputOf([]))
    const [one, other] = await Promise.all(both)
    expect(other).toBe(one)
    const waiting = live.request()
    live.close()
    expect(await waiting).toBeNull()
    expect(await live.request()).toBeNull()
  })
})
