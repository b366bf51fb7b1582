import { describe, expect, it } from 'vitest'
import { outlineOf, rowsOf, typedAhead } from '../../../../../src/renderer/screens/editor/outline/outline-tree.ts'
import { doc } from '../documents.ts'

describe('the rows of the outline', () => {
  const items = outlineOf(doc(['source', 'model', 'track', 'filter'], ['source>model', 'model>track', 'model>filter']))

  it('know their level and their position among their siblings', () => {
    expect(rowsOf(items, new Set()).map((r) => [r.level, r.position, r.siblings, r.expanded])).toEqual([
      [1, 1, 1, true],
      [2, 1, 1, true],
      [3, 1, 2, null],
      [3, 2, 2, null],
    ])
  })

  it('exclude the children of collapsed rows', () => {
    const rows = rowsOf(items, new Set(['block:model']))
    expect(rows.map((r) => [r.item.key, r.expanded])).toEqual([
      ['block:source', true],
      ['block:model', false],
    ])
  })
})

describe('typing in the outline', () => {
  const names = ['Source', 'Model', 'Measure', 'Sink']
  it('jumps to the next name with that letter, and wraps around', () => {
    expect(typedAhead(names, 0, 's')).toBe(3)
    expect(typedAhead(names, 3, 's')).toBe(0)
    expect(typedAhead(names, 1, 'mm')).toBe(2)
  })
  it('matches a whole word', () => {
    expect(typedAhead(names, 1, 'me')).toBe(2)
    expect(typedAhead(names, 2, 'mea')).toBe(2)
  })
  it('stays in place without a match', () => expect(typedAhead(names, 1, 'x')).toBe(-1))
})
