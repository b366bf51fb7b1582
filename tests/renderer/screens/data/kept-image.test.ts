import { expect, test } from 'vitest'
import { keptImage } from '../../../../src/renderer/screens/data/near-duplicates/group-row.tsx'

const image = (id: string, annotation_count: number, side = 100) => ({
  id,
  annotation_count,
  width: side,
  height: side,
})

test('the image with the most annotations is kept, whatever its size', () => {
  expect(keptImage([image('a', 1, 900), image('b', 3), image('c', 2)]).id).toBe('b')
})

test('of images with as many annotations the largest is kept, then the oldest', () => {
  expect(keptImage([image('a', 2), image('b', 2, 200), image('c', 2, 200)]).id).toBe('b')
})
