/** The panels of the editor are resizable, and keep their sizes. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './studio-test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1440, height: 900 } })

const edge = (page: Page, name: string) => page.getByRole('separator', { name })
const EDGES = {
  palette: 'Width of the blocks',
  outline: 'Width of the outline',
  settings: 'Width of the settings',
  dock: 'Height of problems and progress',
}

async function sizeOf(part: Locator): Promise<{ width: number; height: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('not on the screen')
  return { width: Math.round(box.width), height: Math.round(box.height) }
}

async function drag(page: Page, handle: Locator, by: { x: number; y: number }): Promise<void> {
  const box = await handle.boundingBox()
  if (!box) throw new Error('not on the screen')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x + by.x / 2, at.y + by.y / 2)
  await page.mouse.move(at.x + by.x, at.y + by.y)
  await page.mouse.up()
}

test('the settings keep the dragged width, also after a reload, until a double click', async ({ page, studio }) => {
  await studio.openDemoTemplate()
  const settings = page.getByRole('complementary', { name: 'Settings' })
  const { width } = await sizeOf(settings)
  await drag(page, edge(page, EDGES.settings), { x: -140, y: 0 })
  await expect.poll(async () => (await sizeOf(settings)).width).toBe(width + 140)
  await expect(edge(page, EDGES.settings)).toHaveAttribute('aria-valuenow', String(width + 140))
  await page.reload()
  await expect.poll(async () => (await sizeOf(settings)).width).toBe(width + 140)
  await edge(page, EDGES.settings).dblclick()
  await expect.poll(async () => (await sizeOf(settings)).width).toBe(width)
  await page.reload()
  await expect(edge(page, EDGES.settings)).toHaveAttribute('aria-valuenow', String(width))
})

test('the edge follows the arrow keys, and leaves space for the canvas', async ({ page, studio }) => {
  await studio.openDemoTemplate()
  const palette = page.getByRole('complementary', { name: 'Blocks' })
  const { width } = await sizeOf(palette)
  await edge(page, EDGES.palette).focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await sizeOf(palette)).width).toBe(width + 48)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await sizeOf(palette)).width).toBe(width + 32)
  await page.keyboard.press('End')
  await expect.poll(async () => (await sizeOf(studio.canvas)).width).toBe(320)
  // A size chosen in a large window shrinks in a small one.
  await page.setViewportSize({ width: 1100, height: 900 })
  await expect.poll(async () => (await sizeOf(studio.canvas)).width).toBe(320)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Home')
  await expect.poll(async () => (await sizeOf(palette)).width).toBe(160)
})

test('the outline keeps the dragged width too, also after a reload', async ({ page, studio }) => {
  await studio.openDemoTemplate()
  await page.getByRole('button', { name: 'Show the outline' }).click()
  const outline = page.getByRole('region', { name: 'Outline' })
  const { width } = await sizeOf(outline)
  await drag(page, edge(page, EDGES.outline), { x: 90, y: 0 })
  await expect.poll(async () => (await sizeOf(outline)).width).toBe(width + 90)
  await page.reload()
  await expect.poll(async () => (await sizeOf(outline)).width).toBe(width + 90)
})

test('the panel below the canvas keeps the dragged height, limited by the canvas', async ({ page, studio }) => {
  await studio.openDemoTemplate()
  await page.getByRole('button', { name: 'Open the panel' }).click()
  const dock = page.getByRole('region', { name: 'Problems and progress' })
  const { height } = await sizeOf(dock)
  await drag(page, edge(page, EDGES.dock), { x: 0, y: -60 })
  await expect.poll(async () => (await sizeOf(dock)).height).toBe(height + 60)
  await drag(page, edge(page, EDGES.dock), { x: 0, y: -700 })
  await expect.poll(async () => (await sizeOf(studio.canvas)).height).toBe(320)
  await page.getByRole('button', { name: 'Collapse the panel' }).click()
  await expect.poll(async () => (await sizeOf(dock)).height).toBeLessThan(40)
})
