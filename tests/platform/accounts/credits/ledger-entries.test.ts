/** The ledger and the use of a plan, over real HTTP. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { post } from '../../../../src/platform/accounts/credits/ledger.ts'
import { price } from '../../../../src/platform/accounts/credits/prices.ts'
import { type PlanName, planOf, UNLIMITED } from '../../../../src/shared/api/plans.ts'
import type { LedgerList, OrganizationUsage } from '../../../../src/shared/api/usage.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'

const { credits_monthly_allowance: ALLOWANCE, price_book: BOOK } = planOf('free')
const ESTIMATE = price('workflow_run', { frames: 1800 }, BOOK)
const COST = price('workflow_run', { frames: 30 }, BOOK)

let h: Harness
let at: Date
beforeEach(async () => {
  at = new Date('2026-03-10T12:00:00.000Z')
  h = await startHarness({ now: () => at })
})
afterEach(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

async function useDatabase<T>(use: (db: Awaited<ReturnType<typeof openPlatformDatabase>>) => Promise<T>): Promise<T> {
  const db = await openPlatformDatabase(h.dataDir)
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

const setPlan = (subscription_tier: PlanName) =>
  useDatabase((db) =>
    db.updateTable('organizations').set({ subscription_tier }).where('id', '=', h.platform.organizationId).execute(),
  )
const ledger = async (query = '', key = h.keys.viewer) =>
  (await h.api<LedgerList>('GET', `/organizations/ledger${query}`, { key })).body
const usage = async (key = h.keys.viewer) =>
  (await h.api<OrganizationUsage>('GET', '/organizations/usage', { key })).body
const ended = (id: string) =>
  eventually(async () => ['completed', 'error', 'cancelled'].includes((await h.getRun(id)).status))

it('lists a run that holds its estimate, and its charge in the same entry once it has completed', async () => {
  await setPlan('free')
  const run_id = await h.startRun(await h.createWorkflow('Counting'))
  const run = { kind: 'workflow_run', run_id, workflow_name: 'Counting', held_micro_usd: ESTIMATE, lapsed_micro_usd: 0 }
  const [held, allowance] = (await ledger()).data
  expect(held).toMatchObject({ ...run, state: 'held', amount_micro_usd: -ESTIMATE, measure: { frames: 1800 } })
  expect(held?.settled_at).toBeNull()
  expect(allowance).toMatchObject({ kind: 'allowance', state: 'posted', amount_micro_usd: ALLOWANCE, run_id: null })
  ;(await h.engine.run(0)).finish()
  await ended(run_id)
  const { data, pagination } = await ledger()
  expect(pagination).toEqual({ limit: 50, offset: 0, total: 2, has_more: false })
  expect(data[0]).toMatchObject({ ...run, state: 'charged', amount_micro_usd: -COST, measure: { frames: 30 } })
  expect(data[0]).toMatchObject({ id: held?.id, created_at: at.toISOString(), settled_at: at.toISOString() })
})

it('names a run that was cancelled as released, and keeps the entry of a run that was deleted', async () => {
  await setPlan('free')
  const run = await h.startRun(await h.createWorkflow('Counting'))
  await h.engine.run(0)
  await h.api('POST', `/workflow-runs/${run}/cancel`)
  await ended(run)
  await h.api('DELETE', `/workflow-runs/${run}`)
  const released = {
    state: 'released',
    amount_micro_usd: 0,
    held_micro_usd: ESTIMATE,
    run_id: run,
    workflow_name: null,
  }
  expect((await ledger()).data[0]).toMatchObject(released)
})

it('has the rest of the last month in the entry of the new allowance', async () => {
  await setPlan('free')
  const workflow = await h.createWorkflow('Counting')
  const run = await h.startRun(workflow)
  ;(await h.engine.run(0)).finish()
  await ended(run)
  at = new Date('2026-04-01T00:00:00.000Z')
  await h.startRun(workflow)
  const [, april] = (await ledger()).data
  const rest = ALLOWANCE - COST
  expect(april).toMatchObject({ kind: 'allowance', amount_micro_usd: ALLOWANCE - rest, lapsed_micro_usd: rest })
})

it('is paged, newest first, without the ends of holds as entries of their own', async () => {
  await setPlan('free')
  await useDatabase(async (db) => {
    const post1 = (key: string, lines: Parameters<typeof post>[1]['lines']) =>
      db.transaction().execute((tx) => post(tx, { organizationId: h.platform.organizationId, key, lines, at }))
    await post1('gift', { available: 90, issued: -90 })
    for (const n of [1, 2, 3]) await post1(`hold:work:${n}`, { available: -10, held: 10 })
    for (const n of [1, 2, 3]) await post1(`work:${n}`, { available: 4, held: -10, earned: 6 })
  })
  const amounts = (list: LedgerList) => list.data.map(({ kind, state, amount_micro_usd: n }) => [kind, state, n])
  const first = await ledger('?limit=2')
  expect(first.pagination).toEqual({ limit: 2, offset: 0, total: 4, has_more: true })
  const work = ['other', 'charged', -6]
  expect(amounts(first)).toEqual([work, work])
  const second = await ledger('?limit=2&offset=2')
  expect(amounts(second)).toEqual([work, ['other', 'posted', 90]])
  expect(second.pagination.has_more).toBe(false)
})

it('is that of one organization', async () => {
  await setPlan('free')
  await h.startRun(await h.createWorkflow('Counting'))
  expect((await ledger('', h.foreignKey)).data).toEqual([])
})

it('is empty on one’s own installation, which has no prices and no limit of requests', async () => {
  const run = await h.startRun(await h.createWorkflow('Counting'))
  ;(await h.engine.run(0)).finish()
  await ended(run)
  expect((await ledger()).data).toEqual([])
  expect(await usage()).toMatchObject({ prices: [], requests_per_hour: UNLIMITED, requests_used: 0, images: 0 })
})

it('counts the images of all data sets and the requests of the hour, and has the prices of the plan', async () => {
  await setPlan('free')
  for (const name of ['Day', 'Night']) {
    await h.api('POST', '/datasets/', { body: { name } })
    const gcs_uri = await h.upload(`${name}.jpg`, IMAGE_BYTES, 'image/jpeg')
    const { status } = await h.api('POST', '/images/', { body: { dataset: name, gcs_uri } })
    expect(status).toBe(201)
  }
  // The server takes requests from the window in blocks of 10.
  for (let request = 0; request < 10; request++) await usage()
  const found = await usage()
  expect(found).toMatchObject({
    images: 2,
    requests_per_hour: planOf('free').requests_per_hour,
    requests_reset_at: '2026-03-10T13:00:00.000Z',
    prices: expect.arrayContaining([
      { kind: 'workflow_run', unit: 'frames', micro_usd: price('workflow_run', { frames: 1 }, BOOK) },
      { kind: 'deployment', unit: 'cpu_minutes', micro_usd: price('deployment', { cpu_minutes: 1 }, BOOK) },
    ]),
  })
  expect(found.image_bytes).toBeGreaterThan(0)
  expect(found.requests_used).toBeGreaterThan(10)
  expect(await usage(h.foreignKey)).toMatchObject({ images: 0, image_bytes: 0 })
  at = new Date('2026-03-10T13:00:00.000Z')
  const later = await usage()
  expect(later.requests_reset_at).toBe('2026-03-10T14:00:00.000Z')
  expect(later.requests_used).toBeLessThanOrEqual(10)
})
