/** Runs on images, whose results are images with the colours of the sources, shown one at a time. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { type Pixels, png } from '../engine/media/still-files.ts'
import { importModel, runOf } from './numbered-run.ts'
import { type Maker, openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

let maker: Maker
const runs: WorkflowRun[] = []

/** A red square on a background in which adjacent pixels differ. */
const scene = (width: number, height: number, left: number): Pixels => ({
  width,
  height,
  at: (x, y) =>
    x >= left && x < left + 16 && y >= 32 && y < 48
      ? [255, 0, 0]
      : [100 + ((x * 7 + y * 3) % 23), 100 + ((x * 5 + y * 11) % 29), 140 + ((x * 13 + y * 17) % 31)],
})
const IMAGES: [name: string, pixels: Pixels][] = [
  ['first.png', scene(160, 96, 8)],
  ['second.png', scene(96, 160, 40)],
  ['third.png', scene(161, 97, 64)],
]

/** Returns the colours of a canvas or an image of the page, in the order of the run. */
const colours = (page: Page, label: string, points: readonly (readonly [number, number])[]) =>
  page.getByRole('img', { name: label }).evaluate((element, wanted) => {
    const canvas = element as HTMLCanvasElement
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    return {
      size: [canvas.width, canvas.height],
      at: wanted.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)]),
    }
  }, points)

test.beforeAll(async ({ host }) => {
  maker = await openMaker(host.url)
  const model_id = await importModel(maker, 'colours-v8')
  const dataset = await maker.api<{ id: string }>('datasets.create', { body: { name: 'Shelf' } })
  for (const [name, pixels] of IMAGES) {
    const path = join(host.dataDir, name)
    writeFileSync(path, png(pixels))
    const gcs_uri = await maker.upload(path, 'source')
    await maker.api('images.import', { body: { dataset: dataset.id, gcs_uri } })
  }
  const graph = (source: object) => ({
    version: 1,
    nodes: [
      { id: 'source', type: 'source', config: source },
      { id: 'find', type: 'model', config: { model_id, iou_threshold: 0.1 } },
      { id: 'draw', type: 'visualize', config: { labels: false } },
      { id: 'video', type: 'sink', config: { kind: 'annotated_video' } },
    ],
    edges: [
      { source: 'source', target: 'find' },
      { source: 'find', target: 'draw' },
      { source: 'draw', target: 'video' },
    ],
  })
  const shelf = graph({ kind: 'dataset', dataset_project_id: dataset.id })
  const { id } = await maker.api<Workflow>('workflows.create', { body: { name: 'On images', graph: shelf } })
  for (let i = 0; i < 2; i++) runs.push(await maker.run(id))
  const gcs_uri = await maker.upload(join(host.dataDir, 'third.png'), 'source')
  runs.push(await runOf(maker, 'On one image', graph({ kind: 'image', gcs_uri })))
  expect(runs.map((run) => run.error)).toEqual([null, null, null])
})
test.afterAll(() => maker.close())

test('a run on images shows each image and its annotated image, and writes PNG files', async ({ page, studio }) => {
  await studio.goTo(`/runs/${runs[0]?.id}`)
  const points = [
    [90, 90],
    [3, 70],
  ] as const
  const expected = (i: number) => ({
    size: [IMAGES[i]?.[1].width, IMAGES[i]?.[1].height],
    at: points.map(([x, y]) => IMAGES[i]?.[1].at(x, y)),
  })

  await test.step('the player shows the source images one by one', async () => {
    await expect(page.getByText('Image 1 of 3')).toBeVisible()
    await expect.poll(() => colours(page, 'Image', points)).toEqual(expected(0))
    await page.getByRole('button', { name: 'Next image' }).click()
    await expect.poll(() => colours(page, 'Image', points)).toEqual(expected(1))
    await expect(page.getByTestId('overlay')).toHaveAttribute('data-frame', '1')
  })

  await test.step('annotated images keep the colours of pixels outside of the drawing', async () => {
    await page.getByRole('button', { name: 'Layers' }).click()
    await page.getByText('Annotated', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => colours(page, 'Annotated image', points)).toEqual(expected(1))
    // These pixels cross the upper edge of the box around the square.
    const side = Array.from({ length: 30 }, (_, i) => [56, 10 + i] as const)
    const undrawn = side.map(([x, y]) => IMAGES[1]?.[1].at(x, y))
    await expect.poll(async () => (await colours(page, 'Annotated image', side)).at).not.toEqual(undrawn)
    await page.getByRole('button', { name: 'Next image' }).click()
    await expect.poll(() => colours(page, 'Annotated image', points)).toEqual(expected(2))
  })

  await test.step('the files are listed together and can be opened', async () => {
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByRole('button', { name: 'Annotated image: 3 images', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: 'first-video.png' })).toBeVisible()
  })
})

test('two runs on images are compared image by image', async ({ page, studio }) => {
  await studio.goTo(`/compare/${runs[0]?.id}/${runs[1]?.id}`)
  await expect(page.getByText('Image 1 of 3')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Play/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Next image' }).click()
  for (const label of ['Image of run 1', 'Image of run 2']) {
    await expect.poll(async () => (await colours(page, label, [[90, 90]])).at).toEqual([IMAGES[1]?.[1].at(90, 90)])
  }
})

test('a single image and its annotated image are shown in their exact colours', async ({ page, studio }) => {
  await studio.goTo(`/runs/${runs[2]?.id}`)
  const pixels = IMAGES[2]?.[1]
  const expected = { size: [161, 97], at: [pixels?.at(20, 80)] }
  await expect.poll(() => colours(page, 'Image', [[20, 80]])).toEqual(expected)
  await expect(page.getByRole('button', { name: 'Next image' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Layers' }).click()
  await page.getByText('Annotated', { exact: true }).click()
  await expect.poll(() => colours(page, 'Annotated image', [[20, 80]])).toEqual(expected)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(page.getByRole('button', { name: 'third-video.png', exact: true })).toBeVisible()
})
