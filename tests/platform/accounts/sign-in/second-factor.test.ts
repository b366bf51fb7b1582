/** Signing in with a code after the password: once for each code, for five minutes, and with few guesses. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSessions } from '../../../../src/platform/accounts/sign-in/sessions.ts'
import { openPlatformDatabase, storedText } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { codeAt, cookieOf, firstOwner, OWNER, type Person, recoveryCodesOf } from '../../support/second-factor.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

let h: Harness
let now: Date
let ada: Person
/** The key in the authenticator app. */
let key = ''
let recovery: string[] = []
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const code = (offsetMs = 0) => codeAt(key, new Date(now.getTime() + offsetMs))
/** Another code than those that are right now. */
const wrongCode = () => {
  const right = [-60, -30, 0, 30, 60].map((s) => code(s * SECOND))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((c) => !right.includes(c)) as string
}
const signsIn = async (given: string) => (await ada.giveCode(await ada.halfSignedIn(), given)).status

beforeEach(async () => {
  now = new Date()
  h = await startHarness({ now: () => now })
  ada = await firstOwner(h)
  key = await ada.setUp()
  recovery = recoveryCodesOf(await (await ada.change('turn-on', code())).text())
  later(MINUTE)
})
afterEach(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

it('asks for a code after the password, and begins the session with it', async () => {
  const answer = await ada.signIn()
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in/code'])
  expect(answer.headers.get('set-cookie')).toMatch(
    /^sightline-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=300$/,
  )
  const pending = cookieOf(answer)
  expect(await ada.page('/sign-in/code', pending)).toContain('Enter a code')
  const entered = await ada.giveCode(pending, code())
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/account'])
  expect(await ada.statusOf(cookieOf(entered))).toBe(200)
  expect(await ada.page('/account', cookieOf(entered))).toContain('10 recovery codes are left')
})

it('signs in after the clock was set back by a day, and accepts each code once then too', async () => {
  expect(await signsIn(code())).toBe(303)
  later(-DAY)
  expect(await signsIn(code())).toBe(303)
  expect(await signsIn(code())).toBe(422)
})

it('shows the same page for a wrong password with two-factor sign-in as without it', async () => {
  const answer = await ada.signIn('not the password')
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('Address or password is wrong.')])
  expect(answer.headers.get('set-cookie')).toBeNull()
})

it('opens nothing with a sign-in that waits for its code', async () => {
  const pending = await ada.halfSignedIn()
  const token = pending.slice(pending.indexOf('=') + 1)
  for (const cookie of [pending, `sightline-session=${token}`]) {
    expect(await ada.statusOf(cookie)).toBe(401)
    const account = await fetch(`${h.baseUrl}/account`, { redirect: 'manual', headers: { cookie } })
    expect([account.status, account.headers.get('location')]).toEqual([303, '/sign-in'])
  }
  expect((await ada.giveCode(ada.cookie, code())).status).toBe(410)
  expect(await storedText(h.dataDir, 'pending_sign_ins')).not.toContain(token)
})

it('accepts a code with a space, and one of the step before or after', async () => {
  expect(await signsIn(code().replace(/^.../, '$& '))).toBe(303)
  later(2 * MINUTE)
  expect(await signsIn(code(-30 * SECOND))).toBe(303)
  later(2 * MINUTE)
  expect(await signsIn(code(30 * SECOND))).toBe(303)
  later(4 * MINUTE)
  expect([await signsIn(code(-60 * SECOND)), await signsIn(code(60 * SECOND))]).toEqual([422, 422])
})

it('accepts no code twice, and none of an earlier step', async () => {
  const used = code()
  const earlier = code(-30 * SECOND)
  expect([await signsIn(used), await signsIn(used), await signsIn(earlier)]).toEqual([303, 422, 422])
  later(30 * SECOND)
  expect([await signsIn(used), await signsIn(code())]).toEqual([422, 303])
})

it('does not accept the code with which two-factor sign-in was turned on', async () => {
  later(-MINUTE)
  expect(await signsIn(code())).toBe(422)
})

it.each(['a code of the app', 'a recovery code'])('accepts %s from one of two simultaneous sign-ins', async (kind) => {
  const given = kind === 'a recovery code' ? (recovery[0] as string) : code()
  const waiting = [await ada.halfSignedIn(), await ada.halfSignedIn()]
  const answers = await Promise.all(waiting.map((pending) => ada.giveCode(pending, given)))
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
})

