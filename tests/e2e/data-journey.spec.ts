/**
 * The journey of data: a data set from a video, labelled by hand and by a model, reviewed, exported, evaluated and run, and
 * corrected where the model was wrong.
 */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { Annotation } from '../../src/shared/domain/annotation.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { unpack } from '../platform/exchange/exports/support.ts'
import { axeFinds } from './axe.ts'
import { demoClip } from './footage.ts'
import { openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker', contextOptions: { reducedMotion: 'reduce' } })

const MODEL = 'street-detector'
const NAME = 'Journey of data'
/** A model takes long on a busy machine. */
const SLOW = { timeout: 120_000 }
const SOON = { intervals: [100] }

const surface = (page: Page): Locator => page.getByTestId('labelling-surface')

/** Drags between two places, as shares of the width and height of the surface. */
async function drag(page: Page, from: [number, number], to: [number, number]) {
  const box = await surface(page).boundingBox()
  if (!box) throw new Error('no surface')
  await page.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height)
  await page.mouse.down()
  await page.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 3 })
  await page.mouse.up()
}

test('a data set is made from a video, labelled, reviewed, exported, evaluated, run and corrected', async ({
  page,
  studio,
  host,
}) => {
  test.slow()
  const maker = await openMaker(host.url)
  const dialog = page.getByRole('dialog')
  const video = await demoClip('street-crossing.mp4', 12)

  await test.step('a data set is created, and frames of a video are added', async () => {
    await studio.go('Data')
    await page.getByRole('button', { name: 'New data set' }).first().click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(NAME)
    await dialog.getByRole('button', { name: 'Create data set' }).click()
    await expect(page.getByText('No images yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add images' }).first().click()
    await dialog.getByRole('tab', { name: 'Video' }).click()
    await studio.choose(video, () => dialog.getByRole('button', { name: 'Choose video' }).click())
    await dialog.getByRole('radio', { name: 'Every n-th frame' }).check()
    await dialog.getByRole('textbox', { name: 'Every' }).fill('60')
    await dialog.getByRole('button', { name: 'Extract frames' }).click()
    await expect(dialog).toContainText(/5 frames added in \/street-crossing\./, SLOW)
    await page.keyboard.press('Escape')
  })
  const datasetId = /#\/data\/([0-9a-f-]+)/.exec(page.url())?.[1] as string
  const images = async (query: object) =>
    (await maker.api<{ data: string[] }>('imageLists.ids', { params: { dataset: datasetId }, query })).data

  await test.step('two frames are labelled by hand', async () => {
    await page.getByRole('gridcell').first().dblclick()
    await expect(page.getByText('1 of 5')).toBeVisible()
    await surface(page).focus()
    await page.keyboard.press('/')
    await page.keyboard.type('car')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^car/, pressed: true })).toBeVisible()
    for (const frame of [1, 2]) {
      await expect(page.getByText(`${frame} of 5`)).toBeVisible()
      await expect(page.getByText('Loading the image…')).toHaveCount(0)
      await surface(page).focus()
      await page.keyboard.press('b')
      await drag(page, [0.05, 0.2], [0.12, 0.28])
      await expect(page.getByRole('heading', { name: '1 annotation' })).toBeVisible()
      await page.keyboard.press('d')
    }
    await expect.poll(async () => (await images({ has_annotations: true })).length, SOON).toBe(2)
  })

  await test.step('an object is outlined in a box around it, and the annotation of a box is fitted to it', async () => {
    const [first] = (await images({ sort: 'name' })) as [string]
    const boxes = async () => {
      const params = { image_id: first }
      const { annotations } = await maker.api<{ annotations: Annotation[] }>('imageAnnotations.get', { params })
      return annotations.flatMap(({ bounding_box: box }) => box ?? [])
    }
    await studio.goTo(`/data/${datasetId}/image/${first}`)
    await expect(page.getByText('Loading the image…')).toHaveCount(0)
    await surface(page).focus()
    // The white car, with some road around it.
    const [from, to] = [[0.39, 0.46] as [number, number], [0.475, 0.54] as [number, number]]
    await page.keyboard.press('e')
    await drag(page, from, to)
    await expect(page.getByText('Outlining the object…')).toBeVisible()
    await expect(page.getByText('Outlining the object…')).toHaveCount(0, SLOW)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await boxes()).length, SOON).toBe(2)
    const car = (await boxes()).at(-1)
    expect(car && car.w > 40 && car.w < 85 && car.h > 40 && car.h < 80).toBe(true)
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(async () => (await boxes()).length, SOON).toBe(1)

    await page.keyboard.press('b')
    await drag(page, from, to)
    await expect.poll(async () => (await boxes()).length, SOON).toBe(2)
    const drawn = (await boxes()).at(-1)
    await page.keyboard.press('v')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+E')
    await expect
      .poll(async () => ((await boxes()).at(-1)?.w ?? 0) < (drawn?.w ?? 0) - 10, { ...SLOW, ...SOON })
      .toBe(true)
    for (const _ of ['fit', 'box']) await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(async () => (await boxes()).length, SOON).toBe(1)
  })

  await test.step('a model proposes annotations for the rest', async () => {
    await page.getByRole('link', { name: NAME }).click()
    await page.getByRole('combobox', { name: 'Annotations' }).click()
    await page.getByRole('option', { name: 'Not annotated' }).click()
    await expect(page.getByText('3 images', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Pre-label', exact: true }).click()
    await expect(dialog).toContainText('Pre-label 3 images')
    await dialog.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option', { name: MODEL }).click()
    await expect(dialog).toContainText('3 images')
    // The data set has the class of the labels by hand alone.
    await dialog.getByRole('combobox', { name: 'Classes' }).press('Backspace')
    await page.keyboard.press('Escape')
    expect(await axeFinds(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Pre-label', exact: true }).click()
    await expect(dialog).toContainText(/\d+ annotations added to 3 images\./, SLOW)
  })

  await test.step('the proposals are reviewed, the least confident first', async () => {
    await dialog.getByRole('button', { name: 'Review proposals' }).click()
    await expect(page.getByText('1 of 3')).toBeVisible()
    await surface(page).focus()
    const waiting = page.getByText(/\d+ proposals? to review/)
    await expect(waiting).toBeVisible()
    const count = async () => Number(/\d+/.exec((await waiting.textContent()) ?? '')?.[0])
    const before = await count()
    // The least confident one is selected.
    await page.keyboard.press('Space')
    await expect.poll(count).toBe(before - 1)
    await page.keyboard.press('u')
    await expect.poll(count).toBe(before - 2)
    for (let image = 1; image <= 3; image++) {
      await expect(page.getByText(`${image} of 3`)).toBeVisible()
      await page.getByRole('textbox', { name: /^Confidence from which/ }).fill('0')
      await surface(page).focus()
      await page.keyboard.press('w')
      await expect(waiting).toHaveCount(0)
      await page.keyboard.press('Alt+4')
      await page.keyboard.press('d')
    }
    await expect.poll(async () => (await images({ pending: true })).length, SOON).toBe(0)
    expect(await images({ status: ['complete'] })).toHaveLength(3)
  })

  await test.step('they are exported as COCO', async () => {
    await studio.goTo(`/data/${datasetId}`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const button = dialog.getByRole('button', { name: `Download “${NAME}”` })
    await expect(button).toBeVisible(SLOW)
    const downloading = page.waitForEvent('download')
    await button.click()
    const files = await unpack(readFileSync(await (await downloading).path()))
    const [coco] = [...files].filter(([name]) => name.endsWith('.json')).map(([, bytes]) => JSON.parse(`${bytes}`))
    expect(coco.images.length + coco.annotations.length).toBeGreaterThan(5)
    await page.keyboard.press('Escape')
  })

  let evaluation = ''
  await test.step('the model is evaluated on the export', async () => {
    await studio.go('Evaluations')
    await page.getByRole('button', { name: 'New evaluation' }).first().click()
    await dialog.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option', { name: MODEL }).click()
    await dialog.getByRole('combobox', { name: 'Data set' }).click()
    await page.getByRole('option', { name: new RegExp(`^${NAME}`) }).click()
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible(SLOW)
    evaluation = new URL(page.url()).hash.slice(1)
  })

  await test.step('a workflow runs on the data set', async () => {
    const graph = {
      version: 1,
      nodes: [
        { id: 'source', type: 'source', config: { kind: 'dataset', dataset_project_id: datasetId } },
        { id: 'find', type: 'model', config: { model_kind: 'trained', model_id: MODEL } },
        { id: 'out', type: 'sink', config: { kind: 'json' } },
      ],
      edges: [
        { source: 'source', target: 'find' },
        { source: 'find', target: 'out' },
      ],
    }
    const { id } = await maker.api<Workflow>('workflows.create', { body: { name: 'On the crossing', graph } })
    await studio.goTo(`/workflows/${id}`)
    await studio.pressRun()
    const runOf = async () => (await maker.api<WorkflowRun[]>('workflowRuns.list', { query: { workflow: id } }))[0]
    await expect.poll(async () => (await runOf())?.status, { ...SLOW, ...SOON }).toBe('completed')
    expect((await runOf())?.progress.frames_done).toBe(5)
    await studio.goTo(`/runs/${(await runOf())?.id}`)
    await expect(page.getByRole('heading', { name: 'On the crossing' })).toBeVisible()
  })

  await test.step('an image on which the model differs is corrected', async () => {
    await studio.goTo(evaluation)
    const grid = page.getByRole('grid', { name: 'Confusion matrix' })
    await grid.getByRole('gridcell', { name: /^car not detected: 2 / }).click()
    await dialog.getByRole('link', { name: 'Correct the annotations' }).click()
    await expect(surface(page)).toBeVisible()
    // The box that was drawn by hand beside every car is deleted.
    await expect(page.getByText('Loading the image…')).toHaveCount(0)
    await surface(page).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Delete')
    await expect(page.getByText('No annotations yet', { exact: false })).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect.poll(async () => (await images({ has_annotations: true })).length, SOON).toBe(4)
  })
  maker.close()
})
