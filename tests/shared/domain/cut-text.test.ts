import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutBefore, cutText } from '../../../src/shared/domain/cut-text.ts'

const family = '👨‍👩‍👧‍👦'
const accented = 'e\u0301'

it('returns a short text as it is', () => {
  expect(cutText('Straße', 6)).toBe('Straße')
  expect(cutText('', 0)).toBe('')
})

it('leaves out a character that does not fit as a whole', () => {
  expect(cutText('abcdef', 3)).toBe('abc')
  expect(cutText('ab😀', 3)).toBe('ab')
  expect(cutText(`a${family}b`, family.length)).toBe('a')
  expect(cutText(`a${family}b`, family.length + 1)).toBe(`a${family}`)
  expect(cutText(`a${accented}b`, 2)).toBe('a')
  expect(cutText('🇩🇪🇫🇷', 6)).toBe('🇩🇪')
})

it('keeps the part that fits of a single character which is longer than the limit', () => {
  const stacked = `e${'\u0301'.repeat(200)}`
  expect(cutText(stacked, 100)).toHaveLength(100)
  expect(cutText('😀😀', 1)).toBe('')
})

it('never leaves half of a pair of surrogates, nor exceeds its limit', () => {
  const text = fc
    .array(fc.constantFrom('a', '😀', family, accented, '🇩🇪', '\u0301'), { maxLength: 30 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, fc.nat({ max: 80 }), (whole, most) => {
      const cut = cutText(whole, most)
      expect(whole.startsWith(cut)).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(most)
      expect(cut).not.toMatch(/[\ud800-\udbff]$/)
    }),
  )
})

it('keeps an ending whole', () => {
  expect(cutBefore('photo', '-12.png', 10)).toBe('pho-12.png')
  expect(cutBefore('ab😀', ' (2)', 7)).toBe('ab (2)')
})
