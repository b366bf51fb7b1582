/** The work of people on tasks, as their saves and reports show it. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TaskActivity, TaskContributions, TaskDetail } from '../../../../src/shared/api/tasks.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addMember } from '../../support/people.ts'
import { box, type Desk, newUuid, openDesk } from '../annotations/annotation-desk.ts'

let h: Harness
let desk: Desk
let task: string
let second: string
let passed = 0
const keys: Record<string, string> = {}
const ids: Record<string, string> = {}
beforeAll(async () => {
  h = await startHarness({ now: () => new Date(Date.now() + passed) })
  for (const name of ['ada', 'bob', 'eve']) {
    const { user_id } = await addMember(h, `${name}@example.com`)
    ids[name] = user_id
    keys[name] = await h.platform.createKey('member', { userId: user_id })
  }
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

async function newTask(): Promise<void> {
  const body = { dataset: desk.dataset.id, title: 'Label', filter: {} }
  task = (await h.api<TaskDetail>('POST', '/tasks', { body })).body.id
}

beforeEach(async () => {
  desk = await openDesk(h)
  second = await desk.addImage('2.jpg')
  await newTask()
})

const contributions = async () =>
  (await h.api<TaskContributions>('GET', `/tasks/${task}/contributions`, { key: h.keys.viewer })).body
const workOf = async (name: string) => (await contributions()).contributors.find(({ user_id }) => user_id === ids[name])
const save = (name: string, boxes: number, of = desk.image) =>
  desk.save(
    Array.from({ length: boxes }, (_, i) => box(null, i)),
    of,
    { key: keys[name] as string },
  )
const report = (name: string, active_seconds: number, image_id = desk.image) =>
  h.api<TaskActivity>('POST', `/tasks/${task}/activity`, {
    key: keys[name] as string,
    body: { image_id, active_seconds },
  })
const setStatus = (name: string, status: string, image_ids = [desk.image]) =>
  h.api('PATCH', '/batch/images/update', {
    key: keys[name] as string,
    body: { dataset_name: desk.dataset.id, image_ids, updates: { status } },
  })

describe('contributions to a task', () => {
  it('are zeros before anybody worked on it', async () => {
    expect(await contributions()).toEqual({
      task_id: task,
      contributors: [],
      contributor_count: 0,
      total_images: 2,
      images_complete: 0,
      total_active_seconds: 0,
    })
  })

  it('credit the last saver of an image with its completion and with the own additions', async () => {
    await save('ada', 5)
    await save('bob', 7)
    await setStatus('eve', 'complete')
    expect(await contributions()).toMatchObject({ contributor_count: 3, images_complete: 1, total_images: 2 })
    const worked = { images_worked: 1, active_seconds: 0, full_name: 'Ada Lovelace' }
    expect(await workOf('ada')).toMatchObject({ ...worked, images_completed: 0, annotations_added: 0 })
    expect(await workOf('bob')).toMatchObject({ ...worked, images_completed: 1, annotations_added: 2 })
    expect(await workOf('eve')).toMatchObject({ ...worked, images_completed: 0, annotations_added: 0 })
  })

  it('add up the single changes of a person', async () => {
    const create = () => [{ action: 'create' as const, id: newUuid(), fields: box(null) }]
    await desk.edit(create(), keys.ada)
    await desk.edit([...create(), ...create()], keys.ada)
    expect(await workOf('ada')).toMatchObject({ images_worked: 1, annotations_added: 3 })
    expect((await h.api<TaskDetail>('GET', `/tasks/${task}`)).body.status).toBe('in_progress')
  })

  it('stay when the image is deleted, and do not count for keys without a person', async () => {
    await save('ada', 3)
    await desk.save([box(null)], second, { key: h.keys.member })
    const body = { dataset_name: desk.dataset.id, image_ids: [desk.image], permanent: true }
    await h.api('POST', '/batch/images/delete', { body })
    expect(await contributions()).toMatchObject({ total_images: 1, contributor_count: 1 })
    expect(await workOf('ada')).toMatchObject({ images_worked: 1, annotations_added: 3 })
  })

  it('end with the task: saves after its completion are not credited', async () => {
    await h.api('PATCH', `/tasks/${task}`, { body: { status: 'completed' } })
    await save('ada', 3)
    expect((await contributions()).contributors).toEqual([])
    expect((await report('ada', 10)).status).toBe(409)
  })

  it('credit each save to its person, whatever the order', async () => {
    const step = fc.record({
      name: fc.constantFrom('ada', 'bob'),
      isFirst: fc.boolean(),
      boxes: fc.integer({ min: 0, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        desk = await openDesk(h)
        second = await desk.addImage('2.jpg')
        await newTask()
        const held = new Map<string, number>()
        const added = new Map<string, number>()
        const saver = new Map<string, string>()
        const worked = new Set<string>()
        for (const { name, isFirst, boxes } of steps) {
          const image = isFirst ? desk.image : second
          await save(name, boxes, image)
          const before = held.get(image) ?? 0
          held.set(image, boxes)
          // Nothing is saved where nothing was and nothing is sent.
          if (before === 0 && boxes === 0) continue
          const own = `${name} ${image}`
          added.set(own, (added.get(own) ?? 0) + Math.max(0, boxes - before))
          worked.add(own)
          saver.set(image, name)
        }
        for (const name of ['ada', 'bob']) {
          const work = await workOf(name)
          const images = [desk.image, second]
          expect(work?.images_worked ?? 0).toBe(images.filter((image) => worked.has(`${name} ${image}`)).length)
          const last = images.filter((image) => saver.get(image) === name)
          const credited = last.reduce((sum, image) => sum + (added.get(`${name} ${image}`) ?? 0), 0)
          expect(work?.annotations_added ?? 0).toBe(credited)
        }
      }),
      { numRuns: 10 },
    )
  })
})

describe('reports of work', () => {
  it('count the time of a person once, also from two windows', async () => {
    expect((await report('ada', 50)).body).toEqual({ credited_seconds: 50, active_seconds: 50 })
    passed += 30_000
    const first = (await report('ada', 30)).body.credited_seconds
    const other = (await report('ada', 30, second)).body.credited_seconds
    // The seconds that the calls themselves take may count as well.
    expect(first).toBe(30)
    expect(other).toBeLessThan(30)
    const { total_active_seconds } = await contributions()
    expect(total_active_seconds).toBe(50 + first + other)
    expect(await workOf('ada')).toMatchObject({ images_worked: 2, active_seconds: 50 + first + other })
  })

  it('count for each person, and begin the task', async () => {
    await report('ada', 20)
    await report('bob', 40)
    const { contributors } = await contributions()
    expect(contributors.map((c) => [c.user_id, c.active_seconds, c.active_minutes])).toEqual([
      [ids.bob, 40, 0.7],
      [ids.ada, 20, 0.3],
    ])
    expect((await h.api<TaskDetail>('GET', `/tasks/${task}`)).body.status).toBe('in_progress')
  })

  it('are refused for an image of no task, and for a key without a person', async () => {
    expect((await report('ada', 20, crypto.randomUUID())).status).toBe(404)
    const body = { image_id: desk.image, active_seconds: 1 }
    const { status, error } = await h.fail('POST', `/tasks/${task}/activity`, { key: h.keys.member, body })
    expect([status, error.code]).toEqual([400, 'key_without_user'])
    const long = { image_id: desk.image, active_seconds: 3601 }
    expect((await h.fail('POST', `/tasks/${task}/activity`, { body: long })).status).toBe(422)
  })
})
