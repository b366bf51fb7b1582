import { expect, it } from 'vitest'
import { annotationRows } from '../../../../src/platform/datasets/annotations/annotation-check.ts'
import { foundAgain } from '../../../../src/platform/exchange/imports/write/found-again.ts'
import { distanceOf } from '../../../../src/platform/exchange/imports/write/geometry-distance.ts'
import type { NewAnnotation } from '../../../../src/shared/api/annotations.ts'

const SIZE = { width: 1000, height: 1000 }
const rowsOf = (annotations: readonly NewAnnotation[]) =>
  annotationRows(annotations, SIZE, ['bbox', 'polygon', 'polyline', 'keypoint'])
const boxAt = (x: number, over: Partial<NewAnnotation> = {}): NewAnnotation => {
  return { name: 'car', type: 'bbox', bounding_box: { x, y: 10, w: 20, h: 20 }, ...over }
}
const found = async (there: readonly NewAnnotation[], file: readonly NewAnnotation[]) =>
  foundAgain(await rowsOf(there), await rowsOf(file))

it('finds an annotation by its class and a geometry that differs by no more than a pixel', async () => {
  const file = [boxAt(10.9), boxAt(12), boxAt(10, { name: 'bus' })]
  const { added, changed, unchanged } = await found([boxAt(10)], file)
  expect([added.length, changed.size, unchanged]).toEqual([2, 0, 1])
})

it('finds each annotation once, and an equal one before those that are near', async () => {
  const { added, unchanged } = await found([boxAt(10), boxAt(10.5)], [boxAt(10.4), boxAt(10.5), boxAt(10.6)])
  expect(unchanged).toBe(2)
  expect(added).toHaveLength(1)
  expect((await found([boxAt(10), boxAt(10.5)], [boxAt(10.5)])).unchanged).toBe(1)
})

it('gives an annotation that is found the fields of the file, and keeps the others', async () => {
  const known = boxAt(10, {
    id: 'a1b2c3d4-0000-4000-8000-000000000001',
    confidence: 0.5,
    review: 'accepted',
    track_id: '4',
  })
  const { changed } = await found([known], [boxAt(10.5, { confidence: 0.75, attributes: { colour: 'red' } })])
  expect([...changed.values()]).toMatchObject([
    {
      id: known.id,
      confidence: 0.75,
      geometry: '{"bounding_box":{"x":10,"y":10,"w":20,"h":20}}',
      extra: '{"review":"accepted","track_id":"4","attributes":{"colour":"red"}}',
    },
  ])
})

it('moves an annotation of the same id, and changes its class', async () => {
  const id = 'a1b2c3d4-0000-4000-8000-000000000002'
  const { added, changed } = await found([boxAt(10, { id }), boxAt(500)], [boxAt(500, { id, name: 'bus' })])
  expect(added).toEqual([])
  expect([...changed.values()]).toMatchObject([{ id, name: 'bus', geometry: expect.stringContaining('"x":500') }])
})

it('finds no proposal that waits for a review as a label', async () => {
  expect((await found([boxAt(10, { review: 'pending' })], [boxAt(10)])).added).toHaveLength(1)
  expect((await found([boxAt(10, { review: 'pending' })], [boxAt(10, { review: 'pending' })])).unchanged).toBe(1)
})

it('compares outlines from any corner, in both directions, and their parts in any order', () => {
  const ring = (...corners: number[][]) => corners.map(([x = 0, y = 0]) => ({ x, y }))
  const outer = ring([0, 0], [90, 0], [90, 60], [0, 60])
  const inner = ring([10, 10], [20, 10], [20, 20])
  const bounding_box = { x: 0, y: 0, w: 90, h: 60 }
  const of = (...paths: ReturnType<typeof ring>[]) => ({ polygon: { paths }, bounding_box })
  const turned = [...outer.slice(2), ...outer.slice(0, 2)].reverse()
  expect(distanceOf(of(outer, inner), of(inner, turned))).toBe(0)
  expect(distanceOf(of(outer, inner), of(inner, ring([0, 0.5], [90, 0], [90, 60], [0, 60])))).toBe(0.5)
  expect(distanceOf(of(outer), of(outer, inner))).toBe(Number.POSITIVE_INFINITY)
  expect(distanceOf(of(ring([0, 0], [90, 0], [0, 60])), of(ring([0, 0], [90, 60], [0, 60])))).toBe(
    Number.POSITIVE_INFINITY,
  )
})
