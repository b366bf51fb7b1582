/** The organization of the caller: its profile, its members and its invites. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ROLES } from '../../../../src/shared/api/endpoint.ts'
import type {
  InviteStatus,
  Organization,
  OrganizationInvite,
  OrganizationMember,
} from '../../../../src/shared/api/organizations.ts'
import { type PlanName, UNLIMITED } from '../../../../src/shared/api/plans.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addMember, inviteTo, linkTo, submit } from '../../support/people.ts'

const DAY_MS = 24 * 60 * 60_000

let h: Harness
let now = new Date()
beforeAll(async () => {
  h = await startHarness({ now: () => now })
})
afterAll(() => h.close())

let made = 0
const address = () => `person-${++made}@example.com`
const me = async () => (await h.api<Organization>('GET', '/organizations/me')).body
const members = async () => (await h.api<OrganizationMember[]>('GET', '/organizations/members')).body
const invites = async (status?: InviteStatus) =>
  (await h.api<OrganizationInvite[]>('GET', `/organizations/invites${status ? `?status=${status}` : ''}`)).body
const setRole = (id: string, role: string, key = h.keys.owner) =>
  h.fail('PATCH', `/organizations/members/${id}`, { key, body: { role } })

/** Plans can’t be changed by a call. */
async function setPlan(plan: PlanName): Promise<void> {
  const db = await openPlatformDatabase(h.dataDir)
  await db.updateTable('organizations').set({ subscription_tier: plan }).execute()
  await db.destroy()
}

afterEach(async () => {
  await setPlan('embedded')
  now = new Date()
})

