import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeLists, mergeRecords } from '../../../src/shared/revisions/merge.ts'

describe('a merge of two changes', () => {
  it('takes what either side added, changed or removed', () => {
    const base = { kept: 1, mine: 1, theirs: 1, myRemoved: 1, theirRemoved: 1 }
    const mine = { kept: 1, mine: 2, theirs: 1, theirRemoved: 1, added: 1 }
    const theirs = { kept: 1, mine: 1, theirs: 2, myRemoved: 1, alsoAdded: 1 }
    expect(mergeRecords(base, mine, theirs)).toEqual({
      value: { kept: 1, mine: 2, theirs: 2, added: 1, alsoAdded: 1 },
      conflicts: [],
    })
  })

  it('names a key that both changed, and keeps mine', () => {
    expect(mergeRecords({ a: 1 }, { a: 2 }, { a: 3 })).toEqual({ value: { a: 2 }, conflicts: ['a'] })
    expect(mergeRecords({ a: 1 }, { a: 2 }, { a: 2 })).toEqual({ value: { a: 2 }, conflicts: [] })
  })

  it('keeps what one side changed and the other removed', () => {
    expect(mergeRecords({ a: 1 }, {}, { a: 3 }).value).toEqual({ a: 3 })
    expect(mergeRecords({ a: 1 }, { a: 2 }, {}).value).toEqual({ a: 2 })
  })

  it('of lists goes by the ids of their items', () => {
    const item = (id: string, note: string) => ({ id, note })
    expect(
      mergeLists([item('1', ''), item('2', '')], [item('2', 'b')], [item('1', ''), item('2', ''), item('3', 'c')]),
    ).toEqual({ value: [item('2', 'b'), item('3', 'c')], conflicts: [] })
    expect(mergeLists([], [item('9', '')], [item('1', '')]).value).toEqual([item('9', ''), item('1', '')])
  })

  it('loses no change of either side', () => {
    const record = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.integer({ min: 0, max: 3 }))
    fc.assert(
      fc.property(record, record, record, (base, mine, theirs) => {
        const { value, conflicts } = mergeRecords(base, mine, theirs)
        expect(mergeRecords(base, mine, base).value).toEqual(mine)
        expect(mergeRecords(base, base, theirs).value).toEqual(theirs)
        for (const key of Object.keys(theirs))
          if (theirs[key] !== (Object.hasOwn(base, key) ? base[key] : undefined) && !conflicts.includes(key))
            expect(Object.hasOwn(value, key)).toBe(true)
      }),
    )
  })
})
