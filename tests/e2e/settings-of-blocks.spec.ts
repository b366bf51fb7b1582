/** The settings of blocks: the facts of the chosen model, rules as text, drawing by class, and lines drawn by hand. */
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

test('the model’s own classes are offered in every class field; a changed setting is marked and can be reset', async ({
  page,
  studio,
}) => {
  await studio.startWithEmptyCanvas()
  const settings = studio.settings()
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 60, y: 120 }))
  const model = await studio.blockNamed(await studio.dragBlock('model', { x: 300, y: 120 }))
  const filter = await studio.blockNamed(await studio.dragBlock('filter', { x: 540, y: 120 }))
  const condition = await studio.blockNamed(await studio.dragBlock('condition', { x: 540, y: 320 }))
  await studio.connect(source, 'frames', model, 'frames')
  await studio.connect(model, 'detections', filter, 'detections')
  await studio.connect(filter, 'detections', condition, 'detections')

  await test.step('the model shows its facts and its classes', async () => {
    await studio.select(model)
    await studio.chooseSetting('Model', 'street-detector')
    await expect(settings.getByTestId('model-card')).toContainText('Object detection')
    await expect(settings.getByRole('list', { name: 'Classes of the model' })).toContainText('car')
  })

  await test.step('a class is hidden and renamed in the drawing, and undone in one step each', async () => {
    await settings.getByRole('button', { name: /^Advanced settings/ }).click()
    const label = settings.getByRole('textbox', { name: 'Label of car' })
    await label.pressSequentially('Motor', { delay: 700 })
    await label.press('Tab')
    await studio.undo()
    await expect(label).toHaveValue('')
    await studio.redo()
    await expect(label).toHaveValue('Motor')
  })

  await test.step('a typed number is committed on Enter; its marker restores the default', async () => {
    const confidence = settings.getByRole('textbox', { name: 'Confidence' })
    await confidence.fill('')
    await expect(confidence).toHaveValue('')
    await confidence.pressSequentially('0.75')
    await confidence.press('Enter')
    await expect(confidence).toHaveValue('0.75')
    await settings.getByRole('button', { name: 'Reset Confidence to its default, 0.25' }).click()
    await expect(confidence).toHaveValue('0.25')
  })

  await test.step('the filter offers exactly these classes', async () => {
    await studio.select(filter)
    await settings.getByLabel('Keep classes', { exact: true }).click()
    await page.getByRole('option', { name: 'car', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(settings.getByText('■ car')).toBeVisible()
    await expect(filter).toContainText('car')
    await expect(settings.getByText(/No model before this block detects/)).toHaveCount(0)
  })

  await test.step('a rule reads like a sentence', async () => {
    await studio.select(condition)
    await settings.getByRole('textbox', { name: 'Value' }).fill('12')
    await settings.getByRole('textbox', { name: 'Value' }).press('Enter')
    await expect(settings.getByTestId('rules-in-words')).toContainText(
      'True while at least 12 objects are in the frame',
    )
    await settings.getByRole('button', { name: 'Add a rule' }).click()
    await expect(settings.getByText('Rule 2', { exact: true })).toBeVisible()
    await studio.undo()
    await expect(settings.getByText('Rule 2', { exact: true })).toHaveCount(0)
    await expect(settings.getByRole('textbox', { name: 'Value' })).toHaveValue('12')
  })
})

test('a line gets a corner, is nudged by key, and is copied to another block', async ({ page, studio }) => {
  await studio.openDemoTemplate()
  await studio.dragBlock('measure', { x: 420, y: 560 })
  await studio.select(studio.block('Count at two lines'))
  await studio.settings().getByRole('button', { name: 'Edit on the frame…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lines and zones' })
  const stage = dialog.getByTestId('geometry-stage')
  const place = dialog.getByRole('status').filter({ hasText: /percent across/ })
  const name = dialog.getByRole('textbox', { name: 'Name of line 1' })
  const called = await name.inputValue()
  await name.focus()
  await stage.focus()
  await page.keyboard.press('Insert')
  await page.keyboard.press('PageDown')
  await expect(place).toContainText(`${called}, point 1 of 3`)
  const before = await place.textContent()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(place).not.toHaveText(before ?? '')
  await dialog.getByRole('button', { name: 'Undo drawing' }).click()
  await expect(place).toHaveText(before ?? '')
  await dialog.getByRole('button', { name: `Copy ${called} to another block` }).click()
  await page.getByRole('menuitem', { name: 'Measure', exact: true }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await studio.select(studio.block('Measure').last())
  await expect(studio.settings()).toContainText(called)
})
