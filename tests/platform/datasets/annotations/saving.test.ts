/** Saves of all annotations of an image, which keep the annotations that are sent again. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BulkSaveResult } from '../../../../src/shared/api/annotations.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { box, type Desk, newUuid, openDesk } from './annotation-desk.ts'

let h: Harness
let desk: Desk
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  desk = await openDesk(h)
})

const points = (...list: [number, number][]) => list.map(([x, y]) => ({ x, y }))

describe('a save of what was read', () => {
  it('changes nothing, also for straight lines and flat outlines', async () => {
    await desk.save([
      box(null),
      { name: 'post', type: 'polyline', polyline: { points: points([5, 0], [5, 100]) } },
      { name: 'kerb', type: 'polyline', polyline: { points: points([0, 7], [100, 7]) } },
      { name: 'dot', type: 'polyline', polyline: { points: points([3, 3], [3, 3]) } },
      { name: 'flat', type: 'polygon', polygon: { paths: [points([0, 9], [50, 9], [90, 9])] } },
      { name: 'nose', type: 'keypoint', keypoint: { y: 4, x: 3 } },
    ])
    const first = (await desk.read()).body
    const sizes = first.annotations.map(({ bounding_box: b }) => (b ? [b.w, b.h] : null))
    expect(sizes).toEqual([[100, 40], [0, 100], [100, 0], [0, 0], [90, 0], null])
    const again = await desk.save(first.annotations)
    expect(again.body).toMatchObject({ previous_count: 6, new_count: 6, revision: 1 })
    expect((await desk.read()).body).toEqual(first)
    expect((await desk.revisions()).data).toHaveLength(1)
  })

  it('keeps a box of no width invalid', async () => {
    const flat = box(null, 10, { bounding_box: { x: 1, y: 1, w: 0, h: 5 } })
    const { status, error } = await h.fail('POST', `/annotations/${desk.dataset.id}/${desk.image}`, {
      body: { annotations: [flat] },
    })
    expect([status, error.details.map((d) => d.field)]).toEqual([422, ['/annotations/0/bounding_box/w']])
  })

  it('keeps the fields of reviews, tracks and attributes', async () => {
    const id = newUuid()
    const full = box(id, 10, {
      review: 'accepted',
      origin: { source: 'model', model: 'yolo', version: '8', confidence: 0.7 },
      track_id: 't1',
      z: -2,
      occluded: true,
      outside: true,
      keyframe: false,
      attributes: { colour: 'red', doors: 4, parked: false },
    })
    await desk.save([full, box(null)])
    const { annotations } = (await desk.read()).body
    expect(annotations[0]).toEqual(full)
    expect(Object.keys(annotations[1] ?? {}).sort()).toEqual(['bounding_box', 'confidence', 'id', 'name', 'type'])
    expect((await desk.save(annotations)).body.revision).toBe(1)
  })
})

describe('a save by ids', () => {
  it('changes the known annotations in place, adds the new ones and removes the others', async () => {
    const [a, b, c] = [newUuid(), newUuid(), newUuid()]
    await desk.save([box(a), box(b)])
    await desk.save([box(a, 99, { name: 'van' }), box(c)])
    expect(await desk.list()).toEqual([box(a, 99, { name: 'van' }), box(c)])
    expect((await desk.revisions()).data[0]).toMatchObject({ revision: 2, created: 1, updated: 1, deleted: 1 })
    expect(await desk.insights()).toMatchObject({
      total_annotations: 2,
      class_annotation_counts: { car: 1, van: 1 },
      class_image_counts: { car: 1, van: 1 },
      annotation_density: { 2: 1 },
    })
  })

  it('keeps the order of the request', async () => {
    const ids = Array.from({ length: 5 }, newUuid)
    const order = fc.shuffledSubarray(ids, { minLength: 0 })
    await fc.assert(
      fc.asyncProperty(order, order, async (first, second) => {
        await desk.save(first.map((id) => box(id)))
        await desk.save(second.map((id) => box(id)))
        expect((await desk.list()).map((annotation) => annotation.id)).toEqual(second)
      }),
      { numRuns: 20 },
    )
  })

  it('gives an id of another image a new one, the same at each save', async () => {
    const second = await desk.addImage('2.jpg')
    const id = newUuid()
    await desk.save([box(id)])
    await desk.save([box(id, 50)], second)
    const [copy] = await desk.list(second)
    expect(copy?.id).not.toBe(id)
    expect(await desk.list()).toEqual([box(id)])
    expect((await desk.save([box(id, 50)], second)).body.revision).toBe(1)
    const both = await desk.save([copy, box(id, 70)], second)
    expect(both.body.new_count).toBe(2)
    expect(new Set((await desk.list(second)).map((a) => a.id)).size).toBe(2)
  })

  it('tells the images of one bulk save apart', async () => {
    const second = await desk.addImage('2.jpg')
    const id = newUuid()
    const saves = [desk.image, second, desk.image].map((image_id, i) => ({ image_id, annotations: [box(id, i)] }))
    const { body } = await h.api<BulkSaveResult>('POST', '/annotations/bulk', { body: { saves } })
    expect(body.saved.map(({ image_id, revision }) => [image_id, revision])).toEqual([
      [desk.image, 1],
      [second, 1],
      [desk.image, 2],
    ])
    expect(await desk.list()).toEqual([box(id, 2)])
    expect(await desk.list(second)).toMatchObject([{ bounding_box: { x: 1 } }])
    expect((await desk.list(second))[0]?.id).not.toBe(id)
  })

  it('leaves figures that a count of all annotations confirms', async () => {
    const ids = Array.from({ length: 6 }, newUuid)
    const annotation = fc.record({
      id: fc.constantFrom(...ids),
      name: fc.constantFrom('car', 'van', 'bus'),
      confidence: fc.constantFrom(null, 0.2, 0.8),
      x: fc.integer({ min: 0, max: 3 }),
    })
    const saves = fc.array(fc.uniqueArray(annotation, { selector: (a) => a.id, maxLength: 6 }), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(saves, async (lists) => {
        for (const list of lists) await desk.save(list.map(({ id, x, ...rest }) => box(id, x, rest)))
        const last = lists.at(-1) ?? []
        const counts: Record<string, number> = {}
        for (const { name } of last) counts[name] = (counts[name] ?? 0) + 1
        const { total_annotations, class_annotation_counts, model_confidence } = await desk.insights()
        expect([total_annotations, class_annotation_counts]).toEqual([last.length, counts])
        const sure = last.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]))
        expect(model_confidence?.lowest ?? null).toBe(sure.length > 0 ? Math.min(...sure) : null)
      }),
      { numRuns: 25 },
    )
  })
})

describe('the revision of an image', () => {
  const etag = (headers: Headers) => headers.get('etag')

  it('is the ETag of both reads and of a save', async () => {
    expect(etag((await desk.read()).headers)).toBe('"0"')
    expect(etag((await desk.save([box(null)])).headers)).toBe('"1"')
    const other = await h.api('GET', `/annotations/${desk.dataset.id}/${desk.image}`)
    expect(etag(other.headers)).toBe('"1"')
  })

  it('refuses a save and a deletion that are based on an older one', async () => {
    await desk.save([box(null)])
    const stale = { headers: { 'if-match': '"0"' } }
    const place = `/annotations/${desk.dataset.id}/${desk.image}`
    const failed = { status: 412, error: { code: 'stale_revision', kind: 'ConflictError' } }
    expect(await h.fail('POST', place, { ...stale, body: { annotations: [] } })).toMatchObject(failed)
    expect(await h.fail('DELETE', place, stale)).toMatchObject(failed)
    expect(await desk.list()).toHaveLength(1)
    const current = { headers: { 'if-match': '"1"' } }
    expect((await h.api('DELETE', place, current)).status).toBe(200)
    expect(await desk.list()).toEqual([])
  })

  it('accepts the repetition of a save whose answer was lost', async () => {
    const request = { headers: { 'if-match': '"0"' } }
    const id = newUuid()
    expect((await desk.save([box(id)], desk.image, request)).body.revision).toBe(1)
    expect((await desk.save([box(id)], desk.image, request)).body).toMatchObject({ status: 'saved', revision: 1 })
  })
})

describe('a rejected annotation', () => {
  it('leaves the list, and stays in the history as rejected', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await desk.save([box(a, 10, { review: 'pending' }), box(b)])
    const saved = await desk.save([box(a, 10, { review: 'rejected' }), box(b)])
    expect(saved.body).toMatchObject({ previous_count: 2, new_count: 1 })
    expect(await desk.list()).toEqual([box(b)])
    expect((await desk.revisions()).data[0]).toMatchObject({ rejected: 1, deleted: 0 })
    expect((await desk.at(2)).rejected).toEqual([box(a, 10, { review: 'rejected' })])
  })
})
