/** From the first start to a finished run, guided by the tour, by the user's own clicks and keys. */
import type { Page } from '@playwright/test'
import { axeFinds } from './axe.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'test' })

const tourOf = (page: Page) => page.getByRole('region', { name: 'Guided tour' })

test('the tour leads from the first start to a finished run, and resumes after a reload', async ({ page, studio }) => {
  const tour = tourOf(page)
  const isAt = (title: string) => expect(tour.getByRole('heading', { name: title })).toBeVisible()
  const says = (text: RegExp) => expect(page.getByRole('status').filter({ hasText: text })).toBeAttached()
  await page.emulateMedia({ reducedMotion: 'reduce' })

  await page.getByRole('button', { name: 'Take the tour' }).click()
  await isAt('Open the demo')
  await says(/^Tour, step 1 of 8/)
  expect(await axeFinds(page)).toEqual([])

  await studio.tryTheDemo()
  await isAt('The source provides frames')
  await studio.lookAtFramesPerSecond(studio.block('Street crossing'), 4)
  await tour.getByRole('button', { name: 'Next' }).click()
  await isAt('A model detects objects')

  await page.reload()
  await isAt('A model detects objects')
  await tour.getByRole('button', { name: 'Next' }).press('Enter')
  await isAt('Lines count crossings')
  await tour.getByRole('button', { name: 'Go there' }).press('Enter')
  await expect(page.locator('.react-flow__node:focus')).toContainText('Count at two lines')
  await tour.getByRole('button', { name: 'Next' }).click()

  await isAt('Press Run')
  await tour.getByRole('button', { name: 'Go there' }).press('Enter')
  await page.keyboard.press('Enter')
  await isAt('The run is in progress')
  await expect(tour.getByRole('heading', { name: 'Open the results' })).toBeVisible({ timeout: 180_000 })
  await studio.openResults()
  await isAt('Inspect every count')
  await expect(page.getByRole('table', { name: 'Main road' })).toBeVisible()
  await tour.getByRole('button', { name: 'Finish' }).click()
  await expect(tour).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('table', { name: 'Main road' })).toBeVisible()
  await expect(tour).toHaveCount(0)
})

test('the tour can be left at any step, and resumed from the settings', async ({ page, studio }) => {
  const tour = tourOf(page)
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await studio.tryTheDemo()
  await expect(tour).toContainText('2 of 8')
  await tour.getByRole('button', { name: 'Next' }).focus()
  await page.keyboard.press('Escape')
  await expect(tour).toHaveCount(0)

  await studio.go('Settings')
  await page.getByRole('button', { name: 'Resume the tour' }).click()
  await expect(tour).toContainText('another screen')
  await page.goBack()
  await expect(tour.getByRole('heading', { name: 'The source provides frames' })).toBeVisible()
  await tour.getByRole('button', { name: 'Leave the tour' }).click()
  await studio.go('Settings')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(tour.getByRole('heading', { name: 'Open the demo' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Count at a line', exact: true })).toBeVisible()
})
