import type { Page } from '@playwright/test'
import type { Figure, Part } from '../figure.ts'
import { bigWorkflow } from '../ui/big-graph.ts'
import { type FrameTimes, frameTimes } from '../ui/frame-times.ts'
import { whyNoBrowser, withStudio } from '../ui/studio.ts'

const LIMIT_MS = 33
/** Moves of the mouse in one gesture. */
const MOVES = 60

export const editor: Part = {
  name: 'editor',
  title: 'The editor with large graphs, in Chromium without a GPU, 1440x900',
  missing: whyNoBrowser,
  async measure(): Promise<Figure[]> {
    return [...(await gesturesWith(500, LIMIT_MS)), ...(await gesturesWith(1000, null))]
  },
}

const gesturesWith = (blocks: number, limit: number | null): Promise<Figure[]> =>
  withStudio(async ({ page }) => {
    await openWorkflow(page, blocks)
    const figure = (what: string, times: FrameTimes): Figure => ({
      title: `${what}, ${blocks} blocks: time from frame to frame, 95th percentile`,
      value: times.p95,
      unit: 'ms',
      limit,
      detail: `${times.frames} frames; median ${times.p50.toFixed(1)} ms, longest ${times.worst.toFixed(0)} ms`,
    })
    const close = [
      figure('Panning among blocks', await frameTimes(page, () => pan(page))),
      figure('Dragging a block', await frameTimes(page, await dragOf(page))),
      figure('Zooming out and in', await frameTimes(page, () => zoom(page))),
    ]
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /fit/i }).first().click()
    await page.waitForTimeout(800)
    return [...close, figure('Panning with all of it in view', await frameTimes(page, () => pan(page)))]
  })

async function openWorkflow(page: Page, blocks: number): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open file' }).click()
  const text = JSON.stringify(bigWorkflow(blocks))
  await (await chooser).setFiles({
    name: 'big.sightline.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  await page.locator('.react-flow__node').first().waitFor()
  await page.waitForTimeout(2_000)
  // Zoomed in as in normal work: a few dozen blocks in view.
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-testid=canvas]')?.focus())
  for (let i = 0; i < 8; i++) await wheel(page, -240)
  await page.waitForTimeout(500)
}

const middle = async (page: Page) => {
  const box = await page.getByTestId('canvas').boundingBox()
  if (!box) throw new Error('the canvas is not there')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function wheel(page: Page, by: number): Promise<void> {
  const { x, y } = await middle(page)
  await page.mouse.move(x, y)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, by)
  await page.keyboard.up('Control')
  await page.waitForTimeout(16)
}

async function zoom(page: Page): Promise<void> {
  for (let i = 0; i < 24; i++) await wheel(page, i < 12 ? 60 : -60)
}

/** With the middle button, which pans wherever it is pressed. */
async function pan(page: Page): Promise<void> {
  const { x, y } = await middle(page)
  await page.mouse.move(x, y)
  await page.mouse.down({ button: 'middle' })
  await circle(page, x, y)
  await page.mouse.up({ button: 'middle' })
}

/** A block near the middle, located before the measurement. */
async function dragOf(page: Page): Promise<() => Promise<void>> {
  const { x, y } = await middle(page)
  const heads = await page
    .locator('.react-flow__node')
    .evaluateAll((blocks) =>
      blocks.map((b) => b.getBoundingClientRect()).map((r) => ({ x: r.x + r.width / 2, y: r.y })),
    )
  const far = (b: { x: number; y: number }) => Math.hypot(b.x - x, b.y - y)
  const [nearest] = heads.sort((a, b) => far(a) - far(b))
  if (!nearest) throw new Error('no block is in view')
  return async () => {
    await page.mouse.move(nearest.x, nearest.y + 14)
    await page.mouse.down()
    await circle(page, nearest.x, nearest.y + 14)
    await page.mouse.up()
  }
}

async function circle(page: Page, x: number, y: number): Promise<void> {
  for (let i = 0; i <= MOVES; i++) {
    const turn = (2 * Math.PI * i) / MOVES
    await page.mouse.move(x + 160 * Math.sin(turn), y + 120 * (1 - Math.cos(turn)))
    await page.waitForTimeout(16)
  }
}
