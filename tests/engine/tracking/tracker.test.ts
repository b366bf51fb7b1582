import { describe, expect, it } from 'vitest'
import { createTracker, type Tracker } from '../../../src/engine/tracking/tracker.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'

const detection = (x: number, y: number, more: Partial<Detection> = {}): Detection => ({
  box: { x1: x, y1: y, x2: x + 40, y2: y + 80 },
  score: 0.9,
  classId: 0,
  className: 'person',
  modelNodeId: 'model',
  id: 1,
  ...more,
})

/** Feeds frames at the given rate and says which ids came out. */
function feeder(config: Partial<ConfigOf<'track'>> = {}, fps = 30) {
  const tracker: Tracker = createTracker(withDefaults('track', config))
  let index = 0
  const update = (...detections: Detection[]) => {
    const tracks = tracker.update(detections, { index, ptsS: index / fps, width: 1280, height: 720 })
    index += 1
    return tracks
  }
  return {
    update,
    ids: (...detections: Detection[]) => update(...detections).map((t) => t.trackId),
    skip: (frames: number) => {
      for (let k = 0; k < frames; k++) update()
    },
  }
}

describe.each(['bytetrack', 'botsort'] as const)('%s', (tracker) => {
  it('tells of an object of the first frame at once, and of a later one when it is seen again', () => {
    const f = feeder({ tracker })
    expect(f.ids(detection(100, 100))).toEqual([1])
    expect(f.ids(detection(102, 100), detection(600, 100))).toEqual([1])
    expect(f.ids(detection(104, 100), detection(602, 100))).toEqual([1, 2])
  })

  it('does not tell of something seen in one frame only, and does not give its id again', () => {
    const f = feeder({ tracker })
    expect(f.ids(detection(100, 100))).toEqual([1])
    expect(f.ids(detection(100, 100), detection(600, 100))).toEqual([1])
    expect(f.ids(detection(100, 100))).toEqual([1])
    expect(f.ids(detection(100, 100), detection(900, 100))).toEqual([1])
    expect(f.ids(detection(100, 100), detection(900, 100))).toEqual([1, 3])
  })

  it('takes a second sighting that overlaps little for another object', () => {
    const f = feeder({ tracker })
    expect(f.ids(detection(100, 100))).toEqual([1])
    expect(f.ids(detection(100, 100), detection(600, 100))).toEqual([1])
    // IoU 0.2, weighed by the score a distance of 0.82.
    expect(f.ids(detection(100, 100), detection(627, 100))).toEqual([1])
    expect(f.ids(detection(100, 100), detection(627, 100))).toEqual([1, 3])
  })

  it('follows a known object through unsure detections but starts none from them', () => {
    const f = feeder({ tracker })
    expect(f.ids(detection(100, 100), detection(600, 100, { score: 0.65 }))).toEqual([1])
    expect(f.ids(detection(101, 100, { score: 0.2 }), detection(600, 100, { score: 0.2 }))).toEqual([1])
    expect(f.ids(detection(102, 100, { score: 0.05 }))).toEqual([])
  })

  it.each([
    // A gap is one frame longer than the number of frames without the object.
    [30, 1, 29, true],
    [30, 1, 30, false],
    [29.97, 1, 29, true],
    [29.97, 1, 30, false],
    [25, 2, 49, true],
    [25, 2, 50, false],
    [2, 5, 9, true],
    [2, 5, 10, false],
    [10, 0, 1, false],
  ])(
    'at %d frames a second, %d s to forget, %d frames without it: same id %s',
    (fps, lost_after_s, missing, within) => {
      const f = feeder({ tracker, lost_after_s }, fps)
      f.skip(1)
      f.update(detection(100, 100))
      expect(f.ids(detection(100, 100))).toEqual([1])
      f.skip(missing)
      const back = f.ids(detection(100, 100))
      expect(back).toEqual(within ? [1] : [])
      expect(f.ids(detection(100, 100))).toEqual(within ? [1] : [2])
    },
  )

  it('goes by media time when frames are not evenly spaced', () => {
    const t = createTracker(withDefaults('track', { tracker }))
    const at = (ptsS: number, index: number, ...detections: Detection[]) =>
      t.update(detections, { index, ptsS, width: 1280, height: 720 }).map((d) => d.trackId)
    expect(at(0, 0, detection(100, 100))).toEqual([1])
    expect(at(0.5, 1)).toEqual([])
    expect(at(0.99, 2, detection(100, 100))).toEqual([1])
    expect(at(2.5, 3)).toEqual([])
    expect(at(2.6, 4, detection(100, 100))).toEqual([])
    expect(at(2.7, 5, detection(100, 100))).toEqual([2])
  })

  it('keeps what the detection said and gives it the class it was most often called', () => {
    const f = feeder({ tracker })
    const car = { classId: 2, className: 'car' }
    const truck = { classId: 7, className: 'truck' }
    const seen = [car, truck, truck, car, car, truck, car].map((kind, k) => {
      const [track] = f.update(detection(100, 100, { ...kind, score: 0.8 + k / 100, id: k, parentId: 40 + k }))
      expect(track).toMatchObject({ id: k, parentId: 40 + k, score: 0.8 + k / 100, modelNodeId: 'model', trackId: 1 })
      return `${track?.className} ${track?.classId}`
    })
    // Ties go to the latest.
    expect(seen).toEqual(['car 2', 'truck 7', 'truck 7', 'car 2', 'car 2', 'truck 7', 'car 2'])
  })

  it('leaves out boxes that are empty or not finite', () => {
    const f = feeder({ tracker })
    const broken: Detection[] = [
      detection(0, 0, { box: { x1: 5, y1: 5, x2: 5, y2: 50 } }),
      detection(0, 0, { box: { x1: 5, y1: 50, x2: 50, y2: 5 } }),
      detection(0, 0, { box: { x1: Number.NaN, y1: 0, x2: 10, y2: 10 } }),
      detection(0, 0, { box: { x1: 0, y1: 0, x2: Number.POSITIVE_INFINITY, y2: 10 } }),
      detection(0, 0, { score: Number.NaN }),
    ]
    expect(f.ids(...broken)).toEqual([])
    expect(f.ids(...broken, detection(300, 300))).toEqual([])
    expect(f.ids(...broken, detection(300, 300))).toEqual([1])
  })
})

describe('memory', () => {
  it('stays fast and forgets when every frame shows only new objects and time stands still', () => {
    const t = createTracker(withDefaults('track', { lost_after_s: 600 }))
    const spot = (k: number) => detection((k % 97) * 60, Math.floor(k / 97) * 100)
    let id = 0
    for (let index = 0; index < 1100; index++) {
      // Each object is seen twice, so that it is confirmed and then lost.
      const shown = Array.from({ length: 4 }, (_, k) => spot((index >> 1) * 4 + k))
      for (const track of t.update(shown, { index, ptsS: 0, width: 5820, height: 4000 }))
        id = Math.max(id, track.trackId)
    }
    expect(id).toBe(2200)
    // The first ones are past the number that is remembered: the same spot is a new object.
    const again = t.update([spot(0)], { index: 1100, ptsS: 0, width: 5820, height: 4000 })
    expect(again).toEqual([])
    expect(t.update([spot(0)], { index: 1101, ptsS: 0, width: 5820, height: 4000 })[0]?.trackId).toBe(2201)
  })
})
