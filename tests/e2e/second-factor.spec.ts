/** Two-factor sign-in in the browser: a person turns it on, and signs in with codes of an app and with a recovery code. */
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { axeFinds } from './axe.ts'
import { servePlatform } from './served-platform.ts'
import { expect, test } from './studio-test.ts'

test('a person turns two-factor sign-in on, and signs in with a code and with a recovery code', async ({ page }) => {
  const served = await servePlatform()
  const looks = { practices: true }
  try {
    await page.goto(served.ownerLink)
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel(/^Password/).fill('correct horse')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(`${served.baseUrl}/`)

    await page.goto(`${served.baseUrl}/account`)
    expect(await axeFinds(page, looks)).toEqual([])
    await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
    await expect(page.getByRole('img', { name: 'QR code of the key below' })).toBeVisible()
    expect(await axeFinds(page, looks)).toEqual([])
    const app = new TOTP({ secret: ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '') })
    const first = app.generate()
    await page.getByLabel('Password').fill('correct horse')
    await page.getByLabel('Code of the app').fill(first)
    await page.keyboard.press('Enter')

    await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
    expect(await axeFinds(page, looks)).toEqual([])
    const [recovery = ''] = ((await page.locator('pre').textContent()) ?? '').split('\n')
    await page.getByRole('link', { name: 'Back to your account' }).click()
    await expect(page.getByText('10 recovery codes are left')).toBeVisible()

    await signOut(page)
    await givePassword(page)
    await expect(page).toHaveURL(`${served.baseUrl}/sign-in/code`)
    expect(await axeFinds(page, looks)).toEqual([])
    await page.getByLabel(/^Code of the app/).fill(first)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText('was used already')
    expect(await axeFinds(page, looks)).toEqual([])
    // The code of the next step is right already, so that nobody waits for half a minute.
    await page.getByLabel(/^Code of the app/).fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${served.baseUrl}/`)

    await page.goto(`${served.baseUrl}/account`)
    await signOut(page)
    await givePassword(page)
    await page.getByLabel(/^Code of the app/).fill(recovery)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${served.baseUrl}/`)

    await page.goto(`${served.baseUrl}/account`)
    await expect(page.getByText('9 recovery codes are left')).toBeVisible()
    await page.getByRole('link', { name: 'Recovery codes and turning off' }).click()
    await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
    expect(await axeFinds(page, looks)).toEqual([])
  } finally {
    await served.stop()
  }
})

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

async function givePassword(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill('ada@example.com')
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
}
