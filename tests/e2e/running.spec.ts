/** A video dropped on the editor becomes its source; an unwanted run is cancelled. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './host.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

test('a video dropped on an empty canvas becomes its source block', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  await studio.dropFile('crossing at noon.mp4', readFileSync(join(root, 'resources/demo/street-crossing.mp4')))
  await expect(studio.block('Source')).toContainText('crossing at noon')
  await studio.isSaved()
  await page.reload()
  await expect(studio.block('Source')).toContainText('crossing at noon')
})

test('a cancelled run ends at once, keeps only its log, and another can start', async ({ page, studio }) => {
  await studio.openDemoTemplate()
  await studio.pressRun()
  await expect(page.getByText(/^[1-9]\d* of 675$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  await page.getByRole('button', { name: 'Open run' }).click()
  await expect(page.getByText('Cancelled').first()).toBeVisible()
  await page.getByRole('tab', { name: /Files/ }).click()
  await expect(page.getByText('run.log')).toBeVisible()
  await expect(page.getByText(/annotated|street-events|\.jsonl/)).toHaveCount(0)

  await page.goBack()
  await studio.pressRun()
  await expect(page.getByText(/^Running/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  await expect(page.getByRole('button', { name: 'Open run' })).toBeVisible()
})
