import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemsAt, rangeOf } from '../../../../src/renderer/screens/data/grid/ranges.ts'
import {
  allOf,
  carriedOver,
  dragged,
  isChosen,
  NOTHING,
  pressed,
  type Selection,
  steppedTo,
} from '../../../../src/renderer/screens/data/grid/selection.ts'

const plain = { shift: false, ctrl: false }
const shift = { shift: true, ctrl: false }
const ctrl = { shift: false, ctrl: true }
const ids = (count: number) => Array.from({ length: count }, (_, i) => `image-${i}`)
const indexes = (selection: Selection, count = 100) =>
  itemsAt(
    Array.from({ length: count }, (_, i) => i),
    selection.chosen,
  )

describe('the selection of images', () => {
  test('a press selects one image, Ctrl adds and removes, and Shift selects up to the pressed one', () => {
    const one = pressed(NOTHING, 3, plain)
    expect(indexes(one)).toEqual([3])
    const two = pressed(one, 7, ctrl)
    expect(indexes(two)).toEqual([3, 7])
    expect(indexes(pressed(two, 3, ctrl))).toEqual([7])
    expect(indexes(pressed(two, 5, shift))).toEqual([5, 6, 7])
    expect(indexes(pressed(pressed(two, 5, shift), 9, shift))).toEqual([7, 8, 9])
    expect(indexes(pressed(two, 9, { shift: true, ctrl: true }))).toEqual([3, 7, 8, 9])
  })

  test('keys select as presses do, but Ctrl only moves the current image', () => {
    const one = steppedTo(NOTHING, 2, plain)
    expect(steppedTo(one, 3, ctrl)).toEqual({ ...one, cursor: 3 })
    expect(indexes(steppedTo(one, 4, shift))).toEqual([2, 3, 4])
  })

  test('a rectangle replaces the selection, and adds to it with Ctrl', () => {
    const before = pressed(NOTHING, 1, plain)
    expect(indexes(dragged(before, rangeOf(5, 8), plain))).toEqual([5, 6, 7])
    expect(indexes(dragged(before, rangeOf(5, 8), ctrl))).toEqual([1, 5, 6, 7])
  })

  test('the last pressed image is the current one, and is chosen after a plain press', () => {
    const presses = fc.array(fc.record({ index: fc.nat(30), shift: fc.boolean(), ctrl: fc.boolean() }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(presses, (all) => {
        const end = all.reduce((now, { index, ...modifiers }) => pressed(now, index, modifiers), NOTHING)
        const last = all.at(-1)
        expect(end.cursor).toBe(last?.index)
        if (last && (!last.ctrl || last.shift)) expect(isChosen(end, last.index)).toBe(true)
      }),
    )
  })

  test('the selection follows its images into a list that was read again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(39)), fc.shuffledSubarray(ids(40)), fc.nat(39), (chosen, after, cursor) => {
        const before = ids(40)
        const selection = chosen.reduce((now, index) => pressed(now, index, ctrl), NOTHING)
        const carried = carriedOver({ ...selection, cursor }, before, after)
        const expected = after.filter((id) => chosen.includes(before.indexOf(id)))
        expect(itemsAt(after, carried.chosen)).toEqual(expected)
        const at = after.indexOf(`image-${cursor}`)
        expect(carried.cursor).toBe(at >= 0 ? at : Math.min(cursor, after.length - 1))
      }),
    )
  })

  test('all images of a million are one range', () => {
    expect(allOf(NOTHING, 1_000_000).chosen).toEqual([[0, 1_000_000]])
  })
})
