import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { align, type Boxes, spread } from '../../../../../src/renderer/parts/workflow/arrange/align.ts'
import { neighboursOf, snapTo } from '../../../../../src/renderer/parts/workflow/document/guides.ts'

const box = (x: number, y: number, width = 100, height = 50) => ({ x, y, width, height })

describe('align', () => {
  const boxes: Boxes = { a: box(0, 0), b: box(40, 80, 60, 30), c: box(300, 10) }
  it('aligns all boxes with the outermost edge or the common centre', () => {
    expect(align(boxes, 'left')).toEqual({ a: { x: 0, y: 0 }, b: { x: 0, y: 80 }, c: { x: 0, y: 10 } })
    expect(align(boxes, 'right')).toEqual({ a: { x: 300, y: 0 }, b: { x: 340, y: 80 }, c: { x: 300, y: 10 } })
    expect(align(boxes, 'middle')).toEqual({ a: { x: 0, y: 30 }, b: { x: 40, y: 40 }, c: { x: 300, y: 30 } })
  })
  it('makes equal gaps and leaves the outer two in place', () => {
    expect(spread(boxes, 'across')).toEqual({ a: { x: 0, y: 0 }, b: { x: 170, y: 80 }, c: { x: 300, y: 10 } })
    expect(spread({ a: box(0, 0), b: box(1, 1) }, 'across')).toEqual({})
  })
})

describe('snapping to neighbours', () => {
  it('snaps the nearest edge or centre into alignment and returns the guides', () => {
    const near = neighboursOf([box(0, 0), box(500, 500)])
    expect(snapTo(near, box(4, 200), 6)).toEqual({ dx: -4, dy: 0, guides: [{ axis: 'x', at: 0, from: 0, to: 250 }] })
    expect(snapTo(near, box(220, 200), 6)).toEqual({ dx: 0, dy: 0, guides: [] })
  })

  it('finds the same line as a linear search', () => {
    const some = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 400 }) })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), some, (others, at) => {
        const boxes = others.map(({ x, y }) => box(x, y))
        const { dx } = snapTo(neighboursOf(boxes), box(at.x, at.y), 6)
        const edges = (b: { x: number }) => [b.x, b.x + 50, b.x + 100]
        const gaps = boxes.flatMap((o) => edges(o).flatMap((a) => edges(at).map((b) => Math.abs(a - b))))
        const least = Math.min(...gaps, Number.POSITIVE_INFINITY)
        expect(Math.abs(dx)).toBe(least <= 6 ? least : 0)
      }),
    )
  })
})
