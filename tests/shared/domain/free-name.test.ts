import { expect, it } from 'vitest'
import { freeName } from '../../../src/shared/domain/free-name.ts'

const among =
  (...taken: string[]) =>
  (name: string) =>
    taken.includes(name)

it('is the name itself while that is free', () => {
  expect(freeName('counts', among())).toBe('counts')
  expect(freeName('counts', among('counts.csv'), { ending: '.csv' })).toBe('counts-2.csv')
  expect(freeName('counts', among('other.csv'), { ending: '.csv' })).toBe('counts.csv')
})

it('gets the first free number from 2', () => {
  expect(freeName('counts', among('counts', 'counts-2', 'counts-4'))).toBe('counts-3')
  expect(freeName('Line', among('Line', 'Line 2'), { before: ' ' })).toBe('Line 3')
})

it('stays within its limit, without half a character', () => {
  expect(freeName('Crossing', among('Crossing'), { before: ' ', most: 8 })).toBe('Crossi 2')
  expect(freeName('Gate 😀', among('Gate 😀'), { before: ' ', most: 8 })).toBe('Gate  2')
})
