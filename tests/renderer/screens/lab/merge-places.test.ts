import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergePlaces } from '../../../../src/renderer/screens/lab/truth/open-truth.ts'
import { mergeIntervals } from '../../../../src/shared/accuracy/intervals.ts'
import type { TruthMark, TruthPlace } from '../../../../src/shared/domain/truth.ts'

const mark = (id: string, time_s: number): TruthMark => ({ id, time_s, kind: 'a_to_b', class_name: null })
const road = (marks: TruthMark[], watched: [number, number][] = [], name = 'Road'): TruthPlace => ({
  name,
  kind: 'line',
  watched,
  marks,
})

describe('marks of two windows', () => {
  it('are merged place by place, in order of time', () => {
    const base = [road([mark('a', 1), mark('b', 2)])]
    const mine = [road([mark('a', 1), mark('b', 2), mark('mine', 4)])]
    const theirs = [road([mark('b', 2), mark('theirs', 3)]), road([mark('c', 1)], [], 'Lane')]
    expect(mergePlaces(base, mine, theirs)).toEqual([
      road([mark('b', 2), mark('theirs', 3), mark('mine', 4)]),
      road([mark('c', 1)], [], 'Lane'),
    ])
  })

  it('are both kept when both windows moved the same mark, and are copied once only', () => {
    const base = [road([mark('a', 1)])]
    const [mine, theirs] = [[road([mark('a', 2)])], [road([mark('a', 3)])]]
    const merged = mergePlaces(base, mine, theirs)
    const copy = merged[0]?.marks[1] as TruthMark
    expect(merged).toEqual([road([mark('a', 2), { ...mark('a', 3), id: copy.id }])])
    expect(copy.id).not.toBe('a')
    expect(copy.id.length).toBeLessThanOrEqual(40)
    // The same change is merged again, as from the draft of a crashed window.
    expect(mergePlaces(base, mine, theirs)).toEqual(merged)
    expect(mergePlaces(theirs, merged, merged)).toEqual(merged)
    expect(mergePlaces(base, [road([mark('a', 3)])], merged)[0]?.marks.filter((m) => m.id === copy.id)).toHaveLength(1)
  })

  it('leave no empty place when one window removed its marks', () => {
    const base = [road([mark('a', 1)], [[0, 5]])]
    expect(mergePlaces(base, [], base)).toEqual([])
    expect(mergePlaces(base, base, [])).toEqual([])
    expect(mergePlaces(base, [], [road([mark('a', 1), mark('b', 2)], [[0, 5]])])).toEqual([road([mark('b', 2)])])
  })
})

describe('watched intervals of two windows', () => {
  it('are the union of both', () => {
    expect(
      mergeIntervals(
        [[0, 2]],
        [[0, 5]],
        [
          [0, 2],
          [4, 9],
        ],
      ),
    ).toEqual([[0, 9]])
  })

  it('are cleared when one window cleared them and the other did not change them', () => {
    expect(mergeIntervals([[0, 5]], [], [[0, 5]])).toEqual([])
    expect(mergeIntervals([[0, 5]], [], [[0, 9]])).toEqual([[5, 9]])
    expect(mergeIntervals([[0, 5]], [[0, 8]], [])).toEqual([[5, 8]])
  })

  it('of one window alone are unchanged', () => {
    const intervals = fc
      .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 8 })
      .map((cuts) => cuts.sort((a, b) => a - b))
      .map((cuts) =>
        Array.from({ length: cuts.length >> 1 }, (_, i) => [cuts[2 * i], cuts[2 * i + 1]] as [number, number]),
      )
    fc.assert(
      fc.property(intervals, intervals, (base, other) => {
        expect(mergeIntervals(base, other, base)).toEqual(other)
        expect(mergeIntervals(base, base, other)).toEqual(other)
      }),
    )
  })
})
