/** A search model is downloaded from a hub on loopback, and finds images by a description. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { png } from '../engine/media/still-files.ts'
import { writeEmbedder } from '../engine/support/embedder-files.ts'
import { type ModelHub, startModelHub } from '../support/model-hub.ts'
import { axeFinds } from './axe.ts'
import { openMaker } from './runs-over-bridge.ts'
import { test as base, expect } from './studio-test.ts'

/** Has the repository of CLIP in the catalogue, with a small model of the tests in place of the real one. */
const test = base.extend<{ hub: ModelHub }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from it.
  hub: async ({}, use) => {
    const hub = await startModelHub()
    const folder = mkdtempSync(join(tmpdir(), 'sightline-clip-'))
    writeEmbedder(folder)
    const paths = ['onnx/vision_model.onnx', 'onnx/text_model.onnx', 'tokenizer.json', 'preprocessor_config.json']
    const bytes = (path: string) => readFileSync(join(folder, path.replace('onnx/', '')))
    hub.addRepository('Xenova/clip-vit-base-patch32', {
      files: Object.fromEntries(paths.map((path) => [path, bytes(path)])),
    })
    await use(hub)
    await hub.close()
    rmSync(folder, { recursive: true, force: true })
  },
})

test.use({ hostFor: 'test', contextOptions: { reducedMotion: 'reduce' } })

test('a search model is downloaded in the app, and finds images by a description', async ({
  page,
  studio,
  host,
  hub,
}) => {
  const maker = await openMaker(host.url)
  const { id } = await maker.api<{ id: string }>('datasets.create', { body: { name: 'Colours' } })
  const colours = { red: [230, 20, 20], green: [20, 230, 20], blue: [20, 20, 230] } as const
  for (const [name, colour] of Object.entries(colours)) {
    const path = join(host.dataDir, `${name}.png`)
    writeFileSync(path, png({ width: 40, height: 30, at: () => [...colour] }))
    await maker.api('images.import', { body: { dataset: id, gcs_uri: await maker.upload(path, 'source') } })
  }
  const field = page.getByRole('textbox', { name: 'Describe images, then Enter' })
  const cells = page.getByRole('gridcell')

  await test.step('the menu of the data set offers a model', async () => {
    await studio.goTo('/settings')
    const address = page.getByRole('textbox', { name: 'Model hub' })
    await address.fill(hub.url)
    await address.press('Enter')
    await studio.goTo(`/data/${id}`)
    await expect(cells).toHaveCount(3)
    await expect(field).toHaveCount(0)
    await page.getByRole('button', { name: 'More actions for this data set' }).click()
    await page.getByRole('menuitem', { name: 'Get a search model…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Get a model' })
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['CLIP ViT-B-32', 'DINOv2 Small'])
    expect(await axeFinds(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Get CLIP ViT-B-32' }).click()
    await expect(dialog.getByText('“CLIP ViT-B-32” is ready to use.').first()).toBeVisible()
    await expect(dialog.getByText('In your models')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the field appears, and orders the images by the description', async () => {
    await field.fill('something blue')
    await field.press('Enter')
    await expect(page).toHaveURL(/like=something\+blue/)
    await expect(cells.first()).toContainText('blue.png')
    await expect(cells).toHaveCount(3)
    await expect(page.getByText('not in this search yet')).toHaveCount(0)
    expect(await axeFinds(page)).toEqual([])
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(cells.first()).toContainText('blue.png')
    await expect(cells).toHaveCount(3)
  })
})
