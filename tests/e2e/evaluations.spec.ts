/** Evaluations in the app: curves, confusion matrix and images by keyboard, a comparison, and the page of the model. */
import type { DatasetExport } from '../../src/shared/api/exports.ts'
import type { ModelEvaluation } from '../../src/shared/api/model-evaluations.ts'
import type { Model } from '../../src/shared/api/models.ts'
import { type AnnotatedFrames, annotateFrames } from './annotated-frames.ts'
import { axeFinds } from './axe.ts'
import { type Maker, openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

const DATASET = 'Frames annotated with errors'

/** Evaluates the bundled model on an export of the frames, and returns the id of the evaluation. */
async function evaluate({ api }: Maker, dataset: string): Promise<string> {
  const { id: export_id } = await api<DatasetExport>('exports.create', { body: { dataset } })
  await expect
    .poll(async () => (await api<DatasetExport>('exports.get', { params: { export_id } })).status, { timeout: 60_000 })
    .toBe('completed')
  const { id: model_id } = await api<Model>('models.get', { params: { model: 'street-detector' } })
  return (await api<ModelEvaluation>('modelEvaluations.create', { body: { model_id, export_id } })).id
}

test('an evaluation is read by keyboard, compared with another one, and listed on the page of its model', async ({
  page,
  host,
  studio,
}) => {
  const maker = await openMaker(host.url)
  let frames: AnnotatedFrames

  await test.step('the dialog offers to make the first export of a data set', async () => {
    frames = await annotateFrames(maker, DATASET)
    expect(frames.swapped).toBeGreaterThan(1)
    await studio.go('Evaluations')
    await page.getByRole('button', { name: 'New evaluation' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New evaluation' })
    await dialog.getByRole('combobox', { name: 'Data set' }).click()
    await page.getByRole('option', { name: new RegExp(`^${DATASET}`) }).click()
    await expect(dialog.getByText('This data set has no export yet.')).toBeVisible()
    expect(await axeFinds(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('the arrow keys read the curves', async () => {
    await studio.goTo(`/evaluations/${await evaluate(maker, frames.datasetId)}`)
    maker.close()
    await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible({ timeout: 120_000 })
    const curve = page.getByRole('slider', { name: /Precision by recall/ })
    await curve.press('Home')
    await expect(page.getByRole('list', { name: 'Classes of the chart' })).toContainText('at confidence')
    expect(await axeFinds(page)).toEqual([])
  })

  await test.step('a cell of the matrix opens its images by keyboard', async () => {
    const grid = page.getByRole('grid', { name: 'Confusion matrix' })
    const cell = grid.getByRole('gridcell', { name: `truck detected as car: ${frames.swapped} ` })
    await cell.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await expect(cell).toBeFocused()
    await page.keyboard.press('Enter')
  })

  await test.step('the image shows the objects that are asked for, and leads to the next one', async () => {
    const view = page.getByRole('dialog')
    await expect(view.getByText(`Image 1 of ${frames.swapped}`)).toBeVisible()
    const objects = view.getByRole('list', { name: 'Objects' }).getByRole('listitem')
    await expect(objects).toHaveCount(2)
    await expect(objects.first()).toContainText('detected as car')
    await view.getByText('Only errors', { exact: true }).click()
    await expect(objects.filter({ hasText: 'nothing is annotated here' })).not.toHaveCount(0)
    await view.getByRole('checkbox', { name: 'Annotations' }).uncheck()
    await expect(objects.filter({ hasText: 'Annotation' })).toHaveCount(0)
    expect(await axeFinds(page)).toEqual([])
    const first = await view.getByRole('heading').textContent()
    await view.getByRole('button', { name: /^Next image/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(view.getByText(`Image 2 of ${frames.swapped}`)).toBeVisible()
    await expect(view.getByRole('heading')).not.toHaveText(first ?? '')
    await page.keyboard.press('p')
    await expect(view.getByText(`Image 1 of ${frames.swapped}`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(view).toHaveCount(0)
  })

  await test.step('a second evaluation on the same export is compared with the first', async () => {
    const first = page.url()
    await page.getByRole('button', { name: 'Evaluate again' }).click()
    const dialog = page.getByRole('dialog', { name: 'New evaluation' })
    await dialog.getByRole('radio').check()
    await dialog.getByRole('textbox', { name: /^IoU threshold/ }).fill('0.95')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(page).not.toHaveURL(first)
    await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible({ timeout: 120_000 })
    await page.getByRole('link', { name: 'All evaluations' }).click()
    const made = page.getByRole('row').filter({ hasText: DATASET })
    const boxes = made.getByRole('checkbox', { name: /^Select street-detector/ })
    await expect(boxes).toHaveCount(2)
    await boxes.first().check()
    await boxes.last().check()
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByText(/^Both evaluations used the same export/)).toBeVisible()
    await expect(page.getByText(/^The thresholds differ/)).toBeVisible()
    const found = page.getByRole('table', { name: 'Figures' }).getByRole('row', { name: /^mAP/ })
    await expect(found).toContainText('points')
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await axeFinds(page)).toEqual([])
    await page.goto(first)
    await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Confusion matrix' })).toBeVisible()
    expect(await axeFinds(page)).toEqual([])
  })

  await test.step('the page of the model lists the evaluation', async () => {
    await page.getByRole('link', { name: 'street-detector' }).click()
    await expect(page.getByRole('heading', { name: 'street-detector', level: 1 })).toBeVisible()
    const rows = page.getByRole('table', { name: 'Evaluations' }).getByRole('row')
    await expect(rows.filter({ hasText: DATASET })).toHaveText([/Completed/, /Completed/])
    await expect(page.getByRole('list', { name: 'Workflows' })).toContainText(`Annotate ${DATASET}`)
    expect(await axeFinds(page)).toEqual([])
  })
})
