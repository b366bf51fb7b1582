/** An app is signed in by a person in a browser: the calls of the app, and the page of the person. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ApiKey } from '../../../../src/shared/api/api-keys.ts'
import type { AuditList } from '../../../../src/shared/api/audit.ts'
import type { OrganizationMember } from '../../../../src/shared/api/organizations.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { ask, cookieOf, decide, newMember, poll, post, signIn } from './connecting.ts'

const MINUTE_MS = 60_000

let h: Harness
let ada = ''
let ahead = 0
beforeAll(async () => {
  h = await startHarness({ now: () => new Date(Date.now() + ahead) })
  ada = await newMember(h, 'ada@example.com')
})
afterEach(() => {
  ahead = 0
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const page = (path: string, cookie: string, headers = {}) =>
  fetch(`${h.baseUrl}${path}`, { redirect: 'manual', headers: { cookie, ...headers } })
const keysOfOrganization = async () => (await h.api<ApiKey[]>('GET', '/api/v1/api-keys/')).body
const later = () => {
  ahead += 6000
}

async function connect(cookie: string, names?: { app: string; computer: string }) {
  const asked = await ask(h, names)
  expect((await decide(h, cookie, asked.user_code, 'approve')).status).toBe(200)
  const { key } = (await poll(h, asked.device_code)).body
  if (!key) throw new Error('The app got no key.')
  return key
}

describe('an app', () => {
  it('waits until the person approves, and then gets a key of that person, once', async () => {
    const asked = await ask(h)
    expect(asked).toMatchObject({ expires_in: 600, interval: 5, verification_url: `${h.baseUrl}/connect` })
    expect(asked.user_code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/)
    expect(asked.verification_url_complete).toBe(`${h.baseUrl}/connect?code=${asked.user_code}`)
    expect((await poll(h, asked.device_code)).body).toEqual({ status: 'pending', key: null })
    expect((await decide(h, ada, asked.user_code, 'approve')).status).toBe(200)
    later()
    const { status, key } = (await poll(h, asked.device_code)).body
    expect([status, key?.name, key?.role]).toEqual(['approved', 'Sightline on workshop-pc', 'member'])
    expect((await h.api('GET', '/organizations/me', { key: key?.api_key ?? '' })).status).toBe(200)
    expect(await keysOfOrganization()).toContainEqual(expect.objectContaining({ id: key?.key_id, role: 'member' }))
    expect(await poll(h, asked.device_code)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })

  it('gets the status slow_down when it polls before its interval is over', async () => {
    const { device_code } = await ask(h)
    await poll(h, device_code)
    expect((await poll(h, device_code)).body).toEqual({ status: 'slow_down', key: null })
    later()
    expect((await poll(h, device_code)).body.status).toBe('pending')
  })

  it('gets one key when it polls several times at once', async () => {
    const asked = await ask(h)
    await decide(h, ada, asked.user_code, 'approve')
    const before = (await keysOfOrganization()).length
    const answers = await Promise.all(Array.from({ length: 8 }, () => poll(h, asked.device_code)))
    expect(answers.filter(({ body }) => body.status === 'approved')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(7)
    expect(await keysOfOrganization()).toHaveLength(before + 1)
  })

  it('learns that the person declined', async () => {
    const asked = await ask(h)
    expect(await (await decide(h, ada, asked.user_code, 'decline')).text()).toContain('The app was not signed in')
    expect((await poll(h, asked.device_code)).body).toEqual({ status: 'denied', key: null })
    expect((await decide(h, ada, asked.user_code, 'approve')).status).toBe(422)
    expect((await poll(h, asked.device_code)).body.status).toBe('denied')
  })

  it('learns that its time is over, also after an approval that it did not fetch', async () => {
    const [asked, approved] = [await ask(h), await ask(h)]
    await decide(h, ada, approved.user_code, 'approve')
    ahead = 10 * MINUTE_MS
    expect((await decide(h, ada, asked.user_code, 'approve')).status).toBe(422)
    for (const { device_code } of [asked, approved]) {
      expect((await poll(h, device_code)).body).toEqual({ status: 'expired', key: null })
    }
  })

  it('with an unknown device code is answered 404', async () => {
    expect((await poll(h, 'guessed')).status).toBe(404)
  })

  it('gets no key after the person has left the organization', async () => {
    const cookie = await newMember(h, 'leaver@example.com')
    const asked = await ask(h)
    await decide(h, cookie, asked.user_code, 'approve')
    const { body } = await h.api<OrganizationMember[]>('GET', '/organizations/members')
    await h.api('DELETE', `/organizations/members/${body.find((m) => m.email === 'leaver@example.com')?.id}`)
    expect((await poll(h, asked.device_code)).body).toEqual({ status: 'denied', key: null })
  })

  it('of an annotator only reads', async () => {
    const cookie = await newMember(h, 'annotator@example.com')
    const db = await openPlatformDatabase(h.dataDir)
    const person = db.selectFrom('users').select('id').where('email', '=', 'annotator@example.com')
    await db.updateTable('memberships').set({ role: 'annotator' }).where('user_id', 'in', person).execute()
    await db.destroy()
    expect((await connect(cookie)).role).toBe('viewer')
  })

  it('signs out by revoking its own key, and cannot revoke one that belongs to nobody', async () => {
    const { api_key } = await connect(ada)
    expect((await h.api('DELETE', '/api/v1/api-keys/own', { key: api_key })).status).toBe(204)
    expect((await h.api('GET', '/organizations/me', { key: api_key })).status).toBe(401)
    expect(await h.fail('DELETE', '/api/v1/api-keys/own')).toMatchObject({
      status: 409,
      error: { code: 'wrong_state' },
    })
  })
})

describe('the page', () => {
  it('leads through the sign-in and back, and nowhere else', async () => {
    const { user_code } = await ask(h)
    const away = await page(`/connect?code=${user_code.toLowerCase()}`, '')
    expect([away.status, away.headers.get('location')]).toEqual([303, '/sign-in'])
    const kept = cookieOf(away, 'sightline-return')
    const signedIn = await signIn(h, 'ada@example.com', kept)
    expect(signedIn.headers.get('location')).toBe(`/connect?code=${user_code}`)
    const there = await page(`/connect?code=${user_code}`, cookieOf(signedIn, 'sightline-session'))
    expect(await there.text()).toContain(user_code)
    expect(cookieOf(there, 'sightline-return')).toBe('sightline-return=')
    for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', '/connect?code=x&next=//y', '']) {
      const answer = await signIn(h, 'ada@example.com', `sightline-return=${path}`)
      expect(answer.headers.get('location')).toBe('/account')
    }
  })

  it('shows the app, the computer, the code and the role, with the names as text', async () => {
    const names = { app: '<b>Sight</b>\u202e', computer: 'a\n\u0007b' }
    const { user_code } = await ask(h, names)
    const text = await (await page(`/connect?code=${user_code}`, ada)).text()
    expect(text).toContain('&lt;b&gt;Sight&lt;/b&gt; on a b asks to be signed in as you.')
    expect(text).toContain(user_code)
    expect(text).toContain('with the role member.')
    const german = await page(`/connect?code=${user_code}`, ada, { 'accept-language': 'de' })
    expect(await german.text()).toContain('möchte sich in Ihrem Namen anmelden')
  })

  it('decides nothing when it is opened, or sent without an answer', async () => {
    const asked = await ask(h)
    await page(`/connect?code=${asked.user_code}&answer=approve`, ada)
    expect((await decide(h, ada, asked.user_code, 'perhaps')).status).toBe(400)
    expect((await poll(h, asked.device_code)).body.status).toBe('pending')
  })

  it.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])(
    'refuses an approval from a page of another site (%j)',
    async (headers) => {
      const asked = await ask(h)
      expect((await decide(h, ada, asked.user_code, 'approve', headers)).status).toBe(403)
      expect((await poll(h, asked.device_code)).body.status).toBe('pending')
    },
  )

  it('refuses an approval without a session', async () => {
    const asked = await ask(h)
    const answer = await decide(h, '', asked.user_code, 'approve')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in'])
    expect((await poll(h, asked.device_code)).body.status).toBe('pending')
  })

  it('allows ten wrong codes, also at the same time, and right ones in between change nothing about that', async () => {
    const cookie = await newMember(h, 'guesser@example.com')
    const { user_code } = await ask(h)
    const open = (code: string) => page(`/connect?code=${code}`, cookie)
    for (let n = 0; n < 5; n++) expect((await open('BBBB-BBBB')).status).toBe(422)
    for (let n = 0; n < 12; n++) expect((await open(user_code)).status).toBe(200)
    const wrong = await Promise.all(Array.from({ length: 7 }, (_, n) => open(n % 2 ? 'BBBB-BBBB' : 'typo')))
    expect(wrong.map(({ status }) => status).sort()).toEqual([...Array(5).fill(422), 429, 429])
    const refused = await open(user_code)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    ahead = 16 * MINUTE_MS
    expect((await open((await ask(h)).user_code)).status).toBe(200)
  })

  it('lists the keys of the person, and ends only these', async () => {
    const cookie = await newMember(h, 'grace@example.com')
    const [own, other] = [await connect(cookie, { app: 'Sightline', computer: 'old-laptop' }), await connect(ada)]
    const text = await (await page('/connect', cookie)).text()
    expect(text).toContain('Sightline on old-laptop')
    expect(text).not.toContain(other.key_id)
    for (const end of [own.key_id, other.key_id]) {
      expect((await post(`${h.baseUrl}/connect`, { end }, { cookie })).status).toBe(303)
    }
    expect((await h.api('GET', '/organizations/me', { key: own.api_key })).status).toBe(401)
    expect((await h.api('GET', '/organizations/me', { key: other.api_key })).status).toBe(200)
  })
})

it('has entries in the audit log for the approval, the key and its end', async () => {
  const cookie = await newMember(h, 'audited@example.com', 'admin')
  const { key_id, api_key } = await connect(cookie)
  await post(`${h.baseUrl}/connect`, { end: key_id }, { cookie })
  const { body } = await h.api<AuditList>('GET', '/audit')
  expect(body.data.slice(0, 3)).toMatchObject([
    { action: 'apiKeys.delete', object: { key_id }, via: 'session', role: 'admin' },
    { action: 'deviceAuthorizations.token', object: { key_id }, via: 'session', role: 'admin' },
    { action: 'deviceAuthorizations.approve', via: 'session', role: 'admin' },
  ])
  expect(JSON.stringify(body)).not.toContain(api_key)
})

it('keeps neither codes nor the address in the clear', async () => {
  const asked = await ask(h)
  const db = await openPlatformDatabase(h.dataDir)
  const rows = JSON.stringify(await db.selectFrom('device_authorizations').selectAll().execute())
  await db.destroy()
  for (const secret of [asked.device_code, asked.user_code, asked.user_code.replace('-', ''), '127.0.0.1']) {
    expect(rows).not.toContain(secret)
  }
})

it('rejects a name that is too long for a key', async () => {
  const body = { app: 'Sightline', computer: 'x'.repeat(57) }
  expect((await h.api('POST', '/device-authorizations', { key: null, body })).status).toBe(422)
  const { name } = await connect(ada, { app: 'a'.repeat(40), computer: 'b'.repeat(56) })
  expect((await h.api('GET', '/organizations/me')).status).toBe(200)
  expect(name).toHaveLength(100)
})

it('leads to the page without a code too', async () => {
  const away = await page('/connect', '')
  const answer = await signIn(h, 'ada@example.com', cookieOf(away, 'sightline-return'))
  expect(answer.headers.get('location')).toBe('/connect')
})
