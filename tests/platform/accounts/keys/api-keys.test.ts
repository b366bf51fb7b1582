import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiKey, CreatedApiKey } from '../../../../src/shared/api/api-keys.ts'
import { ROLES, type Role, roleAtLeast } from '../../../../src/shared/api/endpoint.ts'
import type { Organization } from '../../../../src/shared/api/organizations.ts'
import { type PlanName, planOf } from '../../../../src/shared/api/plans.ts'
import { openPlatformDatabase, storedText } from '../../support/databases.ts'
import { type Harness, type Request, startHarness } from '../../support/harness.ts'

const KEYS = '/api/v1/api-keys/'

const PLAN_LIMIT = planOf('embedded').requests_per_hour

let h: Harness
let now = new Date()
beforeAll(async () => {
  h = await startHarness({ now: () => now })
})
afterAll(() => h.close())

const create = (body: object, request: Request = {}) => h.api<CreatedApiKey>('POST', KEYS, { body, ...request })
const made = async (body: object = {}, request: Request = {}) =>
  (await create({ name: 'Made', role: 'viewer', ...body }, request)).body
const read = async (id: string) => (await h.api<ApiKey>('GET', KEYS + id)).body
const change = (id: string, body: object, request: Request = {}) =>
  h.api<ApiKey>('PATCH', KEYS + id, { body, ...request })
const works = async (key: string) => (await h.api('GET', '/organizations/me', { key })).status

async function setPlan(plan: PlanName): Promise<void> {
  const db = await openPlatformDatabase(h.dataDir)
  await db.updateTable('organizations').set({ subscription_tier: plan }).execute()
  await db.destroy()
}

describe('creating a key', () => {
  it('returns the secret, which works at once, and its defaults', async () => {
    const { status, body } = await create({ name: 'Camera 4' })
    expect(status).toBe(201)
    expect(body).toEqual({
      api_key: expect.stringMatching(/^pk_live_[\w-]{43}$/),
      key_id: expect.any(String),
      key_prefix: body.api_key.slice(0, 14),
      name: 'Camera 4',
      role: 'member',
      rate_limit: PLAN_LIMIT,
      expires_at: null,
      created_at: now.toISOString(),
    })
    expect(await works(body.api_key)).toBe(200)
  })

  it('is the only call that returns the secret, and the database holds its hash alone', async () => {
    const { api_key, key_id } = await made()
    const { body } = await h.api<ApiKey[]>('GET', KEYS)
    expect(body.map(({ id }) => id)).toContain(key_id)
    expect(JSON.stringify([body, await read(key_id)])).not.toContain(api_key)
    const stored = await storedText(h.dataDir, 'api_keys')
    expect([stored.includes(key_id), stored.includes(api_key)]).toEqual([true, false])
  })

  it.each(ROLES.flatMap((own) => ROLES.map((role) => [own, role] as const)))(
    'by a %s of a %s key follows the roles',
    async (own, role) => {
      const isAllowed = roleAtLeast(own, 'admin') && roleAtLeast(own, role)
      const { status, error } = await h.fail('POST', KEYS, { key: h.keys[own], body: { name: 'Key', role } })
      if (isAllowed) expect(status).toBe(201)
      else expect([status, error.code]).toEqual([403, 'role_too_low'])
    },
  )

  it('allows equal names', async () => {
    const [one, two] = [await made({ name: 'Twin' }), await made({ name: 'Twin' })]
    expect([one.name, two.name, one.key_id === two.key_id]).toEqual(['Twin', 'Twin', false])
  })

  it('accepts its own organization by id, slug or name, and refuses others, known or not', async () => {
    const { body: own } = await h.api<Organization>('GET', '/organizations/me')
    for (const organization_id of [own.id, own.slug, own.name]) {
      expect((await create({ name: 'Key', organization_id })).status).toBe(201)
    }
    for (const organization_id of ['Other people', 'other-people', 'nobody', crypto.randomUUID()]) {
      const { status, error } = await h.fail('POST', KEYS, { body: { name: 'Key', organization_id } })
      expect([status, error.code]).toEqual([403, 'other_organization'])
    }
  })

  it.each([
    ['no name', {}, '/name'],
    ['an empty name', { name: '' }, '/name'],
    ['a name of spaces', { name: '   ' }, '/name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, '/name'],
    ['an unknown role', { name: 'x', role: 'annotator' }, '/role'],
    ['a limit of 0', { name: 'x', rate_limit: 0 }, '/rate_limit'],
    ['a limit of half a request', { name: 'x', rate_limit: 0.5 }, '/rate_limit'],
    ['an expiry that is no time', { name: 'x', expires_at: 'tomorrow' }, '/expires_at'],
    ['an expiry in the past', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    ['an unknown field', { name: 'x', colour: 'red' }, '/colour'],
  ])('rejects %s at its field', async (_name, body, field) => {
    const { status, error } = await h.fail('POST', KEYS, { body })
    expect([status, error.details[0]?.field]).toEqual([422, field])
  })

  it('takes a name of 100 characters', async () => {
    expect((await create({ name: 'x'.repeat(100) })).status).toBe(201)
  })
})

describe('the limit of a key', () => {
  it('is its own below that of the plan, and the plan’s above it, or without one', async () => {
    expect((await made({ rate_limit: 60 })).rate_limit).toBe(60)
    await setPlan('team')
    expect((await made({ rate_limit: 2_000_000_000 })).rate_limit).toBe(planOf('team').requests_per_hour)
    await setPlan('embedded')
    expect((await made({ rate_limit: 2_000_000_000 })).rate_limit).toBe(2_000_000_000)
    expect((await made()).rate_limit).toBe(PLAN_LIMIT)
  })

  it('is removed by null', async () => {
    const { key_id } = await made({ rate_limit: 60 })
    expect((await change(key_id, { name: 'Renamed' })).body.rate_limit).toBe(60)
    expect((await change(key_id, { rate_limit: null })).body.rate_limit).toBe(PLAN_LIMIT)
  })
})

describe('listing keys', () => {
  it('accepts the own organization by id, slug or name, and refuses another', async () => {
    const { body: own } = await h.api<Organization>('GET', '/organizations/me')
    for (const organization of [own.id, own.slug, own.name]) {
      const { status, body } = await h.api<ApiKey[]>('GET', `${KEYS}?organization=${encodeURIComponent(organization)}`)
      expect([status, new Set(body.map((key) => key.organization_id))]).toEqual([200, new Set([own.id])])
    }
    const { status, error } = await h.fail('GET', `${KEYS}?organization=other-people`)
    expect([status, error.code]).toEqual([403, 'other_organization'])
  })

  it('does not show keys of other organizations, which are missing by id', async () => {
    const { key_id } = await made()
    expect((await h.api<ApiKey[]>('GET', KEYS, { key: h.foreignKey })).body.map(({ id }) => id)).not.toContain(key_id)
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'x' } : undefined
      expect((await h.api(method, KEYS + key_id, { key: h.foreignKey, body })).status).toBe(404)
    }
    expect(await read(key_id)).toMatchObject({ name: 'Made' })
  })
})

