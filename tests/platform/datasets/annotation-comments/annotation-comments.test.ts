/** Comments on annotations, over real HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AnnotationComment } from '../../../../src/shared/api/annotation-comments.ts'
import type { NotificationList } from '../../../../src/shared/api/notifications.ts'
import type { OrganizationMember } from '../../../../src/shared/api/organizations.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addMember } from '../../support/people.ts'
import { box, type Desk, newUuid, openDesk } from '../annotations/annotation-desk.ts'

let h: Harness
let desk: Desk
let annotation: string
const people: Record<string, OrganizationMember> = {}
/** Keys of these people. */
const keys: Record<string, string> = {}
beforeAll(async () => {
  h = await startHarness()
  for (const [name, role] of Object.entries({ ada: 'member', ben: 'member', eve: 'admin' })) {
    const member = await addMember(h, `${name}@example.com`, role)
    people[name] = member
    keys[name] = await h.platform.createKey(role as 'member', { userId: member.user_id })
  }
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  desk = await openDesk(h)
  annotation = newUuid()
  await desk.save([box(annotation)])
})

const place = '/annotation-comments'
const comment = (body: string, key = keys.ada as string, annotation_id = annotation) =>
  h.api<AnnotationComment>('POST', place, { key, body: { image_id: desk.image, annotation_id, body } })
const refused = (body: object, key = keys.ada as string) => h.fail('POST', place, { key, body })
const list = async (key = h.keys.viewer) =>
  (await h.api<AnnotationComment[]>('GET', `${place}?image_id=${desk.image}`, { key })).body

describe('comments', () => {
  it('are listed for an image, oldest first, with their authors', async () => {
    const first = await comment('Is this a car?')
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      id: expect.any(String),
      annotation_id: annotation,
      body: 'Is this a car?',
      resolved: false,
      created_at: expect.any(String),
      updated_at: null,
      user_id: people.ada?.user_id,
      author_name: 'Ada Lovelace',
      author_username: 'ada',
      author_avatar_url: null,
      is_mine: true,
    })
    await comment('It is a van.', keys.ben)
    expect((await list()).map(({ body, is_mine }) => [body, is_mine])).toEqual([
      ['Is this a car?', false],
      ['It is a van.', false],
    ])
    expect((await list(keys.ben)).map(({ is_mine }) => is_mine)).toEqual([false, true])
  })

  it('stay with an annotation that is saved again, and when it is deleted', async () => {
    await comment('Look here')
    await desk.save([box(annotation, 99)])
    expect(await list()).toMatchObject([{ annotation_id: annotation }])
    await desk.save([])
    expect(await list()).toMatchObject([{ annotation_id: annotation, body: 'Look here' }])
    const body = { image_id: desk.image, annotation_id: annotation, body: 'Gone' }
    expect(await refused(body)).toMatchObject({ status: 404, error: { code: 'not_found' } })
  })

  it('need an author, an annotation of the image and a text of 1 to 5,000 characters', async () => {
    const body = { image_id: desk.image, annotation_id: annotation, body: 'x' }
    expect(await refused(body, h.keys.member)).toMatchObject({
      status: 400,
      error: { code: 'key_without_user', kind: 'ValidationError' },
    })
    expect((await refused(body, h.keys.viewer)).status).toBe(403)
    expect((await refused(body, h.foreignKey)).status).toBe(400)
    expect((await refused({ ...body, image_id: newUuid() })).status).toBe(404)
    expect((await refused({ ...body, annotation_id: newUuid() })).status).toBe(404)
    for (const text of ['', ' \n', 'x'.repeat(5001)]) {
      const { status, error } = await refused({ ...body, body: text })
      expect([status, error.details[0]?.field]).toEqual([422, '/body'])
    }
    expect((await comment('x'.repeat(5000))).status).toBe(201)
  })

  it('are resolved by anyone, changed by their author, and deleted by their author or an admin', async () => {
    const { id } = (await comment('Wrong class')).body
    const at = `${place}/${id}`
    const resolved = await h.api<AnnotationComment>('PATCH', at, { key: h.keys.viewer, body: { resolved: true } })
    expect(resolved.body).toMatchObject({ resolved: true, body: 'Wrong class', updated_at: expect.any(String) })
    const other = { key: keys.ben as string, body: { body: 'No' } }
    expect(await h.fail('PATCH', at, other)).toMatchObject({ status: 403, error: { code: 'not_the_author' } })
    expect(await h.fail('PATCH', at, { key: keys.ada as string, body: {} })).toMatchObject({
      status: 400,
      error: { code: 'empty_update' },
    })
    const own = await h.api('PATCH', at, { key: keys.ada as string, body: { body: 'Right class', resolved: false } })
    expect(own.body).toMatchObject({ body: 'Right class', resolved: false })
    expect((await h.fail('DELETE', at, { key: keys.ben as string })).status).toBe(403)
    expect((await h.api('DELETE', at, { key: keys.eve as string })).status).toBe(204)
    expect((await h.fail('DELETE', at, { key: keys.ada as string })).status).toBe(404)
    const mine = (await comment('Mine', keys.ben)).body.id
    expect((await h.api('DELETE', `${place}/${mine}`, { key: keys.ben as string })).status).toBe(204)
    expect(await list()).toEqual([])
  })
})

describe('a mention', () => {
  const mentions = async (name: string) => {
    const { body } = await h.api<NotificationList>('GET', '/notifications/', { key: keys[name] as string })
    return body.notifications.filter(
      ({ type, metadata }) => type === 'comment_mention' && metadata?.image_id === desk.image,
    )
  }

  it('notifies the person, and nobody else', async () => {
    const { id } = (await comment('@ben and @BEN@example.com, also @ada and @nobody: look; mail x@eve.com')).body
    await eventually(async () => (await mentions('ben')).length === 1)
    expect(await mentions('ben')).toMatchObject([
      {
        user_id: people.ben?.user_id,
        read: false,
        message: expect.stringContaining('Ada Lovelace on “1.jpg”'),
        metadata: { comment_id: id, image_id: desk.image, annotation_id: annotation, dataset_id: desk.dataset.id },
      },
    ])
    expect(await mentions('ada')).toEqual([])
    expect(await mentions('eve')).toEqual([])
    const [seen] = await mentions('ben')
    const read = `/notifications/${seen?.id}/read`
    expect((await h.fail('POST', read, { key: keys.eve as string })).status).toBe(404)
    expect((await h.api('POST', read, { key: keys.ben as string })).status).toBe(204)
  })

  it('that an edit adds notifies once', async () => {
    const { id } = (await comment('Look')).body
    const edit = (body: string) => h.api('PATCH', `${place}/${id}`, { key: keys.ada as string, body: { body } })
    await edit('Look, @eve')
    await edit('Look again, @eve.')
    await comment('Done, @ben')
    await eventually(async () => (await mentions('ben')).some(({ message }) => message?.includes('Done')))
    expect(await mentions('eve')).toHaveLength(1)
  })
})
