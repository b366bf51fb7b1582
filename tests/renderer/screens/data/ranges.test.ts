import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasIndex,
  itemsAt,
  NO_RANGES,
  type Ranges,
  rangeOf,
  rangesWhere,
  sizeOf,
  subtract,
  toggled,
  union,
} from '../../../../src/renderer/screens/data/grid/ranges.ts'

const MOST = 60
const sets = fc.uniqueArray(fc.nat(MOST - 1)).map((all) => new Set(all))
const ITEMS = Array.from({ length: MOST }, (_, i) => i)
const ofSet = (set: ReadonlySet<number>): Ranges => rangesWhere(ITEMS, (item) => set.has(item))
const sorted = (set: Iterable<number>) => [...set].sort((a, b) => a - b)
const isInForm = (ranges: Ranges) =>
  ranges.every(([start, end], i) => start < end && (i === 0 || start > (ranges[i - 1]?.[1] ?? -1)))

describe('ranges behave as sets of indexes', () => {
  test('their indexes and their size are those of the set', () => {
    fc.assert(
      fc.property(sets, (set) => {
        const ranges = ofSet(set)
        expect(isInForm(ranges)).toBe(true)
        expect(itemsAt(ITEMS, ranges)).toEqual(sorted(set))
        expect(sizeOf(ranges)).toBe(set.size)
        for (const item of ITEMS) expect(hasIndex(ranges, item)).toBe(set.has(item))
      }),
    )
  })

  test('union, difference and toggle', () => {
    fc.assert(
      fc.property(sets, sets, fc.nat(MOST - 1), (a, b, index) => {
        const joined = union(ofSet(a), ofSet(b))
        const left = subtract(ofSet(a), ofSet(b))
        const changed = toggled(ofSet(a), index)
        expect([joined, left, changed].every(isInForm)).toBe(true)
        expect(itemsAt(ITEMS, joined)).toEqual(sorted(new Set([...a, ...b])))
        expect(itemsAt(ITEMS, left)).toEqual(sorted([...a].filter((item) => !b.has(item))))
        expect(hasIndex(changed, index)).toBe(!a.has(index))
        expect(toggled(changed, index)).toEqual(ofSet(a))
      }),
    )
  })

  test('an empty range has no indexes', () => {
    expect(rangeOf(4, 4)).toEqual(NO_RANGES)
    expect(hasIndex(NO_RANGES, 0)).toBe(false)
  })
})
