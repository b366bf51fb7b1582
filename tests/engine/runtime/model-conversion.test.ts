/** A person's options of a model in runs, previews and model servers, on the built engine. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResultHeader } from '../../../src/engine/output/result-header.ts'
import type { Checkpoint } from '../../../src/engine/output/work-folder.ts'
import { requireSame } from '../../../src/engine/runtime/resumed-run.ts'
import { type Conversion, markOf } from '../../../src/shared/domain/conversion.ts'
import { VERSION } from '../../../src/shared/domain/version.ts'
import type { RunJob } from '../../../src/shared/engine-contract/job.ts'
import { modelFixture } from '../support/bundles.ts'
import { engine as createEngine, graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'wide.mp4')
const WIDE = { width: 480, height: 192 }
const engine = createEngine()
afterAll(() => engine.close())

/** Half as wide again as the model's input: a red square near the middle, and green ones at the sides. */
beforeAll(async () => {
  const squares = [
    { x: 216, y: 72, side: 24, color: 'red' },
    { x: 24, y: 120, side: 24, color: 'green' },
    { x: 432, y: 120, side: 24, color: 'green' },
  ] as const
  await writeVideo(video, 3, () => squares, { size: WIDE })
})

const FIND = { model_id: 'colours', confidence_threshold: 0.6, iou_threshold: 0.1 }
let runs = 0
function jobWith(conversion: Conversion | null, config: object = {}, model?: string): RunJob {
  const graph = graphOf({ find: ['model', { ...FIND, ...config }], lines: ['sink', { kind: 'json' }] }, [
    ...['source>find', 'find>lines'],
  ])
  const job = jobOf(graph, video, join(folder, `run-${runs++}`), model)
  const [id, file] = Object.entries(job.models)[0] as [string, RunJob['models'][string]]
  return { ...job, models: { [id]: { ...file, conversion } } }
}
interface Box {
  class_name: string
  x1: number
  y1: number
  x2: number
  y2: number
}
/** The class, and x1, y1, x2 and y2 in pixels of the frame. */
type Placed = [string, ...number[]]

/** What the first frame shows, from left to right. */
async function found(job: RunJob): Promise<Placed[]> {
  const outcome = await runHere(job)
  if (outcome.status !== 'completed') throw new Error(outcome.error?.message)
  const frame = recordsOf(job.outDir, 'lines.jsonl').find((record) => record.record === 'frame')
  const boxes = ((frame?.detections ?? []) as Box[]).map((d): Placed => [d.class_name, d.x1, d.y1, d.x2, d.y2])
  return boxes.sort(([, a = 0], [, b = 0]) => a - b)
}
const expectNear = (boxes: Placed[], wanted: Placed[]) => {
  expect(boxes.map(([name]) => name)).toEqual(wanted.map(([name]) => name))
  for (const [i, [, ...sides]] of boxes.entries()) {
    for (const [k, side] of sides.entries()) expect(Math.abs(side - (wanted[i]?.[k + 1] as number))).toBeLessThan(0.6)
  }
}

test('a centre crop finds nothing at the sides, and maps boxes back exactly', async () => {
  // The middle 320 of 480 by 192 pixels have the input's shape, at half the size; boxes are 16 pixels of the input.
  expectNear(await found(jobWith({ fit: 'center_crop' })), [['red', 216, 72, 248, 104]])
})

test('bars to the right and below map boxes back exactly', async () => {
  const boxes = await found(jobWith({ fit: 'letterbox_top_left' }))
  expectNear(boxes, [
    ['green', 12, 108, 60, 156],
    ['red', 204, 60, 252, 108],
    ['green', 420, 108, 468, 156],
  ])
  expectNear(await found(jobWith({ fit: 'letterbox' })), boxes)
})

test('tiles are cropped each by itself, so that overlapping ones find what a crop of the frame hides', async () => {
  const tiled = { tiled: true, tile_size: 256, tile_overlap: 0.4 }
  const boxes = await found(jobWith({ fit: 'center_crop' }, tiled))
  expect(boxes.map(([name]) => name)).toEqual(['green', 'red', 'green'])
})

