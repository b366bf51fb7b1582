/** The cost of deployments: by the time of their containers, each minute once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCredits } from '../../../../src/platform/accounts/credits/credits.ts'
import { createUptimeCharges } from '../../../../src/platform/accounts/credits/uptime-charges.ts'
import { type Database, newId } from '../../../../src/platform/db/database.ts'
import type { DeploymentRow } from '../../../../src/platform/db/schema/deployments.ts'
import { createUptime, type Uptime } from '../../../../src/platform/models/deployments/uptime.ts'
import { type PlanName, planOf } from '../../../../src/shared/api/plans.ts'
import { dropDatabase, openPlatformDatabase } from '../../support/databases.ts'

const { credits_monthly_allowance: ALLOWANCE, price_book: BOOK } = planOf('free')
/** Micro-USD for a minute of one container on the CPU. */
const RATE = 1000
const START = Date.parse('2026-03-10T12:00:00.000Z')

let folder: string
let db: Database
let time: number
let unpaid: string[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-uptime-'))
  db = await openPlatformDatabase(folder)
  time = START
  unpaid = []
})
afterEach(async () => {
  await db.destroy()
  await dropDatabase(folder)
  rmSync(folder, { recursive: true, force: true })
})

const now = () => new Date(time)
const server = (name: string = newId()): Uptime =>
  createUptime({
    server: name,
    db,
    now,
    charges: createUptimeCharges(createCredits(now), now),
    unpaid: async ({ id }) => void unpaid.push(id),
    log: (_level, message, error) => {
      throw new Error(`${message} ${error}`)
    },
  })

async function newDeployment(plan: PlanName = 'free', more: Partial<DeploymentRow> = {}): Promise<string> {
  const [organization_id, id] = [newId(), newId()]
  const created_at = now().toISOString()
  const names = { name: organization_id, slug: organization_id }
  await db
    .insertInto('organizations')
    .values({ id: organization_id, ...names, created_at, subscription_tier: plan })
    .execute()
  const row: DeploymentRow = {
    id,
    organization_id,
    created_by: null,
    model_id: newId(),
    model_name: 'm',
    model_type: 'object_detection',
    file_sha256: 'a',
    conversion: null,
    name: 'd',
    status: 'active',
    life: 1,
    compute_type: 'cpu',
    gpu_type: null,
    min_containers: 0,
    max_containers: 4,
    scaledown_window: 60,
    inference_config: '{}',
    token_hash: id,
    token_prefix: 'p',
    sealed_token: 's',
    charged_as: 'cpu',
    price_book: planOf(plan).price_book,
    cost_rate_per_min: RATE,
    accrued_cost_credits: 0,
    uptime_ms: 0,
    error: null,
    error_text: null,
    created_at,
    started_at: null,
    ...more,
  }
  await db.insertInto('deployments').values(row).execute()
  return id
}

