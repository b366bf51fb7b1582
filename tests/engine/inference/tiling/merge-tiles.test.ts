import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeTiles, type ScoredBox, type TileResult } from '../../../../src/engine/inference/tiling/merge-tiles.ts'
import { type Box, iou } from '../../../../src/shared/domain/geometry.ts'
import { tilesAndWhole } from '../../../../src/shared/domain/tiles.ts'

const WHOLE: Box = { x1: 0, y1: 0, x2: 1920, y2: 1080 }
const OPTIONS = { classAgnostic: false, maxDetections: 300 }

interface Found extends ScoredBox {
  tag: string
}
const found = (x1: number, y1: number, x2: number, y2: number, score: number, classId = 0, tag = ''): Found => ({
  box: { x1, y1, x2, y2 },
  score,
  classId,
  tag,
})

/** The output of a perfect model for an object in an area; null when too little of it is visible. */
function seenIn(area: Box, object: Box): Box | null {
  const box = {
    x1: Math.max(area.x1, object.x1),
    y1: Math.max(area.y1, object.y1),
    x2: Math.min(area.x2, object.x2),
    y2: Math.min(area.y2, object.y2),
  }
  return box.x2 - box.x1 >= 4 && box.y2 - box.y1 >= 4 ? box : null
}

const tiling = fc.record({
  size: fc.integer({ min: 256, max: 800 }),
  overlap: fc.double({ min: 0.1, max: 0.5, noNaN: true }),
})
const object = (most: number) =>
  fc
    .record({
      x: fc.integer({ min: 0, max: 1920 - most }),
      y: fc.integer({ min: 0, max: 1080 - most }),
      width: fc.integer({ min: 8, max: most }),
      height: fc.integer({ min: 8, max: most }),
    })
    .map(({ x, y, width, height }): Box => ({ x1: x, y1: y, x2: x + width, y2: y + height }))
const sureness = fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 100, maxLength: 100 })

/**
 * The results for the tiles of a frame in which a model detects `objects`; `withWhole: false` for those too small in
 * the full frame.
 */
function tilesWith(objects: readonly Box[], areas: readonly Box[], scores: readonly number[]): TileResult<Found>[] {
  let n = 0
  return areas.map((area) => ({
    area,
    found: objects.flatMap((o, i) => {
      const box = seenIn(area, o)
      return box ? [{ box, score: scores[n++ % scores.length] as number, classId: i, tag: `${i}` }] : []
    }),
  }))
}

describe('an object that any tile border cuts is reported once, with its whole box', () => {
  test('also when it is detected in the full frame, whatever the scores', () => {
    fc.assert(
      fc.property(object(900), tiling, sureness, (box, how, scores) => {
        const merged = mergeTiles(tilesWith([box], tilesAndWhole(WHOLE, how), scores), WHOLE, OPTIONS)
        expect(merged.map((m) => m.box)).toEqual([box])
      }),
    )
  })

  test('also when it is too small in the full frame, or missed there', () => {
    fc.assert(
      fc.property(object(900), tiling, sureness, (box, how, scores) => {
        const tiles = tilesAndWhole(WHOLE, how).slice(0, -1)
        const merged = mergeTiles(tilesWith([box], tiles, scores), WHOLE, OPTIONS)
        // Parts of less than four pixels are not detected, so an edge can be missing unless one tile contains the whole
        // object.
        expect(merged).toHaveLength(1)
        expect(iou((merged[0] as Found).box, box)).toBeGreaterThan(0.5)
        const isWhole = tiles.some((t) => iou(seenIn(t, box) ?? t, box) === 1)
        if (isWhole) expect(merged[0]?.box).toEqual(box)
      }),
    )
  })

  test('with the highest score of its parts, and all else from the best detection that is not cut off', () => {
    const results: TileResult<Found>[] = [
      { area: { x1: 0, y1: 0, x2: 640, y2: 640 }, found: [found(600, 100, 640, 200, 0.9, 0, 'part')] },
      { area: { x1: 512, y1: 0, x2: 1152, y2: 640 }, found: [found(600, 100, 700, 200, 0.7, 0, 'whole')] },
      { area: WHOLE, found: [found(598, 99, 703, 202, 0.6, 0, 'far')] },
    ]
    expect(mergeTiles(results, WHOLE, OPTIONS)).toEqual([found(600, 100, 700, 200, 0.9, 0, 'whole')])
  })

  test('of parts only: with the box around them, all else from the highest score', () => {
    const results: TileResult<Found>[] = [
      { area: { x1: 0, y1: 0, x2: 640, y2: 640 }, found: [found(100, 100, 640, 200, 0.5, 0, 'left')] },
      { area: { x1: 512, y1: 0, x2: 1152, y2: 640 }, found: [found(512, 100, 1152, 200, 0.8, 0, 'middle')] },
      { area: { x1: 1024, y1: 0, x2: 1664, y2: 640 }, found: [found(1024, 100, 1500, 200, 0.4, 0, 'right')] },
    ]
    expect(mergeTiles(results, WHOLE, OPTIONS)).toEqual([found(100, 100, 1500, 200, 0.8, 0, 'middle')])
  })
})