describe('the profile', () => {
  it('has every field of the specification', async () => {
    expect(await me()).toEqual({
      id: h.platform.organizationId,
      name: 'My organization',
      slug: 'my-organization',
      description: null,
      is_public: false,
      subscription_tier: 'enterprise',
      credits_remaining: expect.any(Number),
      credits_monthly_allowance: expect.any(Number),
      credits_reset_at: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00/),
      max_users: UNLIMITED,
      max_images: UNLIMITED,
      max_storage_bytes: UNLIMITED,
      member_count: expect.any(Number),
      pending_invite_count: expect.any(Number),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
  })

  it('changes only in the given fields, and keeps its slug', async () => {
    const before = await me()
    const first = await h.api<Organization>('PATCH', '/organizations/me', { body: { name: 'Street lab' } })
    expect(first.body).toMatchObject({ name: 'Street lab', slug: before.slug, description: null, is_public: false })
    const second = await h.api<Organization>('PATCH', '/organizations/me', {
      body: { description: 'Counts', is_public: true },
    })
    expect(second.body).toMatchObject({ name: 'Street lab', description: 'Counts', is_public: true })
    await h.api('PATCH', '/organizations/me', {
      body: { name: before.name, description: null, is_public: false },
    })
    expect(await me()).toMatchObject({ name: before.name, description: null, is_public: false })
  })

  it.each([
    [400, {}],
    [422, { name: '' }],
    [422, { name: '  ' }],
    [422, { name: null }],
    [422, { is_public: 'yes' }],
    [422, { slug: 'other' }],
    [422, { subscription_tier: 'free' }],
  ])('rejects with %i the change %j', async (status, body) => {
    expect((await h.api('PATCH', '/organizations/me', { body })).status).toBe(status)
  })

  it('counts members, and invites that are still open', async () => {
    const before = await me()
    await addMember(h, address())
    await inviteTo(h, address())
    expect(await me()).toMatchObject({
      member_count: before.member_count + 1,
      pending_invite_count: before.pending_invite_count + 1,
    })
    // Other tests invite at later times.
    now = new Date(now.getTime() + 60 * DAY_MS)
    expect((await me()).pending_invite_count).toBe(0)
  })
})

describe('a member', () => {
  it('has the fields of the specification', async () => {
    const email = address()
    const member = await addMember(h, email, 'viewer')
    expect(member).toEqual({
      id: expect.any(String),
      user_id: expect.any(String),
      email,
      full_name: 'Ada Lovelace',
      role: 'viewer',
      joined_at: now.toISOString(),
    })
    expect(member.id).not.toBe(member.user_id)
  })

  it.each(ROLES)('gets the role %s from an owner', async (role) => {
    const { id } = await addMember(h, address())
    const { body } = await h.api<OrganizationMember>('PATCH', `/organizations/members/${id}`, { body: { role } })
    expect(body).toMatchObject({ id, role })
    expect((await members()).find((m) => m.id === id)?.role).toBe(role)
  })

  it('does not become an annotator by this call', async () => {
    const { id } = await addMember(h, address())
    expect((await setRole(id, 'annotator')).status).toBe(422)
  })

  it('is made an owner, changed as one and removed as one by owners only', async () => {
    const { id } = await addMember(h, address(), 'admin')
    expect((await setRole(id, 'owner', h.keys.admin)).error.code).toBe('role_too_low')
    await setRole(id, 'owner')
    await setRole((await addMember(h, address())).id, 'owner')
    expect((await setRole(id, 'member', h.keys.admin)).error.code).toBe('role_too_low')
    const removed = await h.fail('DELETE', `/organizations/members/${id}`, { key: h.keys.admin })
    expect([removed.status, removed.error.code]).toEqual([403, 'role_too_low'])
    expect((await h.api('DELETE', `/organizations/members/${id}`)).status).toBe(204)
  })

  it('that is the last owner keeps the role', async () => {
    const owner = await addMember(h, address())
    await setRole(owner.id, 'owner')
    for (const { id, role } of await members()) {
      if (role === 'owner' && id !== owner.id) await h.api('DELETE', `/organizations/members/${id}`)
    }
    const path = `/organizations/members/${owner.id}`
    for (const refused of [await setRole(owner.id, 'admin'), await h.fail('DELETE', path)]) {
      expect([refused.status, refused.error.code]).toEqual([422, 'last_owner'])
    }
    expect((await setRole(owner.id, 'owner')).status).toBe(200)
    await setRole((await addMember(h, address())).id, 'owner')
    expect((await setRole(owner.id, 'admin')).status).toBe(200)
  })

  it('of two owners who are removed at once stays', async () => {
    const two = [await addMember(h, address()), await addMember(h, address())]
    for (const { id } of two) await setRole(id, 'owner')
    for (const { id, role } of await members()) {
      if (role === 'owner' && !two.some((m) => m.id === id)) await h.api('DELETE', `/organizations/members/${id}`)
    }
    const removed = await Promise.all(two.map(({ id }) => h.api('DELETE', `/organizations/members/${id}`)))
    expect(removed.map(({ status }) => status).sort()).toEqual([204, 422])
  })

  it('can be invited again after the removal, as the same user', async () => {
    const email = address()
    const first = await addMember(h, email)
    expect((await h.api('DELETE', `/organizations/members/${first.id}`)).status).toBe(204)
    expect((await h.api('DELETE', `/organizations/members/${first.id}`)).status).toBe(404)
    const second = await addMember(h, email, 'viewer')
    expect([second.user_id, second.id === first.id, second.role]).toEqual([first.user_id, false, 'viewer'])
  })

  it('of another organization is missing', async () => {
    const { id } = await addMember(h, address())
    const request = { key: h.foreignKey, body: { role: 'viewer' } }
    expect((await h.api('PATCH', `/organizations/members/${id}`, request)).status).toBe(404)
    expect((await h.api('DELETE', `/organizations/members/${id}`, { key: h.foreignKey })).status).toBe(404)
  })
})

describe('an invite', () => {
  it('has the fields of the specification, and no token', async () => {
    const { status, body } = await h.api<OrganizationInvite>('POST', '/organizations/invites', {
      body: { email: '  Marie.Curie@Example.COM ' },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      organization_id: h.platform.organizationId,
      email: 'marie.curie@example.com',
      role: 'member',
      status: 'pending',
      invited_by: null,
      expires_at: new Date(now.getTime() + 7 * DAY_MS).toISOString(),
      created_at: now.toISOString(),
    })
    expect((await invites())[0]).toEqual(body)
    const token = (await linkTo(h, body.email)).split('/').at(-1) as string
    expect(JSON.stringify(await invites())).not.toContain(token)
  })

  it.each([
    [{}],
    [{ email: 'nobody' }],
    [{ email: 'two@example.com, three@example.com' }],
    [{ email: 'a@example.com\nBcc: b@example.com' }],
    [{ email: `${'x'.repeat(250)}@example.com` }],
    [{ email: 'a@example.com', role: 'owner' }],
    [{ email: 'a@example.com', role: 'annotator' }],
  ])('of %j is rejected with 422', async (body) => {
    expect((await h.api('POST', '/organizations/invites', { body })).status).toBe(422)
  })

  it('for an address with a pending one is 409, and possible after that is revoked or expired', async () => {
    const email = address()
    const { id } = await inviteTo(h, email)
    const again = await h.fail('POST', '/organizations/invites', { body: { email: email.toUpperCase() } })
    expect([again.status, again.error.code]).toEqual([409, 'wrong_state'])
    await h.api('DELETE', `/organizations/invites/${id}`)
    await inviteTo(h, email)
    now = new Date(now.getTime() + 7 * DAY_MS)
    await inviteTo(h, email)
  })

  it('for a member is 409', async () => {
    const email = address()
    await addMember(h, email)
    expect((await h.api('POST', '/organizations/invites', { body: { email } })).status).toBe(409)
  })

  it('for a member of another organization is possible', async () => {
    const email = address()
    await addMember(h, email)
    const other = await addMember(h, email, 'viewer', h.foreignKey)
    expect((await members()).find((m) => m.email === email)?.user_id).toBe(other.user_id)
  })

  it('is refused with 402 when members and pending invites are as many as the plan allows', async () => {
    for (const { id } of await invites('pending')) await h.api('DELETE', `/organizations/invites/${id}`)
    for (const { id, role } of await members()) {
      if (role !== 'owner') await h.api('DELETE', `/organizations/members/${id}`)
    }
    while ((await members()).length < 2) await addMember(h, address())
    for (const { id } of (await members()).slice(2)) await h.api('DELETE', `/organizations/members/${id}`)
    await setPlan('free')
    const last = await inviteTo(h, address())
    const refused = await h.fail('POST', '/organizations/invites', { body: { email: address() } })
    expect([refused.status, refused.error.kind, refused.error.code]).toEqual([
      402,
      'PaymentRequiredError',
      'member_cap_reached',
    ])
    await h.api('DELETE', `/organizations/invites/${last.id}`)
    const many = await Promise.all(
      Array.from({ length: 5 }, () => h.api('POST', '/organizations/invites', { body: { email: address() } })),
    )
    expect(many.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402, 402])
  })

  it('is revoked once, while it is pending', async () => {
    const { id } = await inviteTo(h, address())
    expect((await h.api('DELETE', `/organizations/invites/${id}`, { key: h.foreignKey })).status).toBe(404)
    expect((await h.api('DELETE', `/organizations/invites/${id}`)).status).toBe(204)
    const again = await h.fail('DELETE', `/organizations/invites/${id}`)
    expect([again.status, again.error.code]).toEqual([409, 'wrong_state'])
    expect((await invites('revoked')).map((invite) => invite.id)).toContain(id)
  })

  it('is listed under its present status only, newest first', async () => {
    const emails = [address(), address(), address(), address()] as [string, string, string, string]
    const [accepted, declined, revoked] = emails
    const ids = await Promise.all(emails.map(async (email) => (await inviteTo(h, email)).id))
    await submit(await linkTo(h, accepted), { answer: 'accept', full_name: 'Ada' })
    await submit(await linkTo(h, declined), { answer: 'decline' })
    await h.api('DELETE', `/organizations/invites/${ids[emails.indexOf(revoked)]}`)
    const statuses = ['accepted', 'declined', 'revoked', 'pending'] as const
    const listed = async () =>
      Promise.all(
        [...statuses, 'expired' as const].map(async (status) =>
          (await invites(status)).filter(({ id }) => ids.includes(id)).map((invite) => [invite.id, invite.status]),
        ),
      )
    expect(await listed()).toEqual([...statuses.map((status, i) => [[ids[i], status]]), []])
    now = new Date(now.getTime() + 7 * DAY_MS)
    expect((await listed()).slice(3)).toEqual([[], [[ids[3], 'expired']]])
    const all = await invites()
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
  })
})
