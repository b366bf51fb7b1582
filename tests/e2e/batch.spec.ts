/** One workflow on several files: selected together, run one after the other, and read as one table. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { demoClip, footage } from './footage.ts'
import { root } from './host.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

/** Long enough to be cancelled in its middle. */
const STREET = readFileSync(join(root, 'resources/demo/street-crossing.mp4'))
const QUIET = readFileSync(join(root, 'tests/fixtures/torture/constant.mp4'))

const rowsOf = (page: Page) => page.getByRole('region', { name: 'Files of the batch' }).getByRole('row')
/** In the list of all runs. */
const runOn = (page: Page, source: string) => page.getByRole('row').filter({ hasText: source })
const lineOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name })

test('the counting demo on two files gives two rows with counts, a CSV that agrees, and is found again later', async ({
  page,
  studio,
  host,
}) => {
  await studio.openDemoTemplate()
  await studio.lookAtFramesPerSecond(studio.block('Street crossing'), 5)

  await test.step('choose the files', async () => {
    await page.getByRole('button', { name: 'More ways to run' }).click()
    await page.getByRole('menuitem', { name: 'Run on many files…' }).click()
    const dialog = page.getByRole('dialog', { name: /on many files/ })
    const files = [
      footage('south 2.mp4', QUIET),
      await demoClip('north 1.mp4', 4),
      footage('torn.mp4', Buffer.from('this was a video once')),
      footage('twice.mp4', QUIET),
    ]
    await studio.choose(files, () => dialog.getByRole('button', { name: 'Add files…' }).click())
    const chosen = (name: string) => dialog.getByRole('row').filter({ hasText: name })
    await expect(chosen('torn.mp4')).toContainText('is not a video or image that can be read')
    await expect(chosen('north 1.mp4')).toContainText('0:04')
    await dialog.getByRole('button', { name: 'Remove twice.mp4' }).click()
    await expect(dialog.getByRole('status')).toHaveText('2 files · 0:05 of video · 1 skipped')
    await dialog.getByRole('button', { name: 'Start 2 runs' }).click({ timeout: 60_000 })
  })

  const numbers = async (name: string) =>
    (await lineOf(page, name).getByRole('cell').allTextContents()).filter((text) => /^\d+$/.test(text)).map(Number)

  await test.step('the table has two rows with counts', async () => {
    await expect(page.getByText('2 of 2 files done')).toBeVisible({ timeout: 180_000 })
    await expect(rowsOf(page).filter({ hasText: '.mp4' })).toHaveCount(2)
    expect((await numbers('north 1.mp4')).some((n) => n > 0)).toBe(true)
    expect((await numbers('south 2.mp4')).every((n) => n === 0)).toBe(true)
  })

  await test.step('the CSV agrees with the runs', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const text = readFileSync(await (await download).path(), 'utf8')
    const [head = [], ...rows] = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    const counted = head.flatMap((name, at) => (/ (a_to_b|b_to_a)$/.test(name) ? [at] : []))
    expect(counted.length).toBeGreaterThan(0)
    expect(rows.map(([file, status]) => `${file} ${status}`)).toEqual([
      'north 1.mp4 completed',
      'south 2.mp4 completed',
    ])
    for (const row of rows) expect(counted.map((at) => Number(row[at]))).toEqual(await numbers(row[0] as string))

    await page.getByRole('link', { name: 'north 1.mp4' }).click()
    const totals = page.locator('[data-tour="counts"] table')
    await expect(totals.first()).toBeVisible()
    const ofRun: number[] = []
    for (const line of await totals.all()) {
      const all = line.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'All', exact: true }) })
      ofRun.push(...(await all.getByRole('cell').allTextContents()).map(Number))
    }
    expect(ofRun).toEqual(counted.map((at) => Number(rows[0]?.[at])))
  })

  await test.step('the batch is found again after a restart', async () => {
    await host.stop()
    await host.start()
    await studio.open(host.url)
    await studio.go('Runs')
    for (const name of ['north 1.mp4', 'south 2.mp4'])
      await expect(runOn(page, name).getByRole('link', { name: 'Batch of 2' })).toBeVisible()
    await page.getByRole('link', { name: 'Batches' }).click()
    const batch = page.getByRole('row').filter({ hasText: 'north 1.mp4 and 1 other' })
    await expect(batch).toContainText('Completed')
    await batch.getByRole('link').click()
    await expect(page.getByText('2 of 2 files done')).toBeVisible()
  })
})

test('the rest of a batch is cancelled, and a deleted run breaks nothing', async ({ page, studio }) => {
  await studio.openDemoTemplate()
  await studio.command('many files', 'Run on many files…')
  const dialog = page.getByRole('dialog', { name: /on many files/ })
  const files = [footage('a.mp4', STREET), footage('b.mp4', STREET)]
  await studio.choose(files, () => dialog.getByRole('button', { name: 'Add files…' }).click())
  await dialog.getByRole('button', { name: 'Start 2 runs' }).click({ timeout: 60_000 })

  await expect(lineOf(page, 'a.mp4')).toContainText(/Running.*%/, { timeout: 60_000 })
  await expect(lineOf(page, 'b.mp4')).toContainText('Queued')
  await page.getByRole('button', { name: 'Cancel the rest' }).click()
  await expect(lineOf(page, 'a.mp4')).toContainText('Cancelled')
  await expect(lineOf(page, 'b.mp4')).toContainText('Cancelled')

  await studio.go('Runs')
  for (const name of ['a.mp4', 'b.mp4']) await runOn(page, name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await studio.saysThat('2 runs deleted.')
  await page.getByRole('link', { name: 'Batches' }).click()
  await page.getByRole('row').filter({ hasText: 'a.mp4' }).getByRole('link').click()
  await expect(lineOf(page, 'a.mp4')).toContainText('Run deleted')
  await expect(lineOf(page, 'b.mp4')).toContainText('Run deleted')
})
