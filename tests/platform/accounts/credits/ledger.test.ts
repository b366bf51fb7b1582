/** The ledger: no account falls below 0, everything adds up to 0, and every change is made once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCharges, createCredits } from '../../../../src/platform/accounts/credits/credits.ts'
import { balanceOf, type Lines, post } from '../../../../src/platform/accounts/credits/ledger.ts'
import { price } from '../../../../src/platform/accounts/credits/prices.ts'
import { createRunCharges, framesExpected } from '../../../../src/platform/accounts/credits/uptime-charges.ts'
import { type Database, newId } from '../../../../src/platform/db/database.ts'
import type { PlanName } from '../../../../src/shared/api/plans.ts'
import { planOf } from '../../../../src/shared/api/plans.ts'
import type { WorkflowRun } from '../../../../src/shared/domain/run.ts'
import { dropDatabase, openPlatformDatabase } from '../../support/databases.ts'

const BOOK = planOf('free').price_book
const ALLOWANCE = planOf('free').credits_monthly_allowance

let folder: string
let db: Database
let at: Date
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-ledger-'))
  db = await openPlatformDatabase(folder)
  at = new Date('2026-03-10T12:00:00.000Z')
})
afterEach(async () => {
  await db.destroy()
  await dropDatabase(folder)
  rmSync(folder, { recursive: true, force: true })
})

const credits = createCredits(() => at)
const charges = createRunCharges(createCharges(credits, () => at))

async function newOrganization(subscription_tier: PlanName = 'free'): Promise<string> {
  const id = newId()
  const row = { id, name: id, slug: id, created_at: at.toISOString(), subscription_tier }
  await db.insertInto('organizations').values(row).execute()
  return id
}

const posted = (organizationId: string, key: string, lines: Lines) =>
  db.transaction().execute((tx) => post(tx, { organizationId, key, lines, at }))

async function accountsOf(organizationId: string): Promise<Record<string, number>> {
  const rows = await db.selectFrom('accounts').selectAll().where('organization_id', '=', organizationId).execute()
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
}

/** Compares the balances with the lines, and returns the sum of all. */
async function audit(organizationId: string): Promise<number> {
  const rows = await db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_txns as t', 't.id', 'l.txn_id')
    .select(['l.kind', 'l.amount'])
    .where('t.organization_id', '=', organizationId)
    .execute()
  const accounts = await accountsOf(organizationId)
  const sums: Record<string, number> = Object.fromEntries(Object.keys(accounts).map((kind) => [kind, 0]))
  for (const { kind, amount } of rows) sums[kind] = (sums[kind] ?? 0) + amount
  expect(accounts).toEqual(sums)
  expect(accounts.available ?? 0).toBeGreaterThanOrEqual(0)
  expect(accounts.held ?? 0).toBeGreaterThanOrEqual(0)
  return Object.values(accounts).reduce((sum, balance) => sum + balance, 0)
}

const codeOf = (error: unknown) => (error as { code?: string }).code

const runOf = (organization_id: string, frames_done: number, id = newId()) =>
  ({ id, organization_id, progress: { frames_done } }) as WorkflowRun

const heldRun = (run: WorkflowRun, duration_s: number | null = 60) => ({
  id: run.id,
  organization_id: run.organization_id,
  source: JSON.stringify({ kind: 'video', name: 'a.mp4', uri: null }),
  sample_fps: 30,
  duration_s,
})

const hold = (run: WorkflowRun, seconds?: number) =>
  db.transaction().execute((tx) => charges.hold(tx, heldRun(run, seconds)))
const charge = (run: WorkflowRun) => db.transaction().execute((tx) => charges.charge(tx, run))
const release = (run: WorkflowRun) => db.transaction().execute((tx) => charges.release(tx, run))

it('never takes more than there is when 50 changes are made at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -400, max: 300 }), { minLength: 50, maxLength: 50 }),
      async (amounts) => {
        const organizationId = await newOrganization()
        await posted(organizationId, 'start', { available: 1000, issued: -1000 })
        const results = await Promise.allSettled(
          amounts.map((amount, i) => posted(organizationId, `change ${i}`, { available: amount, earned: -amount })),
        )
        for (const result of results) {
          if (result.status === 'rejected') expect(codeOf(result.reason)).toBe('insufficient_credits')
        }
        const made = amounts.filter((_, i) => results[i]?.status === 'fulfilled')
        const available = await balanceOf(db, organizationId, 'available')
        expect(available).toBe(made.reduce((sum, amount) => sum + amount, 1000))
        expect(await audit(organizationId)).toBe(0)
      },
    ),
    { numRuns: 8 },
  )
}, 60_000)

it('makes a repeated change once, and refuses another one under its key', async () => {
  const organizationId = await newOrganization()
  const lines = { available: 70, issued: -70 }
  const results = await Promise.all(Array.from({ length: 20 }, () => posted(organizationId, 'grant', lines)))
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await balanceOf(db, organizationId, 'available')).toBe(70)
  await expect(posted(organizationId, 'grant', { available: 71, issued: -71 })).rejects.toThrow('other lines')
  expect(await audit(organizationId)).toBe(0)
})

it('refuses lines that do not add up to 0, and parts of a micro-USD', async () => {
  const organizationId = await newOrganization()
  await expect(posted(organizationId, 'a', { available: 5 })).rejects.toThrow('add up to 0')
  await expect(posted(organizationId, 'b', { available: 0.5, issued: -0.5 })).rejects.toThrow('no whole number')
  expect(await accountsOf(organizationId)).toEqual({})
})

