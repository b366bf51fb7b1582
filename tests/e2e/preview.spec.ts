/** While editing: what blocks make of a frame follows their settings, and a line that was drawn shows what it counts. */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { newDataDir, removeDataDir, startHost } from './host.ts'
import { Studio } from './studio.ts'

test('see a setting at work before any run, then draw a line and see what it counts', async ({ page }) => {
  const dataDir = newDataDir()
  const host = await startHost(dataDir)
  const studio = new Studio(page)
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  const preview = page.getByRole('region', { name: 'Preview' })
  const boxes = preview.getByTestId('preview-kept')

  await test.step('the demo shows what its model finds', async () => {
    await studio.open(host.url)
    await studio.tryTheDemo()
    await studio.select(studio.block('Street detector'))
    await expect(preview.getByTestId('preview-words')).toContainText(/Finds \d+/, { timeout: 60_000 })
    await expect(studio.block('Street detector').getByTestId('preview-figures')).toContainText('out')
  })

  await test.step('a higher confidence leaves fewer boxes, a lower one brings them back', async () => {
    const before = await boxes.count()
    expect(before).toBeGreaterThan(3)
    const slider = studio.settings().getByRole('slider', { name: 'Confidence' })
    const track = await slider.locator('xpath=ancestor::*[contains(@class, "mantine-Slider-root")]').boundingBox()
    const thumb = await slider.boundingBox()
    if (!track || !thumb) throw new Error('no slider')
    await page.mouse.move(thumb.x + thumb.width / 2, thumb.y + thumb.height / 2)
    await page.mouse.down()
    await page.mouse.move(track.x + track.width * 0.92, thumb.y + thumb.height / 2, { steps: 12 })
    await page.mouse.up()
    await expect.poll(() => boxes.count()).toBeLessThan(before)
    await studio.undo()
    await expect(boxes).toHaveCount(before)
  })

  await test.step('another frame has other boxes', async () => {
    const words = await preview.getByTestId('preview-words').textContent()
    await preview.getByRole('slider', { name: 'Time of the frame' }).press('End')
    await expect(preview.getByTestId('preview-words')).not.toHaveText(words ?? '')
    await preview.getByRole('slider', { name: 'Time of the frame' }).press('Home')
    await expect(preview.getByTestId('preview-words')).toHaveText(words ?? '')
  })

  await test.step('a zone over the whole street counts who is in it', async () => {
    await studio.select(studio.block('Count at two lines'))
    await page.getByRole('button', { name: 'Edit on the frame…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lines and zones' })
    await dialog.getByRole('button', { name: 'Draw a zone' }).click()
    const stage = dialog.getByTestId('geometry-stage')
    const box = await stage.boundingBox()
    if (!box) throw new Error('no drawing surface')
    for (const [x, y] of [
      [0.04, 0.1],
      [0.96, 0.1],
      [0.96, 0.8],
      [0.04, 0.8],
    ] as const) {
      await page.mouse.click(box.x + x * box.width, box.y + y * box.height)
    }
    await stage.press('Enter')
    const zone = dialog.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: 'Name of zone 3' }) })
    await expect(zone.getByTestId('live-count')).toContainText(/most inside [1-9]/, { timeout: 60_000 })
    const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze()
    expect(violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([])
  })

  await test.step('undo inside the dialog takes the zone away again', async () => {
    const dialog = page.getByRole('dialog', { name: 'Lines and zones' })
    await dialog.getByRole('button', { name: 'Undo drawing' }).click()
    await expect(dialog.getByRole('textbox', { name: /^Name of/ })).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('the preview stays away when it was folded away', async () => {
    await preview.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(boxes).toHaveCount(0)
    await page.reload()
    await expect(preview.getByRole('button', { name: 'Preview', exact: true })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
  })

  expect(failures).toEqual([])
  await host.stop()
  removeDataDir(dataDir)
})
