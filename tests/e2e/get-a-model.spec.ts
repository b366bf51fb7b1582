/** A model that found next to nothing, and the download of another from a hub on loopback. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import { type Square, writeVideo } from '../engine/support/test-frames.ts'
import { type ModelHub, startModelHub } from '../support/model-hub.ts'
import { axeFinds } from './axe.ts'
import { type RunningHost, root } from './host.ts'
import { openMaker } from './runs-over-bridge.ts'
import type { Studio } from './studio.ts'
import { test as base, expect } from './studio-test.ts'

const FRAMES = 40
const SQUARE: Square = { x: 48, y: 40, side: 8, color: 'red' }

const fixture = (name: string): Uint8Array => readFileSync(join(root, 'tests', 'fixtures', 'models', `${name}.onnx`))

/** The repository of RF-DETR Nano in the catalogue, with a small model of the tests in place of the real one. */
const REPOSITORY = 'PierreMarieCurie/rf-detr-onnx'
const FILE = 'rf-detr-nano.onnx'
const NAME = 'RF-DETR-Nano'

/** Each test has a hub of its own, whose address the settings of its host name. */
const test = base.extend<{ hub: ModelHub }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from it.
  hub: async ({}, use) => {
    const hub = await startModelHub()
    hub.addRepository(REPOSITORY, { files: { [FILE]: fixture('colours-detr') }, card: { license: 'apache-2.0' } })
    hub.addRepository('acme/colours', {
      files: { 'onnx/model.onnx': fixture('colours-v8'), 'onnx/model_half.onnx': fixture('colours-v8-half') },
      card: { license: 'mit' },
    })
    await use(hub)
    await hub.close()
  },
})

test.use({ hostFor: 'test', contextOptions: { reducedMotion: 'reduce' } })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Get a model' })
const downloadOf = (page: Page, name: string) => page.getByRole('listitem', { name: `Download of ${name}` })

/** Names the hub in the settings, as a user with a mirror does. */
async function useHub(page: Page, studio: Studio, address: string): Promise<void> {
  await studio.go('Settings')
  const field = page.getByRole('textbox', { name: 'Model hub' })
  await field.fill(address)
  await field.press('Enter')
}

