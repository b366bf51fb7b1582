import { afterEach, beforeEach, expect, it } from 'vitest'
import { newDelivery } from '../../../../src/platform/work/webhooks/new-deliveries.ts'
import { pruneDeliveries } from '../../../../src/platform/work/webhooks/webhook-area.ts'
import type { DeliveryStatus } from '../../../../src/shared/api/webhooks.ts'
import { openWebhookDesk, type WebhookDesk } from '../../support/webhook-desk.ts'

let desk: WebhookDesk
beforeEach(async () => {
  desk = await openWebhookDesk(async () => ({ statusCode: 200, failure: null }))
})
afterEach(() => desk.close())

const DAY_MS = 86_400_000

async function add(count: number, status: DeliveryStatus, days: number): Promise<void> {
  const { endpoint } = await desk.webhooks.create(desk.caller, { url: 'https://example.com/' })
  const at = new Date(desk.clock - days * DAY_MS).toISOString()
  const rows = Array.from({ length: count }, (_, i) => ({
    ...newDelivery(endpoint, { deliveryId: `${i}`, eventType: 'workflow_run.records', body: '' }, at),
    status,
  }))
  await desk.repository.insertDeliveries(rows)
}
async function left(): Promise<Record<string, number>> {
  await pruneDeliveries(desk.db, new Date(desk.clock))
  const rows = await desk.db
    .selectFrom('webhook_deliveries')
    .select((e) => ['status', e.fn.countAll().as('n')])
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]))
}

it('removes delivered messages after 30 days and abandoned ones after 90, but none that waits', async () => {
  await add(600, 'delivered', 31)
  await add(2, 'delivered', 29)
  await add(3, 'dead_letter', 91)
  await add(4, 'dead_letter', 89)
  await add(5, 'failed', 91)
  await add(6, 'pending', 400)
  expect(await left()).toEqual({ delivered: 2, dead_letter: 4, pending: 6 })
})

it('keeps delivered messages beyond the newest 10,000 of an organization for a day', async () => {
  await add(5, 'dead_letter', 2)
  await add(20, 'delivered', 2)
  await add(10, 'delivered', 0)
  await add(9_990, 'delivered', 2)
  expect(await left()).toEqual({ delivered: 10_000, dead_letter: 5 })
})
