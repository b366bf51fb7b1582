/** Members who are removed: nothing of what they had works again after a new invite, and shared secrets are listed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { makeDatabaseFile } from '../../src/platform/db/database-file.ts'
import { makeSignInLink } from '../../src/platform/sign-in/sign-in-link.ts'
import type { CreatedApiKey } from '../../src/shared/api/api-keys.ts'
import type { RevealedDeploymentToken } from '../../src/shared/api/deployments.ts'
import type { DeviceAuthorization, DeviceToken } from '../../src/shared/api/device-authorizations.ts'
import type { ErrorBody } from '../../src/shared/api/errors.ts'
import type { OrganizationInvite, OrganizationMember } from '../../src/shared/api/organizations.ts'
import type { RevealedSecret } from '../../src/shared/api/revealed-secrets.ts'
import type { CreatedWebhookEndpoint } from '../../src/shared/api/webhooks.ts'
import { deploy } from '../platform/deployments/desk.ts'
import { openPlatformDatabase } from '../platform/support/databases.ts'
import { earlierDatabase } from '../platform/support/earlier-database.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { inviteTo, linkTo } from '../platform/support/people.ts'

const PASSWORD = 'a long password'
const OWN = { 'sec-fetch-site': 'same-origin' }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ allowPrivateWebhooks: true })
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', headers: { ...OWN, ...headers }, body: new URLSearchParams(fields) })
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
const signIn = async (email: string) => cookieOf(await post(`${h.baseUrl}/sign-in`, { email, password: PASSWORD }))
const members = async () => (await h.api<OrganizationMember[]>('GET', '/organizations/members')).body

async function joined(email: string, role = 'admin'): Promise<OrganizationMember> {
  await inviteTo(h, email, role)
  await post(await linkTo(h, email), { answer: 'accept', full_name: 'Mallory', password: PASSWORD })
  return (await members()).find((member) => member.email === email) as OrganizationMember
}
const remove = async ({ id }: OrganizationMember) =>
  expect((await h.api('DELETE', `/organizations/members/${id}`)).status).toBe(204)
const statusWith = async (headers: Record<string, string>) =>
  (await h.api('GET', '/organizations/me', { key: null, headers })).status

describe('a member who is removed and invited again', () => {
  it('has neither the session nor the keys of before', async () => {
    const email = 'before@example.com'
    const member = await joined(email)
    const cookie = await signIn(email)
    const headers = { ...OWN, cookie }
    const made = await h.api<CreatedApiKey>('POST', '/api/v1/api-keys/', { key: null, headers, body: { name: 'Mine' } })
    const key = { 'x-api-key': made.body.api_key }
    expect([await statusWith({ cookie }), await statusWith(key)]).toEqual([200, 200])
    await remove(member)
    expect([await statusWith({ cookie }), await statusWith(key)]).toEqual([401, 401])
    await joined(email)
    expect([await statusWith({ cookie }), await statusWith(key)]).toEqual([401, 401])
    expect(await statusWith({ cookie: await signIn(email) })).toBe(200)
  })

  it('gets no key for an app that was approved before', async () => {
    const email = 'app@example.com'
    const member = await joined(email)
    const names = { app: 'Sightline', computer: 'laptop' }
    const asked = await h.api<DeviceAuthorization>('POST', '/device-authorizations', { key: null, body: names })
    const { device_code, verification_url_complete, user_code } = asked.body
    const headers = { cookie: await signIn(email) }
    await fetch(verification_url_complete, { headers })
    const approved = await post(`${h.baseUrl}/connect`, { code: user_code, answer: 'approve' }, headers)
    expect(approved.status).toBeLessThan(400)
    await remove(member)
    await joined(email)
    const { body } = await h.api<DeviceToken>('POST', '/device-authorizations/token', {
      key: null,
      body: { device_code },
    })
    expect(body).toEqual({ status: 'denied', key: null })
  })

  it('is signed in by no link of before', async () => {
    const email = 'link@example.com'
    const member = await joined(email)
    const db = await openPlatformDatabase(h.dataDir)
    const path = await db.transaction().execute((tx) => makeSignInLink(tx, member.user_id, new Date()))
    await db.destroy()
    expect((await fetch(h.baseUrl + path)).status).toBe(200)
    await remove(member)
    await joined(email)
    expect((await fetch(h.baseUrl + path)).status).toBe(410)
  })
})

it('takes the invites along that the removed member made', async () => {
  const email = 'inviting@example.com'
  const member = await joined(email)
  const headers = { ...OWN, cookie: await signIn(email) }
  const body = { email: 'other-mallory@example.com', role: 'admin' }
  await h.api('POST', '/organizations/invites', { key: null, headers, body })
  const link = await linkTo(h, body.email)
  await remove(member)
  expect((await fetch(link)).status).toBe(410)
  const { body: invites } = await h.api<OrganizationInvite[]>('GET', '/organizations/invites?status=revoked')
  expect(invites.map((invite) => invite.email)).toContain(body.email)
})

it('lists the shared secrets that a person has seen, until each is ended or replaced', async () => {
  const member = await joined('seeing@example.com')
  const cookie = await signIn('seeing@example.com')
  const reveal = <T>(path: string) => h.api<T>('POST', path, { key: null, headers: { ...OWN, cookie } })
  const shared = (await h.api<CreatedApiKey>('POST', '/api/v1/api-keys/', { body: { name: 'Shared' } })).body
  const { deployment, auth_token } = await deploy(h, { name: 'Gate' })
  const receiver = { body: { url: 'http://127.0.0.1:1/hook', event_types: ['workflow_run.failed'] } }
  const { endpoint } = (await h.api<CreatedWebhookEndpoint>('POST', '/webhooks/endpoints', receiver)).body
  const body = { url: 'http://127.0.0.1:2/hook', event_types: ['workflow_run.failed'] }
  const headers = { ...OWN, cookie }
  const own = await h.api<CreatedWebhookEndpoint>('POST', '/webhooks/endpoints', { key: null, headers, body })
  await h.api('POST', '/api/v1/api-keys/', { key: null, headers, body: { name: 'Of the person' } })
  await reveal(`/api/v1/api-keys/${shared.key_id}/reveal`)
  await reveal('/deployments/Gate/reveal')
  await reveal(`/webhooks/endpoints/${endpoint.id}/reveal-secret`)
  const seen = async (query = `?user_id=${member.user_id}`) =>
    (await h.api<RevealedSecret[]>('GET', `/organizations/revealed-secrets${query}`)).body
      .filter(({ user_id }) => user_id === member.user_id)
      .map(({ kind, object_id }) => `${kind} ${object_id}`)
      .sort()
  const all = [
    `api_key ${shared.key_id}`,
    `deployment_token ${deployment.id}`,
    ...[endpoint.id, own.body.endpoint.id].map((id) => `webhook_secret ${id}`),
  ].sort()
  expect([await seen(), await seen('')]).toEqual([all, []])
  await remove(member)
  expect([await seen(), await seen('')]).toEqual([all, all])
  expect((await h.fail('GET', '/organizations/revealed-secrets', { key: h.keys.member })).status).toBe(403)
  expect((await h.api<unknown[]>('GET', '/organizations/revealed-secrets', { key: h.foreignKey })).body).toEqual([])

  const predict = async (token: string) => {
    const image = { type: 'base64', value: 'SU1BR0U=' }
    const to = `/api/v1/deployments/${deployment.id}/predict`
    return (await h.api('POST', to, { key: null, headers: { authorization: `Bearer ${token}` }, body: { image } }))
      .status
  }
  expect(await predict(auth_token)).not.toBe(401)
  expect((await h.fail('POST', '/deployments/Gate/rotate-token', { key: h.keys.member })).status).toBe(403)
  const { body: rotated } = await h.api<RevealedDeploymentToken>('POST', '/deployments/Gate/rotate-token')
  expect(rotated.auth_token).not.toBe(auth_token)
  expect(await predict(auth_token)).toBe(401)
  expect(await predict(rotated.auth_token)).not.toBe(401)
  await h.api('POST', `/webhooks/endpoints/${endpoint.id}/rotate-secret`)
  await h.api('DELETE', `/webhooks/endpoints/${own.body.endpoint.id}`)
  await h.api('DELETE', `/api/v1/api-keys/${shared.key_id}`)
  expect(await seen('')).toEqual([])
})

it('refuses the token of a deleted deployment a renewal', async () => {
  const { deployment } = await deploy(h)
  await h.api('DELETE', `/deployments/${deployment.id}`)
  const { status, body } = await h.api<ErrorBody>('POST', `/deployments/${deployment.id}/rotate-token`)
  expect([status, body.error.code]).toEqual([409, 'wrong_state'])
})

it.skipIf(process.env.SIGHTLINE_TEST_DATABASE === 'postgres')(
  'ends what an earlier version left of removed members, and knows what they had seen',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'sightline-earlier-'))
    const file = makeDatabaseFile(join(dir, 'sightline.db'))
    const before = await earlierDatabase(file, '0057-quota')
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
    const insert = (table: string, ...rows: Record<string, unknown>[]) =>
      before.insertInto(table).values(rows).execute()
    await insert('organizations', { id: 'org', name: 'Org', slug: 'org', created_at: at(1) })
    const people = ['stays', 'gone', 'back']
    await insert('users', ...people.map((id) => ({ id, email: `${id}@example.com`, created_at: at(1) })))
    const membership = (user_id: string, joined_at: string) => ({
      id: user_id,
      organization_id: 'org',
      user_id,
      role: 'admin',
      joined_at,
    })
    await insert('memberships', membership('stays', at(1)), membership('back', at(3)))
    const session = (user_id: string) => ({
      id: user_id,
      token_hash: user_id,
      user_id,
      organization_id: 'org',
      user_agent: '',
      created_at: at(2),
      last_used_at: at(2),
      expires_at: at(9),
    })
    await insert('sessions', ...people.map(session))
    const key = (user_id: string | null) => ({
      id: user_id ?? 'shared',
      organization_id: 'org',
      name: 'Key',
      key_hash: user_id ?? 'shared',
      user_id,
      key_prefix: 'pk_live_abcdef',
      role: 'viewer',
      is_active: 1,
      created_at: at(2),
    })
    await insert('api_keys', ...[...people, null].map(key))
    const link = (user_id: string) => ({ token_hash: user_id, user_id, expires_at: at(9), used_at: null })
    await insert('sign_in_links', ...people.map(link))
    const invite = (invited_by: string) => ({
      id: invited_by,
      organization_id: 'org',
      email: `by-${invited_by}@example.com`,
      role: 'admin',
      token_hash: invited_by,
      status: 'pending',
      invited_by,
      expires_at: at(9),
      created_at: at(2),
    })
    await insert('invites', ...people.map(invite))
    await insert('audit_log', {
      id: 'entry',
      organization_id: 'org',
      created_at: at(2),
      user_id: 'gone',
      key_id: null,
      via: 'session',
      role: 'admin',
      action: 'apiKeys.reveal',
      object: '{"key_id":"shared"}',
      request_id: null,
      outcome: 'done',
    })
    await before.destroy()

    const db = await openDatabase(file)
    const ids = async (table: 'sessions' | 'api_keys' | 'invites') => {
      const rows = await db.selectFrom(table).select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    }
    expect(await ids('sessions')).toEqual(['stays'])
    expect(await ids('api_keys')).toEqual(['shared', 'stays'])
    const links = await db.selectFrom('sign_in_links').select('user_id').orderBy('user_id').execute()
    expect(links).toEqual([{ user_id: 'back' }, { user_id: 'stays' }])
    const pending = await db.selectFrom('invites').select('id').where('status', '=', 'pending').orderBy('id').execute()
    expect(pending).toEqual([{ id: 'back' }, { id: 'stays' }])
    const seen = await db.selectFrom('seen_secrets').select(['user_id', 'kind', 'object_id', 'seen_at']).execute()
    expect(seen).toEqual([{ user_id: 'gone', kind: 'api_key', object_id: 'shared', seen_at: at(2) }])
    await db.destroy()
    rmSync(dir, { recursive: true, force: true })
  },
)
