/** Signing in and the account in the audit log: who, from which address, with which outcome, and no more than its share of entries. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pruneEntries, writeEntry } from '../../../../src/platform/accounts/audit/audit-log.ts'
import { createFailures, MOST_FAILURES } from '../../../../src/platform/accounts/audit/failures.ts'
import { jobCaller } from '../../../../src/platform/machine/identity/caller.ts'
import type { AuditEntry, AuditList } from '../../../../src/shared/api/audit.ts'
import type { OrganizationMember } from '../../../../src/shared/api/organizations.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { inviteTo, linkTo } from '../../support/people.ts'

const PASSWORD = 'a long password'
const EMAIL = 'ada@example.com'
const OWN = { 'sec-fetch-site': 'same-origin' }

let h: Harness
let now: Date
let cookie: string
beforeEach(async () => {
  now = new Date()
  h = await startHarness({ now: () => now })
  const made = await post((await h.platform.firstOwnerLink()) ?? '', {
    full_name: 'Ada',
    email: EMAIL,
    password: PASSWORD,
  })
  cookie = cookieOf(made)
})
afterEach(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', headers: { ...OWN, ...headers }, body: new URLSearchParams(fields) })
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
const signIn = (email: string, password: string) => post(`${h.baseUrl}/sign-in`, { email, password })
const onAccount = (fields: Record<string, string>, session = cookie) =>
  post(`${h.baseUrl}/account`, fields, { cookie: session })
const sessionsOf = async (session: string) => {
  const page = await (await fetch(`${h.baseUrl}/account`, { headers: { cookie: session } })).text()
  return [...page.matchAll(/name="end" value="([^"]+)"/g)].map(([, id]) => id as string)
}
const entries = async (query = '') => (await h.api<AuditList>('GET', `/audit?limit=200${query}`)).body.data
const shown = ({ action, outcome, via, times }: AuditEntry) => `${action} ${outcome} ${via} ${times}`

it('are entries with the person and the address', async () => {
  const other = cookieOf(await signIn(EMAIL, PASSWORD))
  const [own = ''] = await sessionsOf(cookie)
  const [others = ''] = (await sessionsOf(cookie)).filter((id) => id !== own)
  await onAccount({ end: others })
  await onAccount({ old_password: 'not the password', new_password: 'battery staple' })
  await onAccount({ old_password: PASSWORD, new_password: 'battery staple' })
  await onAccount({ end: own })
  const found = await entries()
  expect(other).not.toBe('')
  expect(found.map(shown).reverse()).toEqual([
    'firstOwner.create done page 1',
    'signIn.password done page 1',
    'signIn.password done page 1',
    'sessions.end done session 1',
    'password.change failed session 1',
    'password.change done session 1',
    'sessions.signOut done session 1',
  ])
  const { body: members } = await h.api<OrganizationMember[]>('GET', '/organizations/members')
  for (const entry of found) {
    expect(entry).toMatchObject({ user_id: members[0]?.user_id, address: '127.0.0.1', role: 'owner' })
  }
  expect((await h.fail('GET', '/audit', { key: h.keys.member })).status).toBe(403)
})

it('name the invite that a person accepts or declines', async () => {
  for (const [email, answer] of [
    ['guest@example.com', 'accept'],
    ['other@example.com', 'decline'],
  ] as const) {
    await inviteTo(h, email)
    await post(await linkTo(h, email), { answer, full_name: 'Guest' })
  }
  const [declined, accepted] = (await entries()).filter(({ action }) => /^invites\./.test(action))
  const from = { outcome: 'done', via: 'page', address: '127.0.0.1' }
  expect(accepted).toMatchObject({ action: 'invites.accept', object: { email: 'guest@example.com' }, ...from })
  expect(accepted?.user_id).toEqual(expect.any(String))
  expect(declined).toMatchObject({ action: 'invites.decline', object: { email: 'other@example.com' }, user_id: null })
})

it('count repeated failures of an account in one entry for an hour, and name no unknown account', async () => {
  const failed = async () => {
    for (const email of [EMAIL, EMAIL, EMAIL, 'my-secret-password']) await signIn(email, 'not the password')
    return (await entries('&outcome=failed')).map(({ object, ...entry }) => [shown(entry as AuditEntry), object.email])
  }
  const one = [
    ['signIn.password failed page 1', undefined],
    ['signIn.password failed page 3', EMAIL],
  ]
  expect(await failed()).toEqual(one)
  now = new Date(now.getTime() + 61 * 60_000)
  expect(await failed()).toEqual([...one, ...one])
  expect(JSON.stringify(await entries())).not.toContain('my-secret-password')
})

it('count attempts that are refused because there were too many', async () => {
  for (let i = 0; i < 12; i++) await signIn(EMAIL, 'not the password')
  expect((await entries('&outcome=failed')).map(shown)).toEqual(['signIn.password failed page 12'])
})

it('take a bounded number of entries, from however many addresses they come', async () => {
  const db = await openPlatformDatabase(h.dataDir)
  const failures = createFailures(
    db,
    () => now,
    (...line) => h.logged.push(line.join(' ')),
  )
  const most = MOST_FAILURES + 20
  for (let i = 0; i < most; i++) {
    await failures.note({ action: 'signIn.password', address: `2001:db8::${i}`, email: EMAIL })
  }
  const found = await entries('&outcome=failed')
  expect(found).toHaveLength(MOST_FAILURES + 1)
  expect(found[0]).toMatchObject({ times: 20, address: null, object: {} })
  await db.destroy()
})

it('push no change out of the log', async () => {
  const db = await openPlatformDatabase(h.dataDir)
  const { organizationId } = h.platform
  const caller = jobCaller(organizationId)
  await writeEntry(db, { caller, action: 'workflows.create', object: {} }, 'done', now)
  for (let i = 0; i < 5; i++) await writeEntry(db, { caller, action: 'signIn.password', object: {} }, 'failed', now)
  await pruneEntries(db, now, 100, 2)
  await db.destroy()
  expect(await entries('&outcome=failed')).toHaveLength(2)
  expect(await entries('&action=workflows.create')).toHaveLength(1)
})
