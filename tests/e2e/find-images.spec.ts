/** Images are found by likeness: similar ones, content tags, and near-duplicates, of which one is kept. */
import { join } from 'node:path'
import { axeFinds } from './axe.ts'
import { makeDataset } from './data-images.ts'
import { openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker', contextOptions: { reducedMotion: 'reduce' } })

test('similar images are listed, and all but one of nearly equal images are archived', async ({
  page,
  studio,
  host,
}) => {
  const maker = await openMaker(host.url)
  const { id } = await makeDataset(maker, host, { name: 'Scenes', count: 6, inTrain: 0 })
  const gcs_uri = await maker.upload(join(host.dataDir, 'image-02.png'), 'source')
  await maker.api('images.import', { body: { dataset: id, gcs_uri, filename: 'copy.png', directory_path: '/' } })
  await expect
    .poll(async () => (await maker.api<{ data: string[] }>('imageLists.tags', { params: { dataset: id } })).data)
    .toContain('attributes:portrait')
  const cells = page.getByRole('gridcell')

  await test.step('the most similar image comes after the chosen one', async () => {
    await studio.goTo(`/data/${id}`)
    await cells.filter({ hasText: 'image-02.png' }).click()
    await page.getByRole('button', { name: 'Find similar images' }).click()
    await expect(cells.first()).toContainText('image-02.png')
    await expect(cells.nth(1)).toContainText('copy.png')
    await expect(cells.nth(1)).toContainText('100%')
    expect(await axeFinds(page)).toEqual([])
  })

  await test.step('tags filter them, and the address keeps it all', async () => {
    await page.getByRole('button', { name: 'Tags' }).click()
    // The state of the checkbox follows the address, a moment later.
    await page.getByRole('checkbox', { name: 'portrait' }).click()
    await expect(page).toHaveURL(/tag=attributes%3Aportrait&similar=/)
    await expect(cells.filter({ hasText: 'copy.png' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(cells).toHaveCount(7)
  })

  await test.step('a scan groups the copies, and the one with annotations is kept', async () => {
    await page.getByRole('link', { name: 'Near-duplicates' }).click()
    await page.getByRole('textbox', { name: 'Similar from' }).fill('100')
    await page.getByRole('button', { name: 'Find near-duplicates' }).click()
    const group = page.getByRole('listitem', { name: 'Group 1: 2 images' })
    await expect(group.getByRole('button', { name: 'Keep image-02.png' })).toHaveAttribute('aria-pressed', 'true')
    await expect(group.getByRole('button', { name: 'Keep copy.png' })).toHaveAttribute('aria-pressed', 'false')
    expect(await axeFinds(page)).toEqual([])
    await group.getByRole('button', { name: 'Archive 1 image' }).click()
    await expect(page.getByText('At most one image of each group is left.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(group).toBeVisible()
  })

  await test.step('tiles of all images become a new data set', async () => {
    await page.getByRole('button', { name: 'More actions for this data set' }).click()
    await page.getByRole('menuitem', { name: 'Cut images into tiles…' }).click()
    await expect(page.getByRole('img', { name: /^Picture 4, / })).toBeVisible()
    await expect(page.getByText(/^28 images, about/)).toBeVisible()
    expect(await axeFinds(page)).toEqual([])
    await page.getByRole('button', { name: 'Make data set' }).click()
    await expect(page.getByText('The data set is complete.')).toBeVisible()
    await page.getByRole('link', { name: 'Open data set' }).click()
    await expect(page.getByText('28 images', { exact: true })).toBeVisible()
  })
})
