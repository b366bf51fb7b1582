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

/** Feeds frames at the given rate and returns the resulting ids. */
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
  it('reports an object of the first frame immediately, and a later one at its second sighting', () => {
    const f = feeder({ tracker })
    expect(f.ids(detection(100, 100))).toEqual([1])
    expect(f.ids(detection(102, 100), detection(600, 100))).toEqual([1])
    expect(f.ids(detection(104, 100), detection(602, 100))).toEqual([1, 2])
  })

  it('does not report an object seen in one frame only, and does not assign its id again', () => {
    const f = feeder({ tracker })
    expect(f.ids(detection(100, 100))).toEqual([1])
    expect(f.ids(detection(100, 100), detection(600, 100))).toEqual([1])
    expect(f.ids(detection(100, 100))).toEqual([1])
    expect(f.ids(detection(100, 100), detection(900, 100))).toEqual([1])
    expect(f.ids(detection(100, 100), detection(900, 100))).toEqual([1, 3])
  })

  it('treats a second sighting with little overlap as another object', () => {
    const f = feeder({ tracker })
    expect(f.ids(detection(100, 100))).toEqual([1])
    expect(f.ids(detection(100, 100), detection(600, 100))).toEqual([1])
    // IoU 0.2, weighed by the score a distance of 0.82.
    expect(f.ids(detection(100, 100), detection(627, 100))).toEqual([1])
    expect(f.ids(detection(100, 100), detection(627, 100))).toEqual([1, 3])
  })

  it('follows a known object through detections of low score but starts no track from them', () => {
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
    'keeps the id or not (at %d frames a second, %d s to forget, %d frames without it: same id %s)',
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

  it('uses media time when frames are not evenly spaced', () => {
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

  it('keeps the fields of the detection and assigns the most frequent class', () => {
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

  it('drops boxes that are empty or not finite', () => {
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
  it('stays fast and bounded when every frame shows only new objects and time does not advance', () => {
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
    // The first ones are beyond the limit: the same position is a new object.
    const again = t.update([spot(0)], { index: 1100, ptsS: 0, width: 5820, height: 4000 })
    expect(again).toEqual([])
    expect(t.update([spot(0)], { index: 1101, ptsS: 0, width: 5820, height: 4000 })[0]?.trackId).toBe(2201)
  })
})

describe('settings', () => {
  const car = { classId: 2, className: 'car' }
  const truck = { classId: 7, className: 'truck' }

  it('follow an object through a change of class, or each class separately', () => {
    const together = feeder({ class_handling: 'together' })
    expect(together.ids(detection(100, 100, car))).toEqual([1])
    expect(together.ids(detection(101, 100, truck))).toEqual([1])
    const apart = feeder({ class_handling: 'apart' })
    expect(apart.ids(detection(100, 100, car))).toEqual([1])
    expect(apart.ids(detection(101, 100, truck))).toEqual([])
    expect(apart.ids(detection(101, 100, truck), detection(101, 100, car))).toEqual([1, 2])
  })

  it('match detections of low score and second sightings up to their own distances', () => {
    // Moved by 20 of 40 pixels: a distance of two thirds.
    const unsure = detection(120, 100, { score: 0.3 })
    expect(ids({ second_match_threshold: 0.5 }, [detection(100, 100)], [unsure])).toEqual([[1], []])
    expect(ids({ second_match_threshold: 0.8 }, [detection(100, 100)], [unsure])).toEqual([[1], [1]])
    const twice = [[], [detection(100, 100)], [detection(120, 100)]]
    expect(ids({ unconfirmed_match_threshold: 0.6 }, ...twice)).toEqual([[], [], []])
    expect(ids({ unconfirmed_match_threshold: 0.8 }, ...twice)).toEqual([[], [], [1]])
  })

  it('weigh overlap by confidence only if enabled', () => {
    // A distance of 0.67 by overlap alone, of 0.8 weighed by the confidence.
    const clip = [[detection(100, 100)], [detection(120, 100, { score: 0.6 })]]
    expect(ids({ fuse_score: true, match_threshold: 0.75 }, ...clip)).toEqual([[1], []])
    expect(ids({ fuse_score: false, match_threshold: 0.75 }, ...clip)).toEqual([[1], [1]])
  })

  it('drop boxes that are too small or too wide', () => {
    const small = detection(100, 100)
    const wide = detection(300, 100, { box: { x1: 300, y1: 100, x2: 500, y2: 200 } })
    expect(ids({ min_box_area: 3200 }, [small, wide])).toEqual([[1, 2]])
    expect(ids({ min_box_area: 3300 }, [small, wide])).toEqual([[2]])
    expect(ids({ max_aspect_ratio: 1.6 }, [small, wide])).toEqual([[1]])
  })

  function ids(config: Partial<ConfigOf<'track'>>, ...frames: Detection[][]): number[][] {
    const f = feeder(config)
    return frames.map((detections) => f.ids(...detections))
  }
})

describe('appearance', () => {
  const red = Float32Array.of(1, 0)
  const green = Float32Array.of(0, 1)

  /** Ids in the order of the detections; null for one without. */
  function follow(config: Partial<ConfigOf<'track'>>, frames: [x: number, look: Float32Array | null][][]) {
    const tracker = createTracker(withDefaults('track', { tracker: 'botsort', ...config }))
    return frames.map((objects, index) => {
      const detections = objects.map(([x], id) => detection(x, 100, { id }))
      const known = detections.flatMap((d, i): [Detection, Float32Array][] => {
        const look = objects[i]?.[1]
        return look ? [[d, look]] : []
      })
      const appearances = new Map(known)
      const tracks = tracker.update(detections, { index, ptsS: index / 30, width: 1280, height: 720, appearances })
      return detections.map((d) => tracks.find((t) => t.id === d.id)?.trackId ?? null)
    })
  }

  it('decides between boxes that fit equally well', () => {
    const start: [number, Float32Array][] = [
      [100, red],
      [112, green],
    ]
    // Each has moved by the distance between them: overlap alone swaps them.
    const crossed: [number, Float32Array | null][] = [
      [111, red],
      [101, green],
    ]
    expect(follow({}, [start, crossed])).toEqual([
      [1, 2],
      [1, 2],
    ])
    expect(follow({}, [start, crossed.map(([x]) => [x, null])])).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  it('counts only for boxes that are near, and appearances that are similar', () => {
    const jump: [number, Float32Array][][] = [[[100, red]], [[600, red]], [[600, red]]]
    expect(follow({}, jump)).toEqual([[1], [null], [2]])
    expect(follow({ proximity_threshold: 1 }, jump)).toEqual([[1], [1], [1]])
    const other: [number, Float32Array][][] = [[[100, red]], [[600, green]], [[600, green]]]
    expect(follow({ proximity_threshold: 1 }, other)).toEqual([[1], [null], [2]])
    // Half the cosine distance of a right angle is 0.5.
    expect(follow({ proximity_threshold: 1, appearance_threshold: 0.6 }, other)).toEqual([[1], [1], [1]])
  })

  it('is kept as a running mean', () => {
    const turning: [number, Float32Array][][] = [[[100, red]], [[600, green]], [[100, red]]]
    const loose = { proximity_threshold: 1, appearance_threshold: 0.6 }
    // The track is at 600 now; its similarity to red depends on the weight of the old appearance.
    const strict = (momentum: number) => {
      const tracker = createTracker(
        withDefaults('track', { tracker: 'botsort', ...loose, appearance_momentum: momentum }),
      )
      turning.forEach(([object], index) => {
        const d = detection(object?.[0] as number, 100)
        const appearances = new Map([[d, object?.[1] as Float32Array]])
        tracker.update([d], { index, ptsS: index / 30, width: 1280, height: 720, appearances })
      })
      return [...(tracker.save().tracked[0]?.appearance ?? [])]
    }
    const [x, y] = strict(0.9) as [number, number]
    expect(Math.hypot(x, y)).toBeCloseTo(1, 6)
    // (0.9, 0.1) at length 1, then 0.9 of that and 0.1 of red.
    const first = [0.9 / Math.hypot(0.9, 0.1), 0.1 / Math.hypot(0.9, 0.1)] as const
    expect(y / x).toBeCloseTo((0.9 * first[1]) / (0.9 * first[0] + 0.1), 5)
    expect(strict(0)).toEqual([1, 0])
  })
})
