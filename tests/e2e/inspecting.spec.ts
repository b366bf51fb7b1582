/** Inspecting a finished run: from a count to its frame, whose overlay matches the records in the file. */
import type { Page } from '@playwright/test'
import type { MeasureEvent } from '../../src/shared/domain/event.ts'
import { axeFinds } from './axe.ts'
import { atRest } from './burnt-in.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostData: 'demoRun', hostFor: 'worker' })

interface FrameRecord {
  frame_index: number
  time_s: number
  detections: { x1: number; y1: number; x2: number; y2: number; track_id: number; class_name: string }[]
}

/** Returns the records and events in the JSON Lines file of the run on the screen. */
async function recordsOf(page: Page): Promise<{ records: FrameRecord[]; events: MeasureEvent[] }> {
  const text = await page.evaluate(async () => {
    const run = location.hash.split('/').at(-1)
    const response = await fetch(`/files/runs/${run}/street.jsonl`)
    if (!response.ok) throw new Error(`status ${response.status}`)
    return response.text()
  })
  const lines = text.split('\n')
  const of = <T>(kind: string) =>
    lines.filter((line) => line.startsWith(`{"record":"${kind}"`)).map((line) => JSON.parse(line) as T)
  return { records: of('frame'), events: of('event') }
}

/** Returns the frame and time of the overlay, once the video is paused. */
async function overlay(page: Page): Promise<{ frame: number; timeS: number }> {
  const shown = page.getByTestId('overlay')
  await expect(shown).toHaveAttribute('data-frame', /\d/)
  return shown.evaluate((c: HTMLCanvasElement) => ({ frame: Number(c.dataset.frame), timeS: Number(c.dataset.timeS) }))
}

/** Returns the fraction of a box's border that is painted, 0 to 1, read from the overlay's own pixels. */
async function inkOnBorder(page: Page, box: { x1: number; y1: number; x2: number; y2: number }): Promise<number> {
  return page.getByTestId('overlay').evaluate((canvas: HTMLCanvasElement, b) => {
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    const scale = Math.min(canvas.width / 1280, canvas.height / 720)
    const [left, top] = [(canvas.width - 1280 * scale) / 2, (canvas.height - 720 * scale) / 2]
    const inked = (x: number, y: number) =>
      (context.getImageData(Math.round(left + x * scale), Math.round(top + y * scale), 1, 1).data[3] ?? 0) > 100
    let [hits, all] = [0, 0]
    for (let i = 1; i < 20; i++) {
      const [x, y] = [b.x1 + ((b.x2 - b.x1) * i) / 20, b.y1 + ((b.y2 - b.y1) * i) / 20]
      for (const [px, py] of [
        [x, b.y1],
        [x, b.y2],
        [b.x1, y],
        [b.x2, y],
      ] as const) {
        all++
        if (inked(px, py)) hits++
      }
    }
    return hits / all
  }, box)
}

