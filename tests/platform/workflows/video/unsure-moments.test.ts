import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unsureMoments } from '../../../../src/platform/workflows/video/selections.ts'

interface Found {
  time_s: number
  confidences: readonly number[]
}

async function* linesOf(frames: readonly Found[]) {
  yield JSON.stringify({ record: 'header', format: 'sightline-results', version: 1 })
  for (const { time_s, confidences } of frames) {
    const detections = confidences.map((confidence) => ({ confidence }))
    yield JSON.stringify({ record: 'frame', time_s, detections })
  }
}

const LIMITS = { below: 0.5, count: 10, min_gap_s: 1 }

it('takes the frames with the least sure detections, and no frame without detections', async () => {
  const frames = [
    { time_s: 0, confidences: [0.9, 0.3] },
    { time_s: 2, confidences: [] },
    { time_s: 4, confidences: [0.49] },
    { time_s: 6, confidences: [0.5] },
    { time_s: 8, confidences: [0.1] },
  ]
  expect(await unsureMoments(linesOf(frames), LIMITS)).toEqual([0, 4, 8])
  expect(await unsureMoments(linesOf(frames), { ...LIMITS, count: 2 })).toEqual([0, 8])
})

it('takes of frames that are close to each other the least sure one', async () => {
  const frames = [0.4, 0.2, 0.3].map((confidence, i) => ({ time_s: i * 0.4, confidences: [confidence] }))
  expect(await unsureMoments(linesOf(frames), LIMITS)).toEqual([0.4])
  expect(await unsureMoments(linesOf(frames), { ...LIMITS, min_gap_s: 0 })).toEqual([0, 0.4, 0.8])
})

it('equals a plain choice: the least sure first, each at the gap from all before', async () => {
  const frame = fc.record({
    time_s: fc.integer({ min: 0, max: 2_000 }).map((t) => t / 100),
    confidences: fc.array(
      fc.integer({ min: 0, max: 10_000 }).map((c) => c / 10_000),
      { maxLength: 3 },
    ),
  })
  const frames = fc.uniqueArray(frame, { selector: ({ time_s }) => time_s, maxLength: 80 })
  const limits = fc.record({
    below: fc.constantFrom(0.2, 0.5, 1),
    count: fc.integer({ min: 1, max: 30 }),
    min_gap_s: fc.constantFrom(0, 0.25, 1, 3),
  })
  await fc.assert(
    fc.asyncProperty(frames, limits, async (recorded, { below, count, min_gap_s }) => {
      const lowest = ({ confidences }: Found) => Math.min(...confidences)
      const taken: number[] = []
      const unsure = recorded.filter((one) => one.confidences.length > 0 && lowest(one) < below)
      for (const { time_s } of unsure.sort((a, b) => lowest(a) - lowest(b) || a.time_s - b.time_s)) {
        if (taken.length < count && taken.every((t) => Math.abs(t - time_s) >= min_gap_s)) taken.push(time_s)
      }
      expect(await unsureMoments(linesOf(recorded), { below, count, min_gap_s })).toEqual(taken.sort((a, b) => a - b))
    }),
  )
})
