/** Secrets of keys and receivers that signed-in people see again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CreatedApiKey, RevealedApiKey } from '../../../../src/shared/api/api-keys.ts'
import type { AuditList } from '../../../../src/shared/api/audit.ts'
import type { RevealedDeploymentToken } from '../../../../src/shared/api/deployments.ts'
import type { Role } from '../../../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../../../src/shared/api/errors.ts'
import type { CreatedWebhookEndpoint, RevealedWebhookSecret } from '../../../../src/shared/api/webhooks.ts'
import { deploy } from '../../models/deployments/desk.ts'
import { openPlatformDatabase, storedText } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { inviteTo, linkTo } from '../../support/people.ts'

const PASSWORD = 'a long password'
const OWN = { 'sec-fetch-site': 'same-origin' }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ allowPrivateWebhooks: true })
  await post((await h.platform.firstOwnerLink()) ?? '', { full_name: 'Ada', email: 'owner@example.com' })
  for (const role of ['viewer', 'member', 'admin'] as const) {
    await inviteTo(h, `${role}@example.com`, role)
    await post(await linkTo(h, `${role}@example.com`), { answer: 'accept', full_name: role })
  }
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: OWN,
    body: new URLSearchParams({ ...fields, password: PASSWORD }),
  })

async function signIn(role: Role): Promise<string> {
  const answer = await post(`${h.baseUrl}/sign-in`, { email: `${role}@example.com` })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const keyWith = async (role: Role) =>
  (await h.api<CreatedApiKey>('POST', '/api/v1/api-keys/', { body: { name: `For ${role}`, role } })).body
const receiver = async (key = h.keys.owner) => {
  const body = { url: 'http://127.0.0.1:1/hook', event_types: ['workflow_run.failed'] }
  return (await h.api<CreatedWebhookEndpoint>('POST', '/webhooks/endpoints', { key, body })).body
}
const ofKey = (id: string) => `/api/v1/api-keys/${id}/reveal`
const ofReceiver = (id: string) => `/webhooks/endpoints/${id}/reveal-secret`
const reveal = <T>(path: string, cookie: string, headers: Record<string, string> = {}) =>
  h.api<T & ErrorBody>('POST', path, { key: null, headers: { ...OWN, cookie, ...headers } })
const outcome = async (path: string, cookie: string) => {
  const { status, body } = await reveal(path, cookie)
  return status === 200 ? '200' : `${status} ${body.error.code}`
}

describe('the secret of a key', () => {
  it('is shown once in each session, and kept for no repetition and by no cache', async () => {
    const { api_key, key_id } = await keyWith('member')
    const cookie = await signIn('member')
    const headers = { 'idempotency-key': 'again' }
    const first = await reveal<RevealedApiKey>(ofKey(key_id), cookie, headers)
    expect([first.status, first.body]).toEqual([200, { key_id, api_key }])
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect((await reveal(ofKey(key_id), cookie, headers)).body.error.code).toBe('answer_not_kept')
    expect(await outcome(ofKey(key_id), cookie)).toBe('409 already_revealed')
    expect(await outcome(ofKey(key_id), await signIn('member'))).toBe('200')
  })

  it('is shown by one of several simultaneous calls', async () => {
    const { key_id } = await keyWith('viewer')
    const cookie = await signIn('admin')
    const all = await Promise.all(Array.from({ length: 6 }, () => outcome(ofKey(key_id), cookie)))
    expect(all.filter((one) => one === '200')).toHaveLength(1)
    expect(new Set(all)).toEqual(new Set(['200', '409 already_revealed']))
  })

  it.each([
    ['viewer', 'viewer', '403 role_too_low'],
    ['member', 'viewer', '200'],
    ['member', 'member', '200'],
    ['member', 'admin', '403 role_too_low'],
    ['admin', 'owner', '403 role_too_low'],
    ['owner', 'owner', '200'],
  ] as const)(
    'is answered to a person with the role %s, of a key with the role %s, with %s',
    async (role, of, expected) => {
      const { key_id } = await keyWith(of)
      expect(await outcome(ofKey(key_id), await signIn(role))).toBe(expected)
    },
  )

  it('is shown to no key, not even beside a session, and to nobody of another organization', async () => {
    const { key_id } = await keyWith('viewer')
    const cookie = await signIn('owner')
    const withKey = await reveal(ofKey(key_id), cookie, { 'x-api-key': h.keys.owner })
    expect([withKey.status, withKey.body.error.code]).toEqual([403, 'session_needed'])
    const body = { name: 'Theirs', role: 'viewer' }
    const theirs = await h.api<CreatedApiKey>('POST', '/api/v1/api-keys/', { key: h.foreignKey, body })
    expect(await outcome(ofKey(theirs.body.key_id), cookie)).toBe('404 not_found')
    expect(await outcome(ofKey(key_id), cookie)).toBe('200')
  })

  it('is shown to nobody but the person to whom the key belongs', async () => {
    const headers = { ...OWN, cookie: await signIn('admin') }
    const body = { name: 'Own', role: 'viewer' }
    const { body: own } = await h.api<CreatedApiKey>('POST', '/api/v1/api-keys/', { key: null, headers, body })
    for (const role of ['owner', 'member'] as const) {
      expect(await outcome(ofKey(own.key_id), await signIn(role))).toBe('403 not_the_owner')
    }
    const again = await reveal<RevealedApiKey>(ofKey(own.key_id), headers.cookie)
    expect([again.status, again.body.api_key]).toEqual([200, own.api_key])
  })

  it('is not there for a key that the command line created', async () => {
    const { key_id } = await keyWith('viewer')
    const db = await openPlatformDatabase(h.dataDir)
    await db.updateTable('api_keys').set({ sealed_secret: null }).where('id', '=', key_id).execute()
    await db.destroy()
    expect(await outcome(ofKey(key_id), await signIn('owner'))).toBe('409 secret_not_kept')
  })

  it('is in the database encrypted only', async () => {
    const { api_key, key_id } = await keyWith('viewer')
    await reveal(ofKey(key_id), await signIn('owner'))
    for (const table of ['api_keys', 'revealed_secrets', 'audit_log', 'idempotency_keys'] as const) {
      expect(await storedText(h.dataDir, table)).not.toContain(api_key)
    }
    expect(await storedText(h.dataDir, 'api_keys')).toContain(key_id)
  })
})

describe('the secret of a receiver', () => {
  it('is shown once in each session, by name or id, and again when it is a new one', async () => {
    const { endpoint, secret } = await receiver()
    const cookie = await signIn('member')
    const { status, body } = await reveal<RevealedWebhookSecret>(ofReceiver(endpoint.name), cookie)
    expect([status, body]).toEqual([200, { endpoint_id: endpoint.id, secret }])
    expect(await outcome(ofReceiver(endpoint.id), cookie)).toBe('409 already_revealed')
    const rotate = `/webhooks/endpoints/${endpoint.id}/rotate-secret`
    const rotated = await h.api<CreatedWebhookEndpoint>('POST', rotate)
    const again = await reveal<RevealedWebhookSecret>(ofReceiver(endpoint.id), cookie)
    expect(again.body.secret).toBe(rotated.body.secret)
  })

  it('is shown neither to a viewer nor to a key nor to another organization', async () => {
    const [ours, theirs] = [await receiver(), await receiver(h.foreignKey)]
    expect(await outcome(ofReceiver(ours.endpoint.id), await signIn('viewer'))).toBe('403 role_too_low')
    expect(await outcome(ofReceiver(theirs.endpoint.id), await signIn('owner'))).toBe('404 not_found')
    const { status, body } = await h.api<ErrorBody>('POST', ofReceiver(ours.endpoint.id))
    expect([status, body.error.code]).toEqual([403, 'session_needed'])
  })
})

it('has an entry in the audit log with the person and the object, and one for a refused key', async () => {
  const { key_id, api_key } = await keyWith('viewer')
  const { endpoint } = await receiver()
  const cookie = await signIn('admin')
  await reveal(ofKey(key_id), cookie)
  await reveal(ofKey(key_id), cookie)
  await reveal(ofReceiver(endpoint.id), cookie)
  const entriesOf = async (action: string) =>
    (await h.api<AuditList>('GET', `/audit?action=${action}&limit=100`)).body.data
  const done = (await entriesOf('apiKeys.reveal')).filter(({ object }) => object.key_id === key_id)
  expect(done).toMatchObject([{ via: 'session', role: 'admin', outcome: 'done', object: { key_id } }])
  expect(done[0]?.user_id).toBeTruthy()
  const [ofEndpoint] = await entriesOf('webhooks.revealSecret')
  expect(ofEndpoint).toMatchObject({ object: { endpoint: endpoint.id, endpoint_id: endpoint.id }, outcome: 'done' })
  await h.api('POST', ofKey(key_id), { key: h.keys.admin })
  const [refused] = await entriesOf('apiKeys.reveal')
  expect(refused).toMatchObject({ outcome: 'refused', via: 'key' })
  expect(JSON.stringify(await entriesOf('apiKeys.reveal'))).not.toContain(api_key)
})

it('is forgotten with the session', async () => {
  const { key_id } = await keyWith('viewer')
  const cookie = await signIn('owner')
  await reveal(ofKey(key_id), cookie)
  const rows = async () => {
    const db = await openPlatformDatabase(h.dataDir)
    const found = await db
      .selectFrom('revealed_secrets')
      .select('secret')
      .where('secret', 'like', `%${key_id}`)
      .execute()
    await db.destroy()
    return found.length
  }
  expect(await rows()).toBe(1)
  const account = `${h.baseUrl}/account`
  const page = await (await fetch(account, { headers: { cookie } })).text()
  const end = /name="end" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ end })
  await fetch(account, { method: 'POST', redirect: 'manual', headers: { ...OWN, cookie }, body })
  expect(await rows()).toBe(0)
  expect(await outcome(ofKey(key_id), cookie)).toBe('401 invalid_key')
})

describe('the token of a deployment', () => {
  const ofDeployment = (nameOrId: string) => `/deployments/${nameOrId}/reveal`

  it('is shown to members once in each session, by name or id', async () => {
    const { deployment, auth_token } = await deploy(h, { name: 'Street' })
    const cookie = await signIn('member')
    const { status, body } = await reveal<RevealedDeploymentToken>(ofDeployment('Street'), cookie)
    expect([status, body]).toEqual([200, { deployment_id: deployment.id, auth_token }])
    expect(await outcome(ofDeployment(deployment.id), cookie)).toBe('409 already_revealed')
    expect(await outcome(ofDeployment(deployment.id), await signIn('viewer'))).toBe('403 role_too_low')
    const withKey = await h.api<ErrorBody>('POST', ofDeployment(deployment.id))
    expect([withKey.status, withKey.body.error.code]).toEqual([403, 'session_needed'])
  })

  it('is in the database encrypted only', async () => {
    const { deployment, auth_token } = await deploy(h)
    await reveal(ofDeployment(deployment.id), await signIn('owner'))
    for (const table of ['deployments', 'revealed_secrets', 'audit_log', 'idempotency_keys'] as const) {
      expect(await storedText(h.dataDir, table)).not.toContain(auth_token)
    }
    expect(await storedText(h.dataDir, 'deployments')).toContain(deployment.id)
  })
})
