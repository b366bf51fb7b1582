/** The outbox of events on a database of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOrganizations } from '../../../../src/platform/accounts/organizations/organizations.ts'
import type { Database } from '../../../../src/platform/db/database.ts'
import type { EventConsumer, Events, NewEvent } from '../../../../src/platform/http/area/organization-events.ts'
import { createEvents } from '../../../../src/platform/work/events/events.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'

let folder: string
let db: Database
let events: Events
let organizations: [string, string]
let clock: number
let logged: string[]

/** Makes `events` again, for example after a crash. */
function reopen(): void {
  events = createEvents({ db, now: () => new Date(clock), log: (_level, text) => void logged.push(text) })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-events-'))
  db = await openPlatformDatabase(folder)
  const made = createOrganizations(db)
  organizations = [await made.ensureDefault(), await made.create('Others')]
  clock = Date.parse('2026-01-01T00:00:00Z')
  logged = []
  reopen()
})
afterEach(async () => {
  await events.close()
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const event = (job_id: string): NewEvent => ({
  type: 'video_extraction.complete',
  payload: { job_id, directory_path: '/', images: 1, error: null },
})
const append = (organization: string, ...jobs: string[]) =>
  db.transaction().execute((tx) => events.append(tx, organization, jobs.map(event)))

/** Stores the handled jobs in a table, in the transaction of the consumer. */
function storing(name: string): EventConsumer & { failures: number; seen(): Promise<string[]> } {
  const consumer = {
    name,
    failures: 0,
    async handle(tx: Parameters<EventConsumer['handle']>[0], organization_id: string, batch: readonly NewEvent[]) {
      for (const { payload } of batch) {
        const job = 'job_id' in payload ? payload.job_id : ''
        const row = { user_id: null, type: name, title: job, title_text: '', message: null, message_text: null }
        const id = `${name}-${job}`
        await tx
          .insertInto('notifications')
          .values({ ...row, id, organization_id, metadata: null, is_read: 0, created_at: '' })
          .execute()
      }
      if (consumer.failures-- > 0) throw new Error('It fails.')
    },
    async seen() {
      const rows = await db.selectFrom('notifications').select('title').where('type', '=', name).execute()
      return rows.map(({ title }) => title)
    },
  }
  return consumer
}

const positions = async (organization: string) => {
  const rows = await db
    .selectFrom('events')
    .select('position')
    .where('organization_id', '=', organization)
    .orderBy('position')
    .execute()
  return rows.map(({ position }) => Number(position))
}
const ready = new AbortController().signal
const read = (organization: string, after: number | null, waitMs = 0, signal = ready) =>
  events.read(organization, after, { limit: 3, waitMs, signal })

describe('positions', () => {
  it('count up in each organization, without gaps, and skip nothing that was rolled back', async () => {
    const [first, second] = organizations
    await append(first, 'a', 'b')
    const failing = db.transaction().execute(async (tx) => {
      await events.append(tx, first, [event('lost')])
      throw new Error('The change fails.')
    })
    await expect(failing).rejects.toThrow('The change fails.')
    await append(second, 'c')
    await append(first, 'd')
    expect([await positions(first), await positions(second)]).toEqual([[1, 2, 3], [1]])
  })
})

describe('consumers', () => {
  it('handle each event once, each consumer by itself, also when one fails', async () => {
    const [one, two] = [storing('one'), storing('two')]
    one.failures = 1
    events.addConsumer(one)
    events.addConsumer(two)
    await append(organizations[0], 'a')
    await append(organizations[1], 'b')
    await events.handleAll()
    // The failure of the first organization rolled its batch back, and stopped nothing else.
    expect([await one.seen(), (await two.seen()).sort()]).toEqual([['b'], ['a', 'b']])
    expect(logged).toEqual(['Events could not be handled by one; it tries again.'])
    await events.handleAll()
    await events.handleAll()
    expect([(await one.seen()).sort(), (await two.seen()).sort()]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('handle an event again soon after they failed, before the next check', async () => {
    const one = storing('one')
    one.failures = 2
    events.addConsumer(one)
    await append(organizations[0], 'a')
    events.open()
    await eventually(async () => (await one.seen()).length === 1, 15_000)
    expect(logged).toEqual(Array.from({ length: 2 }, () => 'Events could not be handled by one; it tries again.'))
  })

  it('of two servers share the events', async () => {
    const names = Array.from({ length: 250 }, (_, i) => `j${i}`)
    await append(organizations[0], ...names)
    const one = storing('one')
    events.addConsumer(one)
    const other = createEvents({ db, now: () => new Date(clock), log: (_level, text) => void logged.push(text) })
    other.addConsumer(one)
    await Promise.all([events.handleAll(), other.handleAll()])
    await events.handleAll()
    expect([(await one.seen()).sort(), logged]).toEqual([[...names].sort(), []])
    await other.close()
  })

  it('lose and repeat nothing, whatever fails and whenever a server dies', async () => {
    const step = fc.oneof(
      fc.record({ append: fc.integer({ min: 1, max: 5 }), to: fc.constantFrom(0 as const, 1 as const) }),
      fc.record({ fail: fc.integer({ min: 1, max: 3 }) }),
      fc.constantFrom('handle' as const, 'die' as const, 'prune' as const),
    )
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await db.deleteFrom('notifications').execute()
        const consumer = storing(`c${round++}`)
        // A consumer of a new name begins with the oldest event that is kept.
        await db.deleteFrom('events').execute()
        reopen()
        events.addConsumer(consumer)
        const made: string[] = []
        for (const now of steps) {
          if (now === 'handle') await events.handleAll()
          else if (now === 'prune') {
            clock += 5 * 86_400_000
            await events.prune()
          } else if (now === 'die') {
            reopen()
            events.addConsumer(consumer)
          } else if ('fail' in now) consumer.failures = now.fail
          else {
            const jobs = Array.from({ length: now.append }, (_, i) => `j${made.length + i}`)
            made.push(...jobs)
            await append(organizations[now.to], ...jobs)
          }
        }
        consumer.failures = 0
        await events.handleAll()
        expect((await consumer.seen()).sort()).toEqual([...made].sort())
      }),
      { numRuns: 30 },
    )
  })
})

describe('a reader', () => {
  it('reads from a position in pages, and continues with the position of the last page', async () => {
    const [organization] = organizations
    await append(organization, 'a', 'b', 'c', 'd')
    const first = await read(organization, 0)
    expect(first.events.map(({ payload }) => payload)).toMatchObject([
      { job_id: 'a' },
      { job_id: 'b' },
      { job_id: 'c' },
    ])
    const second = await read(organization, first.position)
    expect(second.events).toMatchObject([{ position: 4, type: 'video_extraction.complete', payload: { job_id: 'd' } }])
    expect(await read(organization, second.position)).toEqual({ events: [], position: 4 })
  })

  it('begins with the next event when it names no position', async () => {
    const [organization, other] = organizations
    await append(organization, 'a')
    expect(await read(organization, null)).toEqual({ events: [], position: 1 })
    expect(await read(other, null)).toEqual({ events: [], position: 0 })
  })

  it('waits for the next event, and for no event of another organization', async () => {
    const [organization, other] = organizations
    const page = read(organization, 0, 30_000)
    await append(other, 'x')
    events.wake()
    await append(organization, 'a')
    events.wake()
    expect((await page).events).toMatchObject([{ payload: { job_id: 'a' } }])
  })

  it('ends its wait when it disconnects, and when the server closes', async () => {
    const gone = new AbortController()
    const disconnected = read(organizations[0], 0, 30_000, gone.signal)
    const closed = read(organizations[0], 0, 30_000)
    gone.abort()
    expect(await disconnected).toEqual({ events: [], position: 0 })
    await events.close()
    expect(await closed).toEqual({ events: [], position: 0 })
  })
})

describe('old events', () => {
  it('are removed a week after all consumers have handled them', async () => {
    const [organization] = organizations
    const [one, two] = [storing('one'), storing('two')]
    events.addConsumer(one)
    events.addConsumer(two)
    await append(organization, 'a')
    two.failures = 1
    await events.handleAll()
    clock += 8 * 86_400_000
    await append(organization, 'b')
    await events.prune()
    expect(await positions(organization)).toEqual([1, 2])
    await events.handleAll()
    await events.prune()
    expect(await positions(organization)).toEqual([2])
    await append(organization, 'c')
    expect(await positions(organization)).toEqual([2, 3])
  })
})
