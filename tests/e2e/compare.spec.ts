/** Two runs side by side: two videos on one clock, and jumps from a difference to its frame in both. */
import type { Page } from '@playwright/test'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { axeFinds } from './axe.ts'
import { openMaker, withSource } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostData: 'demoRun' })
test.beforeAll(async ({ host, demoRun: { workflowId: workflow } }) => {
  const maker = await openMaker(host.url)
  const { graph } = await maker.api<Workflow>('workflows.get', { params: { workflow } })
  const body = { graph: withSource(graph, { sample_fps: 2.5 }) }
  await maker.api('workflows.update', { params: { workflow }, body })
  const run = await maker.run(workflow)
  expect(run.error).toBeNull()
  maker.close()
})

/** Delays all events of a record by a number of seconds. */
const delayed = (jsonl: string, byS: number): string =>
  jsonl.replace(/"time_s":([\d.]+)/g, (_, timeS: string) => `"time_s":${Number(timeS) + byS}`)

/** Reads the frames that both overlays report. */
const shown = (page: Page) =>
  page
    .getByTestId('overlay')
    .evaluateAll((all) => all.map((c) => ({ ...(c as HTMLCanvasElement).dataset }) as { frame: string; timeS: string }))

/** Expects both videos to show the frame of the same time. */
async function sameFrame(page: Page): Promise<number> {
  await expect
    .poll(async () => {
      const [a, b] = await shown(page)
      return a?.timeS !== undefined && a.timeS === b?.timeS ? 'the same' : `${a?.timeS} s and ${b?.timeS} s`
    })
    .toBe('the same')
  return Number((await shown(page))[0]?.timeS)
}

