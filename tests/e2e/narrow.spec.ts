/** A small window, and a very large workflow: panels fold, buttons stay on one line, everything fits. */
import type { Page } from '@playwright/test'
import { de } from '../../src/renderer/texts/de/index.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker', contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 900, height: 700 } })

/** Rounded to whole pixels. */
const widthOf = async (page: Page) => Math.round((await page.getByTestId('canvas').boundingBox())?.width ?? 0)

test.describe('in German', () => {
  // The host stores the language.
  test.use({ hostFor: 'test' })

  test('in a window of 900 px the palette folds and unfolds, and no button is clipped or wrapped', async ({
    page,
    studio,
  }) => {
    await studio.go('Settings')
    await page.getByText('Deutsch', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.getByRole('link', { name: de.shell.rail.workflows, exact: true }).click()
    await page.getByRole('button', { name: de.home.hero.empty }).click()
    const blocks = page.getByRole('complementary', { name: de.editor.palette.palette.blocks })
    const bar = page.locator('header').first()

    await expect(blocks).toHaveCount(0)
    await expect.poll(() => widthOf(page)).toBeGreaterThanOrEqual(430)
    const buttons = await bar.getByRole('button').evaluateAll((all) =>
      all.map((button) => {
        const { height, right } = button.getBoundingClientRect()
        return { name: button.textContent, isOneLine: height <= 36, isInside: right <= window.innerWidth }
      }),
    )
    expect(buttons.length).toBeGreaterThan(8)
    expect(buttons.filter((button) => !button.isOneLine || !button.isInside)).toEqual([])

    // On request they open anyway.
    await page.getByRole('button', { name: de.editor.toolbar.bar.showBlocks }).click()
    await expect(blocks).toBeVisible()
    await page.getByRole('button', { name: de.editor.toolbar.bar.hideBlocks }).click()
    await expect(blocks).toHaveCount(0)

    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(blocks).toBeVisible()
    await page.setViewportSize({ width: 900, height: 700 })
    await expect(blocks).toHaveCount(0)
  })
})

test('a workflow of 267 blocks in a row fits, and can be zoomed out a little further', async ({ page, studio }) => {
  const ids = Array.from({ length: 267 }, (_, i) => `filter-${i}`)
  const file = {
    format: 'sightline-workflow',
    version: 1,
    name: 'Long',
    graph: {
      version: 1,
      nodes: ids.map((id) => ({ id, type: 'filter', config: {} })),
      edges: ids.slice(1).map((target, i) => ({ source: ids[i], target })),
    },
    layout: { nodes: Object.fromEntries(ids.map((id, i) => [id, { x: i * 272, y: 0 }])) },
  }
  await studio.openFile({
    name: 'long.sightline.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  })
  const blocks = page.locator('.react-flow__node')
  await expect(blocks).toHaveCount(267)
  const inView = () =>
    blocks.evaluateAll((all) => {
      const canvas = document.querySelector('[data-testid="canvas"]')?.getBoundingClientRect()
      return all.filter((block) => {
        const { left, right } = block.getBoundingClientRect()
        return canvas && left >= canvas.left && right <= canvas.right
      }).length
    })
  await expect.poll(inView).toBe(267)
  const zoomOf = () =>
    page.locator('.react-flow__viewport').evaluate((v) => new DOMMatrix(getComputedStyle(v).transform).a)
  const fitted = await zoomOf()
  await studio.canvas.hover()
  await page.keyboard.press('-')
  await expect.poll(zoomOf).toBeLessThan(fitted)
  expect(await zoomOf()).toBeGreaterThan(fitted / 2)
})
