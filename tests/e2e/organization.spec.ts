/** The organization: its profile, and an invite that is copied and revoked. */
import { axeFinds } from './axe.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

test('the organization is renamed, and a person is invited and the invite revoked', async ({ page, studio }) => {
  await studio.go('Settings')
  await page.getByRole('link', { name: 'Organization' }).click()
  await page.getByLabel('Name').fill('Road works')
  await page.getByLabel('Name').press('Enter')
  await studio.saysThat('The profile was saved.')
  await page.getByLabel('E-mail address').fill(' Ana@Example.com ')
  await page.getByLabel('E-mail address').press('Enter')
  const row = page.getByRole('row', { name: /ana@example\.com/ })
  await expect(row).toContainText('Pending')
  await expect(row.getByRole('button', { name: /^Copy the invitation/ })).toBeVisible()
  expect(await axeFinds(page)).toEqual([])
  await row.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke invite' }).click()
  await expect(row).toContainText('Revoked')
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Road works')
})