describe('changing a key', () => {
  it('renames it, and switches it off and on', async () => {
    const { api_key, key_id } = await made()
    expect((await change(key_id, { name: 'New name', is_active: false })).body).toMatchObject({
      name: 'New name',
      is_active: false,
    })
    expect(await works(api_key)).toBe(401)
    expect((await change(key_id, { is_active: true })).body.is_active).toBe(true)
    expect(await works(api_key)).toBe(200)
  })

  it('rejects an empty change with 400, and a role with 422', async () => {
    const { key_id } = await made()
    const empty = await h.fail('PATCH', KEYS + key_id, { body: {} })
    expect([empty.status, empty.error.code]).toEqual([400, 'empty_update'])
    const role = await h.fail('PATCH', KEYS + key_id, { body: { role: 'owner' } })
    expect([role.status, role.error.details[0]?.field]).toEqual([422, '/role'])
    expect((await read(key_id)).role).toBe('viewer')
  })

  it.each(['PATCH', 'DELETE'])('%s of an owner’s key is refused to an admin', async (method) => {
    const { key_id, api_key } = await made({ role: 'owner' })
    const body = method === 'PATCH' ? { is_active: false } : undefined
    const { status, error } = await h.fail(method, KEYS + key_id, { key: h.keys.admin, body })
    expect([status, error.code]).toEqual([403, 'role_too_low'])
    expect(await works(api_key)).toBe(200)
  })
})

describe('the end of a key', () => {
  it('is at once when it is revoked, for good', async () => {
    const { api_key, key_id } = await made()
    expect(await works(api_key)).toBe(200)
    expect((await h.api('DELETE', KEYS + key_id)).status).toBe(204)
    expect(await works(api_key)).toBe(401)
    expect((await h.api('DELETE', KEYS + key_id)).status).toBe(404)
    expect((await change(key_id, { is_active: true })).status).toBe(404)
  })

  it('revokes a key that is switched off, too', async () => {
    const { key_id } = await made()
    await change(key_id, { is_active: false })
    expect((await h.api('DELETE', KEYS + key_id)).status).toBe(204)
  })

  it('is its expiry, given in any time zone', async () => {
    const end = new Date(now.getTime() + 60_000)
    const { api_key, expires_at } = await made({ expires_at: end.toISOString().replace('Z', '+00:00') })
    expect(expires_at).toBe(end.toISOString())
    expect(await works(api_key)).toBe(200)
    const before = now
    now = end
    const { status, error } = await h.fail('GET', '/organizations/me', { key: api_key })
    now = before
    expect([status, error.code]).toEqual([401, 'invalid_key'])
  })
})

it('returns the time of the last use', async () => {
  const { api_key, key_id } = await made()
  expect((await read(key_id)).last_used_at).toBeNull()
  await works(api_key)
  expect((await read(key_id)).last_used_at).toBe(now.toISOString())
})

it.each(['viewer', 'member'] as Role[])('refuses a %s every call', async (role) => {
  const { key_id } = await made()
  const calls = [
    ['GET', KEYS],
    ['GET', KEYS + key_id],
    ['DELETE', KEYS + key_id],
  ] as const
  for (const [method, path] of calls) expect((await h.api(method, path, { key: h.keys[role] })).status).toBe(403)
})
