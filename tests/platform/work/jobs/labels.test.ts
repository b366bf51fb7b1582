/** Jobs and organizations that need workers with a label. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openQueueDatabase, type QueueDatabase } from './queue-database.ts'

let q: QueueDatabase
beforeAll(async () => {
  q = await openQueueDatabase()
})
afterAll(() => q.close())
beforeEach(() => q.empty())

const claimed = async (labels?: readonly string[]) => (await q.claim(labels))?.id

it('gives a job with a label to workers that have it, and to them others too', async () => {
  const onGpu = await q.enqueue('a', { label: 'gpu' })
  const anywhere = await q.enqueue('a')
  expect(await claimed([])).toBe(anywhere)
  expect(await claimed(['eu'])).toBeUndefined()
  const later = await q.enqueue('a')
  expect(await claimed(['eu', 'gpu'])).toBe(onGpu)
  expect(await claimed(['gpu'])).toBe(later)
})

it('keeps all jobs of an organization with workers of its label', async () => {
  await q.store.changeLane('a', 'long', { label: 'eu' })
  const [first, onGpu, ofOthers] = [await q.enqueue('a'), await q.enqueue('a', { label: 'gpu' }), await q.enqueue('b')]
  expect(await claimed([])).toBe(ofOthers)
  expect(await claimed(['gpu'])).toBeUndefined()
  expect(await claimed(['eu'])).toBe(first)
  expect(await claimed(['eu'])).toBeUndefined()
  expect(await claimed(['gpu', 'eu'])).toBe(onGpu)
  await q.store.changeLane('a', 'long', { label: null })
  const last = await q.enqueue('a')
  expect(await claimed([])).toBe(last)
})
