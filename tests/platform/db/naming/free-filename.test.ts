import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFreeNames, numberedFilename } from '../../../../src/platform/db/naming/free-filename.ts'

const name = fc.constantFrom<string[]>('a.png', 'a-1.png', 'a-2.png', 'b.png', 'b', 'b-1')

it('names every file differently, and only files whose name is taken', async () => {
  const property = fc.asyncProperty(fc.array(fc.array(name)), fc.uniqueArray(name), async (calls, there) => {
    const names = createFreeNames()
    const taken = new Set<string>(there)
    for (const filenames of calls) {
      const before = new Set(taken)
      const free = await names.take(filenames, async (tried) => new Set(tried.filter((one) => there.includes(one))))
      expect(free).toHaveLength(filenames.length)
      for (const [i, one] of free.entries()) {
        expect(taken.has(one)).toBe(false)
        taken.add(one)
        const filename = filenames[i] as string
        if (!before.has(filename) && filenames.indexOf(filename) === i) expect(one).toBe(filename)
      }
    }
  })
  await fc.assert(property)
})

it('tries few names for many files of one name', async () => {
  const there = new Set(Array.from({ length: 3000 }, (_, n) => numberedFilename('a.png', n)))
  const names = createFreeNames()
  let tried = 0
  const takenOf = async (some: readonly string[]) => {
    tried += some.length
    return new Set(some.filter((one) => there.has(one)))
  }
  const free = await names.take(new Array(1000).fill('a.png'), takenOf)
  free.push(...(await names.take(['a.png'], takenOf)))
  expect(free).toEqual(Array.from({ length: 1001 }, (_, n) => numberedFilename('a.png', 3000 + n)))
  expect(tried).toBeLessThan(20_000)
})

it('forgets the names of a failed attempt', async () => {
  const names = createFreeNames()
  const nothing = async () => new Set<string>()
  expect(await names.take(['a.png', 'a.png'], nothing)).toEqual(['a.png', 'a-1.png'])
  names.restart()
  expect(await names.take(['a.png'], nothing)).toEqual(['a.png'])
  names.keep()
  names.restart()
  expect(await names.take(['a.png', 'b.png'], nothing)).toEqual(['a-1.png', 'b.png'])
})