test('a count leads to its frame, with the boxes of that frame over the source and the reason below', async ({
  page,
  studio,
  demoRun: { runId },
}) => {
  await studio.goTo(`/runs/${runId}`)
  const video = page.locator('video')
  const why = page.getByRole('status', { name: 'Why' })

  await test.step('the source plays under the overlay', async () => {
    await expect(page.getByLabel('Source video')).toBeVisible()
    await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.videoWidth)).toBe(1280)
    await expect(page.getByRole('tab', { name: 'Evidence' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Tracks' })).toBeVisible()
  })
  const { records, events } = await recordsOf(page)

  await test.step('a count jumps to the frame of the crossing, with the reason why it counted', async () => {
    const card = page.getByRole('table', { name: 'Main road' })
    await card
      .getByRole('row', { name: /^All\b/ })
      .getByRole('button')
      .first()
      .click()
    await expect(why).toContainText(
      /crossed Main road from A to B at 0:\d\d\.\d\d\. It was clear of the line on side B for/,
    )
    const said = Number(/at 0:(\d\d\.\d\d)\./.exec((await why.textContent()) ?? '')?.[1])
    // The screen shows hundredths, the file has the full time.
    const crossing = events.find((e) => e.type === 'line_crossing' && Math.abs(e.time_s - said) < 0.0051)
    const met = records.findLast((r) => r.time_s <= (crossing?.time_s ?? -1))
    await expect.poll(async () => (await overlay(page)).frame).toBe(met?.frame_index)
    await atRest(page)
    const { frame, timeS } = await overlay(page)
    expect(frame).toBe(met?.frame_index)
    expect(timeS).toBeCloseTo(met?.time_s ?? -1, 3)
  })

  await test.step('the overlay shows the record of exactly this frame', async () => {
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    const { frame, timeS } = await overlay(page)
    const record = records.find((r) => r.frame_index === frame)
    expect(Math.abs((record?.time_s ?? 99) - timeS)).toBeLessThan(0.02)
    const boxes = record?.detections.filter((d) => d.x2 - d.x1 > 40 && d.y1 > 5 && d.x2 < 1275 && d.y2 < 715) ?? []
    expect(boxes.length).toBeGreaterThan(1)
    for (const box of boxes) await expect.poll(() => inkOnBorder(page, box)).toBeGreaterThan(0.9)
    // A quarter of the frame further on there is no such border.
    const [first] = boxes
    if (!first) throw new Error('no box')
    const elsewhere = { ...first, y1: 30, y2: 30 + first.y2 - first.y1 }
    expect(await inkOnBorder(page, elsewhere)).toBeLessThan(0.5)
  })

  await test.step('the next frames show their own records, one by one', async () => {
    for (let i = 0; i < 4; i++) {
      // A frame that the run skipped has a time, and nothing is drawn on it.
      const timeS = () => page.getByTestId('overlay').getAttribute('data-time-s')
      const before = await timeS()
      await page.keyboard.press('.')
      await expect.poll(timeS).not.toBe(before)
      const shown = await page.getByTestId('overlay').evaluate((c: HTMLCanvasElement) => ({ ...c.dataset }))
      const near = records.find((r) => Math.abs(r.time_s - Number(shown.timeS)) < 0.02)
      expect(shown.frame).toBe(near ? String(near.frame_index) : '')
    }
  })

  await test.step('the keys move between events', async () => {
    await page.keyboard.press('n')
    await expect(why).toContainText(/was counted at/)
    const first = await why.textContent()
    await page.keyboard.press('n')
    await expect(why).not.toHaveText(first ?? '')
  })

  await test.step('a class can be hidden on the frame', async () => {
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    await page.getByRole('button', { name: 'Layers' }).click()
    for (const layer of ['Labels', 'Trails', 'Lines and zones'])
      await page.getByRole('checkbox', { name: layer }).click()
    const { frame } = await overlay(page)
    const car = records
      .find((r) => r.frame_index === frame)
      ?.detections.find((d) => d.class_name === 'car' && d.x2 - d.x1 > 30)
    if (!car) throw new Error('no car in this frame')
    await expect.poll(() => inkOnBorder(page, car)).toBeGreaterThan(0.9)
    await page.getByRole('checkbox', { name: 'car' }).click()
    await expect.poll(() => inkOnBorder(page, car)).toBeLessThan(0.5)
    await page.keyboard.press('Escape')
  })

  await test.step('a track has a thumbnail, and can be shown from its first frame', async () => {
    await page.getByRole('tab', { name: 'Tracks' }).click()
    const table = page.getByRole('table', { name: 'Tracks' })
    await expect(table.locator('img').first()).toBeVisible()
    await table.getByRole('row').nth(4).click()
    await expect(why).toContainText(/^Track #\d+ with its full path/)
    await page.getByRole('button', { name: 'Jump to first' }).click()
    expect(await axeFinds(page)).toEqual([])
  })

  await test.step('a mark on the time line jumps to its event', async () => {
    const lane = page.locator('[data-lane="Main road"]')
    await lane.hover({ position: { x: 5, y: 12 } })
    await expect(page.getByText(/^0:00\.\d\d {2}0 so far$/)).toBeVisible()
  })
})
