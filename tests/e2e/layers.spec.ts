/** The layers over a run's video are switched while viewing it: at once, for this view, and without another run. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { onScreen, writeNumbered } from './burnt-in.ts'
import type { RunningHost } from './host.ts'
import { countingGraph, FPS, FRAMES, importModel, openRunPage, runOf, walkers } from './numbered-run.ts'
import { type Maker, openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

let maker: Maker
let clip: string
test.beforeAll(async ({ host }) => {
  maker = await openMaker(host.url)
  clip = await maker.upload(await writeNumbered(join(host.dataDir, 'numbered.mp4'), FRAMES, FPS, walkers), 'source')
})
test.afterAll(async () => {
  maker.close()
})

const SINKS = { records: { kind: 'json', filename: 'records' } }

/** Returns the whole overlay as one string. */
const drawn = (page: Page): Promise<string> =>
  page.getByTestId('overlay').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())

/** Counts the pixels of the overlay near this colour. */
const inkOf = (page: Page, [red, green, blue]: [number, number, number]): Promise<number> =>
  page.getByTestId('overlay').evaluate(
    (canvas: HTMLCanvasElement, [r, g, b]) => {
      const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
        ...([0, 0, canvas.width, canvas.height] as const),
      )
      let count = 0
      for (let i = 0; i < data.length; i += 4) {
        const isNear = (at: number, wanted: number) => Math.abs((data[i + at] as number) - wanted) < 12
        if ((data[i + 3] as number) > 200 && isNear(0, r) && isNear(1, g) && isNear(2, b)) count++
      }
      return count
    },
    [red, green, blue] as const,
  )

async function openAtTwoSeconds(page: Page, host: RunningHost, run: WorkflowRun): Promise<void> {
  expect(run.error).toBeNull()
  await openRunPage(page, host, run)
  await expect(page.getByLabel('Source video')).toBeVisible()
  await expect.poll(() => onScreen(page)).toEqual({ burnt: 0, frame: 0 })
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => onScreen(page)).toEqual({ burnt: 20, frame: 20 })
}

const openMenu = (page: Page) => page.getByRole('button', { name: 'Layers' }).click()

for (const [fixture, layers] of [
  ['colours-v8-segment', ['Boxes', 'Labels', 'Confidence', 'Masks', 'Trails', 'Lines and zones']],
  ['colours-v8-pose', ['Keypoints']],
] as const) {
  test(`each layer of ${fixture} is switched on and off at once: ${layers.join(', ')}`, async ({ page, host }) => {
    const run = await runOf(maker, fixture, countingGraph(clip, { model_id: await importModel(maker, fixture) }, SINKS))
    await openAtTwoSeconds(page, host, run)
    const started: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && started.push(request.url()))
    await openMenu(page)
    for (const layer of layers) {
      const box = page.getByRole('checkbox', { name: layer, exact: true })
      const wasOn = await box.isChecked()
      const before = await drawn(page)
      await box.click()
      await expect.poll(() => drawn(page), { message: `${layer} changes nothing` }).not.toBe(before)
      await box.click()
      await expect.poll(() => drawn(page), { message: `${layer} does not come back` }).toBe(before)
      expect(wasOn).toBe(layer !== 'Confidence')
    }
    expect(started).toEqual([])
  })
}

test('a class is hidden for this view only; its style in the model block stays', async ({ page, host }) => {
  const draw = { red: { color: '#12e5d0', label: 'Walker' }, green: { hidden: true } }
  const model = { model_id: await importModel(maker, 'colours-v8'), draw }
  const run = await runOf(maker, 'Restyled', countingGraph(clip, model, SINKS))
  const walker = () => inkOf(page, [0x12, 0xe5, 0xd0])
  await openAtTwoSeconds(page, host, run)
  await expect.poll(walker).toBeGreaterThan(100)
  await openMenu(page)
  const shown = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await expect(shown('red')).toBeChecked()
  await expect(shown('green')).not.toBeChecked()
  await shown('red').click()
  await expect.poll(walker).toBe(0)
  const empty = await drawn(page)
  await shown('green').click()
  await expect.poll(() => drawn(page)).not.toBe(empty)

  await page.reload()
  await openAtTwoSeconds(page, host, run)
  await expect.poll(walker).toBeGreaterThan(100)
  await openMenu(page)
  await expect(shown('green')).not.toBeChecked()
})
