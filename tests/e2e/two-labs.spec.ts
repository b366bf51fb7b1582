/** One video is marked in two windows: the marks of both are kept, also those made just before a window closes. */
import type { Page } from '@playwright/test'
import { markAtSecond, marks, openLab } from './lab-page.ts'
import { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

// Marks are kept beside the run's workflow.
test.use({ hostData: 'demoRun', hostFor: 'test' })

const areSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

test('two windows mark the same video, and no mark is lost', async ({ page, studio, demoRun }) => {
  const otherPage = await page.context().newPage()
  const other = new Studio(otherPage)
  await other.open(page.url())
  await openLab(other, demoRun)
  await page.bringToFront()
  await openLab(studio, demoRun)

  await test.step('one window marks a crossing', async () => {
    await markAtSecond(page, 2, '1')
    await expect(marks(page)).toHaveCount(2)
    await areSaved(page)
  })

  await test.step('the other window marks another crossing, and shows both', async () => {
    await otherPage.bringToFront()
    await markAtSecond(otherPage, 4, '2')
    await expect(marks(otherPage)).toHaveCount(3)
    await expect(otherPage.getByText('1 mark added in another window')).toBeVisible()
    await areSaved(otherPage)
  })

  await test.step('its undo removes only its own mark', async () => {
    await otherPage.keyboard.press('Control+z')
    await expect(marks(otherPage).filter({ hasText: 'A → B' })).toHaveCount(1)
    await expect(marks(otherPage)).toHaveCount(2)
    await otherPage.keyboard.press('Control+y')
    await expect(marks(otherPage)).toHaveCount(3)
    await areSaved(otherPage)
  })

  await test.step('a mark made just before the first window is closed is kept, although its save is stale', async () => {
    await page.bringToFront()
    await page.keyboard.press('2')
    await page.close()
  })

  await test.step('all marks are shown after a reload', async () => {
    await otherPage.bringToFront()
    await otherPage.reload()
    await expect(marks(otherPage)).toHaveCount(4)
    await areSaved(otherPage)
  })
})
