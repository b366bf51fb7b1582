/** Two runs side by side: one picture beside the other on one clock, and from a difference to its frame in both. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import { newDataDir, type RunningHost, removeDataDir, startHost } from './host.ts'
import { openMaker, withSource } from './runs-over-bridge.ts'
import { Studio } from './studio.ts'

let host: RunningHost
test.beforeAll(async () => {
  host = await startHost(newDataDir())
  const maker = await openMaker(host.url)
  const made = await maker.api<Workflow>('workflows.create', {
    body: { name: 'Crossing', template_key: 'count-at-a-line' },
  })
  for (const sample_fps of [5, 2.5]) {
    const graph = withSource(made.graph, { sample_fps })
    await maker.api('workflows.update', { params: { workflow: made.id }, body: { graph } })
    const run = await maker.run(made.id)
    expect(run.error).toBeNull()
  }
  maker.close()
})
test.afterAll(async () => {
  await host.stop()
  removeDataDir(host.dataDir)
})

/** What both overlays say that they show. */
const shown = (page: Page) =>
  page
    .getByTestId('overlay')
    .evaluateAll((all) => all.map((c) => ({ ...(c as HTMLCanvasElement).dataset }) as { frame: string; timeS: string }))

/** Both pictures show the frame of the same time. */
async function sameFrame(page: Page): Promise<number> {
  await expect
    .poll(async () => {
      const [a, b] = await shown(page)
      return a?.timeS !== undefined && a.timeS === b?.timeS
    })
    .toBe(true)
  return Number((await shown(page))[0]?.timeS)
}

test('two runs are set against each other: events, frames, counts, tracks, settings and speed', async ({ page }) => {
  const studio = new Studio(page)
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  await studio.open(host.url)

  await test.step('choosing both under Runs offers to compare them, the older as A', async () => {
    await studio.go('Runs')
    await expect(page.getByRole('row')).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Choose all ended runs' }).click()
    await page.getByRole('link', { name: 'Compare' }).click()
    await expect(page.getByRole('region', { name: 'Run A' })).toBeVisible()
    await expect(page.getByText(/^\d+ differences$/)).toBeVisible()
    expect(await sameFrame(page)).toBeLessThan(0.1)
  })

  await test.step('the next difference is a key away, and both land on its frame', async () => {
    const times: number[] = []
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('n')
      await expect.poll(async () => (await shown(page))[0]?.timeS).not.toBe(times.at(-1)?.toFixed(6))
      times.push(await sameFrame(page))
    }
    expect(times).toEqual([...times].sort((x, y) => x - y))
    const row = page.getByRole('table', { name: 'Events of both runs' }).locator('[data-current]')
    const [minutes, seconds] = ((await row.getByRole('cell').first().textContent()) ?? '').split(':').map(Number)
    expect((minutes ?? 9) * 60 + (seconds ?? 9) - (times.at(-1) as number)).toBeGreaterThanOrEqual(-0.006)
    expect((minutes ?? 9) * 60 + (seconds ?? 9) - (times.at(-1) as number)).toBeLessThan(0.09)
    await expect(row).toContainText('not in it')
  })

  await test.step('stepping and playing keep both on the same frame', async () => {
    const before = await sameFrame(page)
    await page.keyboard.press('.')
    await expect.poll(async () => (await sameFrame(page)) - before).toBeCloseTo(1 / 25, 2)
    await page.getByRole('button', { name: 'Play (Space)' }).click()
    await expect.poll(async () => Number((await shown(page))[1]?.timeS) - before).toBeGreaterThan(0.5)
    await page.getByRole('button', { name: 'Pause (Space)' }).click()
    await sameFrame(page)
  })

  await test.step('a wider window leaves fewer differences than a narrow one', async () => {
    const differences = async () => Number.parseInt((await page.getByText(/differences?$/).textContent()) ?? '', 10)
    const sameWithin = async (window: string) => {
      await page.getByRole('combobox', { name: 'Same within' }).click()
      await page.getByRole('option', { name: window }).click()
    }
    const usual = await differences()
    await sameWithin('± 0.1 s')
    await expect.poll(differences).toBeGreaterThan(usual)
    await sameWithin('± 2 s')
    await expect.poll(differences).toBeLessThanOrEqual(usual)
  })

  await test.step('counts are listed by difference, and swapping turns them round', async () => {
    await page.getByRole('tab', { name: 'Counts' }).click()
    const first = page.getByRole('table', { name: 'Counts of both runs' }).getByRole('row').nth(1)
    const difference = first.getByRole('cell').nth(5)
    const before = await difference.textContent()
    expect(before).toMatch(/^[+−]\d/)
    const [a, b] = [
      await first.getByRole('cell').nth(3).textContent(),
      await first.getByRole('cell').nth(4).textContent(),
    ]
    await page.getByRole('button', { name: 'Swap A and B' }).click()
    await expect(first.getByRole('cell').nth(3)).toHaveText(b ?? '')
    await expect(first.getByRole('cell').nth(4)).toHaveText(a ?? '')
    expect(before?.startsWith('+')).toBe(!(await difference.textContent())?.startsWith('+'))
    await page.goBack()
  })

  await test.step('tracks are paired, and a row leads to both', async () => {
    await page.getByRole('tab', { name: 'Tracks' }).click()
    await page.getByText('In both', { exact: true }).click()
    const table = page.getByRole('table', { name: 'Tracks of both runs' })
    const row = table.getByRole('row').nth(1)
    await row.click()
    const idB = await row.getByRole('cell').nth(1).textContent()
    await expect(page.getByRole('region', { name: 'Run B' }).getByRole('status')).toContainText(`Track ${idB} `)
    await sameFrame(page)
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()
    expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([])
  })

  await test.step('settings name the rate, the model and the block that differ', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click()
    const rate = page.getByRole('table', { name: 'Source and models' }).getByRole('row', { name: /Sample rate/ })
    await expect(rate).toContainText('5 frames/s')
    await expect(rate).toContainText('differs')
    await page.getByRole('tab', { name: 'Speed' }).click()
    await expect(page.getByRole('table', { name: 'Whole run' }).getByRole('row', { name: /^Frames/ })).toBeVisible()
  })

  await test.step('a run’s own page and the palette lead here too', async () => {
    await page.getByRole('link', { name: 'Runs', exact: true }).first().click()
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Compare with…' }).click()
    await page.getByRole('region', { name: 'Same workflow' }).getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Run B' })).toBeVisible()
    await studio.go('Runs')
    await studio.command('compare last', 'Compare the last two runs')
    await expect(page.getByRole('region', { name: 'Run A' })).toBeVisible()
  })
  expect(failures).toEqual([])
})
