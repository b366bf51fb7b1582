/** Annotations of pictures that are made of an image, by properties that hold for any image. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clippedLine,
  clippedRings,
  filledArea,
  lengthOf,
} from '../../../../src/platform/exchange/derived-datasets/clip-outlines.ts'
import { countPictures, planPictures } from '../../../../src/platform/exchange/derived-datasets/plan-pictures.ts'
import { carried } from '../../../../src/platform/exchange/derived-datasets/transform-annotation.ts'
import {
  IDENTITY,
  inTurn,
  inverse,
  mapped,
  rotation,
  scaling,
  translation,
} from '../../../../src/shared/domain/affine.ts'
import { insidePolygon, type Point } from '../../../../src/shared/domain/geometry.ts'

const SIZE = { width: 400, height: 300 }
const SHA = 'a'.repeat(64)
const coordinate = fc.double({ min: -200, max: 600, noNaN: true })
const point = fc.record({ x: coordinate, y: coordinate })

/** A ring around a centre that does not cross itself, whichever its radii are. */
const star = fc
  .tuple(point, fc.array(fc.double({ min: 5, max: 250, noNaN: true }), { minLength: 3, maxLength: 24 }))
  .map(([{ x, y }, radii]) =>
    radii.map((radius, i) => {
      const angle = (2 * Math.PI * i) / radii.length
      return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
    }),
  )
/** The same with a hole of half the size around the same centre. */
const holed = fc
  .tuple(point, fc.double({ min: 20, max: 250, noNaN: true }), fc.integer({ min: 3, max: 12 }))
  .map(([{ x, y }, radius, n]) =>
    [radius, radius / 2].map((r, k) =>
      Array.from({ length: n }, (_, i) => {
        const angle = ((k === 0 ? 1 : -1) * 2 * Math.PI * i) / n
        return { x: x + r * Math.cos(angle), y: y + r * Math.sin(angle) }
      }),
    ),
  )
const frame = (map = IDENTITY) => ({ map, size: SIZE, cutouts: [], minVisible: 0 })
const isFilled = (p: Point, rings: readonly (readonly Point[])[]) =>
  rings.filter((ring) => insidePolygon(p, ring)).length % 2 === 1
const tiles = (rows: number, columns: number, overlap = 0) =>
  planPictures({ tile: { rows, columns, overlap }, seed: 0, min_visible: 0 }, { ...SIZE, sha256: SHA })

describe('a polygon that is cut at the borders', () => {
  it('contains a point inside exactly when it contained the point before', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          star.map((ring) => [ring]),
          holed,
        ),
        fc.array(point, { maxLength: 40 }),
        (rings, points) => {
          const cut = clippedRings(rings, SIZE)
          for (const p of points) {
            const isInImage = p.x > 1e-6 && p.y > 1e-6 && p.x < SIZE.width - 1e-6 && p.y < SIZE.height - 1e-6
            if (isInImage) expect(isFilled(p, cut)).toBe(isFilled(p, rings))
          }
          for (const { x, y } of cut.flat()) {
            expect(x >= 0 && y >= 0 && x <= SIZE.width && y <= SIZE.height).toBe(true)
          }
        },
      ),
    )
  })

  it('stays the same when it is inside', () => {
    const rings = [[10, 10, 100, 10, 50, 90].flatMap((x, i, all) => (i % 2 ? [] : [{ x, y: all[i + 1] as number }]))]
    expect(clippedRings(rings, SIZE)).toEqual(rings)
  })

  it('becomes several outlines where the border separates its parts', () => {
    const comb = [
      ...[
        { x: -20, y: 10 },
        { x: 50, y: 10 },
        { x: 50, y: 30 },
        { x: -10, y: 30 },
      ],
      ...[
        { x: -10, y: 60 },
        { x: 50, y: 60 },
        { x: 50, y: 80 },
        { x: -20, y: 80 },
      ],
    ]
    const cut = clippedRings([comb], SIZE)
    expect(cut.map((ring) => ring.length)).toEqual([4, 4])
    expect(cut.map((ring) => filledArea([ring]))).toEqual([1000, 1000])
  })
})