test('separate objects are reported unchanged, whatever the tiles', () => {
  const apart = fc
    .array(object(300), { maxLength: 8 })
    .filter((boxes) => boxes.every((a, i) => boxes.every((b, k) => i === k || iou(a, b) === 0)))
  fc.assert(
    fc.property(apart, tiling, sureness, (boxes, how, scores) => {
      // One class: only their positions distinguish them.
      const results = tilesWith(boxes, tilesAndWhole(WHOLE, how), scores).map(({ area, found: all }) => ({
        area,
        found: all.map((f) => ({ ...f, classId: 0 })),
      }))
      const merged = mergeTiles(results, WHOLE, OPTIONS)
      const byTag = new Map(merged.map((m) => [m.tag, m.box]))
      expect(merged).toHaveLength(boxes.length)
      for (const [i, box] of boxes.entries()) expect(byTag.get(`${i}`)).toEqual(box)
    }),
  )
})

test('the result of a single tile is unchanged: nothing merged, by falling score', () => {
  const boxes = fc.array(fc.tuple(object(500), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 30 })
  fc.assert(
    fc.property(boxes, (all) => {
      const list = all.map(([box, score], i) => ({ box, score, classId: 0, tag: `${i}` }))
      const merged = mergeTiles([{ area: WHOLE, found: list }], WHOLE, OPTIONS)
      expect(merged).toEqual([...list].sort((a, b) => b.score - a.score))
    }),
  )
})

describe('detections of different objects', () => {
  const whole = (list: Found[]): TileResult<Found> => ({ area: WHOLE, found: list })
  const tile = (list: Found[]): TileResult<Found> => ({ area: { x1: 0, y1: 0, x2: 640, y2: 640 }, found: list })

  test('a small one in front of a large one, each detected in another tile, are kept', () => {
    const [small, large] = [found(200, 200, 260, 300, 0.9), found(100, 50, 900, 900, 0.8)]
    expect(mergeTiles([tile([small]), whole([large])], WHOLE, OPTIONS)).toEqual([small, large])
  })

  test('two that overlap by half are kept: each tile has both, and each matches itself', () => {
    const [a, b] = [found(100, 100, 200, 300, 0.9), found(140, 100, 240, 300, 0.7)]
    const [a2, b2] = [found(101, 100, 201, 300, 0.5), found(141, 100, 241, 300, 0.8)]
    expect(mergeTiles([tile([a, b]), whole([b2, a2])], WHOLE, OPTIONS)).toEqual([a, b2])
  })

  test('those of different classes are kept, unless they are to suppress each other', () => {
    const [car, truck] = [found(100, 100, 200, 300, 0.7, 0), found(100, 100, 200, 300, 0.8, 1)]
    const results = [tile([car]), whole([truck])]
    expect(mergeTiles(results, WHOLE, OPTIONS)).toEqual([truck, car])
    expect(mergeTiles(results, WHOLE, { ...OPTIONS, classAgnostic: true })).toEqual([truck])
  })
})

test('are limited to the maximum, highest score first', () => {
  const list = Array.from({ length: 20 }, (_, i) => found(60 * i, 0, 60 * i + 50, 50, 0.3 + i / 50))
  const merged = mergeTiles([{ area: WHOLE, found: list }], WHOLE, { ...OPTIONS, maxDetections: 3 })
  expect(merged).toEqual(list.slice(-3).reverse())
})
