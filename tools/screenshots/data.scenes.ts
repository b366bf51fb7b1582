/** The screens of data sets: frames of the demo video that a run has annotated. */
import { detectedFrames } from '../../tests/e2e/annotated-frames.ts'
import type { Maker } from '../../tests/e2e/runs-over-bridge.ts'
import { expect, test } from './scene-test.ts'

test('a data set is captured: its images, tiles and near-duplicates, and one of its images', async ({
  page,
  studio,
  maker,
  shoot,
}) => {
  const { datasetId, images } = await detectedFrames(maker, 'Crossing', 2)
  await sort(maker, 'Crossing', images)
  const cells = page.getByRole('gridcell')

  await studio.goTo(`/data/${datasetId}`)
  await expect(cells.nth(7)).toBeVisible()
  await cells.nth(1).click()
  await cells.nth(4).click({ modifiers: ['Shift'] })
  await page.waitForTimeout(1500)
  await shoot('data-grid')

  await page.getByRole('button', { name: 'More actions for this data set' }).click()
  await page.getByRole('menuitem', { name: 'Cut images into tiles…' }).click()
  await expect(page.getByRole('img', { name: /^Picture 4, / })).toBeVisible()
  await shoot('data-tiles')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Near-duplicates' }).click()
  await page.getByRole('button', { name: 'Find near-duplicates' }).click()
  await expect(page.getByRole('listitem', { name: /^Group 1: / })).toBeVisible({ timeout: 60_000 })
  await page.waitForTimeout(1500)
  await shoot('data-near-duplicates')

  await studio.goTo(`/data/${datasetId}/image/${images[6]}`)
  await page.getByRole('region', { name: 'Annotations' }).getByText('truck 1').click()
  await page.waitForTimeout(1500)
  await shoot('data-image')
})

/** Gives images the states of a data set at work. */
async function sort({ api }: Maker, dataset_name: string, images: readonly string[]): Promise<void> {
  const update = (image_ids: readonly string[], updates: object) =>
    api('imageBatches.update', { body: { dataset_name, image_ids, updates } })
  const part = (from: number, until: number) => images.slice(images.length * from, images.length * until)
  await update(part(0, 0.4), { status: 'complete' })
  await update(part(0.4, 0.6), { status: 'review' })
  await update(part(0.6, 0.7), { status: 'annotate' })
}
