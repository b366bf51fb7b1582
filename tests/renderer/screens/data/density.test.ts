import fc from 'fast-check'
import { expect, test } from 'vitest'
import { densityGroups } from '../../../../src/renderer/screens/data/insights/insights-page.tsx'

test('images are grouped by their number of annotations, and none is lost', () => {
  expect(densityGroups({ 0: 4, 2: 1, 7: 2, 9: 3 }).map(({ least, most, images }) => [least, most, images])).toEqual([
    [0, 0, 4],
    [1, 1, 0],
    [2, 2, 1],
    [3, 3, 0],
    [4, 4, 0],
    [5, 9, 5],
  ])
  fc.assert(
    fc.property(fc.dictionary(fc.nat(10_000).map(String), fc.integer({ min: 1, max: 1_000 })), (density) => {
      const all = densityGroups(density).reduce((sum, { images }) => sum + images, 0)
      expect(all).toBe(Object.values(density).reduce((sum, images) => sum + images, 0))
    }),
  )
})
