/** Tasks over real HTTP: their sets, their status, and the people they are assigned to. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../../src/shared/api/notifications.ts'
import type { Task, TaskDetail, TaskImagePage, TaskRequest } from '../../../../src/shared/api/tasks.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { insertImages } from '../../support/many-images.ts'
import { addMember } from '../../support/people.ts'
import { type Desk, openDesk } from '../annotations/annotation-desk.ts'

let h: Harness
let desk: Desk
let ada: { user_id: string; key: string }
beforeAll(async () => {
  h = await startHarness()
  const { user_id } = await addMember(h, 'ada@example.com')
  ada = { user_id, key: await h.platform.createKey('member', { userId: user_id }) }
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  desk = await openDesk(h)
})

const create = async (request: Partial<TaskRequest> = {}) => {
  const body = { dataset: desk.dataset.id, title: 'Label the street', ...request }
  const { status, body: task } = await h.api<TaskDetail>('POST', '/tasks', { body })
  expect(status, JSON.stringify(task)).toBe(201)
  return task
}
const get = async (id: string) => (await h.api<TaskDetail>('GET', `/tasks/${id}`)).body
const imagesOf = async (id: string, query = '') =>
  (await h.api<TaskImagePage>('GET', `/tasks/${id}/images${query}`, { key: h.keys.viewer })).body
const setStatus = (ids: string[], status: string, key = h.keys.member) =>
  h.api('PATCH', '/batch/images/update', {
    key,
    body: { dataset_name: desk.dataset.id, image_ids: ids, updates: { status } },
  })
const deleteImages = (ids: string[]) =>
  h.api('POST', '/batch/images/delete', {
    body: { dataset_name: desk.dataset.id, image_ids: ids, permanent: true },
  })

type List = { data: Task[]; pagination: { total: number; has_more: boolean; limit: number; offset: number } }
const list = async (query = '', key = h.keys.viewer) => (await h.api<List>('GET', `/tasks${query}`, { key })).body

describe('a task', () => {
  it('is listed newest first, in pages, with the name of its data set, also once that is deleted', async () => {
    const first = await create({ image_ids: [desk.image] })
    const second = await create({ image_ids: [desk.image, desk.image], kind: 'review', assignee_ids: [ada.user_id] })
    const { data, pagination } = await list()
    expect(data.slice(0, 2)).toEqual([
      {
        id: second.id,
        dataset_id: desk.dataset.id,
        dataset: desk.dataset.name,
        title: 'Label the street',
        kind: 'review',
        status: 'open',
        created_at: second.created_at,
        image_count: 1,
        assignee_count: 1,
        images_complete: 0,
      },
      expect.objectContaining({ id: first.id, kind: 'annotation', image_count: 1, assignee_count: 0 }),
    ])
    expect(pagination).toEqual({ limit: 50, offset: 0, total: data.length, has_more: false })
    expect((await list('?limit=1')).pagination.has_more).toBe(true)
    const own = await list(`?dataset_id=${desk.dataset.id}`)
    expect([own.pagination.total, own.data.map(({ id }) => id)]).toEqual([2, [second.id, first.id]])
    expect((await list('?dataset_id=none')).data).toEqual([])
    await h.api('DELETE', `/datasets/${desk.dataset.id}`)
    expect(await get(first.id)).toMatchObject({ dataset: null, dataset_id: desk.dataset.id, image_count: 1 })
  })

  it('freezes its set: images that are added later are no part of it', async () => {
    const task = await create({ filter: {} })
    const later = await desk.addImage('2.jpg')
    const idsOf = async (query: string) =>
      (await h.api<{ data: string[] }>('GET', `/datasets/${desk.dataset.id}/image-ids${query}`)).body.data
    expect(await idsOf('')).toEqual([desk.image, later])
    expect(await idsOf(`?task=${task.id}`)).toEqual([desk.image])
    expect(await idsOf('?task=unknown')).toEqual([])
    expect(await get(task.id)).toMatchObject({ image_count: 1, images_complete: 0, assignees: [] })
    expect((await imagesOf(task.id)).data).toEqual([
      {
        image_id: desk.image,
        filename: '1.jpg',
        directory_path: '/',
        status: 'new',
        is_done: false,
        completed_at: null,
        last_saved_by: null,
        last_saved_at: null,
        annotations_added: 0,
      },
    ])
  })

  it.each([
    ['neither images nor a filter', {}, '/image_ids'],
    ['images and a filter', { image_ids: ['x'], filter: {} }, '/image_ids'],
    ['an image that the data set lacks', { image_ids: [crypto.randomUUID()] }, '/image_ids'],
    ['a filter that nothing matches', { filter: { text: 'nowhere' } }, '/filter'],
    ['an unknown field of the filter', { filter: { colour: 'red' } }, '/filter'],
    ['a blank title', { filter: {}, title: ' ' }, '/title'],
    ['a person who is no member', { filter: {}, assignee_ids: ['nobody'] }, '/assignee_ids/0'],
  ])('is refused with %s', async (_name, request, field) => {
    const before = (await list()).pagination.total
    const body = { dataset: desk.dataset.id, title: 'Label', ...request }
    const { status, error } = await h.fail('POST', '/tasks', { body })
    expect([status, error.code]).toEqual([422, 'invalid_field'])
    expect(error.details[0]?.field).toMatch(new RegExp(`^${field}`))
    expect((await list()).pagination.total).toBe(before)
  })

  it('is completed with its last image, and begins with its first', async () => {
    const second = await desk.addImage('2.jpg')
    const { id } = await create({ image_ids: [desk.image, second] })
    await setStatus([desk.image], 'complete', ada.key)
    expect(await get(id)).toMatchObject({ status: 'in_progress', images_complete: 1 })
    expect((await imagesOf(id, '?done=true')).data.map((i) => [i.image_id, i.last_saved_by])).toEqual([
      [desk.image, ada.user_id],
    ])
    await setStatus([desk.image, second], 'complete', ada.key)
    expect(await get(id)).toMatchObject({ status: 'completed', images_complete: 2 })
    await setStatus([second], 'annotate')
    expect(await get(id)).toMatchObject({ status: 'completed', images_complete: 1 })
  })

  it('of reviews is done with an image that is approved, or sent back', async () => {
    const second = await desk.addImage('2.jpg')
    await setStatus([desk.image, second], 'review')
    const { id } = await create({ filter: { status: ['review'] }, kind: 'review' })
    await setStatus([desk.image], 'annotate')
    expect(await get(id)).toMatchObject({ images_complete: 1, status: 'open' })
    await setStatus([second], 'complete')
    expect(await get(id)).toMatchObject({ images_complete: 2, status: 'completed' })
  })

  it('counts images that are complete from the start, and starts completed when all of them are', async () => {
    const second = await desk.addImage('2.jpg')
    await setStatus([second], 'complete')
    expect(await create({ filter: {} })).toMatchObject({ image_count: 2, images_complete: 1, status: 'open' })
    expect(await create({ image_ids: [second] })).toMatchObject({ images_complete: 1, status: 'completed' })
  })

  it('loses images that are deleted, and is completed when the rest is complete', async () => {
    const second = await desk.addImage('2.jpg')
    const { id } = await create({ filter: {} })
    await setStatus([second], 'complete')
    await deleteImages([desk.image])
    expect(await get(id)).toMatchObject({ image_count: 1, images_complete: 1, status: 'completed' })
    expect((await imagesOf(id)).data.map(({ image_id }) => image_id)).toEqual([second])
    await deleteImages([second])
    expect(await get(id)).toMatchObject({ image_count: 0, images_complete: 0 })
  })

  it('is changed by members, and deleted by admins', async () => {
    const { id } = await create({ filter: {} })
    const change = { title: 'Label the cars', status: 'completed', assignee_ids: [ada.user_id] }
    const { body } = await h.api<TaskDetail>('PATCH', `/tasks/${id}`, { key: h.keys.member, body: change })
    expect(body).toMatchObject({ title: 'Label the cars', status: 'completed', assignee_count: 1 })
    expect(body.assignees).toEqual([{ user_id: ada.user_id, full_name: 'Ada Lovelace' }])
    expect(body.updated_at).not.toBeNull()
    const empty = await h.fail('PATCH', `/tasks/${id}`, { body: {} })
    expect([empty.status, empty.error.code]).toEqual([400, 'empty_update'])
    expect((await h.fail('DELETE', `/tasks/${id}`, { key: h.keys.member })).status).toBe(403)
    expect((await h.api('DELETE', `/tasks/${id}`)).status).toBe(204)
    expect((await h.fail('GET', `/tasks/${id}`)).status).toBe(404)
  })

  it('notifies each person once when it is assigned', async () => {
    const { id } = await create({ filter: {}, assignee_ids: [ada.user_id], title: 'Label for Ada' })
    const body = { assignee_ids: [ada.user_id] }
    await h.api('PATCH', `/tasks/${id}`, { body })
    const other = await create({ filter: {}, assignee_ids: [ada.user_id], title: 'Afterwards' })
    const read = async (key: string) =>
      (await h.api<NotificationList>('GET', '/notifications/', { key })).body.notifications
    await eventually(async () => (await read(ada.key)).some(({ metadata }) => metadata?.task_id === other.id))
    const found = (await read(ada.key)).filter(({ metadata }) => metadata?.task_id === id)
    expect(found.map(({ type, message }) => [type, message])).toEqual([
      ['task_assigned', '“Label for Ada” with 1 image is assigned to you.'],
    ])
    expect((await read(h.keys.viewer)).filter(({ type }) => type === 'task_assigned')).toEqual([])
  })
})

describe('a large set', () => {
  it('is frozen, listed in pages without gaps, and deleted', async () => {
    const { dataset, images } = await insertImages(h, 12_000)
    const expected = images.filter((image) => image.is_archived === 0)
    const { body } = await h.api<TaskDetail>('POST', '/tasks', { body: { dataset, title: 'All', filter: {} } })
    const complete = expected.filter(({ status }) => status === 'complete').length
    expect(body).toMatchObject({ image_count: expected.length, images_complete: complete })
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: TaskImagePage = await imagesOf(body.id, `?limit=500${cursor && `&cursor=${cursor}`}`)
      ids.push(...page.data.map(({ image_id }) => image_id))
      cursor = page.next_cursor
    }
    expect(ids).toEqual(expected.map(({ id }) => id).sort())
    expect((await h.api('DELETE', `/tasks/${body.id}`)).status).toBe(204)
    const db = await openPlatformDatabase(h.dataDir)
    const left = await db.selectFrom('task_images').select('image_id').where('task_id', '=', body.id).execute()
    await db.destroy()
    expect(left).toEqual([])
  })

  it('has no place behind a cursor of another list', async () => {
    const { id } = await create({ filter: {} })
    const { status, error } = await h.fail('GET', `/tasks/${id}/images?cursor=nonsense`)
    expect([status, error.details[0]?.field]).toEqual([422, '/cursor'])
  })
})
