/** Signing a browser in to the Studio, and out of it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onDesktop } from './desktop.ts'
import { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

test.skip(onDesktop, 'no browser signs in to the desktop app')

test('the page opened by the start command signs the browser in, once', async ({ page, host, browser }) => {
  const entry = join(host.dataDir, 'open-sightline.html')
  const copy = join(host.dataDir, 'copy.html')
  writeFileSync(copy, readFileSync(entry))
  await page.goto(pathToFileURL(entry).href)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(page.url()).not.toContain('token')
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await other.goto(pathToFileURL(copy).href)
  await expect(other.getByRole('heading', { name: 'Sightline asks for a new address' })).toBeVisible()
  // The signed-in browser may open it again.
  await page.goto(pathToFileURL(copy).href)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await other.context().close()
})

test('another browser signs in with an address from the settings, and out with a button there', async ({
  page,
  studio,
  browser,
}) => {
  await studio.go('Settings')
  await page.getByRole('button', { name: 'Create address' }).click()
  const link = await page.getByRole('textbox', { name: 'Address for another browser' }).inputValue()
  const other = await (await browser.newContext()).newPage()
  await new Studio(other).open(link)

  await page.reload()
  await page.getByRole('button', { name: 'Sign out other browsers' }).click()
  await expect(page.getByText('No other browser is signed in.')).toBeVisible()
  await expect(other.getByRole('alert').filter({ hasText: 'This browser is signed out' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'This browser is signed out' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This browser is signed out' })).toBeVisible()
  await other.context().close()
})

test('a signed-out page reconnects when another tab has signed in', async ({ page, host, studio }) => {
  await studio.go('Settings')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const banner = page.getByRole('alert').filter({ hasText: 'This browser is signed out' })
  await expect(banner).toBeVisible()
  const tab = await page.context().newPage()
  await new Studio(tab).open(host.url)
  await expect(banner).toHaveCount(0)
})
