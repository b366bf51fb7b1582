/** Secrets of a server's keys and receivers, which a signed-in person sees again once in each session. */
import { axeFinds } from './axe.ts'
import { servePlatform } from './served-platform.ts'
import { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

const PASSWORD = 'correct horse'

test('a signed-in person sees a secret again, once until the next sign-in', async ({ page, browser }) => {
  const served = await servePlatform()
  const german = await browser.newContext({ locale: 'de-DE', colorScheme: 'dark' })
  try {
    await page.goto(served.ownerLink)
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel(/^Password/).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(`${served.baseUrl}/`)
    const studio = new Studio(page)
    await studio.goTo('/settings/keys')
    const show = page.getByRole('button', { name: 'Show the secret of “First owner key”' })
    const dialog = page.getByRole('dialog')
    await show.focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('once after each sign-in')
    await expect(dialog.getByRole('button', { name: 'Show secret' })).toBeFocused()
    expect(await axeFinds(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Secret')).toHaveValue(served.ownerKey)
    await page.keyboard.press('Escape')
    await expect(dialog, 'the secret is not lost by a stray key').toBeVisible()
    expect(await axeFinds(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()

    await show.click()
    await dialog.getByRole('button', { name: 'Show secret' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Sign out and sign in again')
    await expect(dialog.getByRole('button', { name: 'Show secret' })).toHaveCount(0)
    expect(await axeFinds(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

    const receiver = await page.request.post(`${served.baseUrl}/api/v1/developer/webhooks/endpoints`, {
      headers: { 'x-api-key': served.ownerKey },
      data: { url: 'https://hooks.example.com/sightline' },
    })
    const { secret } = (await receiver.json()) as { secret: string }
    await studio.goTo('/activity/webhooks')
    await page.getByRole('button', { name: 'Show the secret for https://hooks.example.com/sightline' }).click()
    await dialog.getByRole('button', { name: 'Show secret' }).click()
    await expect(dialog.getByLabel('Secret')).toHaveValue(secret)
    await dialog.getByRole('button', { name: 'Done' }).click()

    const again = await german.newPage()
    await again.goto(`${served.baseUrl}/sign-in`)
    await again.locator('input[name=email]').fill('ada@example.com')
    await again.locator('input[name=password]').fill(PASSWORD)
    await again.locator('form button').first().click()
    await expect(again).toHaveURL(`${served.baseUrl}/`)
    await new Studio(again).goTo('/settings/keys')
    await again.getByRole('button', { name: 'Geheimnis von „First owner key“ anzeigen' }).click()
    await again.getByRole('button', { name: 'Geheimnis anzeigen', exact: true }).click()
    await expect(again.getByLabel('Geheimnis', { exact: true })).toHaveValue(served.ownerKey)
  } finally {
    await german.close()
    await served.stop()
  }
})