describe('annotations in tiles', () => {
  it('have the area and the length of the original together, when tiles do not overlap', () => {
    fc.assert(
      fc.property(star, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), (ring, rows, columns) => {
        const parts = tiles(rows, columns)
        const lines = parts.map(({ map, size }) => {
          const line = clippedLine(
            ring.map((p) => mapped(map, p)),
            size,
          )
          return line.reduce((sum, part) => sum + lengthOf(part), 0)
        })
        const areas = parts.map(({ map, size }) =>
          clippedRings([ring.map((p) => mapped(map, p))], size).reduce((sum, one) => sum + filledArea([one]), 0),
        )
        const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
        const whole = clippedRings([ring], SIZE).reduce((sum, one) => sum + filledArea([one]), 0)
        expect(total(areas)).toBeCloseTo(whole, 4)
        const length = clippedLine(ring, SIZE).reduce((sum, part) => sum + lengthOf(part), 0)
        expect(total(lines)).toBeCloseTo(length, 4)
      }),
    )
  })

  it('cover the image, in whole pixels, with as many tiles as were counted', () => {
    const n = fc.integer({ min: 1, max: 8 })
    const overlap = fc.double({ min: 0, max: 0.9, noNaN: true })
    fc.assert(
      fc.property(n, n, overlap, fc.integer({ min: 64, max: 512 }), (rows, columns, share, size) => {
        for (const tile of [
          { rows, columns, overlap: share },
          { size, overlap: share },
        ]) {
          const settings = { tile, seed: 0, min_visible: 0 }
          const made = planPictures(settings, { ...SIZE, sha256: SHA })
          expect(made.length).toBe(countPictures(settings, SIZE))
          expect(new Set(made.map(({ mark }) => mark)).size).toBe(made.length)
          const columnsSeen = new Uint8Array(SIZE.width)
          for (const { map, size: of } of made) {
            expect([map.e, map.f, of.width, of.height].every(Number.isInteger)).toBe(true)
            expect([0 - map.e >= 0, of.width - map.e <= SIZE.width, of.height - map.f <= SIZE.height]).toEqual(
              Array(3).fill(true),
            )
            if (map.f === 0) columnsSeen.fill(1, 0 - map.e, of.width - map.e)
          }
          expect(columnsSeen.every((seen) => seen === 1)).toBe(true)
        }
      }),
    )
  })

  it('are left out when a smaller share than asked for is visible', () => {
    const shape = { type: 'bbox', bounding_box: { x: 90, y: 10, w: 40, h: 20 } } as const
    const left = { map: IDENTITY, size: { width: 100, height: 300 }, cutouts: [] }
    expect(carried(shape, { ...left, minVisible: 0.25 })).toMatchObject([
      { bounding_box: { x: 90, y: 10, w: 10, h: 20 } },
    ])
    expect(carried(shape, { ...left, minVisible: 0.26 })).toEqual([])
  })
})

