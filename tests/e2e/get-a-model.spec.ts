/** A model that found next to nothing, and the download of another. */
import { join } from 'node:path'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import { type Square, writeVideo } from '../engine/support/test-frames.ts'
import { root } from './host.ts'
import { openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

const FRAMES = 40
const SQUARE: Square = { x: 48, y: 40, side: 8, color: 'red' }

test.use({ hostFor: 'test' })

test('look', async ({ page, host, studio }, info) => {
  const video = await writeVideo(info.outputPath('square.mp4'), FRAMES, () => [SQUARE])
  const maker = await openMaker(host.url)
  const graph = {
    version: 1,
    nodes: [
      { id: 'source', type: 'source', config: { kind: 'video', gcs_uri: await maker.upload(video, 'source') } },
      { id: 'find', type: 'model', config: { model_id: 'street-detector' } },
      { id: 'list', type: 'sink', config: { kind: 'json' } },
    ],
    edges: [
      { source: 'source', target: 'find' },
      { source: 'find', target: 'list' },
    ],
  }
  const { id } = await maker.api<Workflow>('workflows.create', { body: { name: 'Squares', graph } })
  const run = await maker.run(id)
  console.log(JSON.stringify(run.nodes))
  maker.close()
  const shot = (name: string) => page.screenshot({ path: `/tmp/shots/${name}.png` })
  await studio.goTo(`/runs/${run.id}`)
  await page.getByRole('button', { name: 'Get another model' }).waitFor()
  await page.waitForTimeout(500)
  await shot('note')
  await page.getByRole('button', { name: 'Lower the confidence' }).click()
  await page.waitForTimeout(1500)
  await shot('editor')
  await page.goBack()
  await page.getByRole('button', { name: 'Get another model' }).click()
  await page.waitForTimeout(700)
  await shot('dialog')
  await page.getByRole('button', { name: 'Get YOLOX-Tiny' }).click()
  await page.getByRole('button', { name: 'Get YOLOX-Nano' }).click()
  await page.waitForTimeout(4000)
  await shot('downloading')
  await page.getByLabel('From Hugging Face or a link').fill('onnx-community/yolov10n')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(500)
  await shot('found')
  await page.keyboard.press('Escape')
  await studio.go('Models')
  await page.waitForTimeout(500)
  await shot('models')
  await page.getByRole('button', { name: 'Get a model', exact: true }).click()
  await page.waitForTimeout(9000)
  await shot('done')
  await page.keyboard.press('Escape')
  await studio.go('Settings')
  await page.getByLabel('Proxy').scrollIntoViewIfNeeded()
  await page.getByLabel('Proxy').fill('nonsense')
  await shot('settings')
  await page.getByLabel('Proxy').fill('')
  await page.getByText('Deutsch', { exact: true }).click()
  await page.getByText('Hell', { exact: true }).click()
  await page.setViewportSize({ width: 900, height: 700 })
  await studio.goTo(`/runs/${run.id}`)
  await page.getByRole('button', { name: 'Anderes Modell holen' }).waitFor()
  await page.waitForTimeout(500)
  await shot('note-de')
  await page.getByRole('button', { name: 'Anderes Modell holen' }).click()
  await page.waitForTimeout(700)
  await shot('dialog-de')
})
