/** Deliveries on a simulated clock, over real HTTP and a real database. */

import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOrganizations } from '../../../../src/platform/accounts/organizations/organizations.ts'
import type { Database } from '../../../../src/platform/db/database.ts'
import type { Events, NewEvent } from '../../../../src/platform/http/area/organization-events.ts'
import { type Caller, jobCaller } from '../../../../src/platform/machine/identity/caller.ts'
import { createEvents } from '../../../../src/platform/work/events/events.ts'
import {
  createDeliverer,
  type Deliverer,
  FAILURES_UNTIL_DISABLED,
} from '../../../../src/platform/work/webhooks/deliverer.ts'
import { createSend } from '../../../../src/platform/work/webhooks/send.ts'
import { createEventFanOut } from '../../../../src/platform/work/webhooks/webhook-area.ts'
import { createWebhookRepository } from '../../../../src/platform/work/webhooks/webhook-repository.ts'
import { createWebhooks, type Webhooks } from '../../../../src/platform/work/webhooks/webhooks.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { plainSecrets } from '../../support/plain-secrets.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'

let folder: string
let receiver: Receiver
let db: Database
let webhooks: Webhooks
let deliverer: Deliverer
let events: Events
let organization: string
let caller: Caller
let clock: number

/** Opens the database and starts everything in memory from it, as after a crash. */
async function open(): Promise<void> {
  db = await openPlatformDatabase(folder)
  organization = await createOrganizations(db).ensureDefault()
  caller = jobCaller(organization)
  const now = () => new Date(clock)
  const log = (_level: string, message: string, error: unknown) => expect([message, error]).toBe('')
  const repository = createWebhookRepository(db)
  const send = createSend({ allowPrivate: true })
  const real = createDeliverer({
    secrets: plainSecrets,
    repository,
    send,
    now,
    log,
    // The middle of the jitter: waits are those of the schedule.
    random: () => 0.5,
  })
  // Time passes on the test's command only: nothing is sent by itself.
  deliverer = { ...real, wake: () => undefined }
  events = createEvents({ db, now, log })
  events.addConsumer(createEventFanOut({ eventData: async (_tx, { payload }) => payload, wake: () => undefined, now }))
  webhooks = createWebhooks({ secrets: plainSecrets, repository, deliverer, send, allowPrivate: true, now })
}

async function restart(): Promise<void> {
  await deliverer.close()
  await db.destroy()
  await open()
}

const messages = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    deliveryId: `m${from + i}`,
    eventType: 'workflow_run.records' as const,
    body: JSON.stringify({ n: from + i }),
  }))
