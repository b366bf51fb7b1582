/** Signing in: the first owner, invited people, sessions as a credential of the API, and the limit of attempts. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OrganizationMember } from '../../../../src/shared/api/organizations.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { inviteTo, linkTo } from '../../support/people.ts'

const DAY_MS = 24 * 60 * 60_000
const OWNER = { full_name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }

let h: Harness
let now = new Date()
let ownerLink = ''
let cookie = ''
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  })
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
const signIn = (email: string, password: string, headers = {}) =>
  post(`${h.baseUrl}/sign-in`, { email, password }, headers)
const me = (session: string) => h.api('GET', '/organizations/me', { key: null, headers: { cookie: session } })

beforeAll(async () => {
  h = await startHarness({ now: () => now })
  const other = (await h.platform.firstOwnerLink()) ?? ''
  ownerLink = (await h.platform.firstOwnerLink()) ?? ''
  // Each start, and each server of a database, makes a link: all are valid until one of them has made the owner.
  for (const link of [other, ownerLink]) expect((await fetch(link)).status).toBe(200)
  const faults = [{ password: 'short' }, { email: 'nobody' }, { full_name: ' ' }, { password: OWNER.email }]
  for (const fault of faults) expect((await post(ownerLink, { ...OWNER, ...fault })).status).toBe(422)
  const answers = await Promise.all([post(ownerLink, OWNER), post(ownerLink, { ...OWNER, email: 'eve@example.com' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 410])
  const first = answers.find(({ status }) => status === 303) as Response
  cookie = cookieOf(first)
  if (answers[0].status !== 303) OWNER.email = 'eve@example.com'
})
afterEach(() => {
  now = new Date()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

it('makes the first owner once, by a link that is then no longer valid', async () => {
  expect((await fetch(ownerLink)).status).toBe(410)
  expect(await h.platform.firstOwnerLink()).toBeNull()
  const { body } = await h.api<OrganizationMember[]>('GET', '/organizations/members')
  expect(body).toMatchObject([{ email: OWNER.email, full_name: OWNER.full_name, role: 'owner' }])
})

it('shows who is signed in, and ends the session on signing out', async () => {
  const answer = await signIn(` ${OWNER.email.toUpperCase()} `, OWNER.password)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account'])
  expect(answer.headers.get('set-cookie')).toMatch(
    /^sightline-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  )
  const session = cookieOf(answer)
  const page = await (await fetch(`${h.baseUrl}/account`, { headers: { cookie: session } })).text()
  expect(page).toContain(`Ada Lovelace, you are signed in to My organization with the role owner.`)
  const [, id = ''] = /<button name="end" value="([\w-]+)">Sign out/.exec(page) ?? []
  const out = await post(`${h.baseUrl}/account`, { end: id }, { cookie: session })
  expect([out.status, out.headers.get('set-cookie')]).toEqual([303, expect.stringContaining('Max-Age=0')])
  expect((await me(session)).status).toBe(401)
  expect((await me(cookie)).status).toBe(200)
})

it('rejects a wrong password and an unknown address with the same page', async () => {
  const wrong = await signIn(OWNER.email, 'not the password')
  const unknown = await signIn('nobody@example.com', 'not the password')
  expect([wrong.status, unknown.status]).toEqual([422, 422])
  expect((await wrong.text()).replaceAll(OWNER.email, '')).toBe(
    (await unknown.text()).replaceAll('nobody@example.com', ''),
  )
})

it('allows ten attempts for an account, also at the same time, and says when to try again', async () => {
  const attempts = await Promise.all(Array.from({ length: 12 }, () => signIn('mallory@example.com', 'guess-guess')))
  expect(attempts.map(({ status }) => status).sort()).toEqual([...Array(10).fill(422), 429, 429])
  expect(Number(attempts.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(800)
  now = new Date(Date.now() + 16 * 60_000)
  expect((await signIn('mallory@example.com', 'guess-guess')).status).toBe(422)
})

describe('a session as the credential of a call', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
  ])('with %j answers a change with %i', async (headers, status) => {
    const answer = await h.api('PATCH', '/organizations/me', {
      key: null,
      body: { name: 'My organization' },
      headers: { cookie, ...headers },
    })
    expect(answer.status).toBe(status)
  })

  it('counts with the origin of the server, where the browser sends no Sec-Fetch-Site', async () => {
    const headers = { cookie, origin: h.baseUrl }
    const answer = await h.api('PATCH', '/organizations/me', { key: null, body: { name: 'My organization' }, headers })
    expect(answer.status).toBe(200)
  })

  it('comes after an API key', async () => {
    const headers = { cookie, 'sec-fetch-site': 'cross-site' }
    const change = { body: { name: 'My organization' }, headers }
    expect((await h.api('PATCH', '/organizations/me', change)).status).toBe(200)
    expect((await h.api('PATCH', '/organizations/me', { ...change, key: h.keys.viewer })).status).toBe(403)
  })

  it('ends after 30 days without use', async () => {
    now = new Date(Date.now() + 29 * DAY_MS)
    const session = cookieOf(await signIn(OWNER.email, OWNER.password))
    now = new Date(Date.now() + 58 * DAY_MS)
    expect((await me(session)).status).toBe(200)
    now = new Date(Date.now() + 89 * DAY_MS)
    expect((await me(session)).status).toBe(401)
  })
})

it('a form of another site signs nobody in', async () => {
  expect((await signIn(OWNER.email, OWNER.password, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

describe('an invited person', () => {
  it('sets a password, signs in with the role of the invite, and is signed out when removed', async () => {
    await inviteTo(h, 'grace@example.com', 'viewer')
    const link = await linkTo(h, 'grace@example.com')
    const fields = { answer: 'accept', full_name: 'Grace', password: 'nanosecond' }
    expect((await post(link, { ...fields, password: 'short' })).status).toBe(422)
    expect((await post(link, fields)).status).toBe(200)
    const session = cookieOf(await signIn('grace@example.com', 'nanosecond'))
    expect((await me(session)).status).toBe(200)
    const headers = { cookie: session, 'sec-fetch-site': 'same-origin' }
    expect((await h.api('PATCH', '/organizations/me', { key: null, body: { name: 'x' }, headers })).status).toBe(403)
    const { body } = await h.api<OrganizationMember[]>('GET', '/organizations/members')
    await h.api('DELETE', `/organizations/members/${body.find((m) => m.email === 'grace@example.com')?.id}`)
    expect((await me(session)).status).toBe(401)
  })

  it('who has a password already joins another organization only with it', async () => {
    await inviteTo(h, OWNER.email, 'member', h.foreignKey)
    const link = await linkTo(h, OWNER.email, h.foreignKey)
    expect((await post(link, { answer: 'accept', password: 'a new password' })).status).toBe(422)
    expect((await post(link, { answer: 'accept', password: OWNER.password })).status).toBe(200)
  })
})
