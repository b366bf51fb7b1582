/** The table of a batch whose workflow has many lines, in a small window that is narrower than the table. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from './host.ts'
import { countingGraph, importModel, runOf } from './numbered-run.ts'
import { openMaker } from './runs-over-bridge.ts'
import type { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

const LINES = 9
const NAME = 'gate camera, north side, early morning, second week.mp4'

let batchId: string
test.beforeAll(async ({ host }) => {
  const maker = await openMaker(host.url)
  const model = await importModel(maker, 'colours-v8')
  const uri = await maker.upload(join(root, 'tests/fixtures/torture/constant.mp4'), 'source')
  const graph = countingGraph(uri, { model_id: model }, { table: { kind: 'csv' } })
  const geometries = Array.from({ length: LINES }, (_, i) => ({
    kind: 'line',
    name: `Gate ${i + 1}`,
    points: [
      [0.1 + i * 0.09, 0.02],
      [0.1 + i * 0.09, 0.98],
    ],
  }))
  const nodes = graph.nodes.map((n) => (n.type === 'measure' ? { ...n, config: { geometries } } : n))
  const run = await runOf(maker, 'Nine gates', { ...graph, nodes })
  expect(run.error).toBeNull()
  batchId = randomUUID()
  await maker.saveBatch({
    id: batchId,
    workflow_id: run.workflow_id ?? '',
    workflow_name: 'Nine gates',
    created_at: run.created_at,
    items: Array.from({ length: 24 }, (_, i) => ({
      id: `file-${i}`,
      source: { uri, name: i === 0 ? NAME : `${i} ${NAME}`, kind: 'video', size_bytes: 1, duration_seconds: 1 },
      run_id: run.id,
      problem: null,
    })),
  })
  maker.close()
})

test.use({ hostFor: 'worker', viewport: { width: 1280, height: 720 } })

const open = async (studio: Studio) => {
  await studio.goTo(`/batches/${batchId}`)
  const table = studio.page.getByRole('region', { name: 'Files of the batch' })
  await expect(table.getByRole('link').first()).toBeVisible()
  return table
}

/** Returns the text of the topmost cell at a point: a row header, a column header or a value. */
const textAt = (page: Page, x: number, y: number) =>
  page.evaluate(([x, y]) => document.elementFromPoint(x as number, y as number)?.closest('td, th')?.textContent, [x, y])

/** Returns the width and height of a control's clickable area through its centre, in pixels; at most 40 are tested. */
const reach = (control: Locator) =>
  control.evaluate((e: HTMLElement) => {
    const { x, y, width, height } = e.getBoundingClientRect()
    const [cx, cy] = [x + width / 2, y + height / 2]
    const isHit = (px: number, py: number) => {
      const top = document.elementFromPoint(px, py)
      return (
        top !== null && (e.contains(top) || [...((e as HTMLInputElement).labels ?? [])].some((l) => l.contains(top)))
      )
    }
    const span = (dx: number, dy: number) => {
      let n = 0
      while (n < 20 && isHit(cx + dx * (n + 0.5), cy + dy * (n + 0.5))) n++
      return n
    }
    return { width: span(-1, 0) + span(1, 0), height: span(0, -1) + span(0, 1) }
  })

test('checkboxes, column headers and switches look small, and are large enough to press', async ({ page, studio }) => {
  const table = await open(studio)
  const large = async (control: Locator) => {
    const { width, height } = await reach(control)
    expect(Math.min(width, height), String(control)).toBeGreaterThanOrEqual(24)
  }
  const box = table.getByRole('checkbox').nth(1)
  expect((await box.boundingBox())?.width).toBe(16)
  for (const control of [table.getByRole('checkbox').first(), box, table.getByRole('button', { name: 'Took' })])
    await large(control)
  await studio.go('Runs')
  // The one for all runs, and that of the first run.
  for (const at of [0, 1]) await large(page.getByRole('checkbox').nth(at))
  await studio.go('Settings')
  await large(page.getByRole('switch').first())
})

test('scrolled to the last column, file names stay at the left, and nothing shines through', async ({
  page,
  studio,
}) => {
  const table = await open(studio)
  const link = table.getByRole('link', { name: NAME, exact: true })
  const [head, box, total] = [
    table.getByRole('button', { name: 'File', exact: true }),
    table.getByRole('checkbox').nth(1),
    table.getByRole('rowheader'),
  ]
  const places = async () =>
    Promise.all([link, head, box, total].map(async (one) => Math.round((await one.boundingBox())?.x ?? Number.NaN)))
  const before = await places()
  const scrolled = await table.evaluate((e) => {
    e.scrollLeft = e.scrollWidth
    return e.scrollLeft
  })
  expect(scrolled).toBeGreaterThan(300)
  expect(await places()).toEqual(before)
  await page.screenshot({ path: test.info().outputPath('scrolled.png') })

  // The cell fully covers the columns that scrolled under it.
  const cell = await link.locator('xpath=ancestor::td').boundingBox()
  if (!cell) throw new Error('not on the screen')
  for (const x of [cell.x + 2, cell.x + cell.width - 2])
    expect(await textAt(page, x, cell.y + cell.height / 2)).toContain(NAME)
  const opaque = await link.locator('xpath=ancestor::td').evaluate((td) => getComputedStyle(td).backgroundColor)
  expect(opaque).toMatch(/^rgb\(/)
})
