/** Large JSON is parsed as JSON.parse parses it, piece by piece. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseLargeJson } from '../../../src/platform/http/large-json.ts'

const filling = (length: number) => 'x'.repeat(length)
const annotations = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ name: `class "${i}" \\`, box: [i, [i + 0.5, { w: null }]], on: i % 2 === 0 }))

/** Longest piece that was parsed at once. */
async function parsed(json: string): Promise<{ value: unknown; longest: number; count: number }> {
  let [longest, count] = [0, 0]
  const value = await parseLargeJson(json, (piece) => {
    longest = Math.max(longest, piece.length)
    count++
    return JSON.parse(piece)
  })
  return { value, longest, count }
}

it.each([
  ['a list', annotations(20_000)],
  [
    'lists within a record',
    { before: 1, saves: [{ id: 'a', list: annotations(9000) }, { id: 'b' }], after: filling(10) },
  ],
  ['records within a list', [1, { a: { b: annotations(9000) } }, 'last']],
  ['long texts', { a: filling(200_000), b: [filling(300_000), filling(1)], 'a key, with {': filling(200_000) }],
])('parses %s in pieces, to the same value', async (_, value) => {
  for (const spaces of [0, 2]) {
    const json = JSON.stringify(value, null, spaces)
    const result = await parsed(json)
    expect(result.value).toEqual(value)
    expect(result.count).toBeGreaterThan(2)
    expect(result.longest).toBeLessThan(400_000)
  }
})

const large = JSON.stringify(annotations(9000))
it.each([
  ['a trailing comma', `${large.slice(0, -1)},]`],
  ['two commas', large.replace('},{', '},,{')],
  ['a missing comma', large.replace('},{', '} {')],
  ['a missing end', large.slice(0, -1)],
  ['the end of a record', `${large.slice(0, -1)}}`],
  ['text behind the end', `${large} 1`],
  ['a bracket too many', `${large}]`],
  ['a missing key', `{"a":${large},${large}}`],
  ['a missing value', `{"a":${large},"b"}`],
  ['a comma behind the last member', `{"a":${large},}`],
  ['an open text', `${large.slice(0, -1)},"a]`],
])('rejects %s', async (_, json) => {
  expect(() => JSON.parse(json)).toThrow()
  await expect(parsed(json)).rejects.toThrow()
})

it('rejects each text that JSON.parse rejects, and parses the others alike', async () => {
  const inner = fc.jsonValue({ maxDepth: 4 })
  const cut = fc.tuple(inner, fc.nat(), fc.constantFrom('', ',', ']', '}', '"', '1', ':', '['))
  await fc.assert(
    fc.asyncProperty(cut, async ([value, at, inserted]) => {
      const json = JSON.stringify({ a: [value, value], large: [filling(140_000), value], b: value })
      // Within the part that varies: before and behind the long text.
      const place = at % 2 === 0 ? at % 100 : json.length - (at % 100)
      const changed = `${json.slice(0, place)}${inserted}${json.slice(place)}`
      let expected: unknown
      try {
        expected = JSON.parse(changed)
      } catch {
        await expect(parsed(changed)).rejects.toThrow()
        return
      }
      expect((await parsed(changed)).value).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})
