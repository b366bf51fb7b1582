/** The labelling page: gestures by mouse and keys, a reload, an unreachable server, proposals, comments and the history. */
import type { Page } from '@playwright/test'
import { createClient } from '../../src/client/client.ts'
import type { ImageAnnotations } from '../../src/shared/api/annotations.ts'
import type { BatchJob } from '../../src/shared/api/auto-annotate.ts'
import type { VideoExtractionJob } from '../../src/shared/api/video.ts'
import { png } from '../engine/media/still-files.ts'
import { axeFinds } from './axe.ts'
import { type MadeDataset, makeDataset } from './data-images.ts'
import { type Maker, openMaker } from './runs-over-bridge.ts'
import { type ServedPlatform, servePlatform } from './served-platform.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker', contextOptions: { reducedMotion: 'reduce' } })

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
  await expect(page.getByRole('heading', { name: '2 annotations' })).toBeVisible()
  // A change is kept from the moment at which the page says so.
  await expect(page.getByText(/^Saved( here)?$/)).toBeVisible()
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
    name: 'crate',
    type: 'bbox',
    confidence,
    review: 'pending',
    origin: { source: 'model', model: 'Detector' },
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

test('on a server, changes wait while it is away, and annotations are commented on', async ({ page }) => {
  const served = await servePlatform()
  try {
    await page.goto(served.ownerLink)
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel(/^Password/).fill('correct horse')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(`${served.baseUrl}/`)
    const { dataset, image } = await serveImage(served)
    await page.goto(`${served.baseUrl}/#/data/${dataset}/image/${image}`)
    await surface(page).focus()
    await page.keyboard.press('b')
    await drag(page, [0.3, 0.3], [0.4, 0.5])
    await expect(page.getByRole('heading', { name: '1 annotation' })).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await served.end()
    await drag(page, [0.5, 0.3], [0.6, 0.5])
    await expect(page.getByText('Saved here')).toBeVisible()
    await expect(page.getByText('Waiting for the server')).toBeVisible()
    await drag(page, [0.7, 0.3], [0.75, 0.5])
    await served.startAgain()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 60_000 })
    const client = createClient({ baseUrl: served.baseUrl, apiKey: served.ownerKey })
    const { annotations } = await client.imageAnnotations.get({ params: { image_id: image } })
    expect(annotations).toHaveLength(3)

    await surface(page).focus()
    await page.keyboard.press('v')
    await page.keyboard.press('Tab')
    await page.keyboard.press('q')
    const panel = page.getByRole('complementary', { name: 'Comments' })
    const field = panel.getByRole('textbox', { name: 'Comment on crate 1' })
    await field.pressSequentially('One or two, @ad')
    await expect(panel.getByRole('option', { name: 'Ada Lovelace @ada' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('One or two, @ada ')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(panel.getByRole('article')).toContainText('One or two, @ada')
    await expect(page.getByRole('button', { name: '1 open comment' })).toBeVisible()
    expect(await axeFinds(page)).toEqual([])
    await panel.getByRole('button', { name: 'Resolve' }).click()
    await expect(panel.getByText('Resolved')).toBeVisible()
  } finally {
    await served.stop()
  }
})

/** A data set with one image without annotations. */
async function serveImage({ baseUrl, ownerKey }: ServedPlatform): Promise<{ dataset: string; image: string }> {
  const client = createClient({ baseUrl, apiKey: ownerKey })
  const classes = [{ name: 'crate', type: 'bbox' as const }]
  const { id: dataset } = await client.datasets.create({ body: { name: 'Dock', classes } })
  const type = { filename: 'dock.png', content_type: 'image/png' }
  const { upload_url, gcs_uri } = await client.workflows.uploadUrl({ body: type })
  const body = png({ width: 200, height: 120, at: (x, y) => [x, y, 120] })
  await fetch(upload_url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': 'image/png' } })
  const { id: image } = await client.images.import({ body: { dataset, gcs_uri, directory_path: '/' } })
  return { dataset, image }
}

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

test('an object is tracked to the next frame by a key, and over several as proposals', async ({ page, studio }) => {
  test.slow()
  const { id } = await maker.api<{ id: string }>('datasets.create', { body: { name: 'Frames' } })
  const selection = { by: 'moments', times_s: [0, 0.3, 0.6, 0.9] }
  const video = { dataset_name: id, store_path: 'sightline://demo/street-crossing.mp4', selection }
  const { job_id } = await maker.api<VideoExtractionJob>('video.extractFrames', {
    body: { ...video, directory_name: 'frames' },
  })
  const extraction = () => maker.api<VideoExtractionJob>('video.extraction', { params: { job_id } })
  await expect.poll(async () => (await extraction()).status).toBe('complete')
  const images = (await extraction()).image_ids ?? []
  const detecting = { dataset_name: id, image_filenames: images.slice(0, 1), model_id: 'street-detector' }
  const batch = await maker.api<BatchJob>('autoAnnotate.batch', { body: detecting })
  const params = { job_id: batch.job_id }
  const batchStatus = async () => (await maker.api<BatchJob>('autoAnnotate.batchStatus', { params })).status
  await expect.poll(batchStatus, { timeout: 120_000 }).toBe('completed')
  const annotationsOf = async (i: number) =>
    (await maker.api<ImageAnnotations>('imageAnnotations.get', { params: { image_id: images[i] as string } }))
      .annotations
  const [car] = (await annotationsOf(0)).filter(({ name }) => name === 'car')
  await maker.api('annotations.bulk', { body: { saves: [{ image_id: images[0], annotations: [car] }] } })

  await studio.goTo(`/data/${id}/image/${images[0]}`)
  await expect(page.getByRole('heading', { name: '1 annotation' })).toBeVisible()
  await surface(page).focus()
  await page.keyboard.press('t')
  await expect(page.getByRole('application', { name: 'Annotations of frame-000001.jpg' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 annotation' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('No annotations yet.')).toBeVisible()
  await page.keyboard.press('Control+Shift+z')

  await page.keyboard.press('Shift+T')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Next images' }).fill('2')
  await dialog.getByRole('button', { name: 'Track' }).click()
  await expect(dialog).toContainText('2 proposals added to 2 images.')
  await expect.poll(async () => (await annotationsOf(1)).length).toBe(1)
  const [own, next, ...proposed] = await Promise.all([0, 1, 2, 3].map(annotationsOf))
  expect(own).toMatchObject([{ track_id: expect.any(String) }])
  const track_id = own?.[0]?.track_id
  expect(next).toMatchObject([{ name: 'car', track_id }])
  expect(next?.[0]).not.toHaveProperty('review')
  for (const one of proposed) expect(one).toMatchObject([{ name: 'car', track_id, review: 'pending' }])
})
