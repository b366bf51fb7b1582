/** Turning two-factor sign-in on and off on the account's pages, recovery codes, and the stored secrets. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPlatformDatabase, storedText } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { codeAt, cookieOf, firstOwner, OWNER, type Person, recoveryCodesOf } from '../../support/second-factor.ts'

const MINUTE = 60_000
const PAGE = '/account/second-factor'

let h: Harness
let now: Date
let ada: Person
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const turnOn = async (): Promise<{ key: string; recovery: string[] }> => {
  const key = await ada.setUp()
  const answer = await ada.change('turn-on', codeAt(key, now))
  later(MINUTE)
  return { key, recovery: recoveryCodesOf(await answer.text()) }
}
const isAsked = async () => (await ada.signIn()).headers.get('location') === '/sign-in/code'

beforeEach(async () => {
  now = new Date()
  h = await startHarness({ now: () => now })
  ada = await firstOwner(h)
})
afterEach(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

it('asks for no code while the key is set up, and shows the key as text and QR code', async () => {
  expect(await ada.page('/account')).toContain('Set up two-factor sign-in')
  const key = await ada.setUp()
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  const page = await ada.page(PAGE)
  expect(page).toContain('<svg')
  expect(page).toContain(key)
  expect(await isAsked()).toBe(false)
})

it('turns it on with password and code only, and ends the other sessions', async () => {
  const other = cookieOf(await ada.signIn())
  const key = await ada.setUp()
  const right = codeAt(key, now)
  expect((await ada.change('turn-on', right, 'not the password')).status).toBe(422)
  expect((await ada.change('turn-on', codeAt(key, new Date(now.getTime() - 10 * MINUTE)))).status).toBe(422)
  const foreign = { action: 'turn-on', code: right, password: 'correct horse' }
  expect((await ada.post(PAGE, foreign, ada.cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect([await ada.statusOf(other), await isAsked()]).toEqual([200, false])

  const answer = await ada.change('turn-on', right)
  expect([answer.status, new Set(recoveryCodesOf(await answer.text())).size]).toEqual([200, 10])
  expect([await ada.statusOf(ada.cookie), await ada.statusOf(other), await isAsked()]).toEqual([200, 401, true])
  const page = await ada.page(PAGE)
  expect([page.includes(key), recoveryCodesOf(page)]).toEqual([false, []])
})

it('replaces a key that is set up again, and discards one after an hour or when it is cancelled', async () => {
  const first = await ada.setUp()
  const second = await ada.setUp()
  expect((await ada.change('turn-on', codeAt(first, now))).status).toBe(422)
  later(61 * MINUTE)
  expect((await ada.change('turn-on', codeAt(second, now))).status).toBe(422)
  expect(await ada.page(PAGE)).not.toContain(second)
  const third = await ada.setUp()
  expect((await ada.post(PAGE, { action: 'cancel' })).headers.get('location')).toBe('/account')
  expect((await ada.change('turn-on', codeAt(third, now))).status).toBe(422)
  expect(await isAsked()).toBe(false)
})

it('keeps the key of two-factor sign-in that is on when it is to be set up or cancelled', async () => {
  const { key } = await turnOn()
  await ada.post(PAGE, { action: 'set-up' })
  await ada.post(PAGE, { action: 'cancel' })
  expect((await ada.giveCode(await ada.halfSignedIn(), codeAt(key, now))).status).toBe(303)
})

it('is turned off with password and code only', async () => {
  const { key, recovery } = await turnOn()
  const pending = await ada.halfSignedIn()
  expect((await ada.change('turn-off', codeAt(key, now), 'not the password')).status).toBe(422)
  expect((await ada.change('turn-off', 'ABCD-EFGH-IJKL-MNOP')).status).toBe(422)
  expect(await isAsked()).toBe(true)
  expect((await ada.change('turn-off', recovery[3] as string)).status).toBe(200)
  expect((await ada.giveCode(pending, codeAt(key, now))).status).toBe(410)
  expect(await isAsked()).toBe(false)
})

it('makes new recovery codes with password and code only, which replace the earlier ones', async () => {
  const { key, recovery } = await turnOn()
  expect((await ada.change('renew', codeAt(key, now), 'not the password')).status).toBe(422)
  expect((await ada.change('renew', '')).status).toBe(422)
  const renewed = recoveryCodesOf(await (await ada.change('renew', codeAt(key, now))).text())
  expect(renewed).toHaveLength(10)
  const statusWith = async (code: string) => (await ada.giveCode(await ada.halfSignedIn(), code)).status
  expect([await statusWith(recovery[0] as string), await statusWith(renewed[0] as string)]).toEqual([422, 303])
})

it('needs a session', async () => {
  for (const answer of [
    await fetch(`${h.baseUrl}${PAGE}`, { redirect: 'manual' }),
    await ada.post(PAGE, { action: 'set-up' }, ''),
  ]) {
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in'])
  }
})

it('has its texts in German', async () => {
  const headers = { cookie: ada.cookie, 'accept-language': 'de-DE,de;q=0.9' }
  await ada.post(PAGE, { action: 'set-up' })
  expect(await (await fetch(`${h.baseUrl}${PAGE}`, { headers })).text()).toContain('Scannen Sie diesen QR-Code')
})

it('stores neither the key nor recovery codes as they are', async () => {
  const { key, recovery } = await turnOn()
  const stored = [await storedText(h.dataDir, 'second_factors'), await storedText(h.dataDir, 'recovery_codes')].join()
  const plain = [key.replaceAll(' ', ''), ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))]
  expect(plain.filter((text) => stored.includes(text))).toEqual([])
  expect(stored).toContain('sealed:1:')
})

it('opens the key in the row of its person only', async () => {
  const { key, recovery } = await turnOn()
  const db = await openPlatformDatabase(h.dataDir)
  const other = '00000000-0000-7000-8000-000000000000'
  await db.updateTable('users').set({ email: 'earlier@example.com' }).execute()
  const person = { id: other, email: OWNER.email, full_name: OWNER.full_name, created_at: now.toISOString() }
  await db.insertInto('users').values(person).execute()
  for (const table of ['memberships', 'passwords', 'second_factors', 'recovery_codes'] as const) {
    await db.updateTable(table).set({ user_id: other }).execute()
  }
  await db.destroy()
  const statusWith = async (code: string) => (await ada.giveCode(await ada.halfSignedIn(), code)).status
  expect([await statusWith(codeAt(key, now)), await statusWith(recovery[0] as string)]).toEqual([422, 303])
})

it('starts with no other master key than the one that encrypted the key', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-second-factor-'))
  const served = await startHarness({ dataDir })
  await (await firstOwner(served)).setUp()
  await served.close()
  await expect(startHarness({ dataDir, masterKey: randomBytes(32).toString('hex') })).rejects.toThrow(
    /not the one that this database/,
  )
  rmSync(dataDir, { recursive: true })
})
