/** An engine killed in mid-run fails its run, and nothing else. */
import { processesOf, signalIfAlive } from '../engine/support/processes.ts'
import { expect, test } from './studio-test.ts'

test.skip(process.platform === 'win32', 'the engine is found through /proc or ps')

test('a run whose engine is killed is shown as failed, keeps no partial files, and the next one completes', async ({
  page,
  studio,
  host,
}) => {
  await studio.tryTheDemo()

  await test.step('kill the engine in mid-run', async () => {
    await studio.pressRun()
    const frames = page.getByRole('region', { name: 'Problems and progress' }).getByText(/^[1-9]\d* of \d+$/)
    await expect(frames).toBeVisible({ timeout: 60_000 })
    // The editor's preview has an engine of its own, and a spare one is ready for the next work.
    const engines = processesOf(host.pid, 'engine.js')
    expect(engines.length).toBeGreaterThan(0)
    for (const engine of engines) signalIfAlive(engine, 'SIGKILL')
  })

  await test.step('the run failed with a reason', async () => {
    const dock = page.getByRole('region', { name: 'Problems and progress' })
    await expect(dock.getByText(/The engine was ended from outside.*Start the run again/)).toBeVisible()
    await page.getByRole('button', { name: 'Open run' }).click()
    const failure = page.getByRole('alert').filter({ hasText: 'The run failed' })
    await expect(failure).toContainText('The engine was ended from outside')
  })

  await test.step('only its log is left', async () => {
    await page.getByRole('tab', { name: 'Files' }).click()
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toContainText('run.log')
    await page.getByRole('tab', { name: 'Log' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('The engine was ended from outside')
  })

  await test.step('the next run completes', async () => {
    await page.goBack()
    await studio.lookAtFramesPerSecond(studio.block('Street crossing'), 2)
    await studio.pressRun()
    await studio.runEnds()
    await studio.openResults()
    await expect(page.getByRole('table', { name: 'Main road' })).toBeVisible()
    await studio.go('Runs')
    await expect(page.getByRole('row', { name: /Completed/ })).toHaveCount(1)
    await expect(page.getByRole('row', { name: /Failed/ })).toHaveCount(1)
  })
})
