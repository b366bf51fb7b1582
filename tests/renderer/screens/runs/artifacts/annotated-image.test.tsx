import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AnnotatedImage } from '../../../../../src/renderer/screens/runs/artifacts/preview-dialog.tsx'

const record = {
  record: 'image',
  image_id: null,
  filename: 'frame-7.jpg',
  frame_index: 7,
  time_s: 0.7,
  width: 200,
  height: 100,
  picture: 'kept-7.jpg',
  annotations: [
    { id: 'a', name: 'car', type: 'bbox', confidence: 0.9, bounding_box: { x: 20, y: 50, w: 40, h: 30 } },
    {
      id: 'b',
      name: 'lake',
      type: 'polygon',
      confidence: 0.8,
      bounding_box: { x: 100, y: 10, w: 50, h: 50 },
      polygon: { paths: [[100, 150, 125].map((x, i) => ({ x, y: [10, 10, 60][i] }))] },
    },
  ],
}
const shown = (line: object, urlOf: (name: string) => string | null = (name) => `/files/${name}`) =>
  render(<AnnotatedImage line={JSON.stringify(line)} urlOf={urlOf} />).container

test('a record is shown as its image with every box and outline, with class names', () => {
  const page = shown(record)
  const image = screen.getByRole('img', { name: 'frame-7.jpg with 2 annotations' }) as HTMLImageElement
  expect(image.getAttribute('src')).toBe('/files/kept-7.jpg')
  const paths = [...page.querySelectorAll('path')].map((path) => path.getAttribute('d'))
  expect(paths).toEqual(['M20 50h40v30h-40Z', 'M100 10L150 10L125 60Z'])
  const label = screen.getByText('car')
  expect([label.style.left, label.style.top]).toEqual(['10%', '50%'])
  expect(screen.getByText('lake')).toBeTruthy()
})

test('a header, and a record whose image was not kept, show nothing', () => {
  expect(shown({ record: 'header' }).innerHTML).toBe('')
  expect(shown({ ...record, picture: null }).innerHTML).toBe('')
  expect(shown(record, () => null).innerHTML).toBe('')
})
