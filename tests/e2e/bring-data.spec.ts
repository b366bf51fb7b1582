/** Images are brought into a data set from a folder, a video and an archive with labels, and taken out by an export. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type Pixels, png } from '../engine/media/still-files.ts'
import { unpack } from '../platform/exchange/exports/support.ts'
import { zipOf } from '../platform/exchange/imports/support.ts'
import { axeFinds } from './axe.ts'
import { type Maker, openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker', contextOptions: { reducedMotion: 'reduce' } })

const VIDEO = 'resources/demo/street-crossing.mp4'
const picture = (i: number): Pixels => ({
  width: 160,
  height: 100,
  at: (x, y) => [(40 * i) % 256, (x * 2) % 256, (y * 2) % 256],
})

let maker: Maker
test.beforeAll(async ({ host }) => {
  maker = await openMaker(host.url)
})
test.afterAll(() => maker.close())

const makeDataset = async (name: string): Promise<string> =>
  (await maker.api<{ id: string }>('datasets.create', { body: { name, classes: [{ name: 'crate' }] } })).id

const dialogOf = (page: Page): Locator => page.getByRole('dialog')
const openDialog = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add images' }).first().click()
  await expect(dialogOf(page)).toBeVisible()
}

test('a folder of images keeps its directories, and files that are no images are left out', async ({
  page,
  studio,
  host,
}) => {
  const id = await makeDataset('Folder')
  const folder = join(host.dataDir, 'to-bring', 'yard')
  mkdirSync(join(folder, 'north'), { recursive: true })
  writeFileSync(join(folder, 'a.png'), png(picture(1)))
  writeFileSync(join(folder, 'north', 'b.png'), png(picture(2)))
  writeFileSync(join(folder, 'north', 'broken.png'), 'not an image')
  writeFileSync(join(folder, 'readme.md'), 'text')
  await studio.goTo(`/data/${id}`)
  await openDialog(page)
  expect(await axeFinds(page)).toEqual([])
  await studio.choose(folder, () => dialogOf(page).getByRole('button', { name: 'Choose folder' }).click())
  await expect(dialogOf(page)).toContainText('They keep 2 directories. 1 file is left out')
  await dialogOf(page).getByRole('button', { name: 'Add 3 images' }).click()
  await expect(dialogOf(page)).toContainText('2 images added.')
  await expect(dialogOf(page).getByRole('alert')).toContainText('broken.png')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('treeitem', { name: 'north, 1 image' })).toBeVisible()
  await expect(page.getByText('2 images', { exact: true })).toBeVisible()
})

test('frames at the scene changes of a video become images of a directory', async ({ page, studio }) => {
  const id = await makeDataset('Video')
  await studio.goTo(`/data/${id}`)
  await openDialog(page)
  await dialogOf(page).getByRole('tab', { name: 'Video' }).click()
  await studio.choose(VIDEO, () => dialogOf(page).getByRole('button', { name: 'Choose video' }).click())
  await expect(dialogOf(page)).toContainText(/About \d+ images\./)
  await dialogOf(page).getByRole('radio', { name: 'Scene changes' }).check()
  await expect(dialogOf(page)).toContainText('The number of images is known once the video is read.')
  expect(await axeFinds(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Extract frames' }).click()
  await expect(dialogOf(page)).toContainText(/\d+ frames? added in \/street-crossing\./, { timeout: 120_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('treeitem', { name: /^street-crossing, \d+ images?$/ })).toBeVisible()
})

test('an archive of YOLO labels is planned, its classes are renamed, it is imported, and undone', async ({
  page,
  studio,
  host,
}) => {
  const id = await makeDataset('Labels')
  const bytes = await zipOf({
    'data.yaml': 'train: images/train\nnames:\n  0: box\n  1: dog\n',
    'images/train/1.png': png(picture(1)),
    'images/train/2.png': png(picture(2)),
    'labels/train/1.txt': '0 0.5 0.5 0.2 0.2\n1 0.2 0.2 0.1 0.1\n',
    'labels/train/2.txt': '0 0.3 0.3 0.2 0.2\n',
  })
  const path = join(host.dataDir, 'labels.zip')
  writeFileSync(path, bytes)
  await studio.goTo(`/data/${id}`)
  await openDialog(page)
  await dialogOf(page).getByRole('tab', { name: 'Archive with labels' }).click()
  await studio.choose(path, () => dialogOf(page).getByRole('button', { name: 'Choose archive' }).click())
  await expect(dialogOf(page)).toContainText('2 images in the archive')
  await expect(dialogOf(page)).toContainText('3 annotations kept')
  await dialogOf(page).getByRole('combobox', { name: 'Class that box becomes' }).fill('crate')
  await page.keyboard.press('Tab')
  await dialogOf(page).getByRole('checkbox', { name: 'Import the class dog' }).uncheck()
  await dialogOf(page).getByRole('button', { name: 'Update the plan' }).click()
  await expect(dialogOf(page)).toContainText('2 annotations kept')
  expect(await axeFinds(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialogOf(page)).toContainText('2 images and 2 annotations imported.')
  const { classes } = await maker.api<{ classes: { name: string }[] }>('datasets.get', { params: { dataset: id } })
  expect(classes.map(({ name }) => name)).toEqual(['crate'])
  await dialogOf(page).getByRole('button', { name: 'Undo the import' }).click()
  await expect(dialogOf(page)).toContainText('The import of labels.zip is undone.')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No images yet')).toBeVisible()
})

test('an export is previewed with the files of its archive, made, and downloaded', async ({ page, studio, host }) => {
  const id = await makeDataset('Out')
  for (const i of [1, 2]) {
    const path = join(host.dataDir, `out-${i}.png`)
    writeFileSync(path, png(picture(i)))
    const gcs_uri = await maker.upload(path, 'source')
    await maker.api('images.import', { body: { dataset: id, gcs_uri, directory_path: '/' } })
  }
  await studio.goTo(`/data/${id}`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const preview = dialogOf(page).getByRole('region', { name: 'Preview of the archive' })
  await expect(preview).toContainText('2 images, 0 annotations')
  await expect(preview).toContainText('instances_default.json')
  await expect(preview).toContainText('images/ 2 files')
  expect(await axeFinds(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Export', exact: true }).click()
  const button = dialogOf(page).getByRole('button', { name: 'Download “Out”' })
  await expect(button).toBeVisible()
  const downloading = page.waitForEvent('download')
  await button.click()
  const files = await unpack(readFileSync(await (await downloading).path()))
  expect([...files.keys()].sort()).toContain('annotations/instances_default.json')
  await dialogOf(page).getByRole('button', { name: 'Delete “Out”' }).click()
  await page.getByRole('button', { name: 'Delete export' }).click()
  await expect(dialogOf(page).first()).toContainText('No exports yet.')
})
