/** The administrator's one-time link that signs a person in. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Administration, openAdministration } from '../../../../src/platform/work/administration/administration.ts'
import type { AuditList } from '../../../../src/shared/api/audit.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../../../setup/openid-provider.ts'
import { databaseFor, storedText } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { openBrowser, PUBLIC_URL } from '../../support/page-browser.ts'
import { inviteTo } from '../../support/people.ts'

let h: Harness
let admin: Administration
let provider: TestOpenIdProvider
let now = new Date()

beforeAll(async () => {
  provider = await startOpenIdProvider(`${PUBLIC_URL}/sign-in/openid/callback`)
  h = await startHarness({ now: () => now, publicUrl: PUBLIC_URL, openId: provider.options })
  const database = await databaseFor(h.dataDir)
  admin = await openAdministration({ dataDir: h.dataDir, now: () => now, ...(database && { database }) })
  await join('ada@example.com')
})
afterEach(() => {
  now = new Date()
})
afterAll(async () => {
  await admin.close()
  expect(h.logged).toEqual([])
  await h.close()
  await provider.close()
})

/** Adds a member without a password. */
async function join(email: string): Promise<void> {
  await inviteTo(h, email)
  const { body } = await h.api<{ text: string; to: string }[]>('GET', '/organizations/outbox')
  const [link = ''] = /https:\S+/.exec(body.find(({ to }) => to === email)?.text ?? '') ?? []
  await openBrowser(h).post(link, { answer: 'accept', full_name: 'Ada Lovelace' })
}

it('signs the person in once, also when two browsers use it at the same time', async () => {
  const link = await admin.signInLink(' Ada@Example.com ')
  for (let n = 0; n < 2; n++) {
    const page = await openBrowser(h).get(link)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<button>Sign in as Ada Lovelace</button>')])
  }
  const browsers = [openBrowser(h), openBrowser(h)]
  const answers = await Promise.all(browsers.map((browser) => browser.post(link, {})))
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 410])
  expect((await Promise.all(browsers.map((browser) => browser.status()))).sort()).toEqual([200, 401])
  expect((await openBrowser(h).get(link)).status).toBe(410)
})

it('is over after 15 minutes, after a newer link and after a new password', async () => {
  const open = async (link: string) => (await openBrowser(h).get(link)).status
  const first = await admin.signInLink('ada@example.com')
  const second = await admin.signInLink('ada@example.com')
  expect([await open(first), await open(second)]).toEqual([410, 200])
  now = new Date(Date.now() + 15 * 60_000 + 1)
  expect(await open(second)).toBe(410)
  expect((await openBrowser(h).post(second, {})).status).toBe(410)
  await join('paul@example.com')
  const third = await admin.signInLink('paul@example.com')
  await admin.resetPassword('paul@example.com')
  expect(await open(third)).toBe(410)
})

it('is refused to the form of another site', async () => {
  const link = await admin.signInLink('ada@example.com')
  expect((await openBrowser(h).post(link, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await openBrowser(h).get(link)).status).toBe(200)
})

it('is stored as a hash, has its entry in the audit log, and is made for members only', async () => {
  const link = await admin.signInLink('ada@example.com')
  expect(await storedText(h.dataDir, 'sign_in_links')).not.toContain(link.split('/').at(-1))
  const { body } = await h.api<AuditList>('GET', '/audit?action=signInLink.create&limit=1')
  expect(body.data).toMatchObject([{ via: 'commandLine', object: { user_id: expect.any(String) } }])
  await expect(admin.signInLink('nobody@example.com')).rejects.toThrow('No member has the address nobody@example.com.')
})

it('lets a person without a password link an account, which can then not be unlinked', async () => {
  await join('mary@example.com')
  const browser = openBrowser(h)
  await browser.post(await admin.signInLink('mary@example.com'), {})
  const left = await browser.post('/account/openid', {})
  await browser.get(await provider.signIn(left.headers.get('refresh')?.slice('0; url='.length) ?? '', 'mary'))
  const answer = await browser.post('/account/openid', { change: 'unlink' })
  expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('You have no password')])
  expect((await browser.get('/account')).text).toContain('Unlink Example ID')
})
