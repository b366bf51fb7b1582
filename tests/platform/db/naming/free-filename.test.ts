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

it('shortens the stem of a long name, so that the number and the ending stay', () => {
  const long = `${'a'.repeat(251)}.png`
  expect(numberedFilename(long, 12)).toBe(`${'a'.repeat(248)}-12.png`)
  expect(numberedFilename(`${'😀'.repeat(125)}.jpeg`, 1)).toBe(`${'😀'.repeat(124)}-1.jpeg`)
  expect(numberedFilename(`a.${'b'.repeat(253)}`, 3)).toHaveLength(255)
})
