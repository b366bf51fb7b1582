/** The journey of a model: imported from a file, deployed, called by a program, evaluated, down to one wrong image. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoFrame } from '../setup/demo-frame.ts'
import { type AnnotatedFrames, annotateFrames } from './annotated-frames.ts'
import { runCopied } from './copied-call.ts'
import { root } from './host.ts'
import { openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

const MODEL = 'crossing-detector'
const DATASET = 'Crossing frames'
/** A model takes long to open on a busy machine. */
const SLOW = { timeout: 120_000 }

const folder = mkdtempSync(join(tmpdir(), 'sightline-models-at-work-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a model is imported, deployed, called by a program and evaluated, and its errors are shown on an image', async ({
  page,
  studio,
  host,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const maker = await openMaker(host.url)
  const dialog = page.getByRole('dialog')
  let frames: AnnotatedFrames

  await test.step('the file of a model is imported', async () => {
    const buffer = readFileSync(join(root, 'resources/models/street-detector.onnx'))
    await studio.go('Models')
    await studio.importModel({ name: `${MODEL}.onnx`, mimeType: 'application/octet-stream', buffer })
    await studio.saysThat(`“${MODEL}” is ready to use.`)
  })

  const token = await test.step('it is deployed from its card', async () => {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: MODEL, exact: true }) })
    await card.getByRole('button', { name: 'Deploy', exact: true }).click()
    await dialog.getByRole('button', { name: 'Deploy' }).click()
    await expect(dialog.getByLabel('Token')).toHaveValue(/^pk_deploy_/)
    const shown = await dialog.getByLabel('Token').inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL(/#\/deployments\/[0-9a-f-]+$/)
    await expect(page.locator('header').getByText('Active')).toBeVisible(SLOW)
    return shown
  })

  await test.step('the copied command detects the objects of a frame', async () => {
    const jpeg = await demoFrame(8, (body) => maker.api('workflows.preview', { body }))
    writeFileSync(join(folder, 'image.jpg'), jpeg)
    await page.getByRole('button', { name: 'Copy the example' }).click()
    const { failed, reply } = await runCopied(page, token, folder)
    expect(failed).toBe(false)
    const found = reply.predictions.map(({ class_name }) => class_name)
    expect(found).toEqual(expect.arrayContaining(['car', 'pedestrian', 'bicycle']))
    for (const { bounding_box: box } of reply.predictions) {
      expect(box && box.w > 0 && box.h > 0 && box.x + box.w <= 1281 && box.y + box.h <= 721).toBe(true)
    }
  })

  await test.step('frames of the demo are annotated, with errors', async () => {
    frames = await annotateFrames(maker, DATASET)
    maker.close()
    expect(Math.min(frames.swapped, frames.moved, frames.unmarked)).toBeGreaterThan(1)
  })

  await test.step('the model is evaluated on an export that the dialog makes', async () => {
    await studio.go('Evaluations')
    await page.getByRole('button', { name: 'New evaluation' }).click()
    await dialog.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option', { name: MODEL }).click()
    await dialog.getByRole('combobox', { name: 'Data set' }).click()
    await page.getByRole('option', { name: new RegExp(`^${DATASET}`) }).click()
    await dialog.getByRole('button', { name: 'Make an export now' }).click()
    await expect(dialog.getByText(/is ready and selected/)).toBeVisible(SLOW)
    await expect(dialog.getByRole('radio')).toBeChecked()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByRole('heading', { name: `Evaluation of ${MODEL}` })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible(SLOW)
  })

  await test.step('its figures follow from the errors', async () => {
    const { swapped, moved, unmarked } = frames
    const figure = (name: string) =>
      page
        .getByRole('definition')
        .filter({ has: page.locator(`xpath=preceding-sibling::dt[text()="${name}"]`) })
        .first()
    await expect(figure('Wrong')).toHaveText(String(swapped + moved + unmarked))
    await expect(figure('Missed')).toHaveText(String(swapped + moved))
  })

  await test.step('a wrong cell of the matrix opens an image with annotation and detection over each other', async () => {
    const grid = page.getByRole('grid', { name: 'Confusion matrix' })
    await expect(grid.getByRole('gridcell', { name: `car not detected: ${frames.moved} ` })).toBeVisible()
    await grid.getByRole('gridcell', { name: `truck detected as car: ${frames.swapped} ` }).click()
    await expect(dialog.getByText(`Image 1 of ${frames.swapped}`)).toBeVisible()
    const image = dialog.getByRole('img', { name: /with annotations and detections$/ })
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1280)
    const truth = dialog.locator('[data-kind="truth"][data-outcome="confused"]')
    const prediction = dialog.locator('[data-kind="prediction"][data-outcome="confused"]')
    await expect(truth).toHaveCount(1)
    await expect(prediction).toHaveCount(1)
    const [a, b] = [await truth.boundingBox(), await prediction.boundingBox()]
    expect(a && b && Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(4)
    const objects = dialog.getByRole('list', { name: 'Objects' }).getByRole('listitem')
    await expect(objects.first()).toContainText('Annotation truck')
    await expect(objects.last()).toContainText('annotated as truck')
  })
})
