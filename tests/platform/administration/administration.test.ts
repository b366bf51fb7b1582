/** The administrator's changes, beside a platform that serves. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Administration, openAdministration } from '../../../src/platform/administration/administration.ts'
import type { AuditList } from '../../../src/shared/api/audit.ts'
import { eventually } from '../../setup/eventually.ts'
import { databaseFor } from '../support/databases.ts'
import { type Harness, startHarness } from '../support/harness.ts'
import { inviteTo, linkTo } from '../support/people.ts'

let h: Harness
let admin: Administration
beforeAll(async () => {
  h = await startHarness()
  const database = await databaseFor(h.dataDir)
  admin = await openAdministration({ dataDir: h.dataDir, now: () => new Date(), ...(database && { database }) })
})
afterAll(async () => {
  await admin.close()
  expect(h.logged).toEqual([])
  await h.close()
})

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
const entries = async () => (await h.api<AuditList>('GET', '/audit?limit=10')).body.data

it('creates a key that works at once, lists it without its secret, and revokes it', async () => {
  const secret = await admin.createKey('Nightly', 'member', null)
  const call = async () => (await h.api('GET', '/workflows/', { key: secret })).status
  expect(await call()).toBe(200)
  const [listed] = await admin.keys()
  expect(listed).toMatchObject({ name: 'Nightly', role: 'member', is_active: true, owner: null, expires_at: null })
  expect(secret.startsWith(listed?.key_prefix ?? 'x')).toBe(true)
  expect(JSON.stringify(await admin.keys())).not.toContain(secret)
  await admin.revokeKey(listed?.id ?? '')
  await eventually(async () => (await call()) === 401)
  await expect(admin.revokeKey(listed?.id ?? '')).rejects.toThrow('There is no key')
  const [revoked, created] = await entries()
  expect([revoked, created]).toMatchObject([
    { action: 'apiKeys.delete', via: 'commandLine', object: { key_id: listed?.id } },
    { action: 'apiKeys.create', via: 'commandLine', object: { key_id: listed?.id } },
  ])
})

it('makes a member an owner, and gives a new password that ends the sessions', async () => {
  await inviteTo(h, 'vera@example.com', 'viewer')
  const fields = { answer: 'accept', full_name: 'Vera', password: 'a long password' }
  await post(await linkTo(h, 'vera@example.com'), fields)
  const signIn = (password: string) => post(`${h.baseUrl}/sign-in`, { email: 'vera@example.com', password })
  const cookie = (await signIn('a long password')).headers.get('set-cookie')?.split(';')[0] ?? ''
  const me = async () => (await h.api('GET', '/organizations/me', { key: null, headers: { cookie } })).status
  expect(await me()).toBe(200)
  await admin.makeOwner(' Vera@Example.com ')
  expect(await admin.people()).toMatchObject([{ email: 'vera@example.com', role: 'owner', has_password: true }])
  const password = await admin.resetPassword('vera@example.com')
  expect(await me()).toBe(401)
  expect((await signIn('a long password')).status).toBe(422)
  expect((await signIn(password)).status).toBe(303)
  await expect(admin.makeOwner('nobody@example.com')).rejects.toThrow('No member has the address nobody@example.com.')
})

it('refuses a folder without data', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-admin-'))
  await expect(openAdministration({ dataDir, now: () => new Date() })).rejects.toThrow('has no data of Sightline')
  rmSync(dataDir, { recursive: true })
})
