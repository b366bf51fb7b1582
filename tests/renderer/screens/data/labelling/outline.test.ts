import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOX_HANDLES, resizedBox } from '../../../../../src/renderer/screens/data/labelling/outline/box-handles.ts'
import { areaOf, merged, splitBy, withHole } from '../../../../../src/renderer/screens/data/labelling/outline/clip.ts'
import { isInside, nearestEdge, snap } from '../../../../../src/renderer/screens/data/labelling/outline/hit.ts'
import {
  boundsOf,
  movedWithin,
  outlineOf,
  pathsOf,
  withInserted,
  withoutVertex,
  withVertex,
} from '../../../../../src/renderer/screens/data/labelling/outline/outline.ts'
import { anyBox, box, IMAGE, place, polygon, rectangle, ring } from './shapes.ts'

const CLOSE = 1e-3
const square = rectangle(100, 100, 100, 100)

describe('a hole', () => {
  it('takes exactly the area that the ring and the polygon share', () => {
    fc.assert(
      fc.property(ring, ring, (outer, hole) => {
        const cut = withHole([outer], hole)
        const shared = areaOf([outer]) + areaOf([hole]) - areaOf(merged([[outer], [hole]]))
        expect(cut ? areaOf(cut) : shared < CLOSE ? areaOf([outer]) : 0).toBeCloseTo(areaOf([outer]) - shared, 3)
      }),
    )
  })

  it('becomes a ring of its own inside the polygon', () => {
    const cut = withHole([square], rectangle(140, 140, 20, 20))
    expect(cut).toHaveLength(2)
    expect(isInside(cut ?? [], { x: 150, y: 150 })).toBe(false)
    expect(isInside(cut ?? [], { x: 110, y: 110 })).toBe(true)
  })

  it('is refused outside the polygon, and where nothing would remain', () => {
    expect(withHole([square], rectangle(0, 0, 20, 20))).toBeNull()
    expect(withHole([square], rectangle(50, 50, 300, 300))).toBeNull()
  })
})

describe('a split', () => {
  it('keeps the area, also of polygons with holes and of rings that cross', () => {
    fc.assert(
      fc.property(ring, ring, fc.array(place, { minLength: 2, maxLength: 4 }), (a, b, line) => {
        const rings = [a, b]
        const parts = splitBy(rings, line)
        if (!parts) return
        expect(parts.length).toBeGreaterThan(1)
        expect(parts.reduce((sum, part) => sum + areaOf(part), 0)).toBeCloseTo(areaOf(rings), 2)
      }),
    )
  })

  it('divides the area in two along a line across it', () => {
    const parts = splitBy(
      [square],
      [
        { x: 90, y: 150 },
        { x: 210, y: 150 },
      ],
    )
    expect(parts?.map(areaOf)).toEqual([5000, 5000])
  })

  it('is extended from inside the polygon to its edge', () => {
    const parts = splitBy(
      [square],
      [
        { x: 150, y: 120 },
        { x: 150, y: 180 },
      ],
    )
    expect(parts?.map(areaOf)).toEqual([5000, 5000])
  })

  it('leaves an arm whole that the line does not reach', () => {
    // A U: two arms of 20 x 80 on a base of 100 x 20.
    const u = [
      { x: 100, y: 100 },
      { x: 120, y: 100 },
      { x: 120, y: 180 },
      { x: 180, y: 180 },
      { x: 180, y: 100 },
      { x: 200, y: 100 },
      { x: 200, y: 200 },
      { x: 100, y: 200 },
    ]
    const parts = splitBy(
      [u],
      [
        { x: 95, y: 140 },
        { x: 130, y: 140 },
      ],
    )
    expect(parts?.map((part) => Math.round(areaOf(part))).sort((a, b) => a - b)).toEqual([800, 4400])
  })

  it('is refused for a line beside the polygon', () => {
    const beside = [
      { x: 0, y: 0 },
      { x: 50, y: 20 },
    ]
    expect(
      splitBy(
        [square],
        [
          { x: 0, y: 10 },
          { x: 50, y: 10 },
        ],
      ),
    ).toBeNull()
    expect(splitBy([square], [beside[0] as never])).toBeNull()
  })
})

describe('a merge', () => {
  it('covers what any of the polygons covers', () => {
    fc.assert(
      fc.property(ring, ring, place, (a, b, p) => {
        const union = merged([[a], [b]])
        const near = nearestEdge({ polygon: { paths: [a, b] } }, p, 0.5)
        if (!near) expect(isInside(union, p)).toBe(isInside([a], p) || isInside([b], p))
      }),
    )
  })

  it('gives the parts of a split back, with the hole between them as a ring', () => {
    const rings = [square, rectangle(140, 140, 20, 20)]
    const parts = splitBy(rings, [
      { x: 90, y: 150 },
      { x: 210, y: 150 },
    ])
    const whole = merged(parts ?? [])
    expect(whole).toHaveLength(2)
    expect(areaOf(whole)).toBeCloseTo(areaOf(rings), 6)
  })
})

