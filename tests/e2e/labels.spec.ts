/** Names, tags and notes of runs, the search for them, and two windows that label the same run. */
import type { Page } from '@playwright/test'
import { axeFinds } from './axe.ts'
import { openMaker } from './runs-over-bridge.ts'
import { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'test', hostData: 'demoRun' })

const tagsOf = (page: Page) => page.getByRole('region', { name: 'Tags and note' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function addTag(page: Page, tag: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Tags' }).fill(tag)
  await page.keyboard.press('Enter')
  await expect(tagsOf(page).getByText(tag, { exact: true })).toBeVisible()
}

test('a run gets a name, tags and a note, is found by its labels, and is labelled in two windows', async ({
  page,
  studio,
  host,
  demoRun,
}) => {
  // A second run, which a search must exclude.
  const maker = await openMaker(host.url)
  const { run_id } = await maker.api<{ run_id: string }>('workflows.run', { params: { workflow: demoRun.workflowId } })
  await maker.api('workflowRuns.cancel', { params: { run_id } })
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select run/ }) })
  const search = page.getByRole('textbox', { name: 'Search runs' })

  await test.step('the run gets a name, tags and a note', async () => {
    await studio.goTo(`/runs/${demoRun.runId}`)
    await page.getByRole('button', { name: 'Name this run' }).click()
    await expect(page.getByRole('textbox', { name: 'Name of the run' })).toBeFocused()
    await page.keyboard.type('Café at night')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toContainText('Café at night')
    await addTag(page, 'rain')
    await addTag(page, 'junction 4')
    await expect.poll(() => maker.tagsOf(demoRun.runId)).toEqual(['rain', 'junction 4'])
    maker.close()
    await page.getByRole('button', { name: 'Add a note' }).click()
    await expect(tagsOf(page).getByRole('textbox', { name: 'Note' })).toBeFocused()
    await page.keyboard.type('The lens was wet.')
    // The note survives closing the window at once.
    await page.reload()
    await expect(heading(page)).toContainText('Café at night')
    await expect(tagsOf(page)).toContainText('junction 4')
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('The lens was wet.')
    await expect(page).toHaveTitle(/^Café at night/)
    expect(await axeFinds(page)).toEqual([])
  })

  await test.step('the run is found by words of its name, tags or note', async () => {
    await studio.go('Runs')
    await expect(rows).toHaveCount(2)
    expect(await axeFinds(page)).toEqual([])
    await search.fill('CAFE wet')
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('status').filter({ hasText: '1 of 2 runs found' })).toBeVisible()
    await page.getByRole('link', { name: 'Café at night' }).click()
    await expect(tagsOf(page)).toBeVisible()
    await page.goBack()
    await expect(search).toHaveValue('CAFE wet')
    await expect(rows).toHaveCount(1)
    await search.fill('nowhere')
    await expect(page.getByText('No matching runs')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(rows).toHaveCount(2)
  })

  await test.step('the run is found by a tag', async () => {
    await page.getByRole('button', { name: 'Show runs tagged rain' }).click()
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('combobox', { name: 'Tag', exact: true })).toHaveValue('rain')
  })

  await test.step('the run is found by its name in the command palette', async () => {
    await studio.command('Café', 'Café at night')
    await expect(heading(page)).toContainText('Café at night')
  })

  const otherPage = await page.context().newPage()
  await test.step('another window renames and tags the run at the same time', async () => {
    await page.getByRole('button', { name: 'Café at night' }).click()
    await page.getByRole('textbox', { name: 'Name of the run' }).fill('Mine')

    await otherPage.bringToFront()
    await new Studio(otherPage).open(page.url())
    await addTag(otherPage, 'fog')
    await otherPage.getByRole('button', { name: 'Café at night' }).click()
    await otherPage.getByRole('textbox', { name: 'Name of the run' }).fill('Theirs')
    await otherPage.keyboard.press('Enter')
    await expect(heading(otherPage)).toContainText('Theirs')

    await page.bringToFront()
    await page.getByRole('textbox', { name: 'Name of the run' }).press('Enter')
    await expect(heading(page)).toContainText('Mine')
    await addTag(page, 'snow')
    await expect(tagsOf(page)).toContainText('fog')
  })

  await test.step('both windows show all tags, and the name of the other window is offered', async () => {
    const conflict = page.getByRole('alert').filter({ hasText: 'This run was renamed in another window' })
    await expect(conflict).toContainText('Theirs')
    expect(await axeFinds(page)).toEqual([])
    await conflict.getByRole('button', { name: 'Use theirs' }).click()
    await expect(heading(page)).toContainText('Theirs')
    await otherPage.bringToFront()
    await otherPage.reload()
    await expect(heading(otherPage)).toContainText('Theirs')
    for (const tag of ['rain', 'junction 4', 'fog', 'snow']) await expect(tagsOf(otherPage)).toContainText(tag)
    await expect(otherPage.getByRole('textbox', { name: 'Note' })).toHaveValue('The lens was wet.')
  })
})
