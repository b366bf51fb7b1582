/** A workflow reads the images of an export, which is chosen in its source block, after the data set was deleted. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatasetExport } from '../../src/shared/api/exports.ts'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { type Pixels, png } from '../engine/media/still-files.ts'
import { axeFinds } from './axe.ts'
import { importModel } from './numbered-run.ts'
import { type Maker, openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

let maker: Maker
let workflow: string
const scene = (left: number): Pixels => ({
  width: 160,
  height: 96,
  at: (x, y) => (x >= left && x < left + 16 && y >= 32 && y < 48 ? [255, 0, 0] : [120, 120, 120]),
})

test.beforeAll(async ({ host }) => {
  maker = await openMaker(host.url)
  const model_id = await importModel(maker, 'colours-v8')
  const dataset = await maker.api<{ id: string }>('datasets.create', { body: { name: 'Shelf' } })
  for (const [i, left] of [8, 40].entries()) {
    const path = join(host.dataDir, `${i}.png`)
    writeFileSync(path, png(scene(left)))
    const gcs_uri = await maker.upload(path, 'source')
    await maker.api('images.import', { body: { dataset: dataset.id, gcs_uri } })
  }
  const made = await maker.api<DatasetExport>('exports.create', { body: { dataset: 'Shelf', name: 'Shelf in March' } })
  await expect
    .poll(async () => (await maker.api<DatasetExport>('exports.get', { params: { export_id: made.id } })).status)
    .toBe('completed')
  const graph = {
    version: 1,
    nodes: [
      { id: 'source', type: 'source', config: { kind: 'dataset', dataset_project_id: dataset.id } },
      { id: 'find', type: 'model', config: { model_id } },
      { id: 'out', type: 'sink', config: { kind: 'json' } },
    ],
    edges: [
      { source: 'source', target: 'find' },
      { source: 'find', target: 'out' },
    ],
  }
  workflow = (await maker.api<Workflow>('workflows.create', { body: { name: 'On an export', graph } })).id
  await maker.api('datasets.delete', { params: { dataset: dataset.id } })
})
test.afterAll(() => maker.close())

test('choose an export as the source, and run on its images', async ({ page, studio }) => {
  await studio.goTo(`/workflows/${workflow}`)
  await studio.select(studio.block('Source'))
  await studio.settings().getByText('Export', { exact: true }).click()
  await studio.settings().getByPlaceholder('Choose an export').click()
  await page.getByRole('option', { name: /^Shelf in March/ }).click()
  await expect(studio.settings().getByText('2 images and 0 annotations of “Shelf”')).toBeVisible()
  expect(await axeFinds(page)).toEqual([])
  await studio.isSaved()
  const preview = page.getByRole('img', { name: '0.png' })
  await expect(preview).toBeVisible({ timeout: 30_000 })
  await expect(preview).toHaveJSProperty('naturalWidth', 160)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const runOf = async () => (await maker.api<WorkflowRun[]>('workflowRuns.list', { query: { workflow } }))[0]
  await expect.poll(async () => (await runOf())?.status, { timeout: 60_000 }).toBe('completed')
  const run = await runOf()
  expect([run?.source?.kind, run?.source?.name, run?.progress.frames_done]).toEqual(['export', 'Shelf in March', 2])
  await studio.goTo(`/runs/${run?.id}`)
  const source = page.locator('canvas[role="img"]').first()
  await expect(source).toHaveJSProperty('width', 160)
  // The grey of the image, which the canvas has only once the frozen file is drawn.
  const pixel = () =>
    source.evaluate((of) => [...((of as HTMLCanvasElement).getContext('2d')?.getImageData(1, 1, 1, 1).data ?? [])])
  await expect.poll(pixel).toEqual([120, 120, 120, 255])
})
