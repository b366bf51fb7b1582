/** The API reference at /docs, in the browser. */
import { expect, test } from '@playwright/test'
import { onDesktop } from './desktop.ts'
import { type ServedPlatform, servePlatform } from './served-platform.ts'

test.skip(onDesktop, 'the desktop app displays no API reference')

let platform: ServedPlatform
test.beforeAll(async () => {
  platform = await servePlatform()
})
test.afterAll(() => platform.stop())

test('the reference displays every group and calls the API, without errors and without other hosts', async ({
  page,
}) => {
  const problems: string[] = []
  const hosts = new Set<string>()
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol !== 'data:') hosts.add(host)
  })

  await page.goto(`${platform.baseUrl}/docs`)
  await expect(page.getByRole('heading', { name: /Sightline/ })).toBeVisible()
  for (const group of ['workflows', 'datasets', 'tasks', 'tools']) {
    await expect(page.getByRole('link', { name: group, exact: true })).toBeVisible()
  }

  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const key = page.locator('.auth-container').filter({ hasText: /X-API-Key/i })
  await key.getByRole('textbox').fill(platform.ownerKey)
  await key.getByRole('button', { name: 'Apply credentials' }).click()
  await key.getByRole('button', { name: 'Close' }).click()
  await page.locator('#operations-tag-tasks').click()
  await page.getByText('List tasks, newest first').click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table tbody .response-col_status')).toContainText('200')

  expect(problems).toEqual([])
  expect([...hosts]).toEqual([new URL(platform.baseUrl).host])
})
