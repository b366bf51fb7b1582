import { expect, test } from 'vitest'
import { imageUrl, thumbnailUrl } from '../../../../src/renderer/screens/data/grid/image-cell.tsx'

test('a cell requests the smallest thumbnail that is sharp enough, and the page of an image the file', () => {
  const sizeFor = (pixels: number) => new URL(thumbnailUrl('http://host/files', 'a b', pixels)).searchParams.get('size')
  expect([120, 256, 384, 385, 640, 4_000].map(sizeFor)).toEqual(['256', '256', '256', '1024', '1024', '1024'])
  expect(imageUrl('http://host/files', 'a b')).toBe('http://host/files/images/a%20b')
})