const takenIds = () => receiver.taken.map((r) => r.headers['x-service-delivery-id'])
const wait = (s: number) => {
  clock += s * 1000
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-deliveries-'))
  clock = Date.parse('2026-01-01T00:00:00Z')
  receiver = await startReceiver()
  await open()
})
afterEach(async () => {
  await deliverer.close()
  await db.destroy()
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

it('sends in order, with a signature that the receiver can verify', async () => {
  const { secret } = await webhooks.create(caller, { url: receiver.url })
  await webhooks.sendTo(organization, receiver.url, messages(0, 3))
  await deliverer.deliverDue()
  expect(receiver.taken.map((r) => JSON.parse(r.body).n)).toEqual([0, 1, 2])
  const [first] = receiver.taken
  const timestamp = first?.headers['x-service-timestamp']
  expect(timestamp).toBe(String(clock / 1000))
  const hex = createHmac('sha256', secret).update(`${timestamp}.${first?.body}`).digest('hex')
  expect(first?.headers['x-service-signature']).toBe(`t=${timestamp},v1=${hex}`)
  expect(first?.headers['x-service-event-type']).toBe('workflow_run.records')
  const [newest] = await webhooks.deliveries(caller, { limit: 50, offset: 0 })
  expect(newest).toMatchObject({
    status: 'delivered',
    attempts: 1,
    last_status_code: 200,
    delivered_at: expect.any(String),
  })
})

it('signs with the old secret too for a day after a rotation', async () => {
  const made = await webhooks.create(caller, { url: receiver.url })
  const rotated = await webhooks.rotateSecret(caller, made.endpoint.id)
  expect(rotated.endpoint.secret_version).toBe(2)
  expect(rotated.secret).not.toBe(made.secret)
  await webhooks.sendTo(organization, receiver.url, messages(0, 1))
  await deliverer.deliverDue()
  wait(25 * 3600)
  await webhooks.sendTo(organization, receiver.url, messages(1, 1))
  await deliverer.deliverDue()
  const signatures = receiver.taken.map((r) => String(r.headers['x-service-signature']).split(',v1=').length - 1)
  expect(signatures).toEqual([2, 1])
})

describe('the failure of the last attempt', () => {
  const fail = async (url: string) => {
    await webhooks.sendTo(organization, url, messages(0, 1))
    await deliverer.deliverDue()
    return (await webhooks.deliveries(caller, { limit: 1, offset: 0 }))[0]
  }

  it('is a sentence, and a code for other languages', async () => {
    receiver.answer = 503
    expect(await fail(receiver.url)).toMatchObject({
      last_status_code: 503,
      last_error: 'The receiver responded with status 503',
      text: { code: 'webhook.refused', params: { status: 503 } },
    })
  })

  it('names a closed connection', async () => {
    receiver.answer = 0
    expect(await fail(receiver.url)).toMatchObject({
      last_status_code: null,
      last_error: 'The receiver closed the connection',
      text: { code: 'webhook.connection_closed', params: {} },
    })
  })

  it('names a receiver that does not run', async () => {
    const stopped = await startReceiver()
    await stopped.close()
    expect(await fail(stopped.url)).toMatchObject({
      last_error: 'The receiver refused the connection',
      text: { code: 'webhook.connection_refused' },
    })
  })

  it('is absent after a delivery', async () => {
    const delivered = await fail(receiver.url)
    expect(delivered).toMatchObject({ status: 'delivered', last_error: null })
    expect(delivered).not.toHaveProperty('text')
  })
})

it('loses and duplicates nothing when the receiver is down for ten minutes and the app dies meanwhile', async () => {
  receiver.answer = 0
  await webhooks.sendTo(organization, receiver.url, messages(0, 40))
  const until = clock + 600_000
  let sent = 40
  while (clock < until) {
    await deliverer.deliverDue()
    wait(10)
    // More records arrive, some of them twice, as when a run is resumed.
    await webhooks.sendTo(organization, receiver.url, messages(sent - 2, 4))
    sent += 2
    if (sent % 20 === 0) await restart()
  }
  expect(receiver.taken).toEqual([])
  // One delivery is tried on the schedule, not all of them.
  expect(receiver.calls).toBeLessThan(6)
  receiver.answer = 200
  for (let i = 0; i < 70; i++) {
    wait(10)
    await deliverer.deliverDue()
  }
  expect(new Set(takenIds()).size).toBe(sent)
  expect(takenIds()).toHaveLength(sent)
})

it('retries on the schedule, then gives up until it is replayed', async () => {
  receiver.answer = 500
  await webhooks.sendTo(organization, receiver.url, messages(0, 1))
  const one = async () => (await webhooks.deliveries(caller, { limit: 1, offset: 0 }))[0]
  for (const [i, wait_s] of [30, 120, 600, 3600, 21_600].entries()) {
    await deliverer.deliverDue()
    expect(await one()).toMatchObject({ status: 'pending', attempts: i + 1, last_status_code: 500 })
    wait(wait_s - 1)
    await deliverer.deliverDue()
    expect((await one())?.attempts).toBe(i + 1)
    wait(1)
  }
  await deliverer.deliverDue()
  expect(await one()).toMatchObject({ status: 'dead_letter', attempts: 6, next_retry_at: null })
  receiver.answer = 200
  wait(86_400)
  await deliverer.deliverDue()
  expect(receiver.taken).toEqual([])
  await webhooks.replay(caller, (await one())?.id ?? '')
  await deliverer.deliverDue()
  expect(takenIds()).toEqual(['m0'])
  await expect(webhooks.replay(caller, (await one())?.id ?? '')).rejects.toMatchObject({ code: 'wrong_state' })
})

describe('after the clock was set back by an hour', () => {
  it('sends what has never been tried at once', async () => {
    await webhooks.sendTo(organization, receiver.url, messages(0, 2))
    wait(-3600)
    await deliverer.deliverDue()
    expect(takenIds()).toEqual(['m0', 'm1'])
  })

  it.each([
    ['while it runs', async () => undefined],
    ['between two starts', restart],
  ])('%s, retries no later than the schedule allows', async (_when, meanwhile) => {
    receiver.answer = 500
    await webhooks.sendTo(organization, receiver.url, messages(0, 2))
    await deliverer.deliverDue()
    receiver.answer = 200
    wait(-3600)
    await meanwhile()
    await deliverer.deliverDue()
    // The wait before the second attempt begins with the new time.
    expect(takenIds()).toEqual([])
    wait(29)
    await deliverer.deliverDue()
    expect(takenIds()).toEqual([])
    wait(1)
    await deliverer.deliverDue()
    expect(takenIds()).toEqual(['m0', 'm1'])
  })

  it('also sends later messages, and holds an endpoint no longer than its retry', async () => {
    receiver.answer = 500
    await webhooks.sendTo(organization, receiver.url, messages(0, 1))
    await deliverer.deliverDue()
    wait(30)
    await deliverer.deliverDue()
    wait(-3600)
    await webhooks.sendTo(organization, receiver.url, messages(1, 1))
    await deliverer.deliverDue()
    receiver.answer = 200
    wait(120)
    await deliverer.deliverDue()
    expect(takenIds()).toEqual(['m0', 'm1'])
  })
})

it('does not let one rejected delivery hold back the others', async () => {
  receiver.answer = 400
  await webhooks.sendTo(organization, receiver.url, messages(0, 1))
  await deliverer.deliverDue()
  receiver.answer = 200
  await webhooks.sendTo(organization, receiver.url, messages(1, 2))
  await deliverer.deliverDue()
  expect(takenIds()).toEqual(['m1', 'm2'])
})

describe('an endpoint that fails again and again', () => {
  const COUNT = FAILURES_UNTIL_DISABLED + 5

  it('is disabled after a day, keeps its waiting deliveries, and resumes when it is enabled', async () => {
    receiver.answer = 404
    const { endpoint } = await webhooks.create(caller, { url: receiver.url })
    await webhooks.sendTo(organization, receiver.url, messages(0, COUNT))
    await deliverer.deliverDue()
    expect(await webhooks.get(caller, endpoint.id)).toMatchObject({ enabled: true, consecutive_failures: COUNT })
    wait(86_400)
    await deliverer.deliverDue()
    const disabled = await webhooks.get(caller, endpoint.id)
    expect(disabled).toMatchObject({ enabled: false, consecutive_failures: COUNT + 1 })
    expect(disabled.disabled_reason).toContain('404')
    expect(disabled.text).toEqual({
      code: 'webhook.disabled',
      params: { failures: COUNT + 1, error: { code: 'webhook.refused', params: { status: 404 } } },
    })
    receiver.answer = 200
    wait(86_400)
    await deliverer.deliverDue()
    expect(receiver.taken).toEqual([])
    const enabled = await webhooks.update(caller, endpoint.id, { enabled: true })
    expect(enabled).toMatchObject({ enabled: true, consecutive_failures: 0, disabled_reason: null })
    expect(enabled).not.toHaveProperty('text')
    await deliverer.deliverDue()
    expect(new Set(takenIds()).size).toBe(COUNT)
  })

  it('stays enabled for fewer failures, however long they last', async () => {
    receiver.answer = 404
    const { endpoint } = await webhooks.create(caller, { url: receiver.url })
    for (let i = 1; i < FAILURES_UNTIL_DISABLED; i++) {
      await webhooks.sendTo(organization, receiver.url, messages(i, 1))
      await db.updateTable('webhook_deliveries').set({ status: 'dead_letter' }).where('attempts', '>', 0).execute()
      await deliverer.deliverDue()
      wait(86_400)
    }
    const failing = await webhooks.get(caller, endpoint.id)
    expect(failing).toMatchObject({ enabled: true, consecutive_failures: FAILURES_UNTIL_DISABLED - 1 })
  })

  it('counts from the last success', async () => {
    receiver.answer = 404
    const { endpoint } = await webhooks.create(caller, { url: receiver.url })
    await webhooks.sendTo(organization, receiver.url, messages(0, COUNT))
    await deliverer.deliverDue()
    receiver.answer = 200
    await webhooks.sendTo(organization, receiver.url, messages(COUNT, 1))
    await deliverer.deliverDue()
    receiver.answer = 404
    wait(86_400)
    await deliverer.deliverDue()
    const failing = await webhooks.get(caller, endpoint.id)
    expect(failing).toMatchObject({ enabled: true, consecutive_failures: COUNT })
  })
})

describe('an event', () => {
  const ended = { run_id: 'r', workflow_id: null, workflow_name: 'W', counts: { lines: [], zones: [] } }
  const rest = { error: null, artifacts: [] }
  const endings: NewEvent[] = [
    { type: 'workflow_run.completed', payload: { ...ended, ...rest, status: 'completed' } },
    { type: 'workflow_run.failed', payload: { ...ended, ...rest, status: 'error' } },
    { type: 'video_extraction.complete', payload: { job_id: 'j', directory_path: '/a', images: 1, error: null } },
  ]
  const emit = () => db.transaction().execute((tx) => events.append(tx, organization, endings))
  const typesOf = (of: Receiver) => of.taken.map((r) => r.headers['x-service-event-type'])

  it('is published to its subscribers, once each', async () => {
    const other = await startReceiver()
    await webhooks.create(caller, { url: receiver.url, event_types: ['workflow_run.failed'] })
    await webhooks.create(caller, { url: other.url })
    await emit()
    await events.handleAll()
    // A server that has lost its position handles the events again.
    await db.updateTable('event_consumers').set({ position: 0 }).execute()
    await events.handleAll()
    await deliverer.deliverDue()
    expect(typesOf(receiver)).toEqual(['workflow_run.failed'])
    expect(typesOf(other)).toEqual(['workflow_run.completed', 'workflow_run.failed'])
    expect(JSON.parse(other.taken[0]?.body ?? '')).toMatchObject({
      type: 'workflow_run.completed',
      data: { run_id: 'r', workflow_name: 'W', status: 'completed' },
    })
    await other.close()
  })

  it('of records reaches no endpoint of the address that did not subscribe to them', async () => {
    await webhooks.create(caller, { url: receiver.url, event_types: ['workflow_run.failed'] })
    await webhooks.sendTo(organization, receiver.url, messages(0, 1))
    await webhooks.sendTo(organization, receiver.url, messages(1, 1))
    const endpoints = await webhooks.list(caller)
    expect(endpoints.map((e) => e.event_types)).toEqual([['workflow_run.failed'], ['workflow_run.records']])
    const made = await webhooks.deliveries(caller, { limit: 9, offset: 0 })
    expect(made.map((d) => d.endpoint_id)).toEqual([endpoints[1]?.id, endpoints[1]?.id])
  })
})
