import { describe, expect, it } from 'vitest'
import { type Entry, MESSAGES } from '../../../src/shared/messages/en/index.ts'
import { englishOf, message, messageFormatter, templateOf } from '../../../src/shared/messages/message.ts'
import { placesOf } from './places.ts'

describe('the catalogue of messages', () => {
  it.each(Object.entries<Entry>(MESSAGES))('names exactly the places in the template of %s', (_, entry) => {
    const names = typeof entry === 'string' ? [] : entry.slice(1)
    expect(placesOf(templateOf(entry))).toEqual([...names].sort())
  })
})

describe('a message', () => {
  it('is formatted in English', () => {
    expect(englishOf(message('graph.too_many_blocks', { max: 2000 }))).toBe(
      'A workflow has at most 2000 blocks. Split it into several workflows.',
    )
  })

  const german = messageFormatter('de', {
    outer: '{n, plural, one {Ein Block} other {# Blöcke}}: {inner}, {names}.',
    inner: 'hier',
  })

  it('is formatted by the rules of its language, with messages and lists inside', () => {
    const inner = { code: 'inner', params: {} }
    expect(german({ code: 'outer', params: { n: 1, inner, names: ['a', 'b', inner] } })).toBe(
      'Ein Block: hier, a, b und hier.',
    )
    expect(german({ code: 'outer', params: { n: 1200, inner, names: ['a'] } })).toBe('1.200 Blöcke: hier, a.')
  })

  it('keeps what a user typed, even if it reads like a place', () => {
    expect(german({ code: 'outer', params: { n: 2, inner: '{n}', names: '<b>' } })).toBe('2 Blöcke: {n}, <b>.')
  })

  it('is null in a language without it, and when its parameters do not fit', () => {
    expect(german({ code: 'unknown', params: {} })).toBeNull()
    expect(german({ code: 'toString', params: {} })).toBeNull()
    expect(german({ code: 'outer', params: {} })).toBeNull()
    const inner = { code: 'unknown', params: {} }
    expect(german({ code: 'outer', params: { n: 1, inner, names: [] } })).toBeNull()
  })
})
