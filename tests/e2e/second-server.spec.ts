/**
 * A second Sightline server: added by a key or by signing in, used for a run, watched through its notifications, lost, and left
 * again.
 */
import type { Page } from '@playwright/test'
import { createClient } from '../../src/client/client.ts'
import { axeFinds } from './axe.ts'
import { demoClip } from './footage.ts'
import { type ServedPlatform, servePlatform } from './served-platform.ts'
import { startDemoRun } from './served-runs.ts'
import type { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

const OWNER = { full_name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }

/** Each test adds it by a name of its own. */
let served: ServedPlatform
test.beforeAll(async () => {
  served = await servePlatform()
  const headers = { 'sec-fetch-site': 'same-origin' }
  const body = new URLSearchParams(OWNER)
  const made = await fetch(served.ownerLink, { method: 'POST', redirect: 'manual', headers, body })
  expect(made.status).toBe(303)
})
test.afterAll(() => served.stop())

const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity', exact: true })
/** Runs take long on a busy machine. */
const counts = (page: Page, unread: string) => expect(bell(page)).toHaveText(unread, { timeout: 120_000 })
const rows = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')

async function connect(studio: Studio, page: Page): Promise<void> {
  await studio.goTo('/settings')
  await page.getByRole('button', { name: 'Add server' }).click()
  const form = page.getByRole('form', { name: 'Server' })
  await form.getByLabel('Name').fill('Warehouse')
  await form.getByLabel('Address').fill(served.baseUrl)
  await form.getByText('API key', { exact: true }).click()
  await form.getByRole('textbox', { name: 'API key' }).fill(served.ownerKey)
  await form.getByRole('button', { name: 'Save server' }).click()
  await page.getByRole('button', { name: 'Use Warehouse' }).click()
  await expect(page.getByRole('button', { name: 'Use This computer' })).toBeVisible()
}

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

test('a server is added, tested and used for a run with an uploaded video, and left again', async ({
  studio,
  page,
}) => {
  await studio.goTo('/settings')
  await page.getByRole('button', { name: 'Add server' }).click()
  const form = page.getByRole('form', { name: 'Server' })
  await form.getByLabel('Name').fill('Workshop')
  await form.getByLabel('Address').fill('127.0.0.1:59999')
  await form.getByText('API key', { exact: true }).click()
  await form.getByRole('textbox', { name: 'API key' }).fill('pk_live_wrong')
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('alert')).toContainText('No program listens at http://127.0.0.1:59999.')
  await form.getByLabel('Address').fill(served.baseUrl)
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('alert')).toContainText('This API key is not known')
  await form.getByRole('textbox', { name: 'API key' }).fill(served.ownerKey)
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('status')).toContainText('with the role owner')
  await form.getByRole('button', { name: 'Save server' }).click()
  await page.getByRole('button', { name: 'Use Workshop' }).click()
  await expect(page.getByRole('button', { name: 'Use This computer' })).toBeVisible()

  await studio.goTo('/')
  await studio.openDemoTemplate()
  const source = studio.block('Street crossing')
  await studio.select(source)
  await studio.chooseVideo(await demoClip('Uploaded.mp4', 2))
  await expect(studio.settings()).toContainText('Uploaded.mp4')
  await studio.lookAtFramesPerSecond(source, 5)
  await studio.pressRun()
  await studio.runEnds()
  await studio.openResults()
  await expect(page.getByRole('table', { name: 'Main road' })).toBeVisible()
  const results = page.url()

  // A server that goes away: the banner offers to try again, and the page reads everything again by itself.
  await served.end()
  await expect(page.getByRole('alert').filter({ hasText: 'Workshop' })).toBeVisible({ timeout: 60_000 })
  await served.startAgain()
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Workshop' })).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Main road' })).toBeVisible()
  const played = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)
  await page.reload()
  expect(page.url()).toBe(results)
  await expect.poll(played).toBeGreaterThan(0)

  await studio.goTo('/settings')
  await page.getByRole('button', { name: 'Use This computer' }).click()
  await expect(page.getByRole('button', { name: 'Use Workshop' })).toBeVisible()
  await studio.goTo('/')
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
  await studio.goTo('/runs')
  await expect(page.getByText('No runs yet')).toBeVisible()
})

