/** Records of the Studio on a server: a person shares a batch, a version, labels and marks; a viewer reads them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { axeFinds } from './axe.ts'
import { root } from './host.ts'
import { type ServedPlatform, servePlatform } from './served-platform.ts'
import { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

const READ_ONLY = 'Shared by Ada Lovelace. To change this, you need the role Member; yours is Viewer.'
const SHARE = 'Share with the organization'

async function becomeOwner(page: Page, served: ServedPlatform): Promise<void> {
  await page.goto(served.ownerLink)
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail address').fill('ada@example.com')
  await page.getByLabel(/^Password/).fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${served.baseUrl}/`)
}

/** The page calls the API with the session of its person. */
const call = (page: Page, method: string, path: string, body?: unknown): Promise<unknown> =>
  page.evaluate(
    async ([how, where, what]) => {
      const headers = { 'content-type': 'application/json' }
      const init = what === null ? { method: how } : { method: how, headers, body: what }
      return (await fetch(`/api/v1/developer${where}`, init)).json()
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  )

async function joinAsViewer(page: Page, theirs: Page, served: ServedPlatform): Promise<void> {
  await call(page, 'POST', '/organizations/invites', { email: 'vera@example.com', role: 'viewer' })
  const mails = JSON.stringify(await call(page, 'GET', '/organizations/outbox'))
  const [link = ''] = /http:[^\s"\\]+/.exec(mails) ?? []
  await theirs.goto(link)
  await theirs.getByLabel('Your name').fill('Vera Rubin')
  await theirs.getByLabel(/^Password/).fill('a long password')
  await theirs.getByRole('button', { name: /^Join|^Accept/ }).click()
  await theirs.goto(served.baseUrl)
  await theirs.getByLabel('E-mail address').fill('vera@example.com')
  await theirs.getByLabel('Password').fill('a long password')
  await theirs.getByRole('button', { name: 'Sign in' }).click()
}

test('a person shares records with the organization, and a viewer reads them without changing any', async ({
  page,
  browser,
}) => {
  const served = await servePlatform()
  const guests = await browser.newContext()
  try {
    const studio = new Studio(page)
    await becomeOwner(page, served)
    await studio.tryTheDemo()
    const source = studio.block('Street crossing')
    await studio.select(source)
    const buffer = readFileSync(join(root, 'resources/demo/street-crossing.mp4'))
    await studio.chooseVideo({ name: 'Uploaded.mp4', mimeType: 'video/mp4', buffer })
    await studio.lookAtFramesPerSecond(source, 1)
    await studio.isSaved()
    const workflowUrl = page.url()
    await studio.pressRun()
    await studio.runEnds()
    await studio.openResults()
    await expect(page.getByRole('table', { name: 'Main road' })).toBeVisible()
    const [run] = (await call(page, 'GET', '/workflow-runs')) as [WorkflowRun]

    await test.step('the labels of the run are shared', async () => {
      await studio.goTo(`/runs/${run.id}`)
      await page.getByRole('combobox', { name: 'Tags' }).fill('rain')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: SHARE }).click()
      await studio.saysThat(/^Shared with the organization\. Members can change it/)
      await expect(page.getByText('Shared with the organization', { exact: true })).toBeVisible()
    })

    await test.step('the marks of its video are shared', async () => {
      await studio.goTo(`/lab/${run.id}`)
      await expect(page.getByRole('button', { name: 'Play (Space)' })).toBeVisible()
      await page.keyboard.press('1')
      await expect(page.getByText(/^1 mark,/)).toBeVisible()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Export and more' }).click()
      await page.getByRole('menuitem', { name: SHARE }).click()
      await expect(page.getByText('Shared with the organization', { exact: true })).toBeVisible()
    })

    await test.step('a batch is shared from the list, with the keyboard', async () => {
      const { uri = '', name = '', kind = 'video' } = run.source ?? {}
      const file = { uri, name, kind, size_bytes: buffer.length, duration_seconds: 20 }
      await call(page, 'POST', '/studio/batches', {
        id: 'batch-1',
        workflow_id: run.workflow_id,
        workflow_name: run.workflow_name,
        created_at: new Date().toISOString(),
        items: [{ id: 'file-1', source: file, run_id: run.id, problem: null }],
      })
      await studio.goTo('/batches')
      await page.getByRole('button', { name: /^More actions for the batch/ }).press('Enter')
      await page.getByRole('menuitem', { name: SHARE }).press('Enter')
      await expect(page.getByRole('row', { name: /Shared with the organization/ })).toBeVisible()
    })

    await test.step('a version is shared', async () => {
      await studio.open(workflowUrl)
      await studio.command('save version', 'Save version')
      await page.getByRole('dialog', { name: 'Save a version' }).getByRole('textbox', { name: 'Name' }).fill('Good')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Workflow file' }).click()
      await page.getByRole('menuitem', { name: 'Versions…' }).click()
      await page.getByRole('dialog', { name: 'Versions' }).getByRole('button', { name: SHARE }).click()
      await expect(page.getByRole('list', { name: 'Versions' }).getByText('Shared with the organization')).toBeVisible()
      expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([])
      await page.keyboard.press('Escape')
    })

    const theirs = await guests.newPage()
    const guest = new Studio(theirs)
    await joinAsViewer(page, theirs, served)

    await test.step('a viewer reads the labels, and sees the role that changing them takes', async () => {
      await guest.open(`${served.baseUrl}/#/runs/${run.id}`)
      await expect(theirs.getByText(READ_ONLY)).toBeVisible()
      await expect(theirs.getByText('rain', { exact: true })).toBeVisible()
      await expect(theirs.getByRole('button', { name: 'Name this run' })).toHaveCount(0)
      expect(await axeFinds(theirs)).toEqual([])
    })

    await test.step('a viewer scores with the marks, and adds none', async () => {
      await guest.goTo(`/lab/${run.id}`)
      await expect(theirs.getByText(READ_ONLY)).toBeVisible()
      await expect(theirs.getByText(/^1 mark,/)).toBeVisible()
      await theirs.keyboard.press('1')
      await expect(theirs.getByText(/^1 mark,/)).toBeVisible()
    })

    await test.step('a viewer opens the batch, and the version', async () => {
      await guest.goTo('/batches')
      await theirs
        .getByRole('row', { name: /Shared by Ada Lovelace/ })
        .getByRole('link')
        .click()
      await expect(theirs.getByText('1 of 1 file done')).toBeVisible()
      await theirs.getByRole('button', { name: 'More', exact: true }).click()
      await expect(theirs.getByRole('menuitem', { name: /^Delete batch, keep/ })).toContainText(READ_ONLY)
      await guest.open(workflowUrl)
      await theirs.getByRole('button', { name: 'Workflow file' }).click()
      await theirs.getByRole('menuitem', { name: 'Versions…' }).click()
      const versions = theirs.getByRole('dialog', { name: 'Versions' })
      await expect(versions.getByRole('button', { name: /^Good.*Shared by Ada Lovelace/ })).toBeVisible()
      await expect(versions.getByRole('button', { name: 'Delete this version' })).toHaveAttribute(
        'aria-description',
        READ_ONLY,
      )
    })
  } finally {
    await guests.close()
    await served.stop()
  }
})
