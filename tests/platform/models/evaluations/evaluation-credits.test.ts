/** Evaluations hold the price of their images, and pay for those that were evaluated. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { price } from '../../../../src/platform/accounts/credits/prices.ts'
import type { Organization } from '../../../../src/shared/api/organizations.ts'
import { planOf } from '../../../../src/shared/api/plans.ts'
import type { LedgerList } from '../../../../src/shared/api/usage.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import {
  createPredictingEngine,
  type EvaluatedSet,
  ended,
  error,
  evaluate,
  type PredictingEngine,
  prepare,
  read,
} from './evaluating.ts'

const { credits_monthly_allowance: ALLOWANCE, price_book: BOOK } = planOf('free')
const costOf = (images: number) => price('model_evaluation', { images }, BOOK)

let h: Harness
let engine: PredictingEngine
let set: EvaluatedSet
beforeEach(async () => {
  engine = createPredictingEngine()
  h = await startHarness({ engine })
  set = await prepare(h, { '1.jpg': [], '2.jpg': [], '3.jpg': [] })
  await useDatabase((db) =>
    db
      .updateTable('organizations')
      .set({ subscription_tier: 'free' })
      .where('id', '=', h.platform.organizationId)
      .execute(),
  )
})
afterEach(async () => {
  await h.close()
  expect(h.logged).toEqual([])
})

async function useDatabase<T>(use: (db: Awaited<ReturnType<typeof openPlatformDatabase>>) => Promise<T>): Promise<T> {
  const db = await openPlatformDatabase(h.dataDir)
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

const remaining = async () => (await h.api<Organization>('GET', '/organizations/me')).body.credits_remaining
const ledger = async () => (await h.api<LedgerList>('GET', '/organizations/ledger')).body.data

it('charges a completed evaluation for its evaluated images, by the price that it held', async () => {
  engine.unreadable.add('2.jpg')
  engine.holds = true
  const { id } = (await evaluate(h, set)).body
  expect(await remaining()).toBe(ALLOWANCE - costOf(3))
  await eventually(() => engine.held === 3)
  engine.release(3)
  expect(await ended(h, id)).toMatchObject({ status: 'completed', evaluated_images: 2 })
  expect(await remaining()).toBe(ALLOWANCE - costOf(2))
  expect((await ledger())[0]).toMatchObject({
    kind: 'model_evaluation',
    state: 'charged',
    amount_micro_usd: -costOf(2),
    held_micro_usd: costOf(3),
    measure: { images: 2 },
  })
})

it('charges nothing for a failed evaluation, and for one that was cancelled before it evaluated an image', async () => {
  engine.broken = error('model_unreadable', 'The model is damaged.')
  expect((await ended(h, (await evaluate(h, set)).body.id)).status).toBe('failed')
  engine.broken = null
  engine.holds = true
  const { id } = (await evaluate(h, set)).body
  await eventually(() => engine.held === 3)
  await h.api('POST', `/model-evaluations/${id}/cancel`)
  expect(await remaining()).toBe(ALLOWANCE)
  expect((await ledger()).slice(0, 2).map(({ state }) => state)).toEqual(['released', 'released'])
})

it('charges a cancelled evaluation for the images that it had evaluated', async () => {
  const many = await prepare(h, Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`${i}.jpg`, []])))
  engine.holds = true
  const { id } = (await evaluate(h, many)).body
  while ((await read(h, id)).evaluated_images === 0) {
    await eventually(async () => engine.held > 0 || (await read(h, id)).evaluated_images > 0)
    engine.release(1)
  }
  const cancelled = await h.api<{ evaluated_images: number }>('POST', `/model-evaluations/${id}/cancel`)
  expect(cancelled.body.evaluated_images).toBeGreaterThan(0)
  expect(cancelled.body.evaluated_images).toBeLessThan(24)
  expect(await remaining()).toBe(ALLOWANCE - costOf(cancelled.body.evaluated_images))
})

it('refuses an evaluation that the credits do not suffice for, and stores nothing of it', async () => {
  await ended(h, (await evaluate(h, set)).body.id)
  const left = costOf(3) - 1
  await useDatabase((db) => db.updateTable('accounts').set({ balance: left }).where('kind', '=', 'available').execute())
  expect(await h.fail('POST', '/model-evaluations', { body: { ...set, dataset: undefined } })).toMatchObject({
    status: 402,
    error: { kind: 'PaymentRequiredError', code: 'insufficient_credits' },
  })
  expect((await h.api<unknown[]>('GET', '/model-evaluations')).body).toHaveLength(1)
  expect(await remaining()).toBe(left)
})
