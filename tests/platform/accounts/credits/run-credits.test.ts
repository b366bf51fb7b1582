/** Runs hold credits when they start, and pay when they have completed. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { price } from '../../../../src/platform/accounts/credits/prices.ts'
import type { ErrorBody } from '../../../../src/shared/api/errors.ts'
import type { Organization } from '../../../../src/shared/api/organizations.ts'
import { type PlanName, planOf } from '../../../../src/shared/api/plans.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

const { credits_monthly_allowance: ALLOWANCE, price_book: BOOK } = planOf('free')
const ESTIMATE = price('workflow_run', { frames: 1800 }, BOOK)

let h: Harness
let workflow: string
beforeEach(async () => {
  h = await startHarness({ interruptedRuns: 'end' })
  workflow = await h.createWorkflow('Counting')
})
afterEach(() => h.close())

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

const remaining = async () => (await h.api<Organization>('GET', '/organizations/me')).body.credits_remaining
const start = () =>
  h.api<{ run_id: string; deposit_micro_usd: number } & ErrorBody>('POST', `/workflows/${workflow}/run`)
const ended = (id: string) =>
  eventually(async () => ['completed', 'error', 'cancelled'].includes((await h.getRun(id)).status))

it('charges a completed run for its frames', async () => {
  await setPlan('free')
  const { body } = await start()
  expect(body.deposit_micro_usd).toBe(ESTIMATE)
  expect(await remaining()).toBe(ALLOWANCE - ESTIMATE)
  ;(await h.engine.run(0)).finish()
  await ended(body.run_id)
  const cost = price('workflow_run', { frames: 30 }, BOOK)
  expect(await h.getRun(body.run_id)).toMatchObject({ progress: { frames_done: 30 }, cost_micro_usd: cost })
  expect(await remaining()).toBe(ALLOWANCE - cost)
})

it('charges nothing for a failed or cancelled run', async () => {
  await setPlan('free')
  const failed = (await start()).body.run_id
  const error = { code: 'block_failed', message: 'No.', node_id: null }
  ;(await h.engine.run(0)).finish({ status: 'error', error })
  await ended(failed)
  const cancelled = (await start()).body.run_id
  await h.api('POST', `/workflow-runs/${cancelled}/cancel`)
  await ended(cancelled)
  expect([(await h.getRun(failed)).cost_micro_usd, (await h.getRun(cancelled)).cost_micro_usd]).toEqual([0, 0])
  expect(await remaining()).toBe(ALLOWANCE)
})

it('refuses a run that the credits do not suffice for, and stores nothing of it', async () => {
  await setPlan('free')
  await start()
  await useDatabase((db) => db.updateTable('accounts').set({ balance: 10 }).where('kind', '=', 'available').execute())
  const { status, body } = await start()
  expect([status, body.error.kind, body.error.code]).toEqual([402, 'PaymentRequiredError', 'insufficient_credits'])
  expect((await h.api<unknown[]>('GET', '/workflow-runs')).body).toHaveLength(1)
})

it('refuses an invoked run that the credits do not suffice for', async () => {
  await setPlan('free')
  await start()
  await useDatabase((db) => db.updateTable('accounts').set({ balance: 10 }).where('kind', '=', 'available').execute())
  const body = { source: { kind: 'video', gcs_uri: 'sightline://demo/street-crossing.mp4' } }
  const { status, error } = await h.fail('POST', `/workflows/${workflow}/invoke`, { body })
  expect([status, error.code]).toEqual([402, 'insufficient_credits'])
})

it('charges a run once, when the work of a failed one is done again', async () => {
  await setPlan('free')
  const failed = (await start()).body.run_id
  const error = { code: 'block_failed', message: 'No.', node_id: null }
  ;(await h.engine.run(0)).finish({ status: 'error', error })
  await ended(failed)
  await eventually(async () => (await h.api<{ state: string }>('GET', `/jobs/${failed}`)).body.state === 'failed')
  const retried = await h.api<{ id: string }>('POST', `/jobs/${failed}/retry`)
  ;(await h.engine.run(1)).finish()
  await ended(retried.body.id)
  const cost = price('workflow_run', { frames: 30 }, BOOK)
  expect(await remaining()).toBe(ALLOWANCE - cost)
  const charges = await useDatabase((db) =>
    db.selectFrom('ledger_lines').select('amount').where('kind', '=', 'earned').where('amount', '<>', 0).execute(),
  )
  expect(charges.map(({ amount }) => Number(amount))).toEqual([cost])
})

it('releases the hold of a run that the end of the platform interrupted', async () => {
  await setPlan('free')
  const { run_id } = (await start()).body
  await h.engine.run(0)
  await h.platform.close()
  const after = await startHarness({ dataDir: h.dataDir })
  expect((await after.getRun(run_id)).status).toBe('error')
  const { body } = await after.api<Organization>('GET', '/organizations/me')
  expect(body.credits_remaining).toBe(ALLOWANCE)
  await after.close()
})

it('charges a run once that a server continues after a restart', async () => {
  await setPlan('free')
  const { dataDir } = h
  await h.platform.close()
  h = await startHarness({ dataDir })
  const { run_id } = (await start()).body
  await h.engine.run(0)
  await h.platform.close()
  h = await startHarness({ dataDir })
  expect(await remaining()).toBe(ALLOWANCE - ESTIMATE)
  ;(await h.engine.run(0)).finish()
  await ended(run_id)
  expect(await remaining()).toBe(ALLOWANCE - price('workflow_run', { frames: 30 }, BOOK))
})

it('costs nothing on one’s own installation', async () => {
  const { body } = await start()
  expect(body.deposit_micro_usd).toBe(0)
  ;(await h.engine.run(0)).finish()
  await ended(body.run_id)
  expect((await h.getRun(body.run_id)).cost_micro_usd).toBe(0)
  expect(await useDatabase((db) => db.selectFrom('ledger_txns').selectAll().execute())).toEqual([])
})
