/** From the first start to the results of the demo, as a new user sees them. */
import type { Studio } from '../../tests/e2e/studio.ts'
import { expect, skipTo, test, waitForThumbnails } from './scene-test.ts'

test('screens from the first start to a finished run are captured', async ({ page, studio, shoot }) => {
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
  await shoot('welcome')

  await page.getByRole('button', { name: 'Try the demo' }).click()
  await waitForThumbnails(page)
  await shoot('editor-overview')
  await studio.select(studio.block('Street detector'))
  await shoot('editor')

  await page.keyboard.press('Control+k')
  await shoot('command-palette')
  await page.keyboard.press('Escape')

  await studio.select(studio.block('Count at two lines'))
  await page.getByRole('button', { name: 'Edit on the frame…' }).click()
  await lookAtSecond(studio, 9)
  await shoot('lines-and-zones')
  await page.getByRole('button', { name: 'Done' }).click()

  await studio.pressRun()
  await expect(page.getByText(/frames\/s/).first()).toBeVisible()
  await page.waitForTimeout(6000)
  await shoot('running')
  await studio.runEnds()
  await studio.openResults()
  await expect(page.getByTestId('overlay')).toHaveAttribute('data-time-s', /^0/)
  await skipTo(page, [1, 2, 3, 4, 5, 6, 7, 8, 9])
  await shoot('run')
  for (const tab of ['Evidence', 'Tracks']) {
    await page.getByRole('tab', { name: new RegExp(tab) }).click()
    await page.waitForTimeout(2500)
    await shoot(`run-${tab.toLowerCase()}`)
  }
  await page.getByRole('tab', { name: /Files/ }).click()
  await shoot('run-files')
})

/** Scrubs the drawing dialog to a time with traffic, and waits until its objects are detected. */
async function lookAtSecond(studio: Studio, second: number) {
  const dialog = studio.page.getByRole('dialog', { name: 'Lines and zones' })
  await studio.scrubTo(dialog, second / 27)
  await expect(dialog.getByText('Counted from this frame on.')).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByTestId('preview-kept').first()).toBeVisible()
}
