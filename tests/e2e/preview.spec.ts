/** The preview while editing: a block's results on a frame follow its settings, and a drawn line shows its counts. */
import { createCanvas } from '@napi-rs/canvas'
import { axeFinds } from './axe.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

test('see the effect of a setting before any run, then draw a line and see its counts', async ({ page, studio }) => {
  const preview = page.getByRole('region', { name: 'Preview' })
  const boxes = preview.getByTestId('preview-kept')

  await test.step('the demo shows the detections of its model', async () => {
    await studio.openDemoTemplate()
    await studio.select(studio.block('Street detector'))
    await expect(preview.getByTestId('preview-words')).toContainText(/Finds \d+/, { timeout: 60_000 })
    await expect(studio.block('Street detector').getByTestId('preview-figures')).toContainText('out')
  })

  await test.step('each block has a thumbnail of its results on that frame, which can be switched off', async () => {
    const pictures = page.getByTestId('thumbnail')
    await expect(pictures).toHaveCount(8)
    await expect(studio.block('Street detector').getByRole('img', { name: /^Finds \d+/ })).toBeVisible()
    await preview.getByRole('button', { name: 'Thumbnails on the blocks' }).click()
    await expect(pictures).toHaveCount(0)
    await preview.getByRole('button', { name: 'Thumbnails on the blocks' }).click()
    await expect(pictures).toHaveCount(8)
  })

  await test.step('a higher confidence leaves fewer boxes, a lower one restores them', async () => {
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

  await test.step('the dialog shows no boxes of another time, whoever moves its video', async () => {
    await studio.select(studio.block('Count at two lines'))
    await page.getByRole('button', { name: 'Edit on the frame…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lines and zones' })
    const found = dialog.getByTestId('preview-kept')
    await expect(found.first()).toBeVisible({ timeout: 60_000 })
    await dialog.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 9
    })
    await expect(found).toHaveCount(0)
    await expect(dialog.getByText('0:09.00')).toBeVisible()
    await expect(found.first()).toBeVisible({ timeout: 60_000 })
    await studio.scrubTo(dialog, 0)
    await expect(found).toHaveCount(0)
    await expect(dialog.getByText('0:00.00')).toBeVisible()
    await expect(found.first()).toBeVisible({ timeout: 60_000 })
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('a zone over the whole street counts the objects in it', async () => {
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
    await expect(zone.getByTestId('live-count')).toContainText(/peak occupancy [1-9]/, { timeout: 60_000 })
    expect(await axeFinds(page, { within: '[role="dialog"]', practices: true })).toEqual([])
  })

  await test.step('undo inside the dialog removes the zone again', async () => {
    const dialog = page.getByRole('dialog', { name: 'Lines and zones' })
    await dialog.getByRole('button', { name: 'Undo drawing' }).click()
    await expect(dialog.getByRole('textbox', { name: /^Name of/ })).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('the preview stays folded', async () => {
    await preview.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(boxes).toHaveCount(0)
    await page.reload()
    await expect(preview.getByRole('button', { name: 'Preview', exact: true })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
    // The other tests expect it open, as it is at first.
    await preview.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(boxes).not.toHaveCount(0)
  })
})

test('the images of a data set are previewed one by one, with each block’s results', async ({ page, studio }) => {
  const preview = page.getByRole('region', { name: 'Preview' })
  await studio.startWithEmptyCanvas()
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 160, y: 120 }))
  await studio.settings().getByText('Data set', { exact: true }).first().click()
  await page.getByRole('button', { name: 'New data set' }).click()
  const naming = page.getByRole('dialog', { name: 'New data set' })
  await naming.getByRole('textbox').fill('Two pictures')
  await page.keyboard.press('Enter')
  await expect(naming).toHaveCount(0)
  const pictures = ['10 late.png', '2 early.png'].map((name) => ({
    name,
    mimeType: 'image/png',
    buffer: pictureOf(name.length),
  }))
  await studio.choose(pictures, () => page.getByRole('button', { name: 'Add images…' }).click())
  await expect(preview.getByText('1 of 2')).toBeVisible()
  await expect(preview.getByRole('img', { name: '2 early.png' })).toBeVisible()
  await expect(source.getByTestId('thumbnail')).toBeVisible()
  await preview.getByRole('button', { name: 'Next image' }).click()
  await expect(preview.getByText('2 of 2')).toBeVisible()
  await expect(preview.getByRole('img', { name: '10 late.png' })).toBeVisible()
  await expect(page.getByText(/has no images/)).toHaveCount(0)
})

/** Returns a grey image, 64 by 48; its shade depends on the number. */
function pictureOf(shade: number): Buffer {
  const canvas = createCanvas(64, 48)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = `rgb(${shade * 9}, ${shade * 9}, ${shade * 9})`
  ctx.fillRect(0, 0, 64, 48)
  return canvas.toBuffer('image/png')
}
