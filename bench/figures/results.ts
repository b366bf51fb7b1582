import { join } from 'node:path'
import { dataFolders } from '../../src/platform/machine/data-folders.ts'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import { isTerminal, type WorkflowRun } from '../../src/shared/domain/run.ts'
import { median, times } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { hostApi } from '../ui/host-api.ts'
import { until } from '../ui/limits.ts'
import { longTasks, watchLongTasks } from '../ui/long-tasks.ts'
import { fillWithEvents } from '../ui/many-events.ts'
import { type OpenStudio, whyNoBrowser, withStudio } from '../ui/studio.ts'

const EVENTS = 200_000
const SHOWN = '200,000 events'
const SAMPLE_FPS = 3
/** The longest wait for all events, far over the limit of the figure. */
const MOST_MS = 60_000

export const results: Part = {
  name: 'results',
  title: 'A finished run with 200,000 events in its JSON Lines file, opened in Chromium without a GPU, 1440x900',
  missing: whyNoBrowser,
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

/** Runs the demo at a few frames a second, and fills the file from which the page reads its events. Returns the run’s id. */
async function finishedRun({ page, host }: OpenStudio): Promise<string> {
  const { api, close } = await hostApi(host)
  try {
    const demo = { name: 'Street crossing', template_key: 'count-at-a-line' }
    const { id: workflow, graph } = await api<Workflow>('workflows.create', { body: demo })
    // The run itself is not measured.
    for (const { type, config } of graph.nodes) if (type === 'source') config.sample_fps = SAMPLE_FPS
    await api('workflows.update', { params: { workflow }, body: { graph } })
    const { run_id } = await api<{ run_id: string }>('workflows.run', { params: { workflow } })
    const run = await until('The run of the demo', async () => {
      const now = await api<WorkflowRun>('workflowRuns.get', { params: { run_id } })
      return isTerminal(now.status) ? now : null
    })
    const { frames, events } = run.inspection ?? {}
    if (!frames || !events) throw new Error(`the run ended with ${run.status} and without records for its inspector`)
    const path = (name: string) => join(dataFolders(host.dataDir).runs, run_id, name)
    fillWithEvents({ frames: path(frames.name), events: path(events.name) }, EVENTS)
    await watchLongTasks(page)
    return run_id
  } finally {
    close()
  }
}

/** From the start screen to the run, as by a click, in a freshly loaded page. */
async function open({ page, host }: OpenStudio, run: string) {
  await page.goto('about:blank')
  await page.goto(host.url)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.waitForTimeout(1_000)
  await longTasks(page)
  const measured = await page.evaluate(
    ({ id, shown, mostMs }) =>
      new Promise<{ rowsMs: number; allMs: number }>((resolve, reject) => {
        const startedAt = performance.now()
        let rowsMs = 0
        location.hash = `#/runs/${id}`
        const look = () => {
          const table = document.querySelector('[role=table][aria-label=Events]')
          if (rowsMs === 0 && table?.querySelector('[aria-rowindex="2"]')) rowsMs = performance.now() - startedAt
          const said = [...document.querySelectorAll('[role=status]')].map((e) => e.textContent)
          const tookMs = performance.now() - startedAt
          if (rowsMs > 0 && said.includes(shown)) resolve({ rowsMs, allMs: tookMs })
          else if (tookMs < mostMs) requestAnimationFrame(look)
          else
            reject(
              new Error(`the page does not list ${shown} after ${mostMs / 1000} s, but says “${said.join('”, “')}”`),
            )
        }
        look()
      }),
    { id: run, shown: SHOWN, mostMs: MOST_MS },
  )
  // Work on the events that the page does when idle.
  await page.waitForTimeout(3_000)
  return { ...measured, tasks: await longTasks(page) }
}
