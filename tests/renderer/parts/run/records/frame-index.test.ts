import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FrameIndex } from '../../../../../src/renderer/parts/run/records/tracks/frame-index.ts'

interface Found {
  track_id?: number | null
  class_name?: string
  x1?: number
  rings?: number[][]
  keypoints?: number[][]
}

const frameLine = (frame_index: number, time_s: number, detections: Found[] = []) =>
  JSON.stringify({
    record: 'frame',
    frame_index,
    time_s,
    detections: detections.map((d, id) => ({
      id,
      parent_id: null,
      track_id: null,
      class_id: 0,
      class_name: 'car',
      confidence: 0.5,
      x1: 10,
      y1: 20,
      x2: 30,
      y2: 60,
      model_node_id: 'm',
      ...d,
    })),
  })

const indexOf = (lines: string[]) => {
  const index = new FrameIndex()
  for (const line of lines) index.addLine(line)
  return index
}

describe('reading', () => {
  const index = indexOf([
    '{"record":"header","source":{"width":640,"height":360}}',
    frameLine(0, 0, [{ track_id: 4, x1: 1.25 }, { class_name: 'person' }]),
    '{"record":"event","type":"line_crossing","geometry":"Gate","time_s":0.01}',
    '{"record":"frame","frame_index":1,"time_s":0.0',
    frameLine(1, 0.04),
    frameLine(2, 0.08, [{ track_id: 4, x1: 5, rings: [[1, 2, 3, 4, 5, 6]] }]),
  ])

  test('indexes frames and skips events and broken lines', () => {
    expect(index.frameCount).toBe(3)
    expect(index.detectionCount).toBe(3)
    expect(index.header?.source).toEqual({ width: 640, height: 360 })
    expect([0, 1, 2].map((f) => index.frameNumberOf(f))).toEqual([0, 1, 2])
  })

  test('returns the detections of a frame', () => {
    const [car, person] = index.detectionsOf(0)
    expect(car).toMatchObject({ className: 'car', trackId: 4, modelNodeId: 'm', rings: null })
    expect(car?.box).toEqual({ x1: 1.25, y1: 20, x2: 30, y2: 60 })
    expect(person).toMatchObject({ className: 'person', trackId: null })
    expect(index.detectionsOf(1)).toEqual([])
  })

  test('keeps masks and keypoints of records that carry them', () => {
    expect(index.detectionsOf(2)[0]?.rings).toEqual([[1, 2, 3, 4, 5, 6]])
    expect([index.hasMasks, index.hasKeypoints]).toEqual([true, false])
  })

  test('indexes the sightings of each track', () => {
    expect([...index.sightings.keys()]).toEqual([4])
    expect(index.sightings.get(4)?.frames).toEqual([0, 2])
  })
})

describe('the frame on the screen', () => {
  test('is the record within half a frame, and missing when there is none', () => {
    const index = indexOf([frameLine(0, 0), frameLine(1, 0.04), frameLine(11, 0.44)])
    expect(index.frameShownAt(0.041, 0.04)).toBe(1)
    expect(index.frameShownAt(0.059, 0.04)).toBe(1)
    expect(index.frameShownAt(0.08, 0.04)).toBe(-1)
    expect(index.frameShownAt(0.43, 0.04)).toBe(2)
    expect(index.frameShownAt(-0.03, 0.04)).toBe(-1)
  })

  const risingTimes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 200 }).map((gaps) => {
    let timeS = 0
    return gaps.map((gap) => {
      timeS += gap / 1000
      return timeS
    })
  })

  test('is found for every frame, at any frame rate: by its own time and by the time of a seek to it', () => {
    fc.assert(
      fc.property(risingTimes, (times) => {
        const index = indexOf(times.map((t, i) => frameLine(i, Number(t.toFixed(6)))))
        for (let i = 0; i < times.length; i++) {
          expect(index.frameShownAt(times[i] as number, 0.001)).toBe(i)
          const landing = index.middleOf(i, 0.04)
          expect(index.frameAtOrBefore(landing)).toBe(i)
        }
      }),
    )
  })

  test('agrees with a linear search over all frames', () => {
    fc.assert(
      fc.property(risingTimes, fc.integer({ min: -100, max: 90_000 }), (times, ms) => {
        const index = indexOf(times.map((t, i) => frameLine(i, Number(t.toFixed(6)))))
        const timeS = ms / 1000
        const near = times.map((t) => Math.abs(t - timeS))
        const least = Math.min(...near)
        const found = index.frameShownAt(timeS, 0.04)
        if (least > 0.0201) expect(found).toBe(-1)
        if (least < 0.0199) expect(near[found]).toBeCloseTo(least, 5)
      }),
    )
  })
})

test('keypoints are parsed in the format of results files', () => {
  const index = indexOf([frameLine(0, 0, [{ keypoints: [[12, 34, 0.9]] }, {}])])
  expect(index.detectionsOf(0).map((d) => d.keypoints)).toEqual([[{ x: 12, y: 34, score: 0.9 }], null])
})

test('a long file is indexed completely and lookups stay fast', () => {
  const index = new FrameIndex()
  for (let i = 0; i < 20_000; i++) index.addLine(frameLine(i, i / 25, [{ track_id: 1 + (i % 50) }]))
  expect(index.frameCount).toBe(20_000)
  expect(index.frameShownAt(19_999 / 25, 0.04)).toBe(19_999)
  expect(index.sightings.get(50)?.frames.at(-1)).toBe(19_999)
})
