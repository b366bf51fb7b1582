/**
 * What concerns the whole installation, or more than one organization in it, is for operators. A role in an organization, whichever
 * it is, is not enough, and an operator is one in the installation only: not by any key of theirs.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '../../src/platform/accounts/keys/keys.ts'
import type { AuditList } from '../../src/shared/api/audit.ts'
import { changes, type Endpoint, OPERATOR } from '../../src/shared/api/endpoint.ts'
import { ENDPOINTS, type EndpointId } from '../../src/shared/api/index.ts'
import type { Operator } from '../../src/shared/api/operator.ts'
import type { Organization, OrganizationMember } from '../../src/shared/api/organizations.ts'
import type { StorageUse } from '../../src/shared/api/storage.ts'
import { SAMPLES } from '../contract/samples.ts'
import { addressOf, NOTHING } from '../contract/things.ts'
import { openPlatformDatabase } from '../platform/support/databases.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { inviteTo, linkTo } from '../platform/support/people.ts'
import { cookieOf } from '../platform/support/second-factor.ts'

const PASSWORD = 'a long password'
const HOUR_MS = 60 * 60_000

let h: Harness
let clock = Date.now()
/** Sessions: of the first owner, who is an operator; of another owner of the same organization; of one of another organization. */
let ada: string
let ben: string
let eve: string
let eveOrganization: string

beforeAll(async () => {
  h = await startHarness({ now: () => new Date(clock) })
  const link = (await h.platform.firstOwnerLink()) ?? ''
  ada = cookieOf(await post(link, { full_name: 'Ada', email: 'ada@example.com', password: PASSWORD }))
  ben = await newOwner('ben@example.com', h.keys.owner)
  eve = await newOwner('eve@example.com', h.foreignKey)
  eveOrganization = (await as<Organization>(eve, 'GET', '/organizations/me')).body.id
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': 'same-origin' },
  })

/** A call in the session of a person. */
const as = <T>(cookie: string, method: string, path: string, body?: unknown) =>
  h.api<T>(method, path, { key: null, headers: { cookie, 'sec-fetch-site': 'same-origin' }, body })

/** A new owner of the organization of the key, signed in. */
async function newOwner(email: string, key: string): Promise<string> {
  await inviteTo(h, email, 'admin', key)
  await post(await linkTo(h, email, key), { answer: 'accept', full_name: email, password: PASSWORD })
  const { body } = await h.api<OrganizationMember[]>('GET', '/organizations/members', { key })
  const member = body.find((one) => one.email === email)
  await h.api('PATCH', `/organizations/members/${member?.id}`, { key, body: { role: 'owner' } })
  return cookieOf(await post(`${h.baseUrl}/sign-in`, { email, password: PASSWORD }))
}

const operators = async () => (await h.api<Operator[]>('GET', '/operator/operators', { key: h.operatorKey })).body
const idOf = async (email: string) => (await operators()).find((one) => one.email === email)?.id
const add = (email: string) => h.api<Operator>('POST', '/operator/operators', { key: h.operatorKey, body: { email } })
const remove = (id: string | undefined, key = h.operatorKey) => h.api('DELETE', `/operator/operators/${id}`, { key })

const OPERATOR_CALLS = [...ENDPOINTS].filter(([, { role }]) => role === OPERATOR).map(([id]) => id as EndpointId)

