import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CAPTION,
  GAP,
  type GridKey,
  type GridLayout,
  indexesOf,
  LEAST_SIDE,
  lastOffset,
  layoutOf,
  leftOf,
  MOST_SCROLL,
  MOST_SIDE,
  offsetAt,
  offsetToShow,
  rowsAround,
  scrollTopAt,
  stepped,
  topOf,
  touched,
} from '../../../../src/renderer/screens/data/grid/layout.ts'
import { hasIndex } from '../../../../src/renderer/screens/data/grid/ranges.ts'

const layouts = (most: number) =>
  fc
    .record({
      count: fc.integer({ min: 1, max: most }),
      width: fc.integer({ min: 300, max: 3000 }),
      height: fc.integer({ min: 200, max: 1600 }),
      size: fc.integer({ min: LEAST_SIDE, max: MOST_SIDE }),
    })
    .map((given) => ({ given, layout: layoutOf(given) }))

/** The cell of an image, in the content. */
function cellOf(layout: GridLayout, index: number) {
  const left = leftOf(layout, index % layout.columns)
  const top = topOf(layout, Math.floor(index / layout.columns))
  return { left, top, right: left + layout.side, bottom: top + layout.side + CAPTION }
}

describe('the layout of the grid', () => {
  test('cells are at least as large as chosen where the width allows, fill it, and stay inside', () => {
    fc.assert(
      fc.property(layouts(5_000), ({ given, layout }) => {
        const right = leftOf(layout, layout.columns - 1) + layout.side
        expect(right).toBeLessThanOrEqual(given.width - GAP)
        expect(given.width - GAP - right).toBeLessThan(layout.columns)
        if (given.width >= given.size + 2 * GAP) expect(layout.side).toBeGreaterThanOrEqual(given.size)
      }),
    )
  })

  test('the last image ends at the end of the content', () => {
    fc.assert(
      fc.property(layouts(5_000), ({ given, layout }) => {
        expect(cellOf(layout, given.count - 1).bottom + GAP).toBe(layout.contentHeight)
      }),
    )
  })

  test('a scroll is never higher than browsers allow, and reaches the first and the last image of a million', () => {
    fc.assert(
      fc.property(layouts(1_000_000), ({ layout }) => {
        expect(layout.scrollHeight).toBeLessThanOrEqual(MOST_SCROLL)
        expect(offsetAt(layout, 0)).toBe(0)
        const end = Math.max(0, layout.scrollHeight - layout.viewHeight)
        expect(offsetAt(layout, end)).toBeCloseTo(lastOffset(layout), 3)
      }),
    )
  })

  test('positions of the scroll and offsets of the content are converted without loss', () => {
    fc.assert(
      fc.property(layouts(1_000_000), fc.double({ min: 0, max: 1, noNaN: true }), ({ layout }, share) => {
        const offset = share * lastOffset(layout)
        expect(offsetAt(layout, scrollTopAt(layout, offset))).toBeCloseTo(offset, 3)
      }),
    )
  })

  test('rows around the view contain every cell that is in it', () => {
    fc.assert(
      fc.property(
        layouts(20_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(19_999),
        ({ given, layout }, share, any) => {
          const offset = share * lastOffset(layout)
          const [start, end] = indexesOf(layout, rowsAround(layout, offset, 0))
          const index = any % given.count
          const { top, bottom } = cellOf(layout, index)
          const isInView = bottom > offset && top < offset + given.height
          if (isInView) expect(index >= start && index < end).toBe(true)
        },
      ),
    )
  })

  test('an image that is shown is in view, and one that is in view moves nothing', () => {
    fc.assert(
      fc.property(
        layouts(20_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(19_999),
        ({ given, layout }, share, any) => {
          const before = share * lastOffset(layout)
          const { top, bottom } = cellOf(layout, any % given.count)
          const offset = offsetToShow(layout, any % given.count, before)
          expect(top).toBeGreaterThanOrEqual(offset)
          if (layout.rowHeight + GAP <= given.height) {
            expect(bottom).toBeLessThanOrEqual(offset + given.height)
            const wasInView = top - GAP >= before && bottom + GAP <= before + given.height
            if (wasInView) expect(offset).toBe(before)
          }
        },
      ),
    )
  })

  test('a rectangle touches exactly the cells that overlap it', () => {
    const corner = fc.record({ x: fc.integer({ min: -50, max: 1600 }), y: fc.integer({ min: -50, max: 4000 }) })
    fc.assert(
      fc.property(
        fc.record({ count: fc.integer({ min: 1, max: 120 }), width: fc.integer({ min: 300, max: 1500 }) }),
        corner,
        corner,
        ({ count, width }, a, b) => {
          const layout = layoutOf({ count, width, height: 700, size: LEAST_SIDE })
          const found = touched(layout, { x0: a.x, y0: a.y, x1: b.x, y1: b.y })
          for (let index = 0; index < count; index++) {
            const { left, top, right, bottom } = cellOf(layout, index)
            const overlaps =
              Math.max(a.x, b.x) >= left &&
              Math.min(a.x, b.x) <= right &&
              Math.max(a.y, b.y) >= top &&
              Math.min(a.y, b.y) <= bottom
            expect(hasIndex(found, index)).toBe(overlaps)
          }
        },
      ),
    )
  })

  test('keys lead to an image of the list, and arrows up and down stay in their column', () => {
    const keys = fc.constantFrom<GridKey[]>(
      'ArrowLeft',
      'ArrowRight',
      'ArrowUp',
      'ArrowDown',
      'PageUp',
      'PageDown',
      'Home',
      'End',
    )
    fc.assert(
      fc.property(layouts(2_000), fc.nat(1_999), keys, ({ given: { count }, layout }, any, key) => {
        const from = any % count
        const to = stepped(layout, from, key)
        expect(to >= 0 && to < count).toBe(true)
        if (key === 'ArrowUp' || key === 'PageUp') expect(to % layout.columns).toBe(from % layout.columns)
        if (key === 'ArrowDown' && from + layout.columns < count) expect(to).toBe(from + layout.columns)
        if (key === 'ArrowRight') expect(to).toBe(Math.min(count - 1, from + 1))
      }),
    )
  })

  test('an empty list has no rows and no height', () => {
    const layout = layoutOf({ count: 0, width: 800, height: 600, size: 160 })
    expect([layout.rows, layout.contentHeight]).toEqual([0, 0])
    expect(rowsAround(layout, 0, 2)).toEqual({ first: 0, end: 0 })
  })
})