describe('an outline', () => {
  it('stays in the image and keeps its size when it is moved', () => {
    fc.assert(
      fc.property(anyBox(0), place, (shape, step) => {
        const before = boundsOf(shape)
        const after = boundsOf(movedWithin(outlineOf(shape), step, IMAGE))
        expect(after.maxX - after.minX).toBeCloseTo(before.maxX - before.minX, 9)
        expect(after.minX).toBeGreaterThanOrEqual(0)
        expect(after.maxX).toBeLessThanOrEqual(IMAGE.width)
        expect(after.minY).toBeGreaterThanOrEqual(0)
        expect(after.maxY).toBeLessThanOrEqual(IMAGE.height)
      }),
    )
  })

  it('that is partly outside the image moves only inwards', () => {
    const outside = outlineOf(box(0, -30, 10, 50, 50))
    expect(boundsOf(movedWithin(outside, { x: -10, y: 0 }, IMAGE)).minX).toBe(-30)
    expect(boundsOf(movedWithin(outside, { x: 10, y: 0 }, IMAGE)).minX).toBe(-20)
  })

  it('keeps positive sides in the image when any handle is dragged anywhere', () => {
    fc.assert(
      fc.property(anyBox(0), fc.constantFrom(...BOX_HANDLES), place, (shape, handle, to) => {
        const { x, y, w, h } = resizedBox(shape.bounding_box as never, handle, to, IMAGE)
        expect(w).toBeGreaterThanOrEqual(1)
        expect(h).toBeGreaterThanOrEqual(1)
        expect(x).toBeGreaterThanOrEqual(0)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(x + w).toBeLessThanOrEqual(IMAGE.width)
        expect(y + h).toBeLessThanOrEqual(IMAGE.height)
      }),
    )
  })

  it('turns inside out when a side is dragged past the opposite one', () => {
    expect(resizedBox({ x: 10, y: 10, w: 20, h: 20 }, { x: 1, y: 0 }, { x: 2, y: 0 }, IMAGE)).toEqual({
      x: 2,
      y: 10,
      w: 8,
      h: 20,
    })
  })

  it('inserts a vertex on the edge that closes a ring, and removes it', () => {
    const shape = outlineOf(polygon(0, [square]))
    const edge = nearestEdge(shape, { x: 102, y: 150 }, 5)
    const more = withInserted(shape, edge?.before as never, edge?.point as never)
    expect(pathsOf(more)[0]).toEqual([...square, { x: 100, y: 150 }])
    expect(withoutVertex(more, { path: 0, index: 4 })).toEqual(shape)
  })

  it('keeps three vertices; a hole that loses its third goes', () => {
    const triangle = square.slice(0, 3)
    expect(withoutVertex(outlineOf(polygon(0, [triangle])), { path: 0, index: 1 })).toBeNull()
    const withTriangle = outlineOf(polygon(0, [rectangle(0, 0, 300, 300), triangle]))
    expect(pathsOf(withoutVertex(withTriangle, { path: 1, index: 1 }) ?? {})).toHaveLength(1)
  })

  it('moves a vertex only within the image', () => {
    const moved = withVertex(outlineOf(polygon(0, [square])), { path: 0, index: 0 }, { x: -40, y: 900 }, IMAGE)
    expect(pathsOf(moved)[0]?.[0]).toEqual({ x: 0, y: 300 })
  })
})

describe('a point snaps', () => {
  const shapes = [polygon(0, [square])]

  it('to a vertex before an edge, to an edge, and to nothing farther away', () => {
    expect(snap({ x: 103, y: 98 }, shapes, IMAGE, 6)).toEqual({ point: { x: 100, y: 100 }, to: 'vertex' })
    expect(snap({ x: 150, y: 97 }, shapes, IMAGE, 6)).toEqual({ point: { x: 150, y: 100 }, to: 'edge' })
    expect(snap({ x: 150, y: 80 }, shapes, IMAGE, 6)).toEqual({ point: { x: 150, y: 80 }, to: null })
  })

  it('to the border of the image, from inside and from outside', () => {
    expect(snap({ x: 396, y: 50 }, shapes, IMAGE, 6)).toEqual({ point: { x: 400, y: 50 }, to: 'border' })
    expect(snap({ x: 900, y: -70 }, shapes, IMAGE, 6)).toEqual({ point: { x: 400, y: 0 }, to: 'border' })
  })
})
