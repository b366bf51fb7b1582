import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { median, times } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { longTasks, watchLongTasks } from '../ui/long-tasks.ts'
import { fillWithEvents } from '../ui/many-events.ts'
import { type OpenStudio, withStudio } from '../ui/studio.ts'

const EVENTS = 200_000
const SHOWN = '200,000 events'

export const results: Part = {
  name: 'results',
  title: 'A finished run with 200,000 events in its JSON Lines file, opened in Chromium without a GPU, 1440x900',
  measure: () =>
    withStudio(async (studio): Promise<Figure[]> => {
      const run = await finishedRun(studio)
      const openings = await times(5, () => open(studio, run))
      const rows = openings.map((o) => o.rowsMs / 1000)
      const all = openings.map((o) => o.allMs / 1000)
      const longest = openings.map((o) => o.tasks[0] ?? 0)
      const each = (of: readonly number[], unit: string, digits: number) =>
        `median of ${of.map((n) => n.toFixed(digits)).join(', ')} ${unit}`
      const what = 'Events of a 200,000-event JSON on the screen'
      return [
        { title: `${what}: first rows`, value: median(rows), unit: 's', limit: 1, detail: each(rows, 's', 2) },
        { title: `${what}: all of them`, value: median(all), unit: 's', limit: 2, detail: each(all, 's', 2) },
        {
          title: `${what}: longest task meanwhile`,
          value: median(longest),
          unit: 'ms',
          limit: 200,
          detail: each(longest, 'ms', 0),
        },
      ]
    }),
}

/** Runs the demo at three frames a second, without tables, so that the page reads the JSON. Returns the run’s id. */
async function finishedRun({ page, host }: OpenStudio): Promise<string> {
  await page.getByRole('button', { name: 'Try the demo' }).click()
  const table = page.locator('.react-flow__node').filter({ hasText: 'CSV' })
  await table.first().click({ position: { x: 40, y: 16 } })
  await page.keyboard.press('Delete')
  // The run itself is not measured.
  await page
    .locator('.react-flow__node')
    .filter({ hasText: 'Street crossing' })
    .click({ position: { x: 40, y: 16 } })
  const rate = page.getByRole('textbox', { name: /^Sample rate/ })
  await rate.fill('3')
  await rate.press('Tab')
  await page.getByTestId('save-status').getByText('Saved').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: 'Open results' }).waitFor({ timeout: 300_000 })
  const [run] = readdirSync(join(host.dataDir, 'runs'))
  if (run === undefined) throw new Error('the run left nothing')
  const files = readdirSync(join(host.dataDir, 'runs', run))
  const json = files.find((name) => name.endsWith('.jsonl') && name !== 'evidence.jsonl')
  fillWithEvents(join(host.dataDir, 'runs', run, json ?? ''), EVENTS)
  await watchLongTasks(page)
  return run
}

/** From the start screen to the run, as by a click, in a freshly loaded page. */
async function open({ page, host }: OpenStudio, run: string) {
  await page.goto('about:blank')
  await page.goto(host.url)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.waitForTimeout(1_000)
  await longTasks(page)
  const measured = await page.evaluate(
    ([id, shown]) =>
      new Promise<{ rowsMs: number; allMs: number }>((resolve) => {
        const startedAt = performance.now()
        let rowsMs = 0
        location.hash = `#/runs/${id}`
        const look = () => {
          const table = document.querySelector('[role=table][aria-label=Events]')
          if (rowsMs === 0 && table?.querySelector('[aria-rowindex="2"]')) rowsMs = performance.now() - startedAt
          const all = [...document.querySelectorAll('[role=status]')].some((e) => e.textContent === shown)
          if (all) resolve({ rowsMs, allMs: performance.now() - startedAt })
          else requestAnimationFrame(look)
        }
        look()
      }),
    [run, SHOWN] as const,
  )
  // Work on the events that the page does when idle.
  await page.waitForTimeout(3_000)
  return { ...measured, tasks: await longTasks(page) }
}
