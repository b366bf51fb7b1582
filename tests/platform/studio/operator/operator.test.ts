/** Operators, and plans and credits of organizations as they change them. Refusals are in tests/security. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry, AuditList } from '../../../../src/shared/api/audit.ts'
import type { OperatedOrganization, OperatedOrganizationList, Operator } from '../../../../src/shared/api/operator.ts'
import type { Organization } from '../../../../src/shared/api/organizations.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addMember } from '../../support/people.ts'

let h: Harness
let other: string
beforeAll(async () => {
  h = await startHarness()
  other = (await own()).id
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const change = (path: string, method: string, body: object) =>
  h.api<OperatedOrganization>(method, `/operator/organizations/${other}${path}`, {
    key: h.operatorKey,
    body,
  })
const own = async () => (await h.api<Organization>('GET', '/organizations/me', { key: h.foreignKey })).body
const logOf = async (key: string) =>
  (await h.api<AuditList>('GET', '/audit?limit=200', { key })).body.data.filter(({ action }) =>
    ['operator.updateOrganization', 'operator.grantCredits'].includes(action),
  )

it('organizations are listed with their plans, which change, and credits are added to the allowance of the month', async () => {
  const { body } = await h.api<OperatedOrganizationList>('GET', '/operator/organizations', { key: h.operatorKey })
  expect(body.data.map(({ id }) => id)).toEqual([h.platform.organizationId, other])
  expect(body.data[1]).toMatchObject({ name: 'Other people', plan: 'embedded', member_count: 0 })
  expect((await change('', 'PATCH', { plan: 'free' })).body).toMatchObject({ plan: 'free', max_users: 3 })
  expect(await own()).toMatchObject({ subscription_tier: 'free', credits_remaining: 5e6 })
  expect((await change('/credits', 'POST', { amount_micro_usd: 2e6 })).body.credits_remaining).toBe(7e6)
  expect((await change('/credits', 'POST', { amount_micro_usd: 1 })).body.credits_remaining).toBe(7_000_001)
  expect((await own()).credits_remaining).toBe(7_000_001)
  const { body: ledger } = await h.api<{ data: unknown[] }>('GET', '/organizations/ledger', { key: h.foreignKey })
  expect(ledger.data).toMatchObject([
    ...[{ kind: 'grant', amount_micro_usd: 1 }, { kind: 'grant', amount_micro_usd: 2e6 }, { kind: 'allowance' }],
  ])
  expect((await change('/credits', 'POST', { amount_micro_usd: -1 })).status).toBe(422)
  const path = `/operator/organizations/${crypto.randomUUID()}`
  expect((await h.fail('PATCH', path, { key: h.operatorKey, body: { plan: 'pro' } })).status).toBe(404)

  // Each has an entry in the log of the operator and in that of the organization, which names no stranger.
  const kinds = (entries: AuditEntry[]) => entries.map(({ action, outcome }) => `${action} ${outcome}`)
  const expected = ['operator.grantCredits done', 'operator.grantCredits done', 'operator.updateOrganization done']
  const theirs = (await logOf(h.foreignKey)).filter(({ outcome }) => outcome === 'done')
  expect(kinds(theirs)).toEqual(expected)
  for (const entry of theirs) {
    expect(entry).toMatchObject({
      via: 'operator',
      user_id: null,
      key_id: null,
      object: { organization: 'Other people' },
    })
  }
  expect(theirs[2]?.object).toEqual({ organization: 'Other people', plan: 'free' })
  const ours = (await logOf(h.keys.owner)).filter(({ outcome }) => outcome === 'done')
  expect(kinds(ours)).toEqual(expected)
  expect(ours[0]).toMatchObject({ via: 'key', object: { organization_id: other } })
  expect(ours[0]?.key_id).not.toBeNull()
  expect(ours.map(({ request_id }) => request_id)).toEqual(theirs.map(({ request_id }) => request_id))
})

it('the last operator who can sign in stays, also when two remove each other at the same time', async () => {
  const operators = async () => (await h.api<Operator[]>('GET', '/operator/operators', { key: h.operatorKey })).body
  const add = async (email: string) => {
    const { status, body } = await h.api<Operator>('POST', '/operator/operators', {
      key: h.operatorKey,
      body: { email },
    })
    expect(status).toBe(201)
    return body.id
  }
  const remove = (id: string) => h.api('DELETE', `/operator/operators/${id}`, { key: h.operatorKey })
  const ada = await addMember(h, 'ada@example.com')
  await addMember(h, 'ben@example.com')
  const ids = [await add('ada@example.com'), await add('ben@example.com')]
  const answers = await Promise.all(ids.map(remove))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422])
  const [left] = await operators()
  const { status, error } = await h.fail('DELETE', `/operator/operators/${left?.id}`, { key: h.operatorKey })
  expect([status, error.code]).toEqual([422, 'last_operator'])

  // One who was removed from all organizations can't sign in any more.
  for (const email of ['ada@example.com', 'ben@example.com']) await add(email)
  await h.api('DELETE', `/organizations/members/${ada.id}`)
  expect(await operators()).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ email: 'ada@example.com', is_member: false }),
      expect.objectContaining({ email: 'ben@example.com', is_member: true }),
    ]),
  )
  expect((await remove(ids[1] as string)).status).toBe(422)
  expect((await remove(ids[0] as string)).status).toBe(204)
})
