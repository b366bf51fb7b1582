/** The cost that an agent reads before work begins is the price that the work has. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { price } from '../../../../src/platform/accounts/credits/prices.ts'
import type { DeploymentQuote } from '../../../../src/shared/api/deployment-compute.ts'
import type { PlanName } from '../../../../src/shared/api/plans.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { type Agent, connectAgent } from '../mcp/agent.ts'

let h: Harness
let agent: Agent
beforeAll(async () => {
  h = await joinPlatform()
  agent = await connectAgent(h.baseUrl, { 'x-api-key': h.keys.viewer })
})
afterAll(async () => {
  await agent.close()
  await h.close()
})

const costOf = async (input: Record<string, unknown>) =>
  (await agent.call<{ cost_micro_usd: number }>('estimate_credit_cost', input)).cost_micro_usd

async function setPlan(subscription_tier: PlanName): Promise<void> {
  const db = await openPlatformDatabase(h.dataDir)
  const { organizationId } = h.platform
  await db.updateTable('organizations').set({ subscription_tier }).where('id', '=', organizationId).execute()
  await db.destroy()
}

it('is 0 where work costs nothing', async () => {
  await setPlan('embedded')
  expect(await costOf({ operation: 'workflow_run', quantity: 1000 })).toBe(0)
  expect(await costOf({ operation: 'deployment', quantity: 60 })).toBe(0)
})

describe('on a plan with prices', () => {
  beforeEach(() => setPlan('free'))

  it('is the price of a run, a batch and an evaluation', async () => {
    expect(await costOf({ operation: 'workflow_run', quantity: 675 })).toBe(price('workflow_run', { frames: 675 }, 1))
    expect(await costOf({ operation: 'auto_annotation', quantity: 12 })).toBe(
      price('annotation_batch', { passes: 12 }, 1),
    )
    expect(await costOf({ operation: 'evaluation' })).toBe(price('model_evaluation', { images: 1 }, 1))
  })

  it('is the quote of a deployment for the minutes of a container', async () => {
    const { body } = await h.api<DeploymentQuote>('GET', '/deployments/quote?compute_type=cpu')
    expect(await costOf({ operation: 'deployment', quantity: 60 })).toBe(body.cost_per_hour_micro_usd)
    expect(body.cost_per_hour_micro_usd).toBeGreaterThan(0)
    expect(await agent.fail('estimate_credit_cost', { operation: 'deployment', compute_type: 'gpu' })).toContain(
      'gpu_type',
    )
  })
})

it('is refused for an operation without a price, by the name of the field', async () => {
  expect(await agent.fail('estimate_credit_cost', { operation: 'training' })).toContain('operation')
})
