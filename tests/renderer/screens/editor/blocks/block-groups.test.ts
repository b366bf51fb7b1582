import { describe, expect, it } from 'vitest'
import { BLOCK_GROUPS, findBlocks } from '../../../../../src/renderer/screens/editor/blocks/block-groups.ts'
import { BLOCK_KINDS } from '../../../../../src/shared/blocks/catalogue.ts'

describe('the palette', () => {
  it('shows every kind of block exactly once', () => {
    expect(BLOCK_GROUPS.flatMap((g) => g.kinds).sort()).toEqual([...BLOCK_KINDS].sort())
  })

  it.each([
    ['count', 'measure'],
    ['yolo', 'model'],
    ['save csv', 'sink'],
    ['Vis', 'visualize'],
  ])('finds a block for “%s”', (query, kind) => {
    expect(findBlocks(BLOCK_KINDS, query)[0]).toBe(kind)
  })

  it('finds nothing for an unknown word', () => {
    expect(findBlocks(BLOCK_KINDS, 'zzz')).toEqual([])
  })
})