describe('annotations of changed copies', () => {
  const box = fc.record({
    x: fc.double({ min: 0, max: 300, noNaN: true }),
    y: fc.double({ min: 0, max: 200, noNaN: true }),
    w: fc.double({ min: 1, max: 100, noNaN: true }),
    h: fc.double({ min: 1, max: 100, noNaN: true }),
  })
  const flip = inTurn(scaling(-1, 1), translation(SIZE.width, 0))

  it('are the original ones after two flips', () => {
    fc.assert(
      fc.property(box, (bounding_box) => {
        const once = carried({ type: 'bbox', bounding_box }, frame(flip))[0]?.bounding_box
        const twice = carried({ type: 'bbox', bounding_box: once as typeof bounding_box }, frame(flip))[0]?.bounding_box
        for (const side of ['x', 'y', 'w', 'h'] as const) expect(twice?.[side]).toBeCloseTo(bounding_box[side], 6)
      }),
    )
  })

  it('contain every visible point of a turned box', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(box, fc.integer({ min: -180, max: 180 }), share, share, (bounding_box, degrees, u, v) => {
        const map = inTurn(translation(-200, -150), rotation(degrees), translation(200, 150))
        const p = mapped(map, { x: bounding_box.x + u * bounding_box.w, y: bounding_box.y + v * bounding_box.h })
        if (p.x < 1e-6 || p.y < 1e-6 || p.x > SIZE.width - 1e-6 || p.y > SIZE.height - 1e-6) return
        const made = carried({ type: 'bbox', bounding_box }, frame(map))[0]?.bounding_box
        // A sliver at a corner of the picture may have no area.
        if (!made) return expect(Math.min(p.x, p.y, SIZE.width - p.x, SIZE.height - p.y)).toBeLessThan(1e-3)
        expect(p.x >= made.x - 1e-6 && p.x <= made.x + made.w + 1e-6).toBe(true)
        expect(p.y >= made.y - 1e-6 && p.y <= made.y + made.h + 1e-6).toBe(true)
      }),
    )
  })

  it('scale areas by the determinant of the map, and the inverse map leads back', () => {
    fc.assert(
      fc.property(
        star,
        fc.integer({ min: -180, max: 180 }),
        fc.double({ min: 0.25, max: 4, noNaN: true }),
        (ring, degrees, s) => {
          const map = inTurn(rotation(degrees), scaling(s, s), translation(3, 4))
          const area = filledArea([ring])
          expect(filledArea([ring.map((p) => mapped(map, p))]) / (area * s * s)).toBeCloseTo(1, 6)
          for (const p of ring) {
            const back = mapped(inverse(map), mapped(map, p))
            expect([back.x - p.x, back.y - p.y].every((d) => Math.abs(d) < 1e-6)).toBe(true)
          }
        },
      ),
    )
  })

  it('hide keypoints under black rectangles, and drop boxes that are hidden', () => {
    const cutouts = [{ x: 0, y: 0, w: 50, h: 50 }]
    const hiding = { ...frame(), cutouts, minVisible: 0.3 }
    expect(carried({ type: 'keypoint', keypoint: { x: 20, y: 20 } }, hiding)).toMatchObject([{ isHidden: true }])
    expect(carried({ type: 'keypoint', keypoint: { x: 60, y: 20 } }, hiding)).toMatchObject([{ isHidden: false }])
    expect(carried({ type: 'keypoint', keypoint: { x: 500, y: 20 } }, hiding)).toEqual([])
    expect(carried({ type: 'bbox', bounding_box: { x: 10, y: 10, w: 50, h: 40 } }, hiding)).toEqual([])
    expect(carried({ type: 'bbox', bounding_box: { x: 25, y: 0, w: 50, h: 50 } }, hiding)).toHaveLength(1)
  })

  it('cut a line that leaves the picture into parts', () => {
    const points = [
      { x: 10, y: 10 },
      { x: -10, y: 10 },
      { x: -10, y: 50 },
      { x: 10, y: 50 },
    ]
    expect(
      carried({ type: 'polyline', polyline: { points } }, frame()).map(({ polyline }) => polyline?.points),
    ).toEqual([
      [
        { x: 10, y: 10 },
        { x: 0, y: 10 },
      ],
      [
        { x: 0, y: 50 },
        { x: 10, y: 50 },
      ],
    ])
  })

  it('are planned alike for the same seed, and differently for another one', () => {
    const augment = { copies: 3, include_originals: false, rotate: { min: -30, max: 30 }, flip_horizontal: 0.5 }
    const plan = (seed: number) => planPictures({ augment, seed, min_visible: 0 }, { ...SIZE, sha256: SHA })
    expect(plan(1)).toEqual(plan(1))
    expect(plan(1)).not.toEqual(plan(2))
    expect(new Set(plan(1).map(({ map }) => map.b)).size).toBe(3)
  })
})
