import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { Propagation } from '../../../../src/shared/api/propagation.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { insertImages } from '../../support/many-images.ts'

let h: Harness
let [from, to]: [string, string] = ['', '']
beforeAll(async () => {
  h = await startHarness()
  const { images } = await insertImages(h, 2)
  ;[from, to] = images.map(({ id }) => id) as [string, string]
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const box = { id: idOf(1), type: 'bbox', bounding_box: { x: 10, y: 20, w: 30, h: 40 } }
const address = () => `/images/${from}/propagations`
const follow = async (annotations: object[]) =>
  (await h.api<Propagation>('POST', address(), { body: { target_image_id: to, annotations } })).body

describe('annotations that are propagated', () => {
  it('have their new places, whatever their type', async () => {
    const outline = { x: 10, y: 20 }
    const { shapes, lost, image_id } = await follow([
      box,
      { id: idOf(2), type: 'polygon', polygon: { paths: [[outline, { x: 40, y: 20 }, { x: 40, y: 60 }]] } },
      { id: idOf(3), type: 'keypoint', keypoint: outline },
      { id: idOf(4), type: 'polyline', polyline: { points: [outline, { x: 40, y: 20 }] } },
    ])
    expect({ lost, image_id }).toEqual({ lost: [], image_id: to })
    const moved = { x: 14, y: 22 }
    expect(shapes).toEqual([
      { id: idOf(1), type: 'bbox', bounding_box: { ...moved, w: 30, h: 40 }, score: 0.9 },
      { id: idOf(2), type: 'polygon', polygon: { paths: [expect.arrayContaining([moved])] }, score: 0.9 },
      { id: idOf(3), type: 'keypoint', keypoint: moved, score: 0.9 },
      { id: idOf(4), type: 'polyline', polyline: { points: [moved, { x: 44, y: 22 }] }, score: 0.9 },
    ])
  })

  it('are cut at the edges of the image, and lost beyond them', async () => {
    const { shapes, lost } = await follow([
      { ...box, bounding_box: { x: 600, y: 0, w: 40, h: 40 } },
      { id: idOf(2), type: 'keypoint', keypoint: { x: 639, y: 10 } },
    ])
    expect(shapes).toMatchObject([{ bounding_box: { x: 604, y: 2, w: 36, h: 40 } }])
    expect(lost).toEqual([idOf(2)])
  })

  it('are not saved, and leave no entry in the audit log', async () => {
    const read = () => h.api<{ revision: number }>('GET', `/images/${to}/annotations`)
    const before = (await read()).body
    await follow([box])
    expect((await read()).body).toEqual(before)
    const { body } = await h.api<{ data: unknown[] }>('GET', '/audit?action=propagation.follow')
    expect(body.data).toEqual([])
  })

  it('are rejected for an image of another data set, or of another size', async () => {
    const other = await insertImages(h, 1)
    const failed = await h.fail('POST', address(), {
      body: { target_image_id: other.images[0]?.id, annotations: [box] },
    })
    expect(failed).toMatchObject({ status: 422, error: { details: [{ field: '/target_image_id' }] } })
  })

  it('are rejected without the geometry of their type', async () => {
    const annotations = [box, { id: idOf(2), type: 'polygon' }]
    const failed = await h.fail('POST', address(), { body: { target_image_id: to, annotations } })
    expect(failed).toMatchObject({ status: 422, error: { details: [{ field: '/annotations/1' }] } })
  })

  it('are not found when an image is unknown', async () => {
    const created = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Empty' } })).body
    expect(
      (
        await h.fail('POST', `/images/${created.id}/propagations`, {
          body: { target_image_id: to, annotations: [box] },
        })
      ).status,
    ).toBe(404)
    expect(
      (await h.fail('POST', address(), { body: { target_image_id: created.id, annotations: [box] } })).status,
    ).toBe(404)
  })
})
