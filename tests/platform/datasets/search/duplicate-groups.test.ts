import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDuplicateGroups } from '../../../../src/platform/datasets/search/duplicate-groups.ts'

const content = fc.integer({ min: 0, max: 30 }).map(String)
const images = fc.array(content, { maxLength: 60 })
const links = fc.array(fc.tuple(content, content, fc.double({ min: 0.5, max: 1, noNaN: true })), { maxLength: 60 })

/** By merging sets until nothing changes. */
function components(contents: readonly string[], linked: readonly (readonly [string, string, number])[]): string[][] {
  let sets = contents.map((one, i) => ({ images: [String(i)], contents: new Set([one]) }))
  for (const [a, b] of linked) sets.push({ images: [], contents: new Set([a, b]) })
  for (let i = 0; i < sets.length; i++) {
    const [first] = sets.splice(i, 1)
    if (!first) break
    const touched = sets.filter((s) => [...s.contents].some((one) => first.contents.has(one)))
    if (touched.length === 0) {
      sets.splice(i, 0, first)
      continue
    }
    sets = sets.filter((s) => !touched.includes(s))
    sets.push({
      images: [first, ...touched].flatMap((s) => s.images),
      contents: new Set([first, ...touched].flatMap((s) => [...s.contents])),
    })
    i = -1
  }
  return sets.filter((s) => s.images.length > 1).map((s) => s.images.sort())
}

async function grouped(contents: readonly string[], linked: readonly (readonly [string, string, number])[]) {
  const groups = createDuplicateGroups()
  for (const [i, one] of contents.entries()) groups.add(String(i), one)
  for (const link of linked) groups.link(...link)
  const found: { image_id: string; similarity: number }[][] = []
  for await (const group of groups.groups()) found.push(group)
  return found
}

it('groups images of one content and of linked contents, as sets that are merged', async () => {
  await fc.assert(
    fc.asyncProperty(images, links, async (contents, linked) => {
      const found = (await grouped(contents, linked)).map((group) => group.map(({ image_id }) => image_id).sort())
      const sorted = (all: string[][]) => all.map((group) => group.join()).sort()
      expect(sorted(found)).toEqual(sorted(components(contents, linked)))
    }),
  )
})

it('returns the largest group first, with the similarity of the best link of each image', async () => {
  const found = await grouped(
    ['a', 'b', 'c', 'd', 'e', 'e'],
    [
      ['a', 'b', 0.9],
      ['b', 'c', 0.95],
      ['a', 'a', 1],
    ],
  )
  expect(found).toEqual([
    [
      { image_id: '0', similarity: 0.9 },
      { image_id: '1', similarity: 0.95 },
      { image_id: '2', similarity: 0.95 },
    ],
    [
      { image_id: '4', similarity: 1 },
      { image_id: '5', similarity: 1 },
    ],
  ])
})
