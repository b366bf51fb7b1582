/** The overlay on the screen belongs to the frame on the screen, in every kind of video. */
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { onScreen } from './burnt-in.ts'
import { root } from './host.ts'
import { openMaker } from './runs-over-bridge.ts'
import type { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

interface Clip {
  name: string
  /** Burnt into the frames, in order. */
  numbers: number[]
}

const fixture = (name: string) => join(root, 'tests', 'fixtures', 'torture', name)
const clips = JSON.parse(readFileSync(fixture('clips.json'), 'utf8')) as Clip[]

test.use({ hostFor: 'worker' })

const runs: WorkflowRun[] = []
test.beforeAll(async ({ host }) => {
  const maker = await openMaker(host.url)
  const gcs_uri = await maker.upload(join(root, 'tests', 'fixtures', 'models', 'colours-v8.onnx'), 'model')
  const model = await maker.api<{ id: string }>('models.import', { body: { name: 'colours', gcs_uri } })
  const started = await Promise.all(
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
      return maker.start(id)
    }),
  )
  for (const id of started) runs.push(await maker.ended(id))
  maker.close()
})

for (const container of new Set(clips.map((c) => extname(c.name)))) {
  test(`the overlay on each frame is its own, in every ${container} clip`, async ({ studio }) => {
    for (const [i, clip] of clips.entries()) {
      if (extname(clip.name) === container)
        await test.step(clip.name, () => goThrough(studio, clip, runs[i] as WorkflowRun))
    }
  })
}

/** Steps from the start by frames, jumps into the middle, and steps back from the end. */
async function goThrough(studio: Studio, { name, numbers }: Clip, run: WorkflowRun): Promise<void> {
  const { page } = studio
  expect(run.status, name).toBe('completed')
  await studio.goTo(`/runs/${run.id}`)
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
