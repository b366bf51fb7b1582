import { describe, expect, it } from 'vitest'
import type { PaletteItem } from '../../../../src/renderer/base/commands/palette-items.ts'
import { score, searchPalette } from '../../../../src/renderer/shell/palette/palette-search.ts'

const item = (title: string, over: Partial<PaletteItem> = {}): PaletteItem => ({
  id: title,
  title,
  group: 'All',
  sort: 'command',
  act: () => {},
  ...over,
})
const titles = (items: PaletteItem[], typed: string, recent: string[] = []) =>
  searchPalette(items, typed, recent).flatMap((g) => g.items.map((i) => i.title))

describe('the command palette', () => {
  const items = [
    item('Ungroup'),
    item('Group'),
    item('Add Track', { words: 'bytetrack' }),
    item('Align left'),
    item('Track', { sort: 'thing' }),
  ]

  it('matches the start of words, other words and scattered letters', () => {
    expect(titles(items, 'group')[0]).toBe('Group')
    expect(titles(items, 'left al')).toEqual(['Align left'])
    expect(titles(items, 'bytetr')).toEqual(['Add Track'])
    expect(titles(items, 'adtr')).toEqual(['Add Track'])
    expect(titles(items, 'zzz')).toEqual([])
  })

  it('lists recently used items first and prefers them among matches', () => {
    expect(searchPalette(items, '', ['Align left'])[0]).toMatchObject({
      title: 'Recent',
      items: [{ title: 'Align left' }],
    })
    expect(titles([item('Show map'), item('Show list')], 'show', ['Show list'])[0]).toBe('Show list')
  })

  it('offers only things on the canvas after @, and only commands after >', () => {
    expect(titles(items, '@')).toEqual(['Track'])
    expect(titles(items, '@tra')).toEqual(['Track'])
    expect(titles(items, '>track')).toEqual(['Add Track'])
  })

  it('lists a command before a page of the guide that matches as well', () => {
    const help = item('Guide: Many files', { sort: 'help' })
    expect(titles([help, item('Run on many files…')], 'many files')).toEqual([
      'Run on many files…',
      'Guide: Many files',
    ])
    expect(titles([item('Edit lines', { words: 'zones' }), help], 'guide')[0]).toBe('Guide: Many files')
  })

  it('requires every word', () => {
    expect(score('add sink', 'Add Track')).toBeNull()
  })
})
