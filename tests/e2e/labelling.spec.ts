/** The labelling page: gestures by mouse and keys, a reload, an unreachable server, proposals, comments and the history. */
import type { Page } from '@playwright/test'
import { axeFinds } from './axe.ts'
import { type MadeDataset, makeDataset } from './data-images.ts'
import { type Maker, openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

let maker: Maker
let made: MadeDataset

test.beforeAll(async ({ host }) => {
  maker = await openMaker(host.url)
  made = await makeDataset(maker, host, { name: 'Dock', count: 6, inTrain: 0 })
})
test.afterAll(() => maker.close())

interface Stored {
  annotations: { id: string; name: string; review?: string; bounding_box: { x: number } }[]
  revision: number
}
const idOf = (name: string) => made.ids.get(name) as string
const stored = (name: string) => maker.api<Stored>('imageAnnotations.get', { params: { image_id: idOf(name) } })
const surface = (page: Page) => page.getByTestId('labelling-surface')
const list = (page: Page) => page.getByRole('region', { name: 'Annotations' })

/** Drags between two places, as shares of the width and height of the surface. */
async function drag(page: Page, from: [number, number], to: [number, number]) {
  const box = await surface(page).boundingBox()
  if (!box) throw new Error('no surface')
  const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await page.mouse.move(...at(to))
  await page.mouse.up()
}

test('boxes drawn by mouse and keys are saved, also across a reload before they are sent', async ({ page, studio }) => {
  await studio.goTo(`/data/${made.id}/image/${idOf('image-01.png')}`)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await axeFinds(page)).toEqual([])
  await surface(page).focus()
  await page.keyboard.press('b')
  await page.keyboard.press('2')
  await drag(page, [0.3, 0.3], [0.4, 0.5])
  await page.keyboard.press('1')
  await drag(page, [0.5, 0.3], [0.6, 0.5])
  await page.reload()
  await expect(page.getByRole('heading', { name: '2 annotations' })).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await surface(page).focus()
  await page.keyboard.press('b')
  // The crosshair starts in the middle of the image.
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Space')
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key)
  await page.keyboard.press('Space')
  await expect(page.getByRole('heading', { name: '3 annotations' })).toBeVisible()
  await expect.poll(async () => (await stored('image-01.png')).annotations.length).toBe(3)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const { annotations } = await stored('image-01.png')
  expect(annotations.map(({ name }) => name).sort()).toEqual(['crate', 'crate', 'pallet'])

  // A class is added where it is needed.
  await page.keyboard.press('/')
  await page.keyboard.type('barrel')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^barrel/, pressed: true })).toBeVisible()

  // The next image takes over the annotations of this one.
  await page.keyboard.press('d')
  await expect(page.getByRole('application', { name: 'Annotations of image-02.png' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 annotation' })).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { name: '4 annotations' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('heading', { name: '1 annotation' })).toBeVisible()
  await page.keyboard.press('Shift+D')
  await expect(page.getByRole('application', { name: 'Annotations of image-03.png' })).toBeVisible()
})

test('proposals are accepted, rejected and accepted together by keys', async ({ page, studio }) => {
  const proposal = (x: number, confidence: number) => ({
    ...{ name: 'crate', type: 'bbox', confidence, review: 'pending', origin: { source: 'model', model: 'Detector' } },
    bounding_box: { x, y: 20, w: 20, h: 40 },
  })
  const annotations = [proposal(10, 0.9), proposal(40, 0.3), proposal(70, 0.8), proposal(90, 0.7)]
  await maker.api('annotations.bulk', { body: { saves: [{ image_id: idOf('image-03.png'), annotations }] } })
  await studio.goTo(`/data/${made.id}/image/${idOf('image-03.png')}`)
  await expect(page.getByText('4 proposals to review')).toBeVisible()
  await surface(page).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText('3 proposals to review')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('2 proposals to review')).toBeVisible()
  await page.keyboard.press('w')
  await expect(list(page).getByText(/to review/)).toHaveCount(0)
  await expect
    .poll(async () => (await stored('image-03.png')).annotations.map(({ review }) => review))
    .toEqual(['accepted', 'accepted', 'accepted'])
})

test('an annotation is commented on, and the comment resolved', async ({ page, studio }) => {
  await studio.goTo(`/data/${made.id}/image/${idOf('image-00.png')}`)
  await expect(page.getByRole('heading', { name: '1 annotation' })).toBeVisible()
  await surface(page).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('q')
  const panel = page.getByRole('complementary', { name: 'Comments' })
  await panel.getByRole('textbox', { name: 'Comment on pallet 1' }).fill('Is this one pallet or two?')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(panel.getByRole('article')).toContainText('Is this one pallet or two?')
  await expect(page.getByRole('button', { name: '1 open comment' })).toBeVisible()
  expect(await axeFinds(page)).toEqual([])
  await panel.getByRole('button', { name: 'Resolve' }).click()
  await expect(panel.getByText('Resolved')).toBeVisible()
})

test('an earlier state is viewed and restored', async ({ page, studio }) => {
  await studio.goTo(`/data/${made.id}/image/${idOf('image-04.png')}`)
  await expect(page.getByRole('heading', { name: '1 annotation' })).toBeVisible()
  await surface(page).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await stored('image-04.png')).annotations.length).toBe(0)
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await history.getByRole('button').last().click()
  await expect(page.getByRole('heading', { name: '1 annotation' })).toBeVisible()
  expect(await axeFinds(page)).toEqual([])
  await page.getByRole('button', { name: 'Restore this state' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expect.poll(async () => (await stored('image-04.png')).annotations.length).toBe(1)
})
