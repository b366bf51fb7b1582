/** The history of the annotations of an image. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addMember } from '../../support/people.ts'
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

describe('the list of revisions', () => {
  it('has an entry for each change, newest first, with its author, in pages', async () => {
    const { user_id: userId } = await addMember(h, `${newUuid()}@example.com`)
    const key = await h.platform.createKey('member', { userId })
    await desk.save([box(null)], desk.image, { key })
    await desk.edit([{ id: newUuid(), action: 'create', fields: box(null, 300) }])
    await h.api('DELETE', `/annotations/${desk.dataset.id}/${desk.image}`)
    const { data, next_before } = await desk.revisions('?limit=2')
    expect(data).toMatchObject([
      { revision: 3, kind: 'delete', user_id: null, annotation_count: 0, created: 0, deleted: 2 },
      { revision: 2, kind: 'edit', created: 1, annotation_count: 2 },
    ])
    const rest = await desk.revisions(`?before=${next_before}`)
    expect(rest).toMatchObject({
      data: [{ revision: 1, kind: 'save', user_id: userId, author_name: 'Ada Lovelace' }],
      next_before: null,
    })
  })

  it('has no entry for a save that changes nothing', async () => {
    await desk.save([])
    expect(await desk.revisions()).toEqual({ data: [], next_before: null })
  })
})

describe('a revision', () => {
  it('shows the annotations as they were, whatever was saved since', async () => {
    const ids = Array.from({ length: 5 }, newUuid)
    const list = fc
      .uniqueArray(
        fc.record({ id: fc.constantFrom(...ids), x: fc.integer({ min: 0, max: 5 }), z: fc.constantFrom(1, undefined) }),
        { selector: (a) => a.id, maxLength: 5 },
      )
      .map((some) => some.map(({ id, x, z }) => box(id, x, z === undefined ? {} : { z })))
    const fresh = fc.nat({ max: 3 }).map((n) => Array.from({ length: n }, (_, x) => box(null, x)))
    const steps = fc.array(fc.oneof(list, fresh), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(steps, async (saves) => {
        const seen = new Map<number, Annotation[]>()
        for (const annotations of saves) {
          const { revision } = (await desk.save(annotations)).body
          seen.set(revision, await desk.list())
        }
        for (const [revision, annotations] of seen) expect((await desk.at(revision)).annotations).toEqual(annotations)
      }),
      { numRuns: 15 },
    )
  })

  it('follows a class that was renamed or merged, and leaves out a class that was deleted', async () => {
    const [a, b] = [newUuid(), newUuid()]
    const classes = [{ name: 'car' }, { name: 'van' }]
    await h.api('PATCH', `/datasets/${desk.dataset.id}`, { body: { classes } })
    await desk.save([box(a), box(b, 50, { name: 'van' })])
    await desk.save([])
    const change = (what: string, body: object) =>
      h.api('POST', `/annotations/${what}`, { body: { dataset: desk.dataset.id, ...body } })
    await change('rename-class', { old_name: 'car', new_name: 'lorry' })
    expect((await desk.at(1)).annotations.map(({ name }) => name)).toEqual(['lorry', 'van'])
    await desk.restore(1)
    await change('delete-class', { name: 'van', delete_annotations: true })
    expect((await desk.revisions()).data[0]).toMatchObject({ revision: 4, kind: 'class_deleted', deleted: 1 })
    expect((await desk.read()).body).toMatchObject({ revision: 4, annotation_count: 1 })
    for (const revision of [1, 3]) expect((await desk.at(revision)).annotations).toHaveLength(1)
  })

  it.each(['9', '-1', 'x', '1.5', '99999999999'])('named %s is not there', async (revision) => {
    await desk.save([box(null)])
    const failed = { status: 404, error: { code: 'not_found' } }
    expect(await h.fail('GET', `/images/${desk.image}/revisions/${revision}`)).toMatchObject(failed)
    expect(await h.fail('POST', `/images/${desk.image}/revisions/${revision}/restore`)).toMatchObject(failed)
  })

  it('is forgotten when it is far in the past', async () => {
    const id = newUuid()
    const newest = 245
    for (let x = 1; x <= newest; x++) await desk.save([box(id, x)])
    const db = await openPlatformDatabase(h.dataDir)
    const kept = await db
      .selectFrom('image_revisions')
      .select((e) => e.fn.countAll().as('n'))
      .where('image_id', '=', desk.image)
      .executeTakeFirstOrThrow()
    await db.destroy()
    expect(Number(kept.n)).toBeGreaterThanOrEqual(200)
    expect(Number(kept.n)).toBeLessThan(225)
    expect((await desk.at(newest - 199)).annotations).toEqual([box(id, newest - 199)])
    expect((await h.fail('GET', `/images/${desk.image}/revisions/1`)).status).toBe(404)
  })
})

describe('a restored revision', () => {
  it('is a new change, which can be taken back in turn', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await desk.save([box(a), box(b)])
    await desk.save([box(b, 77)])
    const restored = await desk.restore(1)
    expect(restored.body).toMatchObject({ previous_count: 1, new_count: 2, revision: 3 })
    expect(restored.headers.get('etag')).toBe('"3"')
    expect(await desk.list()).toEqual([box(a), box(b)])
    expect((await desk.revisions()).data[0]).toMatchObject({ kind: 'restore', created: 1, updated: 1 })
    await desk.restore(2)
    expect(await desk.list()).toEqual([box(b, 77)])
    expect(await desk.insights()).toMatchObject({ total_annotations: 1, class_annotation_counts: { car: 1 } })
    expect((await desk.restore(0)).body.new_count).toBe(0)
  })

  it('is refused when the caller has not seen the newest one', async () => {
    await desk.save([box(null)])
    await desk.save([])
    const stale = { headers: { 'if-match': '"1"' } }
    const place = `/images/${desk.image}/revisions/1/restore`
    expect(await h.fail('POST', place, stale)).toMatchObject({ status: 412, error: { code: 'stale_revision' } })
  })
})
