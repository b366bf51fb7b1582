/** The change of a password on the account's page. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../support/harness.ts'

const OWNER = { full_name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }

let h: Harness
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  })
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
const signIn = (password: string) => post(`${h.baseUrl}/sign-in`, { email: OWNER.email, password })
const change = (cookie: string, old_password: string, new_password: string, headers = {}) =>
  post(`${h.baseUrl}/account`, { old_password, new_password }, { cookie, ...headers })
const statusOf = async (cookie: string) =>
  (await h.api('GET', '/organizations/me', { key: null, headers: { cookie } })).status

let first = ''
beforeEach(async () => {
  h = await startHarness()
  first = cookieOf(await post((await h.platform.firstOwnerLink()) ?? '', OWNER))
})
afterEach(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

it('rejects a wrong old password, a bad new one and another site, and changes nothing', async () => {
  const wrong = await change(first, 'not the password', 'battery staple')
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('The password was not changed.')])
  expect((await change(first, OWNER.password, 'short')).status).toBe(422)
  expect((await change(first, OWNER.password, OWNER.email)).status).toBe(422)
  const foreign = await change(first, OWNER.password, 'battery staple', { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
  const signedOut = await change('', OWNER.password, 'battery staple')
  expect([signedOut.status, signedOut.headers.get('location')]).toEqual([303, '/sign-in'])
  expect((await signIn(OWNER.password)).status).toBe(303)
})

it('changes the password, keeps this session and ends the others', async () => {
  const other = cookieOf(await signIn(OWNER.password))
  expect(await statusOf(other)).toBe(200)
  const changed = await change(first, OWNER.password, 'battery staple')
  expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining('The password was changed')])
  expect([await statusOf(first), await statusOf(other)]).toEqual([200, 401])
  expect((await signIn(OWNER.password)).status).toBe(422)
  expect((await signIn('battery staple')).status).toBe(303)
})

it('counts wrong old passwords as attempts to sign in', async () => {
  const attempts = []
  for (let n = 0; n < 11; n++) attempts.push((await change(first, 'not the password', 'another new one')).status)
  expect(attempts).toEqual([...Array(10).fill(422), 429])
  expect((await signIn(OWNER.password)).status).toBe(429)
  expect(await statusOf(first)).toBe(200)
})

it('begins no session with a password that is changed while it is checked', async () => {
  for (let n = 0; n < 5; n++) {
    const [before, after] = n % 2 ? ['battery staple', OWNER.password] : [OWNER.password, 'battery staple']
    const [entered, changed] = await Promise.all([signIn(before), change(first, before, after)])
    expect(changed.status).toBe(200)
    const session = cookieOf(entered)
    if (session !== '') expect(await statusOf(session)).toBe(401)
  }
})
