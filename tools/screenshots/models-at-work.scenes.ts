/** The screens of models at work: a deployment that was tried, an evaluation and one of its images, and a trial of an input. */
import type { CreatedDeployment } from '../../src/shared/api/deployments.ts'
import type { DatasetExport } from '../../src/shared/api/exports.ts'
import type { ModelEvaluation } from '../../src/shared/api/model-evaluations.ts'
import type { Model } from '../../src/shared/api/models.ts'
import { annotateFrames } from '../../tests/e2e/annotated-frames.ts'
import type { Maker } from '../../tests/e2e/runs-over-bridge.ts'
import type { Studio } from '../../tests/e2e/studio.ts'
import { demoFrame } from '../../tests/setup/demo-frame.ts'
import { expect, test } from './scene-test.ts'

test('a deployment is captured that was tried with a frame', async ({ studio, maker, shoot }) => {
  await deployAndTry(maker, studio)
  await shoot('deployments')
})

test('an evaluation is captured, and one of its images with errors', async ({ page, studio, maker, shoot }) => {
  await evaluate(maker, studio)
  await shoot('evaluation')
  await page.getByRole('list', { name: 'Images' }).getByRole('button').first().click()
  await expect(page.getByRole('img', { name: /with annotations and detections$/ })).toBeVisible()
  await shoot('evaluation-image')
})

test('the input of a model is captured with the answers of two channel orders', async ({
  page,
  studio,
  maker,
  shoot,
}) => {
  await studio.go('Models')
  await page.getByRole('button', { name: 'More actions for street-detector' }).click()
  await page.getByRole('menuitem', { name: 'Input…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Input of “street-detector”' })
  const buffer = await demoFrame(8, (preview) => maker.api('workflows.preview', { body: preview }))
  const frame = { name: 'street.jpg', mimeType: 'image/jpeg', buffer }
  await studio.choose(frame, () => dialog.getByRole('button', { name: 'Choose a picture…' }).click())
  await expect(dialog.getByRole('figure')).toContainText('Finds', { timeout: 60_000 })
  await dialog.getByRole('combobox', { name: 'Channel order' }).click()
  await page.getByRole('option', { name: 'BGR' }).click()
  await expect(dialog.getByRole('figure', { name: 'As you set it' })).toContainText('Finds', { timeout: 60_000 })
  await shoot('model-input')
})

/** Evaluates the bundled model on frames whose annotations have errors, and scrolls to its confusion matrix. */
async function evaluate(maker: Maker, studio: Studio): Promise<void> {
  const { page } = studio
  const { datasetId } = await annotateFrames(maker, 'Crossing frames')
  const { id: model_id } = await maker.api<Model>('models.get', { params: { model: 'street-detector' } })
  const { id: export_id } = await maker.api<DatasetExport>('exports.create', { body: { dataset: datasetId } })
  await expect
    .poll(async () => (await maker.api<DatasetExport>('exports.get', { params: { export_id } })).status)
    .toBe('completed')
  const { id } = await maker.api<ModelEvaluation>('modelEvaluations.create', { body: { model_id, export_id } })
  await studio.goTo(`/evaluations/${id}`)
  const matrix = page.getByRole('grid', { name: 'Confusion matrix' })
  await expect(matrix).toBeVisible({ timeout: 120_000 })
  // Beside the matrix, the screen then has room for the classes and the first images.
  await page.getByRole('heading', { name: 'Confusion matrix' }).evaluate((heading) => heading.scrollIntoView())
}

/** Deploys the bundled model, and tries it with a frame of the demo video. */
async function deployAndTry(maker: Maker, studio: Studio): Promise<void> {
  const { page } = studio
  const { id: model_id } = await maker.api<Model>('models.get', { params: { model: 'street-detector' } })
  const body = { model_id, name: 'street', compute_type: 'cpu', min_containers: 1 }
  const { deployment } = await maker.api<CreatedDeployment>('deployments.create', { body })
  await studio.goTo(`/deployments/${deployment.id}`)
  const choose = page.getByRole('button', { name: 'Choose image' })
  await expect(choose).toBeEnabled({ timeout: 60_000 })
  const buffer = await demoFrame(8, (preview) => maker.api('workflows.preview', { body: preview }))
  await studio.choose({ name: 'street.jpg', mimeType: 'image/jpeg', buffer }, () => choose.click())
  await expect(page.getByTestId('preview-kept').first()).toBeVisible({ timeout: 60_000 })
}
