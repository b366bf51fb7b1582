/** The Studio is signed in to a second server: approved there in another browser, used, declined, and signed in again. */
import type { Page } from '@playwright/test'
import { axeFinds } from './axe.ts'
import { type ServedPlatform, servePlatform } from './served-platform.ts'
import { expect, test } from './studio-test.ts'

const OWNER = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }

let served: ServedPlatform
test.beforeAll(async () => {
  served = await servePlatform()
})
test.afterAll(() => served.stop())

const api = (path: string, method = 'GET', body?: unknown) =>
  fetch(`${served.baseUrl}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': served.ownerKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** The code that the form displays, and the address of its button. */
async function codeOf(page: Page): Promise<{ code: string; url: string }> {
  const form = page.getByRole('form', { name: 'Server' })
  const open = form.getByRole('link', { name: 'Open the page of the server' })
  await expect(open).toBeVisible()
  return { code: String(await form.locator('output').textContent()), url: String(await open.getAttribute('href')) }
}

test('a server is added by signing in, used, and signed in to again after its key was revoked', async ({
  studio,
  page,
  browser,
}) => {
  await api('/developer/workflows/', 'POST', { name: 'Counted on the server', template_key: 'count-at-a-line' })
  const theirs = await browser.newContext()
  const person = await theirs.newPage()
  await person.goto(served.ownerLink)
  await person.getByLabel('Your name').fill(OWNER.name)
  await person.getByLabel('E-mail address').fill(OWNER.email)
  await person.getByLabel(/^Password/).fill(OWNER.password)
  await person.getByRole('button', { name: 'Create account' }).click()
  await expect(person).toHaveURL(`${served.baseUrl}/`)
  await theirs.clearCookies()

  await studio.goTo('/settings')
  await page.getByRole('button', { name: 'Add server' }).click()
  const form = page.getByRole('form', { name: 'Server' })
  await form.getByLabel('Name').fill('Workshop')
  await form.getByLabel('Address').fill('127.0.0.1:59999')
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(form.getByRole('alert')).toContainText('No program listens at http://127.0.0.1:59999.')
  expect(await axeFinds(page)).toEqual([])

  await form.getByLabel('Address').fill(served.baseUrl)
  const opened = page.context().waitForEvent('page')
  await form.getByRole('button', { name: 'Sign in' }).click()
  const { code, url } = await codeOf(page)
  await expect(form.getByText(/^Waiting for approval, 9:\d\d left$/)).toBeVisible()
  expect((await opened).url()).toContain('127.0.0.1')
  await page.bringToFront()
  expect(await axeFinds(page)).toEqual([])
  await form.getByRole('button', { name: 'Stop signing in' }).click()
  await expect(form.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(async () => (await codeOf(page)).code).not.toBe(code)
  expect(url).toContain(code)

  // The person declines, after signing in on the way.
  const first = await codeOf(page)
  await person.goto(first.url)
  await person.getByLabel('E-mail address').fill(OWNER.email)
  await person.getByLabel('Password').fill(OWNER.password)
  await person.getByRole('button', { name: 'Sign in' }).click()
  await expect(person.getByText(first.code)).toBeVisible()
  await expect(person.getByText(/^Sightline on .+ asks to be signed in as you\.$/)).toBeVisible()
  expect(await axeFinds(person)).toEqual([])
  await person.getByRole('button', { name: 'Decline' }).click()
  await expect(person.getByRole('heading', { name: 'The app was not signed in' })).toBeVisible()
  await expect(form.getByRole('alert')).toContainText('The sign-in was declined')

  await form.getByRole('button', { name: 'Sign in' }).click()
  const second = await codeOf(page)
  await person.goto(`${served.baseUrl}/connect`)
  await person.getByLabel('Code').fill(second.code.toLowerCase())
  await person.getByRole('button', { name: 'Continue' }).click()
  await person.getByRole('button', { name: 'Approve' }).click()
  await expect(person.getByRole('heading', { name: 'The app is signed in' })).toBeVisible()
  await expect(page.getByText('Connected to My organization with the role owner.')).toBeVisible()
  await page.getByRole('button', { name: 'Use Workshop' }).click()
  await expect(page.getByRole('button', { name: 'Use This computer' })).toBeVisible()
  await studio.goTo('/')
  await expect(page.getByText('Counted on the server').first()).toBeVisible()

  // Revoked on the server, the connection is signed in to again.
  await person.goto(`${served.baseUrl}/connect`)
  await person.getByRole('button', { name: /^End Sightline on / }).click()
  await expect(person.getByText('Your connected apps and keys')).toHaveCount(0)
  await studio.goTo('/runs')
  const banner = page.getByRole('alert').filter({ hasText: 'The server no longer accepts the sign-in of this app' })
  await expect(banner).toBeVisible()
  await banner.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign in to Workshop again' }).click()
  await form.getByRole('button', { name: 'Sign in again' }).click()
  await person.goto((await codeOf(page)).url)
  await person.getByRole('button', { name: 'Approve' }).click()
  await expect(person.getByRole('heading', { name: 'The app is signed in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Workshop' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await studio.goTo('/')
  await expect(page.getByText('Counted on the server').first()).toBeVisible()

  // Deleting the connection revokes its key on the server.
  const keys = async () => ((await (await api('/api-keys/')).json()) as { name: string }[]).map(({ name }) => name)
  expect(await keys()).toContainEqual(expect.stringMatching(/^Sightline on /))
  await studio.goTo('/settings')
  await page.getByRole('button', { name: 'Use This computer' }).click()
  await page.getByRole('button', { name: 'Delete Workshop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Use Workshop' })).toHaveCount(0)
  await expect.poll(keys).not.toContainEqual(expect.stringMatching(/^Sightline on /))
  await theirs.close()
})
