/** Several runs in the queue: held, reordered, and deleted together. */
import { join } from 'node:path'
import { processesOf, signalIfAlive } from '../engine/support/processes.ts'
import { root } from './host.ts'
import { expect, test } from './studio-test.ts'

test.skip(process.platform === 'win32', 'engines are found through /proc or ps, and stopped by signals')

test('runs are held, reordered, released, and deleted together', async ({ page, studio, host }) => {
  const queue = page.getByRole('region', { name: 'Queue' })
  const lineOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

  /** Signals the running engine; while it is stopped, its run can't finish before the others are queued. */
  const engines = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of processesOf(host.pid, 'engine.js')) signalIfAlive(pid, signal)
  }

  // Runs on a second of video, behind one that blocks them.
  for (const name of ['Moving camera', 'Privacy blur']) {
    await page.getByRole('button', { name, exact: true }).click()
    await studio.select(studio.block('Street crossing'))
    await studio.chooseVideo(join(root, 'tests/fixtures/torture/constant.mp4'))
    await expect(studio.settings()).toContainText('constant.mp4')
    await studio.isSaved()
    await studio.go('Workflows')
  }
  await page.getByRole('button', { name: 'Count at a line', exact: true }).click()
  await studio.pressRun()
  await expect(page.getByText(/^[1-9]\d* of 675$/)).toBeVisible()
  engines('SIGSTOP')
  for (const name of ['Moving camera', 'Privacy blur']) {
    await studio.go('Workflows')
    await page.getByRole('link', { name, exact: true }).click()
    await studio.pressRun()
    await expect(page.getByText(/^Queued/).first()).toBeVisible()
  }

  await studio.go('Runs')
  await expect(queue).toContainText('2 queued runs.')
  const engine = page.getByRole('region', { name: 'Engine' })
  await expect(engine.getByRole('link', { name: 'Count at a line' })).toBeVisible()
  engines('SIGCONT')
  await expect(engine).toContainText(/[1-9]\d* % · .*left.*CPU [1-9]\d* %.*Memory [1-9]\d* MB/)
  engines('SIGSTOP')
  await expect(queue).toContainText(/Whole queue: .*\bleft and 2 runs of unknown length/)
  await expect(lineOf('Count at a line')).toContainText(/\d+ % · .*left/)
  await expect(lineOf('Moving camera')).toContainText(/starts in about \d+:\d\d/)
  await queue.getByRole('button', { name: 'Pause the queue' }).click()
  await expect(queue).toContainText('The queue is paused.')
  await expect(lineOf('Moving camera')).toContainText('Next in the queue')
  await page.getByRole('button', { name: /^Move the run of Privacy blur .* up$/ }).click()
  await expect(lineOf('Privacy blur')).toContainText('Next in the queue')
  await page.reload()
  await expect(lineOf('Privacy blur')).toContainText('Next in the queue')

  await lineOf('Count at a line')
    .getByRole('button', { name: /^More actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  await expect(lineOf('Count at a line')).toContainText('Cancelled')
  engines('SIGCONT')
  await expect(lineOf('Privacy blur')).toContainText('Next in the queue')

  await queue.getByRole('button', { name: 'Resume the queue' }).click()
  await expect(lineOf('Privacy blur')).toContainText('Completed', { timeout: 120_000 })
  await expect(lineOf('Moving camera')).toContainText('Completed', { timeout: 120_000 })
  await expect(queue).toHaveCount(0)
  await expect(engine).toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Select all ended runs' }).check()
  const chosen = page.getByRole('region', { name: 'Selected runs' })
  await expect(chosen).toContainText(/3 runs selected.*[kM]B on disk/)
  await chosen.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No runs yet')).toBeVisible()
})
