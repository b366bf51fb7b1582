/** Deployments: a model is deployed, tried in the page, paused, resumed and deleted. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { createClient } from '../../src/client/client.ts'
import type { PredictionReply } from '../../src/shared/api/predictions.ts'
import { demoFrame } from '../setup/demo-frame.ts'
import { axeFinds } from './axe.ts'
import { runCopied } from './copied-call.ts'
import { openMaker } from './runs-over-bridge.ts'
import { servePlatform } from './served-platform.ts'
import { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const folder = mkdtempSync(join(tmpdir(), 'sightline-deployments-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A model takes long to open on a busy machine. */
const SLOW = { timeout: 90_000 }
const dialogOf = (page: Page) => page.getByRole('dialog')
const isActive = (place: Locator) => expect(place.getByText('Active')).toBeVisible(SLOW)
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Deployments' }).getByRole('row', { name: `Choose “${name}”` })

async function drop(target: Locator, name: string, jpeg: Buffer): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(
    ([file, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], file, { type: 'image/jpeg' }))
      return transfer
    },
    [name, jpeg.toString('base64')] as const,
  )
  await target.dispatchEvent('dragover', { dataTransfer })
  await target.dispatchEvent('drop', { dataTransfer })
}

test('a deployment is tried with a frame, and answers calls until it is paused or deleted', async ({
  page,
  studio,
  host,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const maker = await openMaker(host.url)
  const jpeg = await demoFrame(8, (body) => maker.api('workflows.preview', { body }))
  maker.close()
  writeFileSync(join(folder, 'image.jpg'), jpeg)

  await studio.go('Deployments')
  await expect(page.getByText('No deployments yet')).toBeVisible()
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'Deploy a model' }).last().click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await dialog.getByRole('combobox', { name: 'Compute' }).click()
  await page.getByRole('option', { name: /^CPU/ }).click()
  await expect(dialog.getByRole('status')).toContainText('charges nothing')
  expect(await axeFinds(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name' }).fill('gate')
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(dialog.getByLabel('Token')).toHaveValue(/^pk_deploy_/)
  const token = await dialog.getByLabel('Token').inputValue()
  expect(await axeFinds(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()

  await expect(page).toHaveURL(/#\/deployments\/.+/)
  await isActive(page.getByRole('banner').or(page.locator('header')).first())
  await drop(page.getByRole('region', { name: 'Try it' }), 'street.jpg', jpeg)
  const boxes = page.getByTestId('preview-kept')
  await expect(boxes.first()).toBeVisible(SLOW)
  const json = await page.getByRole('region', { name: 'Reply as JSON' }).textContent()
  const { predictions } = JSON.parse(json ?? '') as PredictionReply
  expect(predictions.length).toBeGreaterThan(2)
  await expect(boxes).toHaveCount(predictions.length)
  await expect(page.getByText(/\d+ ms in the model, \d+ ms in all/)).toBeVisible()
  expect(await axeFinds(page)).toEqual([])

  await page.getByRole('button', { name: 'Copy the example' }).click()
  const call = () => runCopied(page, token, folder)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Calls to the address are refused')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Predict again' })).toBeDisabled()
  expect((await call()).failed).toBe(true)
  await page.getByRole('button', { name: 'Resume' }).click()
  await isActive(page.locator('header'))
  expect(await call()).toEqual({ failed: false, reply: expect.objectContaining({ predictions }) })

  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete deployment' }).click()
  await expect(page.getByText('No deployments yet')).toBeVisible()
  expect((await call()).failed).toBe(true)
})

test('models are deployed from their card, and deployments paused and deleted together', async ({ page, studio }) => {
  const dialog = dialogOf(page)
  for (const name of ['north', 'south']) {
    await studio.go('Models')
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('north')
    await dialog.getByRole('button', { name: 'Deploy' }).click()
    if (name === 'south') {
      await expect(dialog.getByText(/named “north”/)).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
      await dialog.getByRole('button', { name: 'Deploy' }).click()
    }
    await dialog.getByRole('button', { name: 'Done' }).click()
  }
  await studio.go('Deployments')
  await isActive(row(page, 'north'))
  await isActive(row(page, 'south'))
  await page.getByRole('checkbox', { name: 'Choose all deployments' }).press('Space')
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await studio.saysThat('2 deployments paused.')
  await expect(row(page, 'north')).toContainText('Paused')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog).toContainText('get an error at once')
  await dialog.getByRole('button', { name: 'Delete 2 deployments' }).click()
  await expect(page.getByText('No deployments yet')).toBeVisible()
})

test('a person who signs in to a server tries a deployment there, and sees its token again', async ({ page }) => {
  const served = await servePlatform()
  try {
    const client = createClient({ baseUrl: served.baseUrl, apiKey: served.ownerKey })
    const { id: model_id } = await client.models.get({ params: { model: 'street-detector' } })
    const body = { model_id, name: 'yard', compute_type: 'cpu' as const, min_containers: 1 }
    const { auth_token, deployment } = await client.deployments.create({ body })
    await page.goto(served.ownerLink)
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel(/^Password/).fill('correct horse')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(`${served.baseUrl}/`)
    await new Studio(page).goTo(`/deployments/${deployment.id}`)
    await isActive(page.locator('header'))
    const jpeg = await demoFrame(8, (preview) => client.workflows.preview({ body: preview }))
    await drop(page.getByRole('region', { name: 'Try it' }), 'street.jpg', jpeg)
    await expect(page.getByTestId('preview-kept').first()).toBeVisible(SLOW)
    await page.getByRole('button', { name: 'Show token' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Show secret' }).click()
    await expect(dialog.getByRole('textbox')).toHaveValue(auth_token)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Show token' }).click()
    await dialog.getByRole('button', { name: 'Show secret' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Sign out and sign in again')
  } finally {
    await served.stop()
  }
})