/** Bytes of the unfinished downloads in the data folder. */
const partBytes = (dataDir: string): number =>
  readdirSync(join(dataDir, 'downloads'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.part'))
    .reduce((sum, path) => sum + statSync(join(dataDir, 'downloads', path)).size, 0)

/** A workflow of the bundled detector on a video of a red square, which is not its own. */
async function makeWorkflow(host: RunningHost, video: string): Promise<string> {
  await writeVideo(video, FRAMES, () => [SQUARE])
  const maker = await openMaker(host.url)
  const gcs_uri = await maker.upload(video, 'source')
  const graph = {
    version: 1,
    nodes: [
      { id: 'source', type: 'source', config: { kind: 'video', gcs_uri } },
      { id: 'find', type: 'model', config: { model_id: 'street-detector' } },
      { id: 'list', type: 'sink', config: { kind: 'json' } },
    ],
    edges: [
      { source: 'source', target: 'find' },
      { source: 'find', target: 'list' },
    ],
  }
  const { id } = await maker.api<Workflow>('workflows.create', { body: { name: 'Squares', graph } })
  maker.close()
  return id
}

test('a run that found next to nothing says so, brings another model, and finds things with it', async ({
  page,
  host,
  studio,
  hub,
}, info) => {
  const workflow = await makeWorkflow(host, info.outputPath('square.mp4'))
  await useHub(page, studio, hub.url)
  await studio.goTo(`/workflows/${workflow}`)
  const note = page.getByRole('region', { name: 'Next to nothing found' })

  await test.step('the first run finds nothing worth counting, and its page says so', async () => {
    await studio.pressRun()
    await studio.runEnds()
    await studio.openResults()
    await expect(note).toContainText('found only objects whose score barely reaches its confidence of 0.25')
    await expect(note).toContainText('“street-detector” knows only the rendered street')
    expect(await axeFinds(page)).toEqual([])
  })

  await test.step('the note opens the confidence of the block', async () => {
    await note.getByRole('button', { name: 'Lower the confidence' }).click()
    await expect(studio.settings().getByRole('textbox', { name: 'Confidence' })).toBeFocused()
    await page.goBack()
  })

  await test.step('the note opens the catalogue, which brings a model', async () => {
    await note.getByRole('button', { name: 'Get another model' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('searchbox').fill('rf-detr nano')
    const card = dialog.getByRole('listitem').filter({ has: page.getByRole('heading', { name: NAME, exact: true }) })
    await expect(card.getByRole('link', { name: 'Apache-2.0' })).toBeVisible()
    expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([])
    await dialog.getByRole('button', { name: `Get ${NAME}` }).click()
    const done = downloadOf(page, NAME)
    await expect(done).toContainText('is ready to use')
    await expect(done).toContainText('Object detection')
    await expect(done).toContainText('red, green')
    expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([])
    await done.getByRole('button', { name: 'Use in “Model”' }).click()
  })

  await test.step('the block has the model, which can be undone', async () => {
    await studio.saysThat(`“Model” now uses “${NAME}”.`)
    await expect(studio.block('Model')).toContainText(NAME)
    await studio.undo()
    await expect(studio.block('Model')).toContainText('street-detector')
    await studio.redo()
    await expect(studio.block('Model')).toContainText(NAME)
  })

  await test.step('the second run finds the square', async () => {
    await studio.pressRun()
    await studio.runEnds()
    await studio.openResults()
    await page.getByRole('tab', { name: 'Blocks' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Model' })).toContainText(String(FRAMES))
    await expect(note).toHaveCount(0)
  })
})

test('a download is cancelled and resumed, also on another screen, and ends in the picker', async ({
  page,
  host,
  studio,
  hub,
}) => {
  const half = Math.floor(fixture('colours-detr').length / 2)
  hub.serve(`${REPOSITORY}/${FILE}`, { stallAfter: half })
  await useHub(page, studio, hub.url)
  await studio.go('Workflows')
  await studio.startWithEmptyCanvas()
  const block = await studio.blockNamed(await studio.dragBlock('model', { x: 320, y: 120 }))
  await studio.select(block)
  await studio.settings().getByRole('button', { name: 'Get a model…' }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('The block “Model” gets the model once it is there.')
  await dialog.getByRole('button', { name: `Get ${NAME}` }).click()
  const row = downloadOf(page, NAME)
  await expect(row.getByRole('progressbar')).toBeAttached()
  await expect.poll(() => partBytes(host.dataDir)).toBe(half)

  await test.step('the rail shows it while the dialog is closed', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    const models = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Models', exact: true })
    await expect(models).toHaveAttribute('aria-description', '1 download under way')
  })

  await test.step('cancelled in the dialog, it is resumed where it was', async () => {
    await studio.settings().getByRole('button', { name: 'Get a model…' }).click()
    await row.getByRole('button', { name: `Cancel the download of ${NAME}` }).click()
    await expect(row).toContainText('The part that has arrived is kept')
    hub.serve(`${REPOSITORY}/${FILE}`, {})
    await row.getByRole('button', { name: `Resume the download of ${NAME}` }).click()
    await expect(row).toContainText('is ready to use')
    expect(hub.fileRequests.at(-1)?.range).toBe(`bytes=${half}-`)
  })

  await test.step('the block has the model', async () => {
    await page.keyboard.press('Escape')
    await expect(block).toContainText(NAME)
    await studio.undo()
    await expect(block).not.toContainText(NAME)
    await studio.chooseSetting('Model', NAME)
    await expect(block).toContainText(NAME)
  })
})

test('a repository with several files shows its licence before the chosen file is downloaded', async ({
  page,
  studio,
  hub,
}) => {
  await useHub(page, studio, hub.url)
  await studio.command('get a model', 'Get a model')
  const dialog = dialogOf(page)
  await dialog.getByLabel('From Hugging Face or a link').fill('acme/colours')
  await page.keyboard.press('Enter')
  const found = dialog.getByRole('region', { name: 'acme/colours' })
  await expect(found).toContainText(/Licence: MIT/i)
  await found.getByRole('radio', { name: /model_half/ }).check()
  expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([])
  expect(hub.fileRequests).toEqual([])
  await found.getByRole('button', { name: /^Download/ }).click()
  await expect(dialog.getByRole('listitem', { name: /model_half/ })).toContainText('is ready to use')
  expect(hub.fileRequests.map(({ path }) => path)).toContain('stored/acme/colours/onnx/model_half.onnx')
})

test('without a network the dialog says so, keeps the catalogue, and tries again when there is one', async ({
  page,
  context,
  studio,
  hub,
}) => {
  // Nothing listens there.
  await useHub(page, studio, 'http://127.0.0.1:9')
  await studio.go('Models')
  await page.getByRole('button', { name: 'Get a model' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: `Get ${NAME}` }).click()
  await expect(downloadOf(page, NAME).last().getByRole('alert')).toContainText('127.0.0.1')
  await expect(dialog.getByRole('button', { name: /^Get / }).nth(3)).toBeVisible()

  await context.setOffline(true)
  await expect(dialog).toContainText('This computer is offline.')
  await context.setOffline(false)
  await expect(dialog).not.toContainText('This computer is offline.')

  await dialog.getByRole('link', { name: 'Proxy and mirror…' }).click()
  await useHub(page, studio, hub.url)
  await studio.go('Models')
  const row = downloadOf(page, NAME)
  await row.getByRole('button', { name: `Try the download of ${NAME} again` }).click()
  await expect(row).toContainText('is ready to use')
  await expect(page.getByRole('heading', { level: 2, name: NAME })).toBeVisible()
})
