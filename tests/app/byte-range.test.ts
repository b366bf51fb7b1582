import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseRange } from '../../src/app/byte-range.ts'

it.each([
  ['bytes=0-', 10, { start: 0, end: 9 }],
  ['bytes=2-4', 10, { start: 2, end: 4 }],
  ['bytes=2-400', 10, { start: 2, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-0', 0, 'unsatisfiable'],
  ['bytes=4-2', 10, null],
  ['bytes=0-1,4-5', 10, null],
  ['lines=0-1', 10, null],
  [null, 10, null],
])('%s of %i bytes is %j', (header, size, expected) => {
  expect(parseRange(header, size)).toEqual(expected)
})

it('never leaves the file', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.option(fc.nat(60)), fc.option(fc.nat(60)), (size, from, to) => {
      const range = parseRange(`bytes=${from ?? ''}-${to ?? ''}`, size)
      if (range === null || range === 'unsatisfiable') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
      expect(range.end).toBeLessThan(size)
    }),
  )
})
