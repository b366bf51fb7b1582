/** Signing in with an OpenID Connect provider, and linking accounts at it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AuditList } from '../../../../src/shared/api/audit.ts'
import type { OrganizationMember } from '../../../../src/shared/api/organizations.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../../../setup/openid-provider.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { openBrowser, type PageAnswer, type PageBrowser, PUBLIC_URL } from '../../support/page-browser.ts'
import { inviteTo } from '../../support/people.ts'

const CALLBACK = `${PUBLIC_URL}/sign-in/openid/callback`
const PASSWORD = 'correct horse'

let h: Harness
let provider: TestOpenIdProvider
let now = new Date()
let ada: PageBrowser
let grace: PageBrowser

beforeAll(async () => {
  provider = await startOpenIdProvider(CALLBACK)
  h = await startHarness({ now: () => now, publicUrl: PUBLIC_URL, openId: provider.options })
  ada = openBrowser(h)
  const owner = { full_name: 'Ada Lovelace', email: 'ada@example.com', password: PASSWORD }
  await ada.post((await h.platform.firstOwnerLink()) ?? '', owner)
  grace = await join('grace@example.com')
})
afterEach(() => {
  now = new Date()
  provider.isDown = false
  provider.isForged = false
  provider.tamper = (claims) => claims
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
  await provider.close()
})

async function join(email: string): Promise<PageBrowser> {
  await inviteTo(h, email)
  const { body } = await h.api<{ text: string; to: string }[]>('GET', '/organizations/outbox')
  const [link = ''] = /https:\S+/.exec(body.find(({ to }) => to === email)?.text ?? '') ?? []
  const browser = openBrowser(h)
  await browser.post(link, { answer: 'accept', full_name: 'Grace Hopper', password: PASSWORD })
  await browser.post('/sign-in', { email, password: PASSWORD })
  return browser
}

/** The address at the provider that a page leaves for. */
const leftFor = ({ headers }: PageAnswer): string => headers.get('refresh')?.replace(/^0; url=/, '') ?? ''
const leave = async (browser: PageBrowser, form = '/sign-in/openid') => leftFor(await browser.post(form, {}))
const signIn = async (browser: PageBrowser, account: string | null) =>
  browser.get(await provider.signIn(await leave(browser), account))
const link = async (browser: PageBrowser, account: string | null) =>
  browser.get(await provider.signIn(await leave(browser, '/account/openid'), account))
const unlink = (browser: PageBrowser) => browser.post('/account/openid', { change: 'unlink' })
const entries = async (action: string) => (await h.api<AuditList>('GET', `/audit?action=${action}`)).body.data
const logged = () => h.logged.splice(0)

it('offers the provider, and leaves for it with PKCE, state and nonce', async () => {
  const page = await openBrowser(h).get('/sign-in')
  expect(page.text).toContain('<form method="post" action="/sign-in/openid">')
  expect(page.text).toContain('Sign in with Example ID')
  const answer = await openBrowser(h).post('/sign-in/openid', {})
  const { origin, searchParams } = new URL(leftFor(answer))
  expect(origin).toBe(provider.options.issuer)
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'sightline',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-sightline-openid=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/)
  expect(cookie).not.toContain(searchParams.get('state'))
})

it('signs in a person who has linked the account, and nobody before and after', async () => {
  const before = await signIn(openBrowser(h), 'ada')
  expect([before.status, before.text]).toEqual([403, expect.stringContaining('is not linked to a person here')])
  const linked = await link(ada, 'ada')
  expect([linked.status, linked.headers.get('location')]).toEqual([303, '/account'])
  expect((await ada.get('/account')).text).toContain('Unlink Example ID')

  const browser = openBrowser(h)
  const answer = await signIn(browser, 'ada')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account'])
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-sightline-openid=; .*Max-Age=0/),
    expect.stringMatching(/^__Host-sightline-session=[\w-]{43}; .*SameSite=Lax/),
  ])
  expect(await browser.status()).toBe(200)
  expect((await browser.get('/account')).text).toContain('Ada Lovelace, you are signed in')

  expect((await unlink(ada)).headers.get('location')).toBe('/account')
  expect((await ada.get('/account')).text).toContain('Link Example ID')
  expect((await signIn(openBrowser(h), 'ada')).status).toBe(403)
})

