/** The accuracy lab: marking the ground truth blind, reading the score, and trying better settings. */
import type { Page } from '@playwright/test'
import { axeFinds } from './axe.ts'
import { markAtSecond, marks, openLab, timeOf } from './lab-page.ts'
import { expect, test } from './studio-test.ts'

// Marks are stored with the run's workflow.
test.use({ hostData: 'demoRun', hostFor: 'test' })

interface Crossing {
  timeS: number
  direction: string
}

/** Returns the run's crossings of the main road, from its JSON Lines file. */
async function counted(page: Page): Promise<Crossing[]> {
  const text = await page.evaluate(async () => {
    const run = location.hash.split('/').at(-1)
    const response = await fetch(`/files/runs/${run}/street.jsonl`)
    if (!response.ok) throw new Error(`status ${response.status}`)
    return response.text()
  })
  return text
    .split('\n')
    .filter((line) => line.includes('"line_crossing"'))
    .map((line) => JSON.parse(line) as { time_s: number; direction: string; geometry: string })
    .filter((e) => e.geometry === 'Main road')
    .map((e) => ({ timeS: e.time_s, direction: e.direction }))
}

const figure = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')

/** Returns a second without crossings from A to B in it or nearby. */
const quietSecond = (crossings: readonly Crossing[]): number | undefined =>
  [1, 2, 3, 4, 5, 6, 7].find((s) => crossings.every((c) => c.direction === 'b_to_a' || Math.abs(c.timeS - s) > 1.2))

test('marks made blind by keys give the expected score, and are found again', async ({ page, studio, demoRun }) => {
  await openLab(studio, demoRun)
  const crossings = await counted(page)

  await test.step('the run’s results are hidden', async () => {
    await expect(page.getByRole('button', { name: 'Show results of the run (O)' })).toBeVisible()
    await expect(page.locator('[data-lane="Counted"]')).toHaveCount(0)
  })

  let watchedS = 0
  await test.step('the first seconds are watched', async () => {
    await page.keyboard.press(']')
    await page.keyboard.press('Space')
    await expect.poll(() => timeOf(page)).toBeGreaterThan(8)
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Play (Space)' })).toBeVisible()
    watchedS = await timeOf(page)
  })

  const seen = crossings.filter((c) => c.timeS <= watchedS)
  const ways = ['a_to_b', 'b_to_a'].map((way) => seen.filter((c) => c.direction === way && c.timeS < 7))
  const firsts = ways.map(([first]) => Math.round(first?.timeS ?? Number.NaN))
  const missed = quietSecond(crossings)
  if (missed === undefined || firsts.some(Number.isNaN)) throw new Error('the demo has other crossings')

  await test.step('two crossings that the run counted and one that it missed are marked', async () => {
    await markAtSecond(page, firsts[0] as number, '1')
    await markAtSecond(page, firsts[1] as number, '2')
    await page.keyboard.press('c')
    await markAtSecond(page, missed, '1')
    await expect(marks(page)).toHaveCount(4)
    await expect(marks(page).filter({ hasText: 'car' })).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect(marks(page)).toHaveCount(3)
    await page.keyboard.press('Control+y')
    await expect(marks(page)).toHaveCount(4)
  })

  await test.step('precision and recall match these marks', async () => {
    await page.getByRole('tab', { name: 'Score' }).click()
    await expect(figure(page, 'Recall')).toHaveText('67%')
    await expect(figure(page, 'Precision')).toHaveText(`${Math.round((100 * 2) / seen.length)}%`)
    await expect(figure(page, 'Count error')).toContainText(seen.length > 3 ? `+${seen.length - 3}` : '')
    await expect(page.getByText(/^3 marks in 0:\d\d of watched video\..*too few for a conclusion/)).toBeVisible()
    expect(await axeFinds(page)).toEqual([])
  })

  await test.step('the miss leads to its frame, with the run’s detections there', async () => {
    await page
      .getByRole('table', { name: 'Misses and false counts' })
      .getByRole('row', { name: /Missed/ })
      .click()
    await expect.poll(async () => Math.abs((await timeOf(page)) - missed)).toBeLessThan(0.15)
    await expect(page.getByRole('status', { name: 'Why' })).not.toBeEmpty()
    await expect(page.getByRole('button', { name: 'Hide results of the run (O)' })).toBeVisible()
    await expect(page.locator('[data-lane="Counted"]')).toBeVisible()
  })

  await test.step('the marks are still there after a reload', async () => {
    await page.getByRole('tab', { name: 'Marks' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(marks(page)).toHaveCount(4)
    await page.getByRole('tab', { name: 'Score' }).click()
    await expect(figure(page, 'Recall')).toHaveText('67%')
  })
})

test('other settings are tried on the marks, and the workflow opens with the chosen ones', async ({
  page,
  studio,
  demoRun,
}) => {
  await openLab(studio, demoRun)
  const crossings = await counted(page)
  const [first, second] = crossings
  const missed = quietSecond(crossings)
  if (!first || !second || missed === undefined) throw new Error('the demo has other crossings')

  await test.step('marks are imported from a file', async () => {
    const rows = [
      ['watched', 0, 27],
      [first.direction, first.timeS, ''],
      [second.direction, second.timeS, ''],
      ['a_to_b', missed, ''],
    ]
    const csv = ['place,place_kind,record,time_s,until_s', ...rows.map((r) => ['Main road', 'line', ...r].join())]
    const file = { name: 'marks.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) }
    await studio.choose(file, () => page.getByRole('button', { name: 'Import', exact: true }).click())
    await studio.saysThat('3 marks imported')
    await expect(marks(page)).toHaveCount(4)
  })

  await test.step('a small sweep ends with a recommendation', async () => {
    await page.getByRole('tab', { name: 'Better settings' }).click()
    await page.getByRole('textbox', { name: 'Values of High confidence' }).fill('0.5, 0.6, 0.95')
    await page.getByRole('button', { name: 'Start sweep' }).click()
    const advice = page.getByRole('region', { name: 'Recommendation' })
    await expect(advice).toBeVisible({ timeout: 120_000 })
    await expect(advice).toContainText(/of 3 marks with \d+ false counts?/)
    await expect(advice).toContainText('Based on only 3 marks')
    const rows = page.getByRole('table', { name: 'Results of the sweep' }).getByRole('row')
    await expect(rows).toHaveCount(4)
    await expect(rows.filter({ hasText: 'Current settings' })).toContainText('67%')
  })

  await test.step('the recommendation opens the workflow with it, as one edit', async () => {
    await page
      .getByRole('row', { name: /^0\.95/ })
      .getByRole('button', { name: 'Apply' })
      .click()
    await expect(page.locator('.react-flow__node')).toHaveCount(8)
    const field = studio.settings().getByRole('textbox', { name: /^High confidence/ })
    await expect(field).toHaveValue('0.95')
    await studio.undo()
    await expect(field).toHaveValue('0.6')
  })

  await test.step('the sweep leaves no run and no workflow behind', async () => {
    await studio.go('Runs')
    await expect(page.locator('main a[href^="#/runs/"]').first()).toBeVisible()
    await expect(page.getByText(/Sweep of/)).toHaveCount(0)
    await studio.go('Workflows')
    await expect(page.getByText('Count at a line').first()).toBeVisible()
    await expect(page.getByText(/Sweep of/)).toHaveCount(0)
  })
})