test('two runs are compared by events, frames, counts, tracks, settings and speed', async ({ page, studio }) => {
  await test.step('selecting both under Runs offers to compare them, the older as run 1', async () => {
    await studio.go('Runs')
    await expect(page.getByRole('row')).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Select all ended runs' }).click()
    await page.getByRole('link', { name: 'Compare' }).click()
    await expect(page.getByRole('region', { name: 'Run 1' })).toBeVisible()
    await expect(page.getByText(/^\d+ differences$/)).toBeVisible()
    expect(await sameFrame(page)).toBeLessThan(0.1)
  })

  await test.step('a key jumps to the next difference, and both videos show its frame', async () => {
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
    await expect(row).toContainText('not in this run')
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

  await test.step('arrow keys walk the lanes from mark to mark, and Enter jumps to one in both videos', async () => {
    const lane = page.getByRole('slider', { name: /^Main road/ })
    await lane.focus()
    await page.keyboard.press('End')
    await expect(lane).toHaveAttribute('aria-valuetext', /(A → B|B → A) {2}(only in run [12]|in both)$/)
    const [minutes, seconds] = ((await lane.getAttribute('aria-valuetext')) ?? '').split(' ')[0]?.split(':') ?? []
    await page.keyboard.press('Enter')
    const at = Number(minutes) * 60 + Number(seconds)
    await expect.poll(async () => Math.abs((await sameFrame(page)) - at)).toBeLessThan(0.09)
  })

  await test.step('a run without the selected item reports it', async () => {
    const table = page.getByRole('table', { name: 'Events of both runs' })
    const row = table.getByRole('row').filter({ hasText: 'not in this run' }).first()
    await row.click()
    const inA = (await row.getByRole('cell').nth(4).textContent()) !== 'not in this run'
    const without = page.getByRole('region', { name: `Run ${inA ? '2' : '1'}` })
    await expect(without.getByRole('status')).toHaveText('This run counted nothing here.')
  })

  await test.step('counts are listed by difference, and swapping reverses them', async () => {
    await page.getByRole('tab', { name: 'Counts' }).click()
    const first = page.getByRole('table', { name: 'Counts of both runs' }).getByRole('row').nth(1)
    const difference = first.getByRole('cell').nth(5)
    const before = await difference.textContent()
    expect(before).toMatch(/^[+−]\d/)
    const [a, b] = [
      await first.getByRole('cell').nth(3).textContent(),
      await first.getByRole('cell').nth(4).textContent(),
    ]
    await page.getByRole('button', { name: 'Swap runs 1 and 2' }).click()
    await expect(first.getByRole('cell').nth(3)).toHaveText(b ?? '')
    await expect(first.getByRole('cell').nth(4)).toHaveText(a ?? '')
    expect(before?.startsWith('+')).toBe(!(await difference.textContent())?.startsWith('+'))
    await page.goBack()
  })

  await test.step('tracks are paired, and a row jumps to both', async () => {
    await page.getByRole('tab', { name: 'Tracks' }).click()
    await page.getByText('In both', { exact: true }).click()
    const table = page.getByRole('table', { name: 'Tracks of both runs' })
    const row = table.getByRole('row').nth(1)
    await row.click()
    const idB = await row.getByRole('cell').nth(1).textContent()
    await expect(page.getByRole('region', { name: 'Run 2' }).getByRole('status')).toContainText(`Track ${idB} `)
    await sameFrame(page)
    expect(await axeFinds(page)).toEqual([])
  })

  await test.step('settings name the rate, the model and the block that differ', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click()
    const rate = page.getByRole('table', { name: 'Source and models' }).getByRole('row', { name: /Sample rate/ })
    await expect(rate).toContainText('12.5 frames/s')
    await expect(rate).toContainText('differs')
    await page.getByRole('tab', { name: 'Speed' }).click()
    await expect(page.getByRole('table', { name: 'Whole run' }).getByRole('row', { name: /^Frames/ })).toBeVisible()
  })

  await test.step('a run’s own page and the palette open the comparison too', async () => {
    await page.getByRole('link', { name: 'Runs', exact: true }).first().click()
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Compare with…' }).click()
    await page.getByRole('region', { name: 'Same workflow' }).getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Run 2' })).toBeVisible()
    await studio.go('Runs')
    await studio.command('compare last', 'Compare the last two runs')
    await expect(page.getByRole('region', { name: 'Run 1' })).toBeVisible()
  })
})

test('delayed events match within a window as wide as the delay, and differ within a narrower one', async ({
  page,
  studio,
  host,
}) => {
  const maker = await openMaker(host.url)
  const [newest] = await maker.api<WorkflowRun[]>('workflowRuns.list', { query: { limit: 1 } })
  const twin = await maker.run(newest?.workflow_id ?? '')
  maker.close()
  let events = 0
  await page.route(`**/files/runs/${twin.id}/inspection-events.jsonl`, async (route) => {
    const response = await route.fetch()
    const jsonl = await response.text()
    events = jsonl.match(/"type":"line_crossing"/g)?.length ?? 0
    await route.fulfill({ response, body: delayed(jsonl, 1.5) })
  })
  await studio.goTo(`/compare/${newest?.id}/${twin.id}`)
  const sameWithin = async (window: string) => {
    await page.getByRole('combobox', { name: 'Match within' }).click()
    await page.getByRole('option', { name: window }).click()
  }
  const table = page.getByRole('table', { name: 'Events of both runs' })

  await sameWithin('± 2 s')
  await expect(page.getByText('No differences', { exact: true })).toBeVisible()
  expect(events).toBeGreaterThan(0)
  await page.getByText('All events', { exact: true }).click()
  await expect(table).toHaveAttribute('aria-rowcount', String(events + 1))
  // All rows but the header.
  await expect(table.getByRole('row').filter({ hasNotText: '+1,500 ms' })).toHaveCount(1)

  await sameWithin('± 1 s')
  await expect(page.getByText(/^\d+ differences$/)).toBeVisible()
  await expect(table.getByText('+1,500 ms')).toHaveCount(0)
})
