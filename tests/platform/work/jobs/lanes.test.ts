/** Fairness between organizations, and the pause and limits of one. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { JobRow } from '../../../../src/platform/db/schema/jobs.ts'
import {
  ESTIMATE_MS,
  ORGANIZATIONS,
  type Organization,
  openQueueDatabase,
  type QueueDatabase,
} from './queue-database.ts'

let q: QueueDatabase
beforeAll(async () => {
  q = await openQueueDatabase()
})
afterAll(() => q.close())
beforeEach(() => q.empty())

const claim = async () => (await q.claim()) as JobRow
const finishNext = async (costMs?: number) => {
  const job = await claim()
  await q.store.finish(job, { state: 'done' }, costMs)
  return job
}
/** Organizations of the next n jobs, each executed and queued again. */
async function turns(n: number): Promise<string> {
  let order = ''
  for (let i = 0; i < n; i++) {
    const { organization_id } = await finishNext()
    order += organization_id
    await q.enqueue(organization_id as Organization)
  }
  return order
}
const countOf = (order: string, organization: Organization) => order.split(organization).length - 1

it('shares slot time by weight, within 5 %, whatever jobs take', { timeout: 120_000 }, async () => {
  const weight = fc.integer({ min: 1, max: 6 })
  const costs = fc.tuple(weight, weight, weight)
  await fc.assert(
    fc.asyncProperty(
      costs,
      costs,
      fc.infiniteStream(fc.integer({ min: 200, max: 3000 })),
      async (weights, mean, noise) => {
        await q.empty()
        for (const [i, organization] of ORGANIZATIONS.entries()) {
          await q.store.changeLane(organization, 'long', { weight: weights[i] as number })
          await q.enqueue(organization)
        }
        const used = { a: 0, b: 0, c: 0 }
        for (let i = 0; i < 600; i++) {
          const job = await claim()
          const organization = job.organization_id as Organization
          const cost = Math.round(
            (noise.next().value as number) * (mean[ORGANIZATIONS.indexOf(organization)] as number),
          )
          await q.enqueue(organization)
          await q.store.finish(job, { state: 'done' }, cost)
          used[organization] += cost
        }
        const total = used.a + used.b + used.c
        const sum = weights[0] + weights[1] + weights[2]
        // One job more or less is no unfairness.
        const one = (3000 * Math.max(...mean)) / total
        for (const [i, organization] of ORGANIZATIONS.entries()) {
          const due = (weights[i] as number) / sum
          expect(Math.abs(used[organization] / total - due)).toBeLessThan(0.05 * due + one)
        }
      },
    ),
    { numRuns: 3 },
  )
})

it('gives an organization that comes later no credit for the time before', async () => {
  await q.enqueue('a')
  await turns(50)
  await q.enqueue('b')
  const order = await turns(20)
  expect([countOf(order, 'a'), countOf(order, 'b')]).toEqual([10, 10])
})

it('starts a job of an organization that comes while another one runs a short job of long estimate', async () => {
  for (let i = 0; i < 3; i++) await q.enqueue('a')
  const first = await claim()
  await q.enqueue('b')
  await q.store.finish(first, { state: 'done' }, 1)
  expect((await claim()).organization_id).toBe('b')
})

it('gives an organization that had nothing to do no credit either', async () => {
  await q.enqueue('b')
  await finishNext()
  await q.enqueue('a')
  await turns(50)
  await q.enqueue('b')
  expect(countOf(await turns(20), 'b')).toBe(10)
  // All are idle, then all return.
  await q.empty()
  for (let i = 0; i < 9; i++) await q.enqueue('a').then(() => finishNext())
  await q.enqueue('b')
  await q.enqueue('a')
  expect(countOf(await turns(20), 'b')).toBe(10)
})

it('pauses the jobs of one organization only, which then catch nothing up', async () => {
  for (const organization of ORGANIZATIONS) await q.enqueue(organization)
  await q.store.changeLane('a', 'long', { paused: true })
  expect(await q.store.isPaused('a', 'long')).toBe(true)
  expect(await q.store.isPaused('b', 'long')).toBe(false)
  const meanwhile = await turns(20)
  expect([countOf(meanwhile, 'a'), countOf(meanwhile, 'b')]).toEqual([0, 10])
  await q.store.changeLane('a', 'long', { paused: false })
  expect(countOf(await turns(30), 'a')).toBe(10)
})

it('starts no more jobs of an organization than its limit', async () => {
  await q.store.changeLane('a', 'long', { cap: 2 })
  for (let i = 0; i < 3; i++) await q.enqueue('a')
  const first = await claim()
  await claim()
  expect(await q.claim()).toBeNull()
  await q.enqueue('b')
  expect((await claim()).organization_id).toBe('b')
  await q.store.finish(first, { state: 'done' })
  expect((await claim()).organization_id).toBe('a')
})

it('starts jobs of a higher priority first, within their organization', async () => {
  const late = await q.enqueue('a', { priority: 0 })
  const early = await q.enqueue('a', { priority: 1 })
  const other = await q.enqueue('b')
  expect([(await claim()).id, (await claim()).id, (await claim()).id]).toEqual([early, other, late])
})

it('passes over lanes whose jobs are all of kinds that the worker cannot take', async () => {
  await q.enqueue('a', { kind: 'foreign' })
  expect(await q.claim()).toBeNull()
  const own = await q.enqueue('b')
  expect((await claim()).id).toBe(own)
  expect(await q.store.claim('short', { kinds: ['foreign'], labels: [] })).toBeNull()
  expect((await q.store.claim('long', { kinds: ['foreign'], labels: [] }))?.organization_id).toBe('a')
})

it('charges the estimate at the claim, and the rest at the end', async () => {
  await q.enqueue('a')
  const job = await claim()
  const pass = async () => (await q.db.selectFrom('lanes').select('pass').executeTakeFirstOrThrow()).pass
  expect(await pass()).toBe(ESTIMATE_MS * 1000)
  await q.store.finish(job, { state: 'done' }, 250)
  expect(await pass()).toBe(250_000)
})
