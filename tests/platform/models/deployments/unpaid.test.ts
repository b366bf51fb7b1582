/** A deployment whose organization runs out of credits, over HTTP. */
import { expect, it } from 'vitest'
import type { NotificationList } from '../../../../src/shared/api/notifications.ts'
import type { Organization } from '../../../../src/shared/api/organizations.ts'
import { planOf } from '../../../../src/shared/api/plans.ts'
import type { LedgerList } from '../../../../src/shared/api/usage.ts'
import { eventually } from '../../../setup/eventually.ts'
import { startHarness } from '../../support/harness.ts'
import { deploy, importModel, predict, reach, read, setPlan, withDatabase } from './desk.ts'

const ALLOWANCE = planOf('free').credits_monthly_allowance
/** Micro-USD for a minute of one container on the CPU. */
const RATE = 1000

it('is charged for its containers, and paused with the reason when the credits are used up', async () => {
  let time = Date.parse('2026-03-10T12:00:00.000Z')
  const h = await startHarness({ now: () => new Date(time) })
  try {
    await setPlan(h, 'free')
    const model_id = await importModel(h)
    const { deployment, auth_token } = await deploy(h, { model_id, name: 'Street', min_containers: 1 })
    const { id } = deployment
    await reach(h, id, 'active')
    time += 60_000
    const charged = await eventually(async () => {
      const now = await read(h, id)
      return now.accrued_cost_credits > 0 ? now : null
    })
    expect([charged.accrued_cost_credits, charged.uptime_seconds]).toEqual([RATE, 60])
    const { credits_remaining } = (await h.api<Organization>('GET', '/organizations/me')).body
    expect(credits_remaining).toBe(ALLOWANCE - RATE)
    const { data } = (await h.api<LedgerList>('GET', '/organizations/ledger')).body
    expect(data[0]).toMatchObject({
      kind: 'deployment',
      state: 'posted',
      amount_micro_usd: -RATE,
      measure: { cpu_minutes: 1 },
    })

    await withDatabase(h, async (db) => {
      const accounts = db.updateTable('accounts').where('organization_id', '=', h.platform.organizationId)
      await accounts.set({ balance: 400 }).where('kind', '=', 'available').execute()
    })
    time += 60_000
    const paused = await reach(h, id, 'paused')
    expect(paused.error).toContain('no credits left')
    expect(paused.accrued_cost_credits).toBe(RATE + 400)
    await eventually(() => h.engine.servers.every(({ isClosed }) => isClosed))
    expect(h.engine.servers).toHaveLength(1)
    expect((await predict(h, id, auth_token)).status).toBe(409)
    const feed = await eventually(async () => {
      const { notifications } = (await h.api<NotificationList>('GET', '/notifications/')).body
      return notifications.length > 0 ? notifications : null
    })
    expect(feed).toMatchObject([{ type: 'deployment_paused', metadata: { deployment_id: id } }])
    const refused = { status: 402, error: { code: 'insufficient_credits' } }
    expect(await h.fail('POST', '/deployments/Street/resume')).toMatchObject(refused)
    expect(await h.fail('POST', '/deployments/', { body: { model_id, compute_type: 'cpu' } })).toMatchObject(refused)
    expect(h.logged).toEqual([])
  } finally {
    await h.close()
  }
})
