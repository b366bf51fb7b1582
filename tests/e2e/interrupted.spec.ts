/** Closing the host in mid-run interrupts the run, which can be resumed after the next start. */
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'test' })

test('a run during which Sightline is closed is interrupted, and offers Resume first', async ({
  page,
  studio,
  host,
}) => {
  // The demo is run from its start to its end, beside whatever else the machine does.
  test.setTimeout(480_000)
  await studio.tryTheDemo()
  // A fifth of the frames is long enough to be interrupted.
  await studio.lookAtFramesPerSecond(studio.block('Street crossing'), 5)
  await studio.pressRun()
  const frames = page.getByRole('region', { name: 'Problems and progress' }).getByText(/^[1-9]\d* of \d+$/)
  await expect(frames).toBeVisible({ timeout: 60_000 })
  await host.stop()
  await host.start()
  await page.goto(host.url)

  await studio.go('Runs')
  const row = page.getByRole('row', { name: /Interrupted/ })
  await expect(row.getByRole('button', { name: /^Resume / })).toBeVisible()
  await row.getByRole('link').first().click()
  const panel = page.getByRole('region', { name: 'Interrupted' })
  await expect(panel.getByRole('button').first()).toHaveText('Resume')
  await expect(page.getByText('The run failed')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 300_000 })
})
