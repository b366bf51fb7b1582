/** A person links an account at an OpenID Connect provider, and signs in with it afterwards. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { startOpenIdProvider } from '../setup/openid-provider.ts'
import { axeFinds } from './axe.ts'
import { servePlatform } from './served-platform.ts'
import { expect, test } from './studio-test.ts'

/** The provider knows the address of the server before it starts. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** On the provider's own page. */
async function confirm(page: Page, account: string): Promise<void> {
  await page.getByLabel('Account').fill(account)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a person links an account at a provider and signs in to the Studio with it', async ({ page, browser }) => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const provider = await startOpenIdProvider(`${publicUrl}/sign-in/openid/callback`)
  const served = await servePlatform(['--port', String(port), '--public-url', publicUrl], {
    SIGHTLINE_OIDC_ISSUER: provider.options.issuer,
    SIGHTLINE_OIDC_CLIENT_ID: provider.options.clientId,
    SIGHTLINE_OIDC_CLIENT_SECRET: provider.options.clientSecret,
    SIGHTLINE_OIDC_NAME: provider.options.name,
  })
  const stranger = await browser.newContext()
  try {
    await page.goto(served.ownerLink)
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel(/^Password/).fill('correct horse')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(`${publicUrl}/`)

    await page.goto(`${publicUrl}/account`)
    await page.getByRole('button', { name: 'Link Example ID' }).click()
    await confirm(page, 'ada')
    await expect(page).toHaveURL(`${publicUrl}/account`)
    await expect(page.getByRole('button', { name: 'Unlink Example ID' })).toBeVisible()
    expect(await axeFinds(page, { practices: true })).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeFinds(page, { practices: true })).toEqual([])

    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(`${publicUrl}/sign-in`)
    expect(await axeFinds(page, { practices: true })).toEqual([])
    // The provider still knows the person, and asks for nothing.
    await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
    await expect(page).toHaveURL(`${publicUrl}/`)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

    const theirs = await stranger.newPage()
    await theirs.goto(`${publicUrl}/sign-in`)
    await theirs.getByRole('button', { name: 'Sign in with Example ID' }).click()
    await confirm(theirs, 'eve')
    await expect(theirs.getByRole('alert')).toContainText('is not linked to a person here')
    expect(await axeFinds(theirs, { practices: true })).toEqual([])
    await theirs.getByLabel('E-mail address').fill('ada@example.com')
    await theirs.getByLabel('Password').fill('correct horse')
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(theirs).toHaveURL(`${publicUrl}/`)
  } finally {
    await stranger.close()
    await served.stop()
    await provider.close()
  }
})
