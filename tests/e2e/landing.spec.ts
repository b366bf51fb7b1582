/** Every link from a figure to its frame ends on exactly that frame: its number is burnt into the video. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { MeasureEvent } from '../../src/shared/domain/event.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { atRest, onScreen, writeNumbered } from './burnt-in.ts'
import type { RunningHost } from './host.ts'
import { countingGraph, FPS, FRAMES, importModel, openRunPage, runOf, walkers } from './numbered-run.ts'
import { openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

let run: WorkflowRun
test.beforeAll(async ({ host }) => {
  const maker = await openMaker(host.url)
  const clip = await writeNumbered(join(host.dataDir, 'numbered.mp4'), FRAMES, FPS, walkers)
  const model = { model_id: await importModel(maker, 'colours-v8') }
  const sinks = { records: { kind: 'json', filename: 'records' } }
  run = await runOf(maker, 'Numbered', countingGraph(await maker.upload(clip, 'source'), model, sinks))
  maker.close()
})

async function openRun(page: Page, host: RunningHost): Promise<MeasureEvent[]> {
  expect(run.error).toBeNull()
  await openRunPage(page, host, run)
  await expect(page.getByLabel('Source video')).toBeVisible()
  await expect.poll(() => onScreen(page)).toEqual({ burnt: 0, frame: 0 })
  const text = await page.evaluate(async (id) => (await fetch(`/files/runs/${id}/records.jsonl`)).text(), run.id)
  return text
    .split('\n')
    .filter((line) => line.startsWith('{"record":"event"'))
    .map((line) => JSON.parse(line) as MeasureEvent)
}

/** Returns the frame on the screen at the time of an event: the last one that began before it. */
const frameOf = ({ time_s }: { time_s: number }): number => Math.floor(time_s * FPS + 1e-6)

/** Expects the player to stop on this frame, with its overlay, and to stay there. */
async function restsOn(page: Page, frame: number, after: string): Promise<void> {
  const there = { burnt: frame, frame }
  await expect.poll(() => onScreen(page), { message: after, intervals: [60] }).toEqual(there)
  await atRest(page)
  expect(await onScreen(page), `${after}, at rest`).toEqual(there)
}

const chart = (page: Page) => page.getByRole('figure')

/** Clicks the chart at this time. */
async function clickChartAt(page: Page, timeS: number): Promise<void> {
  const plot = chart(page).locator('.u-over')
  const { width = 0 } = (await plot.boundingBox()) ?? {}
  await plot.click({ position: { x: (timeS / (FRAMES / FPS)) * width, y: 60 } })
}

test('counts, events, evidence and keys jump to exactly their frame', async ({ page, host }) => {
  const events = await openRun(page, host)
  const crossings = events.filter((e) => e.type === 'line_crossing')
  expect(crossings.map((e) => [e.class_name, e.direction])).toEqual([
    ['green', 'a_to_b'],
    ['red', 'b_to_a'],
  ])
  const [green, red] = crossings.map(frameOf) as [number, number]
  const card = page.getByRole('table', { name: 'Middle' })
  const count = (name: string) => card.getByRole('row', { name }).getByRole('button')

  await count('red').click()
  await restsOn(page, red, 'a count')
  await count('green').click()
  await restsOn(page, green, 'an earlier count')
  await page.getByRole('table', { name: 'Events' }).getByRole('row').nth(1).click()
  await restsOn(page, green, 'a row of the events')
  const stops = events.filter((e) => /line_crossing|zone_entry|zone_exit/.test(e.type)).map(frameOf)
  await page.getByRole('slider', { name: 'Position' }).press('Home')
  await restsOn(page, 0, 'Home')
  for (const stop of stops.sort((a, b) => a - b)) {
    await page.keyboard.press('n')
    await restsOn(page, stop, `N to ${stop}`)
  }
  await page.getByRole('tab', { name: 'Evidence' }).click()
  await page.getByRole('table', { name: 'Evidence' }).getByRole('row').filter({ hasText: 'Middle' }).last().click()
  await restsOn(page, red, 'a row of the evidence')
})

test('every chart leads to its frame, by press and by key, and names series that stay zero', async ({ page, host }) => {
  const events = await openRun(page, host)
  const at = (type: string, className: string) =>
    events.find((e) => e.type === type && e.class_name === className) as MeasureEvent
  const show = (name: string) => chart(page).getByText(name, { exact: true }).click()

  await expect(chart(page)).toHaveAccessibleName('Counts over time')
  const crossing = at('line_crossing', 'red')
  await clickChartAt(page, crossing.time_s)
  await restsOn(page, frameOf(crossing), 'a step of the counts')

  await show('Occupancy')
  await expect(chart(page)).toHaveAccessibleName('Occupancy over time')
  await expect(chart(page)).toContainText('Yard')
  await expect(chart(page)).toContainText('Never entered')
  const entry = at('zone_entry', 'red')
  await clickChartAt(page, entry.time_s)
  await restsOn(page, frameOf(entry), 'a step of the occupancy')
  await expect(page.getByRole('status', { name: 'Why' })).toContainText(/Yard/)
  const slider = chart(page).getByRole('slider')
  await slider.press('End')
  for (let i = 0; i < 2; i++) await slider.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:03\.96: Yard 1, Never entered 0$/)
  await slider.press('Home')
  await slider.press('ArrowRight')
  await slider.press('Enter')
  await restsOn(page, frameOf(at('zone_exit', 'green')), 'Enter on a point of the occupancy')

  await show('Detections')
  await expect(chart(page)).toHaveAccessibleName('Detections per second over time')
  await clickChartAt(page, 4.25)
  await restsOn(page, 42, 'a moment of the density')

  const zone = page.getByRole('table', { name: /^Yard/ })
  await expect(zone.getByRole('row', { name: /^red/ })).toContainText('1.9 s')
  await expect(zone.getByRole('row', { name: /^green/ })).toContainText('1.6 s')
})