test('notifications of a server are counted, opened, marked and deleted, and listed again after it was down', async ({
  page,
  studio,
}) => {
  const client = createClient({ baseUrl: served.baseUrl, apiKey: served.ownerKey })
  for (const { id } of (await client.notifications.list()).notifications)
    await client.notifications.delete({ params: { notification_id: id } })
  await connect(studio, page)
  await studio.go('Activity')
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await counts(page, '')
  expect(await axeFinds(page)).toEqual([])

  const first = await startDemoRun(served, 'Day')
  await counts(page, '1')
  await expect(bell(page)).toHaveAttribute('aria-description', '1 unread notification')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('A run of “Day” has completed.')
  await expect(rows(page)).toContainText('Unread')
  expect(await axeFinds(page)).toEqual([])
  await rows(page).getByRole('link', { name: 'Run completed' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`#/runs/${first}$`))
  await counts(page, '')

  await startDemoRun(served, 'Evening')
  await startDemoRun(served, 'Night')
  await counts(page, '2')
  await studio.command('activity', 'Go to activity')
  await expect(rows(page)).toHaveCount(3)
  await page.getByText('Unread only', { exact: true }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('Everything is read')).toBeVisible()
  await counts(page, '')
  expect(await axeFinds(page)).toEqual([])
  await page.getByText('All', { exact: true }).click()
  await expect(rows(page)).toHaveCount(3)

  const night = rows(page).filter({ hasText: 'Night' })
  await night.getByRole('button', { name: /^Delete: Run completed/ }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveCount(3)
  await night.getByRole('button', { name: /^Delete: Run completed/ }).click()
  await studio.saysThat(/deleted/i)
  await expect.poll(async () => (await client.notifications.list()).notifications.length).toBe(2)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)

  await served.end()
  await page.reload()
  const failure = page.getByRole('alert').filter({ hasText: 'The notifications could not be loaded' })
  await expect(failure).toBeVisible({ timeout: 60_000 })
  await served.startAgain()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(2)
  await startDemoRun(served, 'Morning')
  await counts(page, '1')
  await expect(rows(page)).toHaveCount(3)

  await studio.goTo('/settings')
  await page.getByRole('button', { name: 'Use This computer' }).click()
  await expect(page.getByRole('button', { name: 'Use Warehouse' })).toBeVisible()
  await counts(page, '')
})

test('a server is added by signing in, used, and signed in to again after its key was revoked', async ({
  studio,
  page,
  browser,
}) => {
  await api('/developer/workflows/', 'POST', { name: 'Counted on the server', template_key: 'count-at-a-line' })
  const theirs = await browser.newContext()
  const person = await theirs.newPage()
  await studio.goTo('/settings')
  await page.getByRole('button', { name: 'Add server' }).click()
  const form = page.getByRole('form', { name: 'Server' })
  await form.getByLabel('Name').fill('Harbour')
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
  await page.getByRole('button', { name: 'Use Harbour' }).click()
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
  await page.getByRole('button', { name: 'Sign in to Harbour again' }).click()
  await form.getByRole('button', { name: 'Sign in again' }).click()
  await person.goto((await codeOf(page)).url)
  await person.getByRole('button', { name: 'Approve' }).click()
  await expect(person.getByRole('heading', { name: 'The app is signed in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Harbour' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await studio.goTo('/')
  await expect(page.getByText('Counted on the server').first()).toBeVisible()

  // Deleting the connection revokes its key on the server.
  const keys = async () => ((await (await api('/api-keys/')).json()) as { name: string }[]).map(({ name }) => name)
  expect(await keys()).toContainEqual(expect.stringMatching(/^Sightline on /))
  await studio.goTo('/settings')
  await page.getByRole('button', { name: 'Use This computer' }).click()
  await page.getByRole('button', { name: 'Delete Harbour' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Use Harbour' })).toHaveCount(0)
  await expect.poll(keys).not.toContainEqual(expect.stringMatching(/^Sightline on /))
  await theirs.close()
})
