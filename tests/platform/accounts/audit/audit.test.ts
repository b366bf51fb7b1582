/** The audit log, over real HTTP. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pruneEntries, writeEntry } from '../../../../src/platform/accounts/audit/audit-log.ts'
import { createOrganizations } from '../../../../src/platform/accounts/organizations/organizations.ts'
import { openDatabase } from '../../../../src/platform/db/sqlite/open-sqlite.ts'
import { jobCaller } from '../../../../src/platform/machine/identity/caller.ts'
import type { AuditList } from '../../../../src/shared/api/audit.ts'
import { countingGraph } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
beforeEach(async () => {
  h = await startHarness()
})
afterEach(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const entries = async (query = '', key = h.keys.admin) =>
  (await h.api<AuditList>('GET', `/audit${query}`, { key })).body

it('has an entry for each change, newest first, with its object and its caller', async () => {
  const id = await h.createWorkflow('Street')
  await h.api('PATCH', '/workflows/Street', { body: { description: 'Changed' }, key: h.keys.member })
  const { data, pagination } = await entries()
  expect(data.map(({ action, object, outcome, role, via }) => ({ action, object, outcome, role, via }))).toEqual([
    { action: 'workflows.update', object: { workflow: 'Street', id }, outcome: 'done', role: 'member', via: 'key' },
    { action: 'workflows.create', object: { id }, outcome: 'done', role: 'owner', via: 'key' },
  ])
  expect(pagination).toMatchObject({ total: 2, has_more: false })
  expect(data[0]?.key_id).not.toBe(data[1]?.key_id)
  expect(data[0]?.request_id).toEqual(expect.any(String))
})

it('has no entry for reads, failed changes and calls without a key', async () => {
  await h.createWorkflow('Street')
  await h.api('GET', '/workflows/')
  await h.api('PATCH', '/workflows/missing', { body: { description: 'x' } })
  await h.api('POST', '/workflows/', { body: { name: '' } })
  await h.api('POST', '/workflows/', { key: null, body: { name: 'x', graph: countingGraph() } })
  expect((await entries()).data.map(({ action }) => action)).toEqual(['workflows.create'])
})

it('has one entry for changes that a role is refused again and again', async () => {
  for (let i = 0; i < 5; i++) await h.api('DELETE', '/workflows/Street', { key: h.keys.viewer })
  const { data } = await entries('?outcome=refused')
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ action: 'workflows.delete', role: 'viewer', object: { workflow: 'Street' } })
})

it('holds no secret of a new key or webhook', async () => {
  const key = await h.api<{ api_key: string; key_id: string }>('POST', '/api/v1/api-keys/', {
    body: { name: 'Camera', role: 'viewer' },
  })
  const webhook = await h.api<{ secret: string; endpoint: { id: string } }>('POST', '/webhooks/endpoints', {
    body: { url: 'https://example.com/hook' },
  })
  const { data } = await entries()
  expect(data.map(({ object }) => object)).toEqual([{ id: webhook.body.endpoint.id }, { key_id: key.body.key_id }])
  const text = JSON.stringify(data)
  for (const secret of [key.body.api_key, webhook.body.secret]) {
    expect(secret).toEqual(expect.any(String))
    expect(text).not.toContain(secret)
  }
})

it('is filtered by action and actor, and is that of one organization', async () => {
  await h.createWorkflow('Street')
  await h.api('PATCH', '/workflows/Street', { body: { description: 'Changed' }, key: h.keys.member })
  const [updated] = (await entries('?action=workflows.update')).data
  expect(updated?.action).toBe('workflows.update')
  expect((await entries(`?actor=${updated?.key_id}`)).data).toEqual([updated])
  expect((await entries('?actor=nobody')).data).toEqual([])
  expect((await entries('?limit=1&offset=1')).data.map(({ action }) => action)).toEqual(['workflows.create'])
  expect((await entries('', h.foreignKey)).data).toEqual([])
  expect((await h.fail('GET', '/audit', { key: h.keys.member })).error.code).toBe('role_too_low')
})

it('keeps entries for 400 days, and the newest of each organization', async () => {
  const db = await openDatabase(join(h.dataDir, 'audit.db'))
  const organization = await createOrganizations(db).ensureDefault()
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))
  const change = { caller: jobCaller(organization), object: {} } as const
  for (let i = 0; i < 12; i++) await writeEntry(db, { ...change, action: `x.${i}` }, 'done', day(i))
  const left = async () =>
    (await db.selectFrom('audit_log').select('action').orderBy('id').execute()).map(({ action }) => action)
  await pruneEntries(db, day(405))
  expect(await left()).toEqual(['x.5', 'x.6', 'x.7', 'x.8', 'x.9', 'x.10', 'x.11'])
  await pruneEntries(db, day(12), 3)
  expect(await left()).toEqual(['x.9', 'x.10', 'x.11'])
  await db.destroy()
})