describe.each(OPERATOR_CALLS)('%s', (id) => {
  const endpoint = ENDPOINTS.get(id) as Endpoint
  const sample = SAMPLES[id](NOTHING)

  it('is under the prefix of operators, and refused to owners of any organization and to keys of an operator', async () => {
    expect(endpoint.path).toMatch(/^\/operator\//)
    const path = addressOf(endpoint, sample)
    for (const cookie of [ben, eve]) {
      const { status, body } = await as<{ error: { code: string } }>(cookie, endpoint.method, path, sample.body)
      expect([status, body.error.code]).toEqual([403, 'role_too_low'])
    }
    const userId = (await idOf('ada@example.com')) as string
    for (const key of [await h.platform.createKey('owner', { userId }), h.keys.admin, h.foreignKey]) {
      const { status, error } = await h.fail(endpoint.method, path, { key, body: sample.body })
      expect([status, error.code]).toEqual([403, 'role_too_low'])
    }
    if (!changes(endpoint)) return
    const { body } = await h.api<AuditList>('GET', `/audit?outcome=refused&action=${id}`, { key: h.foreignKey })
    expect(body.data.length).toBeGreaterThan(0)
  })
})

it('no call of before is left by which an admin reads the workers or chooses the device of all', async () => {
  expect((await h.fail('GET', '/jobs/workers')).status).toBe(404)
  expect((await h.fail('PUT', '/devices/chosen', { body: { device: 'cpu' } })).status).toBe(404)
})

describe('the storage of an organization', () => {
  const MINE = 'bytes of the first organization'
  const bytesIn = (use: StorageUse, kind: string) => use.parts.find((part) => part.kind === kind)
  const contentOf = async (handle: string, key: string) =>
    (await h.api('GET', `/uploads/content?uri=${encodeURIComponent(handle)}`, { key })).status
  const isStored = (content: string) => {
    const sha256 = hashOf(content)
    return existsSync(join(h.dataDir, 'blobs', sha256.slice(0, 2), sha256))
  }

  it('is cleared by its admins alone, who leave the uploads and the cache of others', async () => {
    const mine = await h.upload('mine.mp4', MINE)
    const theirs = await h.upload('theirs.mp4', 'theirs', 'video/mp4', h.foreignKey)
    clock += 2 * HOUR_MS
    const key = h.foreignKey
    const before = (await h.api<StorageUse>('GET', '/storage', { key })).body
    expect(bytesIn(before, 'uploads')).toMatchObject({ bytes: 6, count: 1, clearable: { bytes: 6, count: 1 } })
    expect(bytesIn(before, 'cache')).toBeUndefined()
    const { status, body } = await h.api<StorageUse>('POST', '/storage/clear', { key, body: { kind: 'uploads' } })
    expect([status, bytesIn(body, 'uploads')]).toMatchObject([200, { bytes: 0, count: 0 }])
    expect([await contentOf(theirs, key), await contentOf(mine, h.keys.owner)]).toEqual([404, 200])
    expect((await h.fail('POST', '/storage/clear', { key, body: { kind: 'cache' } })).status).toBe(422)

    const all = { key: h.operatorKey, body: { kind: 'uploads' } }
    expect((await h.api('POST', '/operator/storage/clear', all)).status).toBe(200)
    expect(await contentOf(mine, h.keys.owner)).toBe(404)
  })

  it('is cleared whatever others run, and their runs keep the bytes that they may be reading', async () => {
    const theirs = await h.upload('theirs.mp4', 'bytes of both', 'video/mp4', h.foreignKey)
    clock += 2 * HOUR_MS
    const run = await h.startRun(await h.createWorkflow('Reads them'))
    const key = h.foreignKey
    const { status, body } = await h.api<StorageUse>('POST', '/storage/clear', { key, body: { kind: 'uploads' } })
    expect([status, body.in_use, await contentOf(theirs, key)]).toEqual([200, false, 404])
    expect(isStored('bytes of both')).toBe(true)
    expect((await h.fail('POST', '/storage/clear', { body: { kind: 'uploads' } })).error.code).toBe('wrong_state')
    await h.api('POST', `/workflow-runs/${run}/cancel`)
  })
})

describe('operators', () => {
  it('are the first owner, and people that an operator names: no owner becomes one by a role', async () => {
    expect((await operators()).map(({ email }) => email)).toEqual(['ada@example.com'])
    expect((await as(ada, 'GET', '/operator/workers')).status).toBe(200)
    expect((await add(' Eve@Example.com ')).body).toMatchObject({ email: 'eve@example.com', is_member: true })
    expect((await add('eve@example.com')).status).toBe(201)
    expect((await as(eve, 'GET', '/operator/workers')).status).toBe(200)
    expect((await as<Organization>(eve, 'GET', '/organizations/me')).body.id).toBe(eveOrganization)
    expect((await remove(await idOf('eve@example.com'))).status).toBe(204)
    expect((await as(eve, 'GET', '/operator/workers')).status).toBe(403)
    expect((await add('nobody@example.com')).status).toBe(404)
  })

  it('have keys that nobody sees again, made by the host and the command line only', async () => {
    const { body: keys } = await h.api<{ id: string; name: string }[]>('GET', '/api/v1/api-keys/')
    const id = keys.find(({ name }) => name === 'operator')?.id
    const revealed = await as<{ error: { code: string } }>(ada, 'POST', `/api/v1/api-keys/${id}/reveal`)
    expect([revealed.status, revealed.body.error.code]).toEqual([409, 'secret_not_kept'])
    const { body } = await as<{ api_key: string }>(ada, 'POST', '/api/v1/api-keys/', {
      name: 'operator',
      role: 'owner',
    })
    expect((await h.fail('GET', '/operator/workers', { key: body.api_key })).status).toBe(403)
    const db = await openPlatformDatabase(h.dataDir)
    const made = await db.selectFrom('api_keys').select(['is_operator', 'user_id']).execute()
    await db.destroy()
    expect(made.filter((key) => key.is_operator === 1)).toEqual([{ is_operator: 1, user_id: null }])
  })
})
