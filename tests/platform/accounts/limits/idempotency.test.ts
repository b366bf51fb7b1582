/** The header Idempotency-Key: repetitions of a POST are carried out once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API_PREFIX, DEVELOPER_PREFIX } from '../../../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../../../src/shared/api/errors.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { countingGraph, DEMO_URI } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let at = new Date('2026-03-10T12:30:00.000Z')
beforeAll(async () => {
  h = await startHarness({ now: () => at, waitLimitMs: 50 })
})
afterAll(() => h.close())

const create = (name: string, idempotencyKey: string, key = h.keys.owner) =>
  h.api<{ id: string } & ErrorBody>('POST', '/workflows/', {
    key,
    body: { name, graph: countingGraph() },
    headers: { 'idempotency-key': idempotencyKey },
  })

const named = async (name: string) =>
  (await h.api<{ name: string }[]>('GET', '/workflows/')).body.filter((w) => w.name === name)

it('carries a repeated request out once, and sends the same answer', async () => {
  const first = await create('Once', 'a-1')
  const again = await create('Once', 'a-1')
  expect(again.status).toBe(first.status)
  expect(again.body).toEqual(first.body)
  expect([first, again].map((a) => a.headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  expect(await named('Once')).toHaveLength(1)
})

it('carries one of many simultaneous requests out, and answers the others 409 or with its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create('Together', 'b-1')))
  const done = answers.filter((a) => a.status < 300)
  expect(done.length).toBeGreaterThan(0)
  expect(new Set(done.map((a) => a.body.id)).size).toBe(1)
  for (const { status, body } of answers.filter((a) => a.status >= 300)) {
    expect([status, body.error.code]).toEqual([409, 'request_running'])
  }
  expect(await named('Together')).toHaveLength(1)
})

it('answers another request with the same key 422', async () => {
  await create('One body', 'c-1')
  const { status, body } = await create('Another body', 'c-1')
  expect([status, body.error.code]).toEqual([422, 'idempotency_key_reused'])
})

it('forgets a request that failed', async () => {
  const run = () => h.api('POST', '/workflows/Later/run', { headers: { 'idempotency-key': 'd-1' } })
  expect((await run()).status).toBe(404)
  await h.createWorkflow('Later')
  const started = await run()
  expect(started.status).toBeLessThan(300)
  expect((await run()).body).toEqual(started.body)
})

it('does not start a run again whose caller waited too long or hung up', async () => {
  const id = await h.createWorkflow('Waited for')
  const invoke = (key: string, signal?: AbortSignal) =>
    fetch(`${h.baseUrl}${DEVELOPER_PREFIX}/workflows/${id}/invoke?wait=true`, {
      method: 'POST',
      headers: { 'x-api-key': h.keys.owner, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ source: { kind: 'video', gcs_uri: DEMO_URI } }),
      ...(signal && { signal }),
    })
  const runs = async () => (await h.api<unknown[]>('GET', `/workflow-runs?workflow=${id}`)).body.length
  expect((await invoke('j-1')).status).toBe(408)
  expect((await invoke('j-1')).status).toBe(409)
  expect(await runs()).toBe(1)
  const gone = new AbortController()
  const left = invoke('j-2', gone.signal).catch(() => undefined)
  await eventually(async () => (await runs()) === 2)
  gone.abort()
  await left
  expect((await invoke('j-2')).status).toBe(409)
  expect(await runs()).toBe(2)
})

it('keeps the keys of callers apart', async () => {
  const own = await create('Of the owner', 'e-1')
  expect((await create('Of a member', 'e-1', h.keys.member)).status).toBe(own.status)
  expect((await create('Of others', 'e-1', h.foreignKey)).status).toBe(own.status)
})

it('forgets a key after a day', async () => {
  await create('Yesterday', 'f-1')
  at = new Date(at.getTime() + 24 * 3_600_000)
  expect((await create('Today', 'f-1')).status).toBeLessThan(300)
})

it('does not carry a request out again while it counts as running', async () => {
  await create('Crashed', 'g-1')
  const db = await openPlatformDatabase(h.dataDir)
  await db.updateTable('idempotency_keys').set({ state: 'running', answer: null }).where('key', '=', 'g-1').execute()
  await db.destroy()
  const { status, body } = await create('Crashed', 'g-1')
  expect([status, body.error.code]).toEqual([409, 'request_running'])
})

it('keeps no answer that has a secret', async () => {
  const post = async () => {
    const response = await fetch(`${h.baseUrl}${API_PREFIX}/api-keys/`, {
      method: 'POST',
      headers: { 'x-api-key': h.keys.owner, 'content-type': 'application/json', 'idempotency-key': 'h-1' },
      body: JSON.stringify({ name: 'Secret' }),
    })
    return { status: response.status, text: await response.text() }
  }
  const { status, text } = await post()
  expect(status).toBeLessThan(300)
  expect(text).toContain('pk_live_')
  const again = await post()
  expect([again.status, JSON.parse(again.text).error.code]).toEqual([409, 'answer_not_kept'])
  const db = await openPlatformDatabase(h.dataDir)
  const rows = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', 'h-1').execute()
  await db.destroy()
  expect(JSON.stringify(rows)).not.toContain('pk_live_')
})

it.each(['', 'a b', 'ä', 'x'.repeat(256)])('answers the key “%s” 400', async (key) => {
  const { status, error } = await h.fail('POST', '/workflows/', {
    body: { name: 'x', graph: countingGraph() },
    headers: { 'idempotency-key': key },
  })
  expect([status, error.code]).toEqual([400, 'malformed_request'])
})

it('ignores the header where a call can be repeated anyway', async () => {
  const { status, headers } = await h.api('GET', '/workflows/', { headers: { 'idempotency-key': 'i-1' } })
  expect([status, headers.get('idempotent-replayed')]).toEqual([200, null])
})
