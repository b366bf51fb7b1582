/** The overlay on the screen belongs to the frame on the screen, in every kind of video. */
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { onScreen } from './burnt-in.ts'
import { root } from './host.ts'
import { importModel, runOf } from './numbered-run.ts'
import { type Maker, openMaker } from './runs-over-bridge.ts'
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

let maker: Maker
let model_id: string
test.beforeAll(async ({ host }) => {
  maker = await openMaker(host.url)
  model_id = await importModel(maker, 'colours-v8')
})
test.afterAll(() => maker.close())

async function runOn({ name }: Clip): Promise<WorkflowRun> {
  const gcs_uri = await maker.upload(fixture(name), 'source')
  return runOf(maker, name, {
    version: 1,
    nodes: [
      { id: 'source', type: 'source', config: { kind: 'video', gcs_uri } },
      { id: 'find', type: 'model', config: { model_id } },
      { id: 'lines', type: 'sink', config: { kind: 'json' } },
    ],
    edges: [
      { source: 'source', target: 'find' },
      { source: 'find', target: 'lines' },
    ],
  })
}

for (const container of new Set(clips.map((c) => extname(c.name)))) {
  test(`the overlay on each frame is its own, in every ${container} clip`, async ({ studio }) => {
    test.slow()
    // One run after the other: dozens at once leave nothing of the machine to the host.
    for (const clip of clips.filter((c) => extname(c.name) === container))
      await test.step(clip.name, async () => goThrough(studio, clip, await runOn(clip)))
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