it('notes linking and unlinking in the audit log', async () => {
  await link(grace, 'grace')
  await unlink(grace)
  const [linked] = await entries('identities.link')
  const [unlinked] = await entries('identities.unlink')
  const object = { issuer: `${provider.options.issuer}/`, user_id: expect.any(String) }
  expect([linked, unlinked]).toMatchObject([
    { via: 'session', role: 'member', object },
    { via: 'session', role: 'member', object },
  ])
  expect(linked?.user_id).toBe(linked?.object.user_id)
})

it('refuses an account that another person has linked, and a second account of a person', async () => {
  await link(ada, 'ada')
  const taken = await link(grace, 'ada')
  expect([taken.status, taken.text]).toEqual([409, expect.stringContaining('is linked to another person here')])
  const second = await link(ada, 'ada-2')
  expect([second.status, second.text]).toEqual([409, expect.stringContaining('Unlink it first.')])
  const again = await link(ada, 'ada')
  expect([again.status, again.headers.get('location')]).toEqual([303, '/account'])
  const browser = openBrowser(h)
  await signIn(browser, 'ada')
  expect((await browser.get('/account')).text).toContain('Ada Lovelace')
  await unlink(ada)
})

it('links an account only in the session that began it', async () => {
  const other = openBrowser(h)
  await other.post('/sign-in', { email: 'ada@example.com', password: PASSWORD })
  const callback = await provider.signIn(await leave(other, '/account/openid'), 'ada')
  other.cookies.delete('__Host-sightline-session')
  const signedOut = await other.get(callback)
  expect([signedOut.status, signedOut.text]).toEqual([403, expect.stringContaining('not signed in any more')])
  await other.post('/sign-in', { email: 'ada@example.com', password: PASSWORD })
  const begun = await provider.signIn(await leave(other, '/account/openid'), 'ada')
  await other.post('/sign-in', { email: 'grace@example.com', password: PASSWORD })
  expect((await other.get(begun)).status).toBe(403)
  expect((await signIn(openBrowser(h), 'ada')).status).toBe(403)
})

it('refuses forms of another site, and linking without a session', async () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site' }
  expect((await ada.post('/sign-in/openid', {}, elsewhere)).status).toBe(403)
  expect((await ada.post('/account/openid', {}, elsewhere)).status).toBe(403)
  const signedOut = await openBrowser(h).post('/account/openid', {})
  expect([signedOut.status, signedOut.headers.get('location')]).toEqual([303, '/sign-in'])
})

