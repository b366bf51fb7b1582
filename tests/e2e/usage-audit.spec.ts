/** Usage and the audit log of a server with a plan: a charged run, a change by a person, and a refused call of a key. */
import { join } from 'node:path'
import { createClient } from '../../src/client/client.ts'
import { openDatabase } from '../../src/platform/db/sqlite/open-sqlite.ts'
import { axeFinds } from './axe.ts'
import { type ServedPlatform, servePlatform } from './served-platform.ts'
import { startDemoRun } from './served-runs.ts'
import { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

let served: ServedPlatform
test.beforeAll(async () => {
  served = await servePlatform()
  // No call gives an organization a plan.
  const db = await openDatabase(join(served.dataDir, 'sightline.db'))
  await db.updateTable('organizations').set({ subscription_tier: 'free' }).execute()
  await db.destroy()
})
test.afterAll(() => served.stop())

test('a charged run is in the ledger, and changes and refused calls are in the audit log with their names', async ({
  page,
}) => {
  const studio = new Studio(page)
  await page.goto(served.ownerLink)
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail address').fill('ada@example.com')
  await page.getByLabel(/^Password/).fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${served.baseUrl}/`)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await studio.goTo('/settings/usage')
  await expect(page.getByText('US$5.00 of US$5.00')).toBeVisible()
  await expect(page.getByText('1 of 3')).toBeVisible()
  await expect(page.getByText('US$0.02 for 1,000 frames')).toBeVisible()
  await expect(page.getByText(/^No entries yet\. The allowance/)).toBeVisible()
  expect(await axeFinds(page)).toEqual([])
  const run = await startDemoRun(served, 'Counting')
  const ledger = page.getByRole('table', { name: 'Ledger' })
  const charge = ledger.getByRole('row', { name: /Run of Counting/ })
  await expect(charge).toContainText('Charged', { timeout: 120_000 })
  await expect(charge).toContainText(/-US\$0\.00\d+/)
  await expect(ledger.getByRole('row', { name: /Allowance of/ })).toContainText('+US$5.00')
  await expect(page.getByRole('progressbar', { name: 'Requests this hour' })).toBeVisible()
  expect(await axeFinds(page)).toEqual([])
  await charge.getByRole('link', { name: 'Run of Counting' }).click()
  await expect(page).toHaveURL(new RegExp(`#/runs/${run}$`))

  await studio.goTo('/settings/organization')
  await page.getByLabel('Name').fill('Road works')
  await page.getByLabel('Name').press('Enter')
  await studio.saysThat('The profile was saved.')
  // A page of a server loads itself again some seconds after its organization was renamed.
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Road works')
  const owner = createClient({ baseUrl: served.baseUrl, apiKey: served.ownerKey })
  const { api_key } = await owner.apiKeys.create({ body: { name: 'Wall display', role: 'viewer' } })
  const viewer = createClient({ baseUrl: served.baseUrl, apiKey: api_key })
  const refusal = await viewer.workflows.delete({ params: { workflow: 'Counting' } }).catch((error) => error)
  expect(refusal).toMatchObject({ code: 'role_too_low' })

  await studio.command('audit', 'Go to Audit log')
  const log = page.getByRole('table', { name: 'Audit log' })
  const renamed = log.getByRole('row', { name: /Organization: profile changed/ })
  await expect(renamed).toContainText('Ada Lovelace')
  await expect(renamed).toContainText('Signed in · Owner')
  const refused = log.getByRole('row', { name: /Workflow: deleted/ })
  await expect(refused).toContainText('Wall display')
  await expect(refused).toContainText('Refused')
  await expect(refused).toContainText('Counting')
  expect(await axeFinds(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Refused' }).click()
  await expect(renamed).toHaveCount(0)
  await expect(refused).toBeVisible()
  await page.getByRole('combobox', { name: 'Person or key' }).click()
  await page.getByRole('option', { name: 'Ada Lovelace' }).click()
  await expect(page.getByText('No entries match the filter.')).toBeVisible()
})
