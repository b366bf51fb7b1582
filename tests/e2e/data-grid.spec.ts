/** The screens of data sets: the list, the grid with its filters, changes of many images with undo, the page of an image. */
import type { Locator, Page } from '@playwright/test'
import { axeFinds } from './axe.ts'
import { type MadeDataset, makeDataset } from './data-images.ts'
import { type Maker, openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker', contextOptions: { reducedMotion: 'reduce' } })

const COUNT = 24
let maker: Maker
let made: MadeDataset

test.beforeAll(async ({ host }) => {
  maker = await openMaker(host.url)
  made = await makeDataset(maker, host, { name: 'Yard', count: COUNT, inTrain: 6 })
})
test.afterAll(() => maker.close())

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Images' })
const cell = (page: Page, name: string): Locator => grid(page).getByRole('gridcell', { name: new RegExp(`^${name}, `) })
const statusOf = async (name: string) => {
  const body = { dataset: made.id, image_ids: [made.ids.get(name)] }
  const { data } = await maker.api<{ data: { status: string; directory_path: string }[] }>('imageLists.summaries', {
    body,
  })
  return data[0]
}

test('a data set is created, renamed, archived, restored and deleted in the list', async ({ page, studio }) => {
  await studio.go('Data')
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: 'New data set' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Gate')
  await dialog.getByLabel('Classes').and(page.locator('input')).fill('car')
  await page.keyboard.press('Enter')
  expect(await axeFinds(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create data set' }).click()
  await expect(page).toHaveURL(/#\/data\/.+/)
  await expect(page.getByText('No images yet')).toBeVisible()
  expect(await axeFinds(page)).toEqual([])

  await studio.go('Data')
  await page.getByRole('button', { name: 'Rename “Gate”' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('North gate')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  const row = page.getByRole('row', { name: /^North gate/ })
  await page.getByRole('button', { name: 'Archive “North gate”' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Delete “North gate”' }).click()
  await expect(dialog).toContainText('can’t be undone')
  await dialog.getByRole('button', { name: 'Delete data set' }).click()
  await expect(row).toHaveCount(0)
})

test('images are filtered, selected and given a status, which is undone', async ({ page, studio }) => {
  await studio.goTo(`/data/${made.id}`)
  await expect(page.getByText(`${COUNT} images`, { exact: true })).toBeVisible()
  await expect(cell(page, 'image-00.png')).toBeVisible()
  await expect(cell(page, 'image-01.png').locator('img')).toHaveJSProperty('naturalWidth', 200)
  expect(await axeFinds(page)).toEqual([])

  await page.getByRole('button', { name: 'Class', exact: true }).click()
  // The checkbox follows the address, a moment later.
  await page.getByRole('checkbox', { name: 'pallet' }).click()
  await expect(page.getByText('6 images', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/class=pallet/)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByText('6 images', { exact: true })).toBeVisible()

  // The images in /train follow those of the root: 08, 12, 16, 20, then 00 and 04.
  await cell(page, 'image-08.png').click()
  await cell(page, 'image-16.png').click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 chosen')).toBeVisible()
  await page.getByRole('toolbar', { name: 'Actions for chosen images' }).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Complete' }).click()
  await expect(cell(page, 'image-12.png')).toHaveAttribute('aria-label', /Complete/)
  expect(await statusOf('image-08.png')).toMatchObject({ status: 'complete' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell(page, 'image-12.png')).toHaveAttribute('aria-label', /New/)
  await expect.poll(async () => (await statusOf('image-08.png'))?.status).toBe('new')

  await page.getByRole('textbox', { name: 'Search file names' }).fill('nothing')
  await expect(page.getByText('No image matches')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page.getByText(`${COUNT} images`, { exact: true })).toBeVisible()
})

test('an image is opened by keys, its neighbours in the order of the grid, and the grid is at the same place after', async ({
  page,
  studio,
}) => {
  await studio.goTo(`/data/${made.id}?sort=-name`)
  // The order is that of the paths: those in /train are the last ones, here the first.
  await cell(page, 'image-05.png').click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('application', { name: 'Annotations of image-04.png' })).toBeVisible()
  await expect(page.getByText('2 of 24')).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 annotation' })).toBeVisible()
  expect(await axeFinds(page)).toEqual([])
  await page.keyboard.press('d')
  await expect(page.getByText('3 of 24')).toBeVisible()
  await page.keyboard.press('Alt+3')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('To review')
  await expect.poll(async () => (await statusOf('image-03.png'))?.status).toBe('review')
  await page.goBack()
  await expect(page).toHaveURL(/sort=-name$/)
  await expect(grid(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 of 24')).toBeVisible()
})

test('images are moved to a directory by dragging, back by undo, and archived with a key', async ({ page, studio }) => {
  await studio.goTo(`/data/${made.id}`)
  await page.getByRole('treeitem', { name: 'train, 6 images' }).click()
  await expect(page.getByText('6 images', { exact: true })).toBeVisible()
  await page.getByRole('treeitem', { name: 'All images, 24 images' }).click()
  await cell(page, 'image-06.png').click()
  await cell(page, 'image-07.png').click({ modifiers: ['ControlOrMeta'] })
  await cell(page, 'image-07.png').dragTo(page.getByRole('treeitem', { name: 'train, 6 images' }))
  await expect(page.getByRole('treeitem', { name: 'train, 8 images' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('treeitem', { name: 'train, 6 images' })).toBeVisible()
  expect(await statusOf('image-07.png')).toMatchObject({ directory_path: '/' })

  await cell(page, 'image-10.png').click()
  await page.keyboard.press('Delete')
  await studio.saysThat('1 image archived.')
  await expect(page.getByText('23 images', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Listed images' }).click()
  await page.getByRole('option', { name: 'Archived' }).click()
  await cell(page, 'image-10.png').click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('No archived images')).toBeVisible()
})

test('a rectangle selects the images that it touches', async ({ page, studio }) => {
  await studio.goTo(`/data/${made.id}`)
  await expect(cell(page, 'image-00.png')).toBeVisible()
  const box = await grid(page).boundingBox()
  if (!box) throw new Error('no grid')
  await page.mouse.move(box.x + 3, box.y + 3)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 60)
  await page.mouse.move(box.x + 300, box.y + 100, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByText('2 chosen')).toBeVisible()
  await expect(cell(page, 'image-07.png')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText(`${COUNT} chosen`)).toBeVisible()
})

test('a bar of the insights leads to its images', async ({ page, studio }) => {
  await studio.goTo(`/data/${made.id}`)
  await page.getByRole('link', { name: 'Insights' }).click()
  const classes = page.getByRole('list', { name: 'Annotations by class' })
  await expect(classes.getByRole('listitem')).toHaveCount(2)
  expect(await axeFinds(page)).toEqual([])
  await classes.getByRole('link', { name: /crate/ }).click()
  await expect(page).toHaveURL(/class=crate/)
  await expect(page.getByText('6 images', { exact: true })).toBeVisible()
})