it('keeps the balances of an organization apart from those of others', async () => {
  const [one, other] = [await newOrganization(), await newOrganization()]
  await posted(one, 'grant', { available: 10, issued: -10 })
  await posted(other, 'grant', { available: 20, issued: -20 })
  expect(await balanceOf(db, one, 'available')).toBe(10)
  expect(await balanceOf(db, other, 'available')).toBe(20)
})

it('grants the allowance once a month, and lets the rest of the last month lapse', async () => {
  const organizationId = await newOrganization()
  expect(await credits.balance(db, organizationId)).toEqual({
    credits_remaining: ALLOWANCE,
    credits_monthly_allowance: ALLOWANCE,
    credits_reset_at: '2026-04-01T00:00:00.000Z',
  })
  expect(await accountsOf(organizationId)).toEqual({})
  const run = runOf(organizationId, 100)
  await hold(run)
  await charge(run)
  const { credits_remaining } = await credits.balance(db, organizationId)
  expect(credits_remaining).toBe(ALLOWANCE - price('workflow_run', { frames: 100 }, BOOK))
  at = new Date('2026-04-01T00:00:00.000Z')
  expect((await credits.balance(db, organizationId)).credits_remaining).toBe(ALLOWANCE)
  await hold(runOf(organizationId, 0), 1)
  expect(await accountsOf(organizationId)).toMatchObject({ lapsed: credits_remaining, issued: -2 * ALLOWANCE })
  expect(await audit(organizationId)).toBe(0)
})

it('charges a run once, by the price that was quoted for its frames, and releases the rest', async () => {
  const organizationId = await newOrganization()
  const run = runOf(organizationId, 1234)
  await hold(run)
  const quote = price('workflow_run', { frames: 1234 }, BOOK)
  expect((await accountsOf(organizationId)).held).toBe(price('workflow_run', { frames: 1800 }, BOOK))
  expect(await Promise.all([charge(run), charge(run), charge(run)])).toEqual([quote, quote, quote])
  await release(run)
  expect(await accountsOf(organizationId)).toMatchObject({ held: 0, earned: quote, available: ALLOWANCE - quote })
  expect(await audit(organizationId)).toBe(0)
})

it('takes costs above the hold from what is available, and not beyond it', async () => {
  const organizationId = await newOrganization()
  const run = runOf(organizationId, 1_000_000)
  await hold(run, 1)
  expect(await charge(run)).toBe(ALLOWANCE)
  expect(await accountsOf(organizationId)).toMatchObject({ held: 0, available: 0 })
  const { detail } = await db
    .selectFrom('ledger_txns')
    .select('detail')
    .where('key', '=', `run:${run.id}`)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(detail as string)).toEqual({
    kind: 'workflow_run',
    measure: { frames: 1_000_000 },
    book: BOOK,
    shortfall: price('workflow_run', { frames: 1_000_000 }, BOOK) - ALLOWANCE,
  })
})

it('refuses a run whose estimate is above the credits, and says both amounts', async () => {
  const organizationId = await newOrganization()
  await expect(hold(runOf(organizationId, 0), 10_000)).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: expect.stringContaining('needs 6 USD of credits, and 5 USD are left'),
  })
  // The allowance of the refused transaction is taken back too, and granted by the next one.
  expect(await accountsOf(organizationId)).toEqual({})
})

it('holds and charges nothing on one’s own machine', async () => {
  const organizationId = await newOrganization('embedded')
  const run = runOf(organizationId, 1_000_000)
  await hold(run, 1_000_000)
  expect(await charge(run)).toBe(0)
  expect(await db.selectFrom('ledger_txns').selectAll().execute()).toEqual([])
})

it('ends with the same balances as a model of it, whatever happens to runs in any order', async () => {
  const step = fc.record({
    run: fc.integer({ min: 0, max: 5 }),
    action: fc.constantFrom('hold', 'charge', 'release'),
    seconds: fc.integer({ min: 1, max: 4000 }),
    frames: fc.integer({ min: 0, max: 120_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const organizationId = await newOrganization()
      const ids = Array.from({ length: 6 }, () => newId())
      const runs = new Map<number, { held: number; charged: number | null }>()
      let available = ALLOWANCE
      for (const { run, action, seconds, frames } of steps) {
        const record = runOf(organizationId, frames, ids[run])
        const known = runs.get(run)
        if (action === 'hold') {
          if (known) continue
          const held = price('workflow_run', { frames: framesExpected(heldRun(record, seconds)) }, BOOK)
          const outcome = await hold(record, seconds).then(
            () => 'held',
            (error) => codeOf(error),
          )
          expect(outcome).toBe(held <= available ? 'held' : 'insufficient_credits')
          if (held > available) continue
          runs.set(run, { held, charged: null })
          available -= held
        } else {
          const cost = action === 'charge' && known ? price('workflow_run', { frames }, BOOK) : 0
          if (action === 'charge') await charge(record)
          else await release(record)
          if (!known || known.charged !== null) continue
          known.charged = Math.min(cost, known.held + available)
          available += known.held - known.charged
        }
        expect((await credits.balance(db, organizationId)).credits_remaining).toBe(available)
      }
      expect(await audit(organizationId)).toBe(0)
    }),
    { numRuns: 25 },
  )
}, 60_000)
