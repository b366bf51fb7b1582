/** Several runs wait for their turn: held back, put in another order, and cleared away together. */
import { expect, test } from '@playwright/test'
import { newDataDir, type RunningHost, removeDataDir, startHost } from './host.ts'
import { Studio } from './studio.ts'

let host: RunningHost
test.beforeEach(async () => {
  host = await startHost(newDataDir())
})
test.afterEach(async () => {
  await host.stop()
  removeDataDir(host.dataDir)
})

test('runs are held back, put in another order, let go, and deleted together', async ({ page }) => {
  const studio = new Studio(page)
  const queue = page.getByRole('region', { name: 'Queue' })
  const lineOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  await studio.open(host.url)

  // A run of a film that is looked at once a second, so that the test is short; the first one holds up the others.
  for (const name of ['Moving camera', 'Privacy blur']) {
    await page.getByRole('button', { name, exact: true }).click()
    await studio.lookAtFramesPerSecond(studio.block('Street crossing'), 1)
    await studio.go('Workflows')
  }
  await page.getByRole('button', { name: 'Count at a line', exact: true }).click()
  await studio.pressRun()
  await expect(page.getByText(/^[1-9]\d* of 675$/)).toBeVisible()
  for (const name of ['Moving camera', 'Privacy blur']) {
    await studio.go('Workflows')
    await page.getByRole('link', { name, exact: true }).click()
    await studio.pressRun()
    await expect(page.getByText(/^Waiting|^Queued/).first()).toBeVisible()
  }

  await studio.go('Runs')
  await expect(queue).toContainText('2 runs wait.')
  await expect(queue).toContainText(/Whole queue: .*\bleft and 2 runs of unknown length/)
  const engine = page.getByRole('region', { name: 'Engine' })
  await expect(engine.getByRole('link', { name: 'Count at a line' })).toBeVisible()
  await expect(engine).toContainText(/[1-9]\d* % · .*left.*CPU [1-9]\d* %.*Memory [1-9]\d* MB/)
  await expect(lineOf('Count at a line')).toContainText(/\d+ % · .*left/)
  await expect(lineOf('Moving camera')).toContainText(/begins in about \d:\d\d/)
  await queue.getByRole('button', { name: 'Pause the queue' }).click()
  await expect(queue).toContainText('The queue is paused.')
  await expect(lineOf('Moving camera')).toContainText('Next in line')
  await page.getByRole('button', { name: /^Move the run of Privacy blur .* up$/ }).click()
  await expect(lineOf('Privacy blur')).toContainText('Next in line')
  await page.reload()
  await expect(lineOf('Privacy blur')).toContainText('Next in line')

  await lineOf('Count at a line')
    .getByRole('button', { name: /^More about/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  await expect(lineOf('Count at a line')).toContainText('Cancelled')
  await expect(lineOf('Privacy blur')).toContainText('Next in line')

  await queue.getByRole('button', { name: 'Go on' }).click()
  await expect(lineOf('Privacy blur')).toContainText('Completed', { timeout: 120_000 })
  await expect(lineOf('Moving camera')).toContainText('Completed', { timeout: 120_000 })
  await expect(queue).toHaveCount(0)
  await expect(engine).toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Choose all ended runs' }).check()
  const chosen = page.getByRole('region', { name: 'Chosen runs' })
  await expect(chosen).toContainText(/3 runs chosen.*MB on disk/)
  await chosen.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No runs yet')).toBeVisible()
})