describe('an answer', () => {
  beforeAll(async () => {
    await link(await join('ida@example.com'), 'ida')
  })

  it('with another state is refused, and the right one still counts', async () => {
    const browser = openBrowser(h)
    const callback = new URL(await provider.signIn(await leave(browser), 'ida'))
    const state = callback.searchParams.get('state') ?? ''
    callback.searchParams.set('state', `${state.slice(1)}A`)
    const tampered = await browser.get(callback.href)
    expect([tampered.status, tampered.text]).toEqual([400, expect.stringContaining('Begin again.')])
    callback.searchParams.set('state', state)
    expect((await browser.get(callback.href)).status).toBe(303)
  })

  it('counts once, also for a browser that kept its cookie', async () => {
    const browser = openBrowser(h)
    const callback = await provider.signIn(await leave(browser), 'ida')
    const kept = new Map(browser.cookies)
    expect((await browser.get(callback)).status).toBe(303)
    expect((await browser.get(callback)).status).toBe(400)
    const replayed = openBrowser(h)
    for (const [name, value] of kept) replayed.cookies.set(name, value)
    expect((await replayed.get(callback)).status).toBe(400)
    expect(await replayed.status()).toBe(401)
  })

  it('counts in no other browser', async () => {
    const callback = await provider.signIn(await leave(openBrowser(h)), 'ida')
    const other = openBrowser(h)
    expect((await other.get(callback)).status).toBe(400)
    await leave(other)
    expect((await other.get(callback)).status).toBe(400)
    expect(await other.status()).toBe(401)
  })

  it('after ten minutes is refused', async () => {
    const browser = openBrowser(h)
    const callback = await provider.signIn(await leave(browser), 'ida')
    now = new Date(Date.now() + 10 * 60_000 + 1)
    expect((await browser.get(callback)).status).toBe(400)
  })

  it('that denies access leads back to the form', async () => {
    const denied = await signIn(openBrowser(h), null)
    expect([denied.status, denied.text]).toEqual([403, expect.stringContaining('did not confirm your account')])
    expect(denied.text).toContain('action="/sign-in"')
    const unlinked = await link(grace, null)
    expect([unlinked.status, unlinked.text]).toEqual([403, expect.stringContaining('<a href="/account">')])
  })

  it.each([
    ['the nonce of another sign-in', () => ({ nonce: 'x'.repeat(43) })],
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['another audience', () => ({ aud: 'another-client' })],
    ['an expired token', () => ({ exp: Math.floor(Date.now() / 1000) - 3600 })],
    ['no subject', () => ({ sub: undefined })],
  ])('with %s signs nobody in', async (_title, changes) => {
    provider.tamper = (claims) => ({ ...claims, ...changes() })
    const browser = openBrowser(h)
    const answer = await signIn(browser, 'ida')
    expect([answer.status, answer.text]).toEqual([502, expect.stringContaining('could not be verified')])
    expect(await browser.status()).toBe(401)
    expect(logged()).toEqual([expect.stringMatching(/^warning A sign-in with Example ID failed, unverified: /)])
  })

  it('signed with a key of somebody else signs nobody in', async () => {
    provider.isForged = true
    const browser = openBrowser(h)
    expect((await signIn(browser, 'ida')).status).toBe(502)
    expect(await browser.status()).toBe(401)
    expect(logged()).toEqual([expect.stringMatching(/^warning A sign-in with Example ID failed, unverified: /)])
  })

  it('with a code that the provider does not know signs nobody in', async () => {
    const browser = openBrowser(h)
    const callback = new URL(await provider.signIn(await leave(browser), 'ida'))
    callback.searchParams.set('code', 'guessed')
    expect((await browser.get(callback.href)).status).toBe(502)
    expect(logged()).toEqual(['warning A sign-in with Example ID failed, unverified: invalid_grant. '])
  })
})

it('signs in no person who was removed from the organization', async () => {
  const removed = await join('removed@example.com')
  await link(removed, 'removed')
  const { body } = await h.api<OrganizationMember[]>('GET', '/organizations/members')
  await h.api('DELETE', `/organizations/members/${body.find((m) => m.email === 'removed@example.com')?.id}`)
  const answer = await signIn(openBrowser(h), 'removed')
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('not a member of an organization')])
})

it('offers the password while the provider is down, and reads its addresses again afterwards', async () => {
  const own = await startHarness({ publicUrl: PUBLIC_URL, openId: provider.options })
  provider.isDown = true
  const browser = openBrowser(own)
  const down = await browser.post('/sign-in/openid', {}, { 'accept-language': 'de' })
  expect([down.status, down.text]).toEqual([503, expect.stringContaining('Example ID antwortet nicht')])
  expect(down.text).toContain('<form method="post" action="/sign-in">')
  provider.isDown = false
  const address = leftFor(await browser.post('/sign-in/openid', {}))
  const callback = await provider.signIn(address, 'ada')
  provider.isDown = true
  expect((await browser.get(callback)).status).toBe(503)
  expect(own.logged.splice(0)).toEqual([
    expect.stringContaining('failed, down: '),
    expect.stringContaining('failed, down: '),
  ])
  await own.close()
})