it('accepts each recovery code once, however it is written', async () => {
  const [first = '', second = ''] = recovery
  expect(recovery).toHaveLength(10)
  expect([await signsIn(first), await signsIn(first)]).toEqual([303, 422])
  expect(await signsIn(` ${second.toLowerCase().replaceAll('-', ' ')} `)).toBe(303)
  expect(await ada.page('/account')).toContain('8 recovery codes are left')
})

it('ends a sign-in that waits for its code after five minutes, and with its code', async () => {
  const [slow, used] = [await ada.halfSignedIn(), await ada.halfSignedIn()]
  expect((await ada.giveCode(used, code())).status).toBe(303)
  later(MINUTE)
  expect((await ada.giveCode(used, code())).status).toBe(410)
  later(4 * MINUTE)
  const late = await ada.giveCode(slow, code())
  expect([late.status, await late.text()]).toEqual([410, expect.stringContaining('within five minutes')])
  const page = await fetch(`${h.baseUrl}/sign-in/code`, { redirect: 'manual', headers: { cookie: slow } })
  expect([page.status, page.headers.get('location')]).toEqual([303, '/sign-in'])
})

it('ends a sign-in that waits for its code when the password is changed, which keeps two-factor sign-in', async () => {
  const pending = await ada.halfSignedIn()
  later(SECOND)
  const passwords = { old_password: OWNER.password, new_password: 'battery staple' }
  expect((await ada.post('/account', passwords)).status).toBe(200)
  expect((await ada.giveCode(pending, code())).status).toBe(410)
  const answer = await ada.signIn('battery staple')
  expect(answer.headers.get('location')).toBe('/sign-in/code')
  expect((await ada.giveCode(cookieOf(answer), code())).status).toBe(303)
})

it('refuses a code from a page of another site', async () => {
  const pending = await ada.halfSignedIn()
  expect((await ada.giveCode(pending, code(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await ada.giveCode(pending, code())).status).toBe(303)
})

it('counts codes as attempts to sign in, also when the password is right each time', async () => {
  const statuses = []
  for (let n = 0; n < 6; n++) {
    const answer = await ada.signIn()
    statuses.push(answer.status)
    if (answer.status === 303) statuses.push((await ada.giveCode(cookieOf(answer), wrongCode())).status)
  }
  expect(statuses).toEqual([303, 422, 303, 422, 303, 422, 303, 422, 303, 422, 429])
})

it('accepts 20 guesses of codes a day from a person who knows the password', async () => {
  const statuses: number[] = []
  while (statuses.length < 22) {
    later(16 * MINUTE)
    const pending = await ada.halfSignedIn()
    for (let n = 0; n < 8; n++) statuses.push((await ada.giveCode(pending, wrongCode())).status)
  }
  expect(statuses).toEqual([...Array(20).fill(422), ...Array(4).fill(429)])
  later(16 * MINUTE)
  const right = await ada.giveCode(await ada.halfSignedIn(), code())
  expect([right.status, await right.text()]).toEqual([429, expect.stringContaining('Try again in 24 hours.')])
  later(DAY)
  expect(await signsIn(code())).toBe(303)
})

it('forgets wrong codes after a right one', async () => {
  for (let n = 0; n < 5; n++) {
    const pending = await ada.halfSignedIn()
    for (let guess = 0; guess < 6; guess++) expect((await ada.giveCode(pending, wrongCode())).status).toBe(422)
    expect((await ada.giveCode(pending, code())).status).toBe(303)
    later(MINUTE)
  }
})

it('lets a person in with a recovery code whose key can’t be decrypted', async () => {
  const db = await openPlatformDatabase(h.dataDir)
  await db.updateTable('second_factors').set({ secret: 'sealed:1:damaged' }).execute()
  await db.destroy()
  expect([await signsIn(code()), await signsIn(recovery[0] as string)]).toEqual([422, 303])
})

it('begins no session with a password that was checked before two-factor sign-in was turned on', async () => {
  const db = await openPlatformDatabase(h.dataDir)
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const sessions = createSessions(
    db,
    () => now,
    () => undefined,
  )
  const begin = async () =>
    (await sessions.begin(id, { way: 'password', userAgent: 'A browser', address: '127.0.0.1' }, now)) !== null
  expect(await begin()).toBe(false)
  expect((await ada.change('turn-off', code())).status).toBe(200)
  expect(await begin()).toBe(true)
  await db.destroy()
})
