/** A clock that was set back by a day: nothing waits for it to catch up, but for its own time at most. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createKeys } from '../../../src/platform/accounts/keys/keys.ts'
import { createRepetitions, KEPT_MS } from '../../../src/platform/accounts/limits/repetitions.ts'
import { createMails } from '../../../src/platform/accounts/mail/mails.ts'
import { createOrganizations } from '../../../src/platform/accounts/organizations/organizations.ts'
import { createAttempts } from '../../../src/platform/accounts/passwords/attempts.ts'
import { wasChangedSince } from '../../../src/platform/accounts/passwords/passwords.ts'
import { type Database, databaseClock, newId } from '../../../src/platform/db/database.ts'
import { createWorkers } from '../../../src/platform/work/jobs/workers.ts'
import { FAILING_MS_UNTIL_DISABLED, outcomeOf } from '../../../src/platform/work/webhooks/deliverer.ts'
import { newDelivery } from '../../../src/platform/work/webhooks/new-deliveries.ts'
import { message } from '../../../src/shared/messages/message.ts'
import { eventually } from '../../setup/eventually.ts'
import { dropDatabase, onPostgres, openPlatformDatabase } from '../support/databases.ts'
import { openQueueDatabase } from '../work/jobs/queue-database.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let folder: string
let db: Database
let organizationId: string
let time: number
const now = () => new Date(time)
const log = () => undefined
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-set-back-'))
  db = await openPlatformDatabase(folder)
  organizationId = await createOrganizations(db).ensureDefault()
  time = Date.parse('2026-03-10T12:00:00.000Z')
})
afterEach(async () => {
  await db.destroy()
  await dropDatabase(folder)
  rmSync(folder, { recursive: true, force: true })
})

it('lets an account try to sign in again after a quarter of an hour', async () => {
  const attempts = createAttempts(db, now)
  for (let i = 0; i < 10; i++) expect(await attempts.begin('account', 'ada')).toBeNull()
  time -= DAY_MS
  expect(await attempts.begin('account', 'ada')).toBe(15 * 60)
  time += 15 * MINUTE_MS
  expect(await attempts.begin('account', 'ada')).toBeNull()
})

it('takes no password for changed during its check that was changed in the future', () => {
  const changed = now().toISOString()
  expect(wasChangedSince(changed, new Date(time - 1), now())).toBe(true)
  expect(wasChangedSince(changed, now(), now())).toBe(false)
  expect(wasChangedSince(changed, new Date(time - DAY_MS), new Date(time - DAY_MS + 1))).toBe(false)
})

it('notes the use of a key', async () => {
  const keys = createKeys(db, now, null)
  const { secret, row } = await keys.create({ organizationId, name: 'Key', role: 'viewer', expiresAt: null })
  await keys.verify(secret)
  time -= DAY_MS
  await keys.verify(secret)
  const stored = db.selectFrom('api_keys').select('last_used_at').where('id', '=', row.id)
  expect((await stored.executeTakeFirstOrThrow()).last_used_at).toBe(now().toISOString())
})

it('sends mail of the future at once, and a failed one after its pause', async () => {
  const sent: string[] = []
  let isDown = true
  const open = () =>
    createMails({
      db,
      now,
      log,
      write: { invite: async (about) => ({ subject: about, text: '' }) },
      async send({ subject }) {
        if (isDown && subject === 'failed') throw new Error('down')
        sent.push(subject)
      },
    })
  const mails = open()
  const queue = (about: string) => mails.queue(db, { organizationId, to: 'ada@example.com', kind: 'invite', about })
  const failures = () => db.selectFrom('mails').select('id').where('last_error', 'is not', null).executeTakeFirst()
  await queue('failed')
  mails.wake()
  await eventually(failures)
  await queue('new')
  time -= DAY_MS
  mails.wake()
  await eventually(() => sent.length === 1)
  isDown = false
  time += 5 * MINUTE_MS
  mails.wake()
  await eventually(() => sent.length === 2)
  expect(sent).toEqual(['new', 'failed'])
  await mails.close()
})

it('settles and forgets requests with an Idempotency-Key in their time', async () => {
  const caller = { organizationId, keyId: 'k', userId: null } as never
  const request = { caller, key: 'once', fingerprint: 'a' }
  const repetitions = createRepetitions(db, 'this process', now)
  expect(await repetitions.begin(request)).toBeNull()
  await repetitions.finish(request, 'done')
  time -= DAY_MS
  expect(await repetitions.begin(request)).toBe('done')
  time += KEPT_MS
  expect(await repetitions.begin(request)).toBeNull()
})

it('disables a webhook endpoint that fails for a day', () => {
  const failure = { statusCode: null, failure: message('webhook.connection_refused') }
  const queued = { deliveryId: 'd', eventType: 'webhook.test', body: '{}' } as const
  const delivery = newDelivery({ id: 'e', organization_id: organizationId }, queued, now().toISOString())
  const endpoint = { consecutive_failures: 30, failing_since: new Date(time + DAY_MS).toISOString() } as never
  const { failing_since } = outcomeOf(delivery, failure, now(), 0)(endpoint).endpoint
  expect(failing_since).toBe(now().toISOString())
  const later = new Date(time + FAILING_MS_UNTIL_DISABLED)
  const next = { consecutive_failures: 31, failing_since } as never
  expect(outcomeOf(delivery, failure, later, 0)(next).endpoint.enabled).toBe(0)
})

it('ends the lease of a lost worker, and lists it as lost', async () => {
  const queue = await openQueueDatabase()
  const future = '2999-01-01T00:00:00.000Z'
  const id = await queue.enqueue('a')
  await queue.claim()
  await queue.db.updateTable('job_leases').set({ until: future }).execute()
  await queue.store.recover()
  const { until } = await queue.db.selectFrom('job_leases').select('until').executeTakeFirstOrThrow()
  expect(Date.parse(until)).toBeLessThan(Date.now() + MINUTE_MS)
  await queue.expire()
  await queue.store.recover()
  expect((await queue.row(id)).state).toBe('queued')

  const facts = { isWorker: true, version: '1', slots: { long: 1, short: 1 } as never, labels: [] }
  const worker = () =>
    createWorkers({ ...facts, id: newId(), db: queue.db, running: () => 0, now: () => new Date(), log })
  const [lost, listing] = [worker(), worker()]
  await lost.announce()
  await queue.db.updateTable('workers').set({ seen_at: future }).execute()
  expect((await listing.list()).map(({ is_lost }) => is_lost)).toEqual([false, true])
  await lost.close()
  await queue.close()
})

it.runIf(onPostgres)('follows the clock of the database when its own is wrong', async () => {
  const real = Date.now
  const clock = databaseClock(db, () => new Date(Date.now()))
  expect(Math.abs((await clock()).getTime() - real())).toBeLessThan(MINUTE_MS)
  const wrong = vi.spyOn(Date, 'now').mockImplementation(() => real() - DAY_MS)
  try {
    expect(Math.abs((await clock()).getTime() - real())).toBeLessThan(MINUTE_MS)
  } finally {
    wrong.mockRestore()
  }
})
