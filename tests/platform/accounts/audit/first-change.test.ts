/**
 * The entry in the audit log and the mark of an Idempotency-Key, in the transaction of their change: another connection
 * reads the database after every statement of the platform, and so reads what a crash at that point would leave.
 */
import { DefaultQueryExecutor } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleRepetitions } from '../../../../src/platform/accounts/limits/repetitions.ts'
import type { Database } from '../../../../src/platform/db/database.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { countingGraph } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

interface Left {
  objects: number
  entries: number
  marks: number
}

const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as {
  executeQuery(...given: unknown[]): Promise<unknown>
}
const { executeQuery } = executor
let h: Harness
let observer: Database
beforeAll(async () => {
  h = await startHarness()
  observer = await openPlatformDatabase(h.dataDir)
})
afterAll(async () => {
  executor.executeQuery = executeQuery
  await observer.destroy()
  expect(h.logged).toEqual([])
  await h.close()
})

type Counted = 'api_keys' | 'workflows' | 'datasets' | 'invites' | 'webhook_endpoints'

async function count(table: Counted | 'audit_log' | 'idempotency_keys') {
  const rows = observer.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('n'))
  const wanted = table === 'idempotency_keys' ? rows.where('state' as never, '!=', 'running' as never) : rows
  return Number((await wanted.executeTakeFirstOrThrow()).n)
}

/** What a crash would leave after each statement of the call. */
async function leftBy(table: Counted, call: () => Promise<number>) {
  const look = async (): Promise<Left> => ({
    objects: await count(table),
    entries: await count('audit_log'),
    marks: await count('idempotency_keys'),
  })
  const before = await look()
  const found: Left[] = []
  let isLooking = false
  executor.executeQuery = async function (...given) {
    const result = await executeQuery.apply(this, given)
    if (!isLooking) {
      isLooking = true
      found.push(await look())
      isLooking = false
    }
    return result
  }
  const status = await call()
  executor.executeQuery = executeQuery
  const changes = [...found, await look()].map(({ objects, entries, marks }) => ({
    objects: objects - before.objects,
    entries: entries - before.entries,
    marks: marks - before.marks,
  }))
  return { status, changes }
}

const CALLS = [
  ['workflows', '/workflows/', () => ({ name: 'Street', graph: countingGraph() })],
  ['datasets', '/datasets/', () => ({ name: 'Cars' })],
  ['invites', '/organizations/invites', () => ({ email: 'ada@example.com' })],
  // The first secret of the organization: its data key is stored before.
  ['webhook_endpoints', '/webhooks/endpoints', () => ({ url: 'https://example.com/hook' })],
  ['api_keys', '/api/v1/api-keys/', () => ({ name: 'Camera', role: 'viewer' })],
] as const

it.each(CALLS)(
  'stores %s together with the entry and the mark, at every point of the call',
  async (table, path, body) => {
    const send = () =>
      h.api('POST', path, { body: body(), headers: { 'idempotency-key': table } }).then(({ status }) => status)
    const { status, changes } = await leftBy(table, send)
    expect(status).toBe(201)
    expect(changes.at(-1)).toEqual({ objects: 1, entries: 1, marks: 1 })
    for (const { objects, entries, marks } of changes) expect([entries, marks]).toEqual([objects, objects])
  },
)

it('has no entry for a call that is refused for its body', async () => {
  const { status, changes } = await leftBy('workflows', () =>
    h.api('POST', '/workflows/', { body: { name: 'Street', graph: { nodes: 'none' } } }).then((a) => a.status),
  )
  expect(status).toBeGreaterThanOrEqual(400)
  for (const change of changes) expect(change).toEqual({ objects: 0, entries: 0, marks: 0 })
})

it('carries a request of a dead process out when it had changed nothing, and answers 409 otherwise', async () => {
  const database = await openPlatformDatabase(h.dataDir)
  const repeat = (key: string) =>
    h.api('POST', '/workflows/', { body: { name: key, graph: countingGraph() }, headers: { 'idempotency-key': key } })
  await Promise.all(['running', 'changed'].map(repeat))
  for (const state of ['running', 'changed'] as const)
    await database.updateTable('idempotency_keys').set({ state, answer: null }).where('key', '=', state).execute()
  await database.destroy()
  await settleRepetitions(observer, 'the next process')
  expect((await repeat('running')).status).toBe(201)
  expect(await repeat('changed')).toMatchObject({ status: 409, body: { error: { code: 'answer_not_kept' } } })
})
