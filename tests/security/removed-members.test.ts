import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSignInLink } from '../../src/platform/accounts/sign-in/sign-in-link.ts'
import type { CreatedApiKey } from '../../src/shared/api/api-keys.ts'
import type { RevealedDeploymentToken } from '../../src/shared/api/deployments.ts'
import type { DeviceAuthorization, DeviceToken } from '../../src/shared/api/device-authorizations.ts'
import type { ErrorBody } from '../../src/shared/api/errors.ts'
import type { OrganizationInvite, OrganizationMember } from '../../src/shared/api/organizations.ts'
import type { RevealedSecret } from '../../src/shared/api/revealed-secrets.ts'
import type { CreatedWebhookEndpoint } from '../../src/shared/api/webhooks.ts'
import { deploy } from '../platform/models/deployments/desk.ts'
import { openPlatformDatabase } from '../platform/support/databases.ts'
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
