/** Receivers that are gone, ask for time, hang, or whose server dies. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOrganizations } from '../../../../src/platform/accounts/organizations/organizations.ts'
import { CLAIM_MS } from '../../../../src/platform/work/webhooks/claims.ts'
import { createSend } from '../../../../src/platform/work/webhooks/send.ts'
import type { WebhookDelivery } from '../../../../src/shared/api/webhooks.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openWebhookDesk, type WebhookDesk } from '../../support/webhook-desk.ts'

let server: Server
let origin: string
/** Paths of the calls, in order. */
let calls: string[]
let answer: (path: string, response: ServerResponse) => void
let desk: WebhookDesk

beforeEach(async () => {
  calls = []
  answer = (_path, response) => response.writeHead(200).end()
  server = createServer((request, response) => {
    calls.push(request.url ?? '')
    request.resume().on('end', () => answer(request.url ?? '', response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  desk = await openWebhookDesk(createSend({ allowPrivate: true }))
})
afterEach(async () => {
  server.closeAllConnections()
  await desk.close()
  await new Promise((resolve) => server.close(resolve))
})

const queue = (path: string, count = 1, organization = desk.organization) =>
  desk.webhooks.sendTo(
    organization,
    `${origin}${path}`,
    Array.from({ length: count }, (_, i) => ({
      deliveryId: `${path}-${i}`,
      eventType: 'workflow_run.records' as const,
      body: '{}',
    })),
  )
const newest = async () => (await desk.webhooks.deliveries(desk.caller, { limit: 1, offset: 0 }))[0] as WebhookDelivery
const wait = (s: number) => {
  desk.clock += s * 1000
}

it('is given up at once when it is gone (410), until it is replayed', async () => {
  answer = (_path, response) => response.writeHead(410).end()
  await queue('/gone')
  await desk.deliverer.deliverDue()
  const failed = await newest()
  expect(failed).toMatchObject({ status: 'failed', attempts: 1, last_status_code: 410, next_retry_at: null })
  answer = (_path, response) => response.writeHead(200).end()
  wait(86_400)
  await desk.deliverer.deliverDue()
  expect(calls).toHaveLength(1)
  await desk.webhooks.replay(desk.caller, failed.id)
  await desk.deliverer.deliverDue()
  expect(await newest()).toMatchObject({ status: 'delivered', attempts: 2 })
})

it('is given up at once when its address may not be called', async () => {
  const strict = await openWebhookDesk(createSend({ allowPrivate: false }))
  const message = { deliveryId: 'a', eventType: 'workflow_run.records' as const, body: '{}' }
  await strict.webhooks.sendTo(strict.organization, 'https://2130706433/hook', [message])
  await strict.deliverer.deliverDue()
  const [delivery] = await strict.webhooks.deliveries(strict.caller, { limit: 1, offset: 0 })
  expect(delivery).toMatchObject({ status: 'failed', attempts: 1, text: { code: 'webhook.private_network' } })
  await strict.close()
})

describe('a Retry-After header', () => {
  it.each([
    ['seconds', () => '3600'],
    ['a date', () => new Date(desk.clock + 3_600_000).toUTCString()],
  ])('of %s is honoured, also over a restart', async (_form, header) => {
    answer = (_path, response) => response.writeHead(503, { 'retry-after': header() }).end()
    await queue('/busy')
    await desk.deliverer.deliverDue()
    await desk.restart()
    wait(3599)
    await desk.deliverer.deliverDue()
    expect(calls).toHaveLength(1)
    wait(1)
    await desk.deliverer.deliverDue()
    expect(calls).toHaveLength(2)
  })

  it.each(['1', 'soon', '-5', 'Thu, 01 Jan 1970 00:00:00 GMT'])('of “%s” shortens no wait', async (header) => {
    answer = (_path, response) => response.writeHead(429, { 'retry-after': header }).end()
    await queue('/busy')
    await desk.deliverer.deliverDue()
    expect(Date.parse((await newest()).next_retry_at ?? '') - desk.clock).toBe(30_000)
  })

  it('of more than a day is cut to a day', async () => {
    answer = (_path, response) => response.writeHead(503, { 'retry-after': '999999999' }).end()
    await queue('/busy')
    await desk.deliverer.deliverDue()
    expect(Date.parse((await newest()).next_retry_at ?? '') - desk.clock).toBe(86_400_000)
  })
})

describe('a receiver that hangs', () => {
  const hanging = (path: string) => path.startsWith('/hang')
  beforeEach(() => {
    answer = (path, response) => {
      if (!hanging(path)) response.writeHead(200).end()
    }
  })

  it('delays no other one of its organization', async () => {
    await queue('/hang', 5)
    await queue('/works', 40)
    void desk.deliverer.deliverDue()
    await eventually(() => calls.filter((path) => path === '/works').length === 40)
    expect(calls.filter(hanging)).toHaveLength(1)
    // A message that arrives meanwhile need not wait either.
    await queue('/later')
    void desk.deliverer.deliverDue()
    await eventually(() => calls.includes('/later'))
  })

  it('delays no other organization, however many of them hang', async () => {
    for (let i = 0; i < 12; i++) await queue(`/hang/${i}`)
    const other = await createOrganizations(desk.db).create('Others')
    await queue('/works', 3, other)
    void desk.deliverer.deliverDue()
    await eventually(() => calls.filter((path) => path === '/works').length === 3)
    await eventually(() => calls.filter(hanging).length >= 8)
    expect(calls.filter(hanging)).toHaveLength(8)
  })

  it('delays the close of the server by two seconds at most, and its delivery is repeated', async () => {
    await queue('/hang')
    void desk.deliverer.deliverDue()
    await eventually(() => calls.length === 1)
    await desk.restart()
    expect(await newest()).toMatchObject({ status: 'pending', attempts: 0 })
    answer = (_path, response) => response.writeHead(200).end()
    await desk.deliverer.deliverDue()
    expect(await newest()).toMatchObject({ status: 'delivered', attempts: 1 })
  })
})

describe('a delivery whose server died during the attempt', () => {
  it('is due again when its claim ends, and the outcome of the old claim is dropped', async () => {
    await queue('/works')
    const delivery = await newest()
    const old = await desk.repository.claim(delivery.id, delivery.endpoint_id, new Date(desk.clock))
    expect(old?.delivery.token).toBe(1)
    await desk.deliverer.deliverDue()
    wait(CLAIM_MS / 1000 - 1)
    await desk.deliverer.deliverDue()
    expect(calls).toEqual([])
    expect(await desk.repository.earliest()).toBe(new Date(desk.clock + 1000).toISOString())
    wait(1)
    await desk.deliverer.deliverDue()
    expect(calls).toHaveLength(1)
    const late = { delivery: { status: 'dead_letter' as const }, endpoint: { consecutive_failures: 9 } }
    expect(old && (await desk.repository.settle(old, () => late))).toBe(false)
    expect(await newest()).toMatchObject({ status: 'delivered', attempts: 1 })
    const endpoint = await desk.webhooks.get(desk.caller, delivery.endpoint_id)
    expect(endpoint.consecutive_failures).toBe(0)
  })

  it('is claimed by one of two servers, which send one at a time to an endpoint', async () => {
    await queue('/works', 2)
    const rows = await desk.webhooks.deliveries(desk.caller, { limit: 2, offset: 0 })
    const claims = await Promise.all(
      [...rows, ...rows].map(({ id, endpoint_id }) => desk.repository.claim(id, endpoint_id, new Date(desk.clock))),
    )
    expect(claims.filter((claimed) => claimed !== null)).toHaveLength(1)
  })
})
