/** The provider, and links of the administrator, for a person with two-factor sign-in. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAdministration } from '../../../../src/platform/work/administration/administration.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../../../setup/openid-provider.ts'
import { databaseFor } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { openBrowser, type PageBrowser } from '../../support/page-browser.ts'
import { codeAt, firstOwner, OWNER } from '../../support/second-factor.ts'

let h: Harness
let provider: TestOpenIdProvider
/** With a session of the person. */
let own: PageBrowser

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

beforeAll(async () => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  provider = await startOpenIdProvider(`${publicUrl}/sign-in/openid/callback`)
  h = await startHarness({ port, publicUrl, openId: provider.options })
  const ada = await firstOwner(h)
  own = openBrowser(h)
  const [name = '', value = ''] = ada.cookie.split('=')
  own.cookies.set(name, value)
  await throughProvider(own, '/account/openid')
  const key = await ada.setUp()
  expect((await ada.change('turn-on', codeAt(key, new Date()))).status).toBe(200)
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
  await provider.close()
})

async function throughProvider(browser: PageBrowser, form: string) {
  const left = await browser.post(form, {})
  return browser.get(await provider.signIn(left.headers.get('refresh')?.slice('0; url='.length) ?? '', 'ada'))
}

it('asks for no code after the provider, which is responsible for a second factor', async () => {
  const browser = openBrowser(h)
  const answer = await throughProvider(browser, '/sign-in/openid')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account'])
  expect(await browser.status()).toBe(200)
})

it('asks for a code after the password, and after a link of the administrator', async () => {
  const database = await databaseFor(h.dataDir)
  const admin = await openAdministration({ dataDir: h.dataDir, now: () => new Date(), ...(database && { database }) })
  const link = await admin.signInLink(OWNER.email)
  await admin.close()
  const forms = [() => openBrowser(h).post('/sign-in', OWNER), () => openBrowser(h).post(link, {})]
  for (const send of forms) {
    const answer = await send()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in/code'])
  }
})
