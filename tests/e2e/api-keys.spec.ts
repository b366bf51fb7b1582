/** API keys: created with a secret that is shown once, switched off, and revoked. */
import { axeFinds } from './axe.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

test('a key is created, switched off and revoked with the keyboard and the mouse', async ({ page, studio }) => {
  await studio.go('Settings')
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect(page.getByRole('row', { name: /Sightline app/ })).toContainText('Used by this app')

  await page.getByRole('button', { name: 'New key…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Nightly export')
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  expect(await axeFinds(page)).toEqual([])
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByLabel('Secret')).toHaveValue(/^pk_live_/)
  expect(await axeFinds(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog, 'the secret is not lost by a stray key').toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('row', { name: /Nightly export/ })
  await expect(row).toContainText('Viewer')
  await row.getByRole('switch').press('Space')
  await page.reload()
  await expect(row.getByRole('switch')).not.toBeChecked()
  expect(await axeFinds(page)).toEqual([])
  await row.getByRole('button', { name: 'Revoke “Nightly export”' }).click()
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await expect(row).toHaveCount(0)
})