test('a class is that of the whole image, whatever of it the model was shown', async () => {
  const boxes = await found(
    jobWith({ fit: 'center_crop' }, { confidence_threshold: 0.1 }, modelFixture('colours-classify')),
  )
  expectNear(boxes, [['red', 0, 0, 480, 192]])
})

test('detections made with other options are not reused, and a run states the mark of its options', async () => {
  const cacheDir = join(folder, 'cache')
  const run = async (conversion: Conversion | null) => {
    const job = { ...jobWith(conversion), cacheDir }
    const { nodes } = await runHere(job)
    const { models } = JSON.parse(readFileSync(join(job.outDir, 'manifest.json'), 'utf8'))
    expect(models[0].conversion ?? null).toEqual(conversion)
    return nodes.find
  }
  expect((await run(null))?.detections).toBe(9)
  const blue = await run({ channels: 'bgr' })
  expect(blue).toMatchObject({ detections: 6, conversion_mark: markOf({ channels: 'bgr' }) })
  expect(blue?.reused).toBeUndefined()
  const again = await run(null)
  expect(again?.reused).toBeDefined()
  expect(again).not.toHaveProperty('conversion_mark')
  expect((await run({ channels: 'bgr' }))?.reused).toBeDefined()
})

test('a preview shows the answer of the model with each conversion that is tried', async () => {
  const look = async (conversion: Conversion | null) => {
    const { graph, source, models } = jobWith(conversion)
    const looked = await engine.preview({ graph, source, models, atS: 0, windowS: 0 })
    if (!looked.ok) throw new Error(looked.error.message)
    const detections = looked.value.frames[0]?.nodes.find?.detections ?? []
    return [detections.map((d) => d.class_name).sort(), looked.value.conversions?.find?.origins.fit]
  }
  expect(await look(null)).toEqual([['green', 'green', 'red'], 'file'])
  expect(await look({ fit: 'center_crop', class_names: ['rot', 'grün'] })).toEqual([['rot'], 'option'])
  expect(await look(null)).toEqual([['green', 'green', 'red'], 'file'])
})

test('a model server opens a model with its options', async () => {
  const canvas = createCanvas(160, 96)
  const context = canvas.getContext('2d')
  context.fillStyle = 'rgb(128, 128, 128)'
  context.fillRect(0, 0, 160, 96)
  context.fillStyle = 'rgb(255, 0, 0)'
  context.fillRect(64, 32, 8, 8)
  const path = join(folder, 'square.png')
  writeFileSync(path, canvas.toBuffer('image/png'))
  const names: string[][] = []
  for (const conversion of [{ class_names: ['rot', 'grün'] }, { channels: 'bgr' }] as Conversion[]) {
    const server = engine.serveModel({ path: modelFixture('colours-v8'), name: 'x', sha256: 'a1', conversion })
    const predicted = await server.predict({ path, name: 'square.png' }, { confidence: 0.3 })
    server.close()
    if (!predicted.ok) throw new Error(predicted.error.message)
    names.push(predicted.value.detections.map((d) => d.className))
  }
  expect(names).toEqual([['rot'], []])
})

test('a run does not resume with other options of its model', () => {
  const headerWith = (conversion?: Conversion) => {
    const model = { node_id: 'find', name: 'colours', sha256: 'a1', conversion }
    const graph = graphOf({}, [])
    const workflow = { name: 'Test', graph_sha256: 'g', graph }
    return { workflow, source: { sha256: 's' }, models: [model], sightline: VERSION } as unknown as ResultHeader
  }
  const job = jobWith(null)
  const same = (before: Conversion | undefined, now: Conversion | undefined) => () =>
    requireSame({ job, header: headerWith(before) } as Checkpoint, job, headerWith(now))
  expect(same({ scale: 255, mean: [0] }, { mean: [0], scale: 255 })).not.toThrow()
  expect(same(undefined, undefined)).not.toThrow()
  expect(same(undefined, { scale: 255 })).toThrow(/colours/)
})
