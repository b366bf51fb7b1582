/** Whatever a video is like, the overlay on the screen belongs to the frame on the screen. */
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { onScreen } from './burnt-in.ts'
import { newDataDir, type RunningHost, removeDataDir, root, startHost } from './host.ts'
import { openMaker } from './runs-over-bridge.ts'

interface Clip {
  name: string
  /** Burnt into the frames, in order. */
  numbers: number[]
}

const fixture = (name: string) => join(root, 'tests', 'fixtures', 'torture', name)
const clips = JSON.parse(readFileSync(fixture('clips.json'), 'utf8')) as Clip[]

let host: RunningHost
let runs: WorkflowRun[]
test.beforeAll(async () => {
  host = await startHost(newDataDir())
  const maker = await openMaker(host.url)
  const gcs_uri = await maker.upload(join(root, 'tests', 'fixtures', 'models', 'colours-v8.onnx'), 'model')
  const model = await maker.api<{ id: string }>('models.import', { body: { name: 'colours', gcs_uri } })
  runs = await Promise.all(
    clips.map(async ({ name }) => {
      const source = await maker.upload(fixture(name), 'source')
      const graph = {
        version: 1,
        nodes: [
          { id: 'source', type: 'source', config: { kind: 'video', gcs_uri: source } },
          { id: 'find', type: 'model', config: { model_id: model.id } },
          { id: 'lines', type: 'sink', config: { kind: 'json' } },
        ],
        edges: [
          { source: 'source', target: 'find' },
          { source: 'find', target: 'lines' },
        ],
      }
      const { id } = await maker.api<Workflow>('workflows.create', { body: { name, graph } })
      return maker.run(id)
    }),
  )
  maker.close()
})
test.afterAll(async () => {
  await host.stop()
  removeDataDir(host.dataDir)
})

for (const container of new Set(clips.map((c) => extname(c.name)))) {
  test(`the overlay on each picture is that of its own frame, in every ${container} clip`, async ({ page }) => {
    await page.goto(host.url)
    for (const [i, clip] of clips.entries()) {
      if (extname(clip.name) === container)
        await test.step(clip.name, () => goThrough(page, clip, runs[i] as WorkflowRun))
    }
  })
}

/** From the start by frames, to places in the middle, and from the end back. */
async function goThrough(page: Page, { name, numbers }: Clip, run: WorkflowRun): Promise<void> {
  expect(run.status, name).toBe('completed')
  await page.goto(`${new URL(host.url).origin}/#/runs/${run.id}`)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByLabel('Source video')).toBeVisible()
  const eventually = (what: string, look: () => Promise<unknown>) =>
    expect.configure({ soft: true }).poll(look, { message: `${name}: ${what}`, intervals: [60], timeout: 10_000 })
  const shows = (frame: number, after: string) =>
    eventually(`frame ${frame} after ${after}`, () => onScreen(page)).toEqual({ burnt: numbers[frame], frame })

  await shows(0, 'opening')
  const last = numbers.length - 1
  for (let frame = 1; frame <= Math.min(2, last); frame++) {
    await page.keyboard.press('.')
    await shows(frame, 'a step forwards')
  }
  const position = page.getByRole('slider', { name: 'Position' })
  const { width = 0, height = 0 } = (await position.boundingBox()) ?? {}
  for (const share of last > 0 ? [0.7, 0.35] : []) {
    const { frame: before } = await onScreen(page)
    await position.click({ position: { x: share * width, y: height / 2 } })
    await eventually(`the picture at ${share} has the overlay of another frame`, async () => {
      const { burnt, frame } = await onScreen(page)
      return frame !== before && burnt === numbers[frame]
    }).toBe(true)
  }
  await page.keyboard.press('End')
  await shows(last, 'going to the end')
  if (last > 0) {
    await page.keyboard.press(',')
    await shows(last - 1, 'a step backwards')
  }
  await page.keyboard.press('Home')
  await shows(0, 'going to the start')
}