const costOf = async (id: string): Promise<{ seconds: number; cost: number }> => {
  const { uptime_ms, accrued_cost_credits } = await db
    .selectFrom('deployments')
    .select(['uptime_ms', 'accrued_cost_credits'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { seconds: uptime_ms / 1000, cost: accrued_cost_credits }
}

/** Checks that the ledger has what the deployment shows, in entries of one minute each. */
async function audit(id: string): Promise<number[]> {
  const rows = await db
    .selectFrom('ledger_txns as t')
    .leftJoin('ledger_lines as l', (join) => join.onRef('l.txn_id', '=', 't.id').on('l.kind', '=', 'earned'))
    .select(['t.key', 'l.amount'])
    .where('t.key', 'like', `deploy:${id}:%`)
    .orderBy('t.id')
    .execute()
  const amounts = rows.map(({ amount }) => Number(amount ?? 0))
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe((await costOf(id)).cost)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  const accounts = await db.selectFrom('accounts').select('balance').execute()
  expect(accounts.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
  return amounts
}

describe('uptime', () => {
  it('of two servers that run containers of a deployment is charged for both of them', async () => {
    const servers = [server('a'), server('b')]
    const id = await newDeployment()
    for (const uptime of servers) uptime.running(id, 1)
    time += 60_000
    for (const uptime of servers) {
      uptime.running(id, 0)
      await uptime.charge()
    }
    expect((await costOf(id)).seconds).toBe(120)
    expect(await audit(id)).toHaveLength(2)
  })

  it('is charged to the second, by the minute, for all containers together', async () => {
    const uptime = server()
    const id = await newDeployment()
    time += 15_000
    uptime.running(id, 1)
    time += 30_000
    uptime.running(id, 3)
    time += 45_000
    uptime.running(id, 0)
    await uptime.charge()
    // The first minute: 30 s of one container and 15 s of three. The second one is not over.
    expect(await costOf(id)).toEqual({ seconds: 75, cost: 1250 })
    time += 30_000
    await uptime.charge()
    expect(await costOf(id)).toEqual({ seconds: 165, cost: 2750 })
    time += 3_600_000
    await uptime.charge()
    expect(await audit(id)).toEqual([1250, 1500])
  })

  it('costs nothing on a plan that charges nothing, and is counted nonetheless', async () => {
    const uptime = server()
    const id = await newDeployment('embedded')
    uptime.running(id, 2)
    time += 90_000
    await uptime.close()
    expect(await costOf(id)).toEqual({ seconds: 180, cost: 0 })
    expect(await audit(id)).toEqual([])
  })

  it('is charged once for each time of containers when the platform closes and starts again within a minute, or dies', async () => {
    const id = await newDeployment()
    const first = server()
    first.running(id, 1)
    time += 20_000
    first.running(id, 0)
    await first.close()
    expect(await costOf(id)).toEqual({ seconds: 20, cost: 334 })
    time += 10_000
    const second = server()
    second.running(id, 1)
    time += 60_000
    await second.charge()
    // The second server charges its own half of the minute in which the first one closed.
    expect(await costOf(id)).toEqual({ seconds: 50, cost: 834 })
    time += 30_000
    await second.charge()
    expect(await costOf(id)).toEqual({ seconds: 110, cost: 1834 })
    // The second server is killed: what it had not charged is lost, and nothing is charged again.
    const third = server()
    third.running(id, 1)
    time += 60_000
    await third.charge()
    expect(await audit(id)).toEqual([334, 500, 1000, 1000])
  })

  it('is charged as far as the credits go, and then the deployment cannot be paid', async () => {
    const uptime = server()
    const id = await newDeployment('free', { charged_as: 'a100' })
    uptime.running(id, 4)
    const minute = 4 * 45_000
    const payable = Math.floor(ALLOWANCE / minute)
    for (let i = 0; i < payable; i++) {
      time += 60_000
      await uptime.charge()
    }
    expect(unpaid).toEqual([])
    time += 60_000
    await uptime.charge()
    expect(unpaid).toEqual([id])
    expect((await costOf(id)).cost).toBe(ALLOWANCE)
    await audit(id)
  })

  it('does not grow while the computer sleeps', async () => {
    const uptime = server()
    const id = await newDeployment()
    uptime.running(id, 1)
    time += 8 * 3_600_000
    await uptime.charge()
    expect(await costOf(id)).toEqual({ seconds: 0, cost: 0 })
    time += 60_000
    await uptime.charge()
    expect(await costOf(id)).toEqual({ seconds: 60, cost: 1000 })
  })

  it('adds up to the time of the containers, whatever happens when', async () => {
    const step = fc.record({ containers: fc.integer({ min: 0, max: 4 }), seconds: fc.integer({ min: 0, max: 130 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }), async (steps) => {
        const id = await newDeployment('core')
        const uptime = server()
        let expected = 0
        for (const [{ containers, seconds }, charges] of steps) {
          uptime.running(id, containers)
          expected += containers * seconds
          time += 1000 * seconds
          if (charges) await uptime.charge()
        }
        await uptime.close()
        const { seconds, cost } = await costOf(id)
        expect(seconds).toBe(expected)
        // Each minute is rounded up to a whole micro-USD.
        const amounts = await audit(id)
        expect(cost).toBeGreaterThanOrEqual(Math.floor((expected * RATE) / 60))
        expect(cost).toBeLessThanOrEqual((expected * RATE) / 60 + amounts.length)
      }),
      { numRuns: 30 },
    )
  })
})

it('charges by the book of the deployment', async () => {
  const uptime = server()
  const id = await newDeployment('free', { price_book: BOOK, charged_as: 'l4' })
  uptime.running(id, 1)
  time += 60_000
  await uptime.charge()
  expect(await audit(id)).toEqual([14_000])
})
