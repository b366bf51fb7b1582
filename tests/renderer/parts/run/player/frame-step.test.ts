import { describe, expect, test } from 'vitest'
import { stepInIndex } from '../../../../../src/renderer/parts/run/player/frame-step.ts'
import { FrameIndex } from '../../../../../src/renderer/parts/run/records/tracks/frame-index.ts'

const FRAME_S = 0.04

/** The index of a run of a 25 fps video that processed these frames. */
function written(
  times: readonly number[],
  { sample_fps = null as number | null, numbers = times.map((_, i) => i) } = {},
) {
  const index = new FrameIndex()
  const source = { id: 's', type: 'source', config: { kind: 'video', ...(sample_fps !== null && { sample_fps }) } }
  index.addLine(JSON.stringify({ record: 'header', workflow: { graph: { version: 1, nodes: [source], edges: [] } } }))
  for (const [i, time_s] of times.entries())
    index.addLine(JSON.stringify({ record: 'frame', frame_index: numbers[i], time_s, detections: [] }))
  return index
}

describe('a step by one frame', () => {
  test('leads to the next record when the run processed every frame', () => {
    const index = written([0, 0.04, 0.08])
    expect(stepInIndex(index, 0.05, 1, FRAME_S)).toBeCloseTo(0.1)
    expect(stepInIndex(index, 0.05, -1, FRAME_S)).toBeCloseTo(0.02)
    expect(stepInIndex(index, 0.1, 1, FRAME_S)).toBeNull()
  })

  test('leads to the next record in a video with a variable frame rate, however long a frame lasts', () => {
    expect(stepInIndex(written([0, 0.04, 0.5, 0.54]), 0.3, 1, FRAME_S)).toBeCloseTo(0.52)
  })

  test('does not lead to the next record of a run that samples some frames per second', () => {
    const index = written([0, 0.2, 0.4], { sample_fps: 5 })
    expect(stepInIndex(index, 0.02, 1, FRAME_S)).toBeNull()
    expect(stepInIndex(index, 0.15, 1, FRAME_S)).toBeNull()
    expect(stepInIndex(index, 0.22, -1, FRAME_S)).toBeNull()
  })

  test('leads to the next record of such a run when its rate skips no frames', () => {
    expect(stepInIndex(written([0, 0.04, 0.08], { sample_fps: 25 }), 0.05, 1, FRAME_S)).toBeCloseTo(0.1)
  })

  test('does not lead to the next record when a condition kept frames out of the file', () => {
    expect(stepInIndex(written([0, 0.04, 0.2], { numbers: [0, 1, 5] }), 0.05, 1, FRAME_S)).toBeNull()
  })
})
