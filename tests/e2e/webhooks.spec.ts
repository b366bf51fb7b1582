/** Webhooks in the activity: a receiver is created, tested, goes offline, is paused and deleted. */
import { axeFinds } from './axe.ts'
import { Receiver } from './receiver.ts'
import { expect, test } from './studio-test.ts'

const receiver = new Receiver()
test.use({ hostEnv: { SIGHTLINE_PRIVATE_WEBHOOKS: '1' } })
test.afterAll(() => receiver.stop())

test('a receiver is created, tested online and offline, paused and deleted', async ({ page, studio }) => {
  await receiver.start()
  const { url } = receiver
  await studio.go('Activity')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('No receivers yet')).toBeVisible()
  expect(await axeFinds(page)).toEqual([])

  await page.getByRole('button', { name: 'New receiver…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Address' }).press('Enter')
  await expect(dialog).toContainText('Enter an address.')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(url)
  await dialog.getByRole('checkbox', { name: 'A run has completed' }).check()
  expect(await axeFinds(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Address' }).press('Enter')
  await expect(dialog.getByLabel('Secret')).toHaveValue(/^whsec_.{43}$/)
  expect(await axeFinds(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('table', { name: 'Receivers' }).getByRole('row', { name: url })
  await expect(row).toContainText('Working')
  await row.getByRole('button', { name: `Send a test message to ${url}` }).click()
  await studio.saysThat(`${url} accepted the test message with status 204.`)
  expect(receiver.received).toHaveLength(1)

  await receiver.stop()
  await row.getByRole('button', { name: `Send a test message to ${url}` }).click()
  await studio.saysThat('The receiver refused the connection')

  await row.getByRole('switch').press('Space')
  await expect(row).toContainText('Paused')
  await page.reload()
  await expect(row.getByRole('switch')).not.toBeChecked()
  expect(await axeFinds(page)).toEqual([])
  await row.getByRole('button', { name: `Delete ${url}` }).click()
  await dialog.getByRole('button', { name: 'Delete receiver' }).click()
  await expect(page.getByText('No receivers yet')).toBeVisible()
})
