/** The activity on a second server: its bell counts runs that ended there, through a loss of the server. */
import type { Page } from '@playwright/test'
import { createClient } from '../../src/client/client.ts'
import { axeFinds } from './axe.ts'
import { type ServedPlatform, servePlatform } from './served-platform.ts'
import { startDemoRun } from './served-runs.ts'
import type { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

let served: ServedPlatform
test.beforeAll(async () => {
  served = await servePlatform()
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
  await form.getByLabel('Name').fill('Workshop')
  await form.getByLabel('Address').fill(served.baseUrl)
  await form.getByText('API key', { exact: true }).click()
  await form.getByRole('textbox', { name: 'API key' }).fill(served.ownerKey)
  await form.getByRole('button', { name: 'Save server' }).click()
  await page.getByRole('button', { name: 'Use Workshop' }).click()
  await expect(page.getByRole('button', { name: 'Use This computer' })).toBeVisible()
}

test('notifications of a server are counted, opened, marked and deleted, and listed again after it was down', async ({
  page,
  studio,
}) => {
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
  const client = createClient({ baseUrl: served.baseUrl, apiKey: served.ownerKey })
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
  await expect(page.getByRole('button', { name: 'Use Workshop' })).toBeVisible()
  await counts(page, '')
})
