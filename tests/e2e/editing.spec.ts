/** Editing: what fits and why not, undo and redo, problems that lead to their block, saving, reopening, files. */
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { newDataDir, type RunningHost, removeDataDir, startHost } from './host.ts'
import { Studio } from './studio.ts'

let host: RunningHost
test.beforeAll(async () => {
  host = await startHost(newDataDir())
})
test.afterAll(async () => {
  await host.stop()
  removeDataDir(host.dataDir)
})

test('only wires that fit can be drawn, and the reason is shown for the rest', async ({ page }) => {
  const studio = new Studio(page)
  await studio.open(host.url)
  await studio.startWithEmptyCanvas()
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 80, y: 120 }))
  const track = await studio.blockNamed(await studio.dragBlock('track', { x: 420, y: 120 }))
  await studio.dragWire(source, 'frames', track, 'detections', { hold: true })
  await expect(page.getByText(/takes detections here, but this wire carries frames/)).toBeVisible()
  await page.mouse.up()
  await expect(page.locator('.react-flow__edge')).toHaveCount(0)
})

test('undo and redo take every edit back and forth', async ({ page }) => {
  const studio = new Studio(page)
  await studio.open(host.url)
  await studio.startWithEmptyCanvas()
  const blocks = page.locator('.react-flow__node')
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 80, y: 120 }))
  const model = await studio.blockNamed(await studio.dragBlock('model', { x: 420, y: 120 }))
  await studio.connect(source, 'frames', model, 'frames')
  await studio.select(model)
  await page.getByRole('textbox', { name: 'Confidence' }).fill('0.4')
  await page.getByRole('textbox', { name: 'Confidence' }).press('Tab')

  await studio.undo()
  await expect(page.getByRole('textbox', { name: 'Confidence' })).toHaveValue('0.25')
  await studio.undo()
  await expect(page.locator('.react-flow__edge')).toHaveCount(0)
  await studio.undo()
  await expect(blocks).toHaveCount(1)
  await studio.undo()
  await expect(blocks).toHaveCount(0)
  for (let i = 0; i < 4; i++) await studio.redo()
  await expect(blocks).toHaveCount(2)
  await expect(page.locator('.react-flow__edge')).toHaveCount(1)
  await studio.select(model)
  await expect(page.getByRole('textbox', { name: 'Confidence' })).toHaveValue('0.4')
})

test('a problem in the list leads to its block; Run says what is missing', async ({ page }) => {
  const studio = new Studio(page)
  await studio.open(host.url)
  await studio.startWithEmptyCanvas()
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 80, y: 120 }))
  await studio.dragBlock('measure', { x: 420, y: 120 })
  await studio.pressRun()
  const problems = page.getByRole('list', { name: 'Problems' })
  await expect(problems).toContainText('Choose a video')
  await problems
    .getByText(/Choose a video/)
    .first()
    .click()
  await expect(source).toHaveClass(/selected/)
})

test('work is saved by itself, survives a reload, and travels as a file', async ({ page }) => {
  const studio = new Studio(page)
  await studio.open(host.url)
  await studio.startWithEmptyCanvas()
  await studio.dragBlock('source', { x: 80, y: 120 })
  await studio.dragBlock('model', { x: 420, y: 120 })
  const name = page.getByRole('textbox', { name: 'Name of the workflow' })
  await name.fill('Traffic at the school')
  await name.press('Enter')
  await studio.isSaved()
  await page.reload()
  await expect(page.locator('.react-flow__node')).toHaveCount(2)
  await expect(name).toHaveValue('Traffic at the school')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Workflow file' }).click()
  await page.getByRole('menuitem', { name: /Save as file/ }).click()
  const path = await (await download).path()
  const file = JSON.parse(readFileSync(path, 'utf8'))
  expect(file.format).toBe('sightline-workflow')
  expect(file.graph.nodes).toHaveLength(2)

  await studio.go('Workflows')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open file' }).click()
  await (await chooser).setFiles({
    name: 'copy.sightline.json',
    mimeType: 'application/json',
    buffer: readFileSync(path),
  })
  await expect(page.locator('.react-flow__node')).toHaveCount(2)
})
