import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  freshName,
  type GeometryKind,
  MIN_POINTS,
  movePoint,
  moveShape,
  removePoint,
  reverse,
  splitSide,
} from '../../../../../src/renderer/parts/workflow/geometry/draft.ts'
import type { Geometry } from '../../../../../src/shared/blocks/measure.ts'

const share = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000)
const shape: fc.Arbitrary<Geometry> = fc.constantFrom<GeometryKind>('line', 'zone').chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    name: fc.string({ minLength: 1 }),
    points: fc.array(fc.tuple(share, share), { minLength: MIN_POINTS[kind], maxLength: 6 }),
  }),
)
const anywhere = fc.double({ min: -3, max: 3, noNaN: true })
const isInFrame = (g: Geometry | undefined) => g?.points.every(([x, y]) => x >= 0 && x <= 1 && y >= 0 && y <= 1)

describe('editing lines and zones', () => {
  it('keeps every point inside the frame, wherever the pointer goes', () => {
    fc.assert(
      fc.property(shape, anywhere, anywhere, (g, x, y) => {
        expect(isInFrame(movePoint([g], 0, 0, [x, y])[0])).toBe(true)
        expect(isInFrame(moveShape([g], 0, x, y)[0])).toBe(true)
      }),
    )
  })

  it('moves a shape without distorting it, also against the border', () => {
    fc.assert(
      fc.property(shape, anywhere, anywhere, (g, dx, dy) => {
        const moved = moveShape([g], 0, dx, dy)[0]
        const extent = (s: Geometry | undefined, axis: 0 | 1) => {
          const values = s?.points.map((p) => p[axis]) ?? []
          return Math.max(...values) - Math.min(...values)
        }
        expect(extent(moved, 0)).toBeCloseTo(extent(g, 0), 3)
        expect(extent(moved, 1)).toBeCloseTo(extent(g, 1), 3)
      }),
    )
  })

  it('reverts a split when the new point is removed', () => {
    fc.assert(
      fc.property(shape, fc.nat(5), (g, at) => {
        const side = at % g.points.length
        expect(removePoint(splitSide([g], 0, side), 0, side + 1)).toEqual([g])
      }),
    )
  })

  it('never removes the points that a shape needs', () => {
    const line: Geometry = {
      kind: 'line',
      name: 'a',
      points: [
        [0, 0],
        [1, 1],
      ],
    }
    expect(removePoint([line], 0, 0)).toEqual([line])
  })

  it('swaps A and B by reversing the line, and back', () => {
    const line: Geometry = {
      kind: 'line',
      name: 'a',
      points: [
        [0, 0],
        [0.5, 0.2],
        [1, 1],
      ],
    }
    expect(reverse([line], 0)[0]?.points).toEqual([
      [1, 1],
      [0.5, 0.2],
      [0, 0],
    ])
    expect(reverse(reverse([line], 0), 0)).toEqual([line])
  })

  it('finds an unused name', () => {
    expect(freshName('line', [])).toBe('Line 1')
    expect(freshName('zone', [{ kind: 'zone', name: 'Zone 1', points: [] }])).toBe('Zone 2')
  })
})
