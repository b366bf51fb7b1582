import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import type { Caller } from '../../../src/platform/identity/caller.ts'
import { createTaskRepository } from '../../../src/platform/tasks/task-repository.ts'
import { createTasks, type Tasks } from '../../../src/platform/tasks/tasks.ts'
import type { Task, TaskContributions } from '../../../src/shared/api/tasks.ts'
import { openPlatformDatabase } from '../support/databases.ts'
import { type Harness, startHarness } from '../support/harness.ts'

let h: Harness
let db: Database
let tasks: Tasks
let caller: Caller
beforeAll(async () => {
  h = await startHarness()
  db = await openPlatformDatabase(h.dataDir)
  const names = new Map([['ada', 'Ada Lovelace']])
  tasks = createTasks(
    createTaskRepository(db),
    async () => names,
    () => new Date(),
  )
  const { organizationId } = h.platform
  caller = { organizationId, role: 'member', via: 'key', userId: null, keyId: null, sessionId: null, requestId: null }
})
afterAll(async () => {
  await db.destroy()
  await h.close()
})

const newTask = (imageIds: string[], userIds: string[], title = 'Label the street') =>
  tasks.create(caller, { datasetId: 'gone', title, kind: 'annotation', imageIds, userIds })

type List = { data: Task[]; pagination: { total: number; has_more: boolean; limit: number; offset: number } }
const list = async (query = '') => (await h.api<List>('GET', `/tasks${query}`, { key: h.keys.viewer })).body

describe('tasks', () => {
  it('are listed newest first, in pages, with the name of their data set', async () => {
    const { id: datasetId } = (await h.api<{ id: string }>('POST', '/datasets/', { body: { name: 'Street' } })).body
    const first = await newTask(['a', 'b'], ['ada'])
    const kind = 'review' as const
    const second = await tasks.create(caller, { datasetId, title: 'Review', kind, imageIds: ['c'], userIds: [] })
    const { data, pagination } = await list()
    expect(data.map(({ id }) => id).slice(0, 2)).toEqual([second, first])
    expect(data[0]).toMatchObject({
      dataset: 'Street',
      kind: 'review',
      status: 'open',
      image_count: 1,
      assignee_count: 0,
    })
    expect(data[1]).toMatchObject({ dataset: null, dataset_id: 'gone', image_count: 2, assignee_count: 1 })
    expect(pagination).toEqual({ limit: 50, offset: 0, total: data.length, has_more: false })
    const page = await list('?limit=1')
    expect([page.data.length, page.pagination.has_more]).toEqual([1, true])
  })

  it.each(['limit=101', 'limit=0', 'offset=-1', 'offset=1e20', 'other=1'])(
    'reject the query %s with 422',
    async (query) => {
      expect((await h.fail('GET', `/tasks?${query}`)).status).toBe(422)
    },
  )

  it('are missing for another organization', async () => {
    const id = await newTask(['a'], [])
    expect((await h.api<List>('GET', '/tasks', { key: h.foreignKey })).body.data).toEqual([])
    const { status, error } = await h.fail('GET', `/tasks/${id}/contributions`, { key: h.foreignKey })
    expect([status, error.code]).toEqual([404, 'not_found'])
  })
})

const contributions = async (id: string) =>
  (await h.api<TaskContributions>('GET', `/tasks/${id}/contributions`, { key: h.keys.viewer })).body

describe('contributions to a task', () => {
  it('are zeros before anybody worked on it', async () => {
    const id = await newTask(['a', 'b', 'c'], ['ada'])
    expect(await contributions(id)).toEqual({
      task_id: id,
      contributors: [],
      contributor_count: 0,
      total_images: 3,
      images_complete: 0,
      total_active_seconds: 0,
    })
  })

  it('credit the last saver with completed images and annotations, and each person with the exact time', async () => {
    const id = await newTask(['a', 'b'], ['ada', 'bob'])
    await tasks.addTime(caller, id, { imageId: 'a', userId: 'ada', seconds: 90 })
    await tasks.addTime(caller, id, { imageId: 'a', userId: 'ada', seconds: 9 })
    await tasks.addTime(caller, id, { imageId: 'a', userId: 'bob', seconds: 30 })
    await tasks.noteSave(caller, id, { imageId: 'a', userId: 'ada', annotationsAdded: 5, complete: true })
    await tasks.noteSave(caller, id, { imageId: 'a', userId: 'bob', annotationsAdded: 2, complete: true })
    const { contributors, ...totals } = await contributions(id)
    expect(totals).toMatchObject({
      contributor_count: 2,
      total_images: 2,
      images_complete: 1,
      total_active_seconds: 129,
    })
    expect(contributors).toEqual([
      {
        user_id: 'ada',
        full_name: null,
        images_worked: 1,
        active_seconds: 99,
        active_minutes: 1.7,
        images_completed: 0,
        annotations_added: 0,
      },
      {
        user_id: 'bob',
        full_name: null,
        images_worked: 1,
        active_seconds: 30,
        active_minutes: 0.5,
        images_completed: 1,
        annotations_added: 2,
      },
    ])
    expect((await tasks.contributions(caller, id)).contributors[0]?.full_name).toBe('Ada Lovelace')
  })

  it('add up whatever the order of work and saves', async () => {
    const step = fc.record({
      userId: fc.constantFrom('ada', 'bob', 'eve'),
      imageId: fc.constantFrom('a', 'b', 'c', 'not-in-the-task'),
      seconds: fc.integer({ min: 0, max: 500 }),
      save: fc.option(fc.record({ annotationsAdded: fc.integer({ min: 0, max: 9 }), complete: fc.boolean() })),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const id = await newTask(['a', 'b', 'c'], [])
        const last = new Map<string, { userId: string; annotationsAdded: number; complete: boolean }>()
        for (const { userId, imageId, seconds, save } of steps) {
          await tasks.addTime(caller, id, { userId, imageId, seconds })
          if (!save) continue
          await tasks.noteSave(caller, id, { userId, imageId, ...save })
          if (imageId !== 'not-in-the-task') last.set(imageId, { userId, ...save })
        }
        const result = await tasks.contributions(caller, id)
        expect(result.total_active_seconds).toBe(steps.reduce((sum, { seconds }) => sum + seconds, 0))
        expect(result.images_complete).toBe([...last.values()].filter(({ complete }) => complete).length)
        for (const person of result.contributors) {
          const saved = [...last.values()].filter(({ userId }) => userId === person.user_id)
          const own = steps.filter(({ userId }) => userId === person.user_id)
          expect(person.images_worked).toBe(new Set(own.map(({ imageId }) => imageId)).size)
          expect(person.annotations_added).toBe(saved.reduce((sum, { annotationsAdded }) => sum + annotationsAdded, 0))
          expect(person.images_completed).toBe(saved.filter(({ complete }) => complete).length)
        }
      }),
      { numRuns: 25 },
    )
  })
})
