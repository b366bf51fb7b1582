import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RunJob } from '../../../src/shared/engine-contract/job.ts'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import { modelFixture } from '../support/bundles.ts'
import { graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { SAM3_FIXTURE, sam3Copy } from '../support/sam3.ts'
import { testFolder } from '../support/test-folder.ts'
import { type Square, writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'squares.mp4')
// Twice as wide as high: a cell of the network is 64 x 32 pixels of the frame.
const SIZE = { width: 256, height: 128 }
const block = (x: number, y: number, color: Square['color']): Square[] => [
  { x, y, side: 32, color },
  { x: x + 32, y, side: 32, color },
]

beforeAll(async () => {
  await writeVideo(video, 6, () => [...block(64, 64, 'red'), ...block(192, 0, 'green')], { size: SIZE })
})

const sam3 = (prompts: object[], config: object = {}): [string, object] => [
  'model',
  { model_kind: 'sam3', prompt_classes: prompts, ...config },
]
const jobWith = (graph: Graph, outDir: string, path = SAM3_FIXTURE): RunJob => {
  const job = jobOf(graph, video, outDir)
  const models = Object.keys(job.models).map((id) => {
    const isSam3 = graph.nodes.find((n) => n.id === id)?.config.model_kind === 'sam3'
    return [id, isSam3 ? { path, name: 'sam3', sha256: 'a1' } : job.models[id]]
  })
  return { ...job, models: Object.fromEntries(models) }
}
interface Found {
  id: number
  parent_id: number | null
  class_name: string
  confidence: number
  x1: number
  y1: number
  x2: number
  y2: number
}
const detectionsOf = (outDir: string, name: string) =>
  recordsOf(outDir, `${name}.jsonl`).map((record) => record.detections as Found[])

test('detects the objects of the prompts, in every frame, at their positions', async () => {
  const outDir = join(folder, 'found')
  const prompts = [
    { name: 'red', output_type: 'bbox' },
    { name: 'a Green car', output_type: 'polygon' },
  ]
  const graph = graphOf({ find: sam3(prompts), lines: ['sink', { kind: 'json' }] }, ['source>find', 'find>lines'])
  const run = await runHere(jobWith(graph, outDir))
  expect(run.error).toBeNull()
  expect(run.nodes.find).toMatchObject({ frames_in: 6, detections: 12 })
  expect(readFileSync(join(outDir, 'run.log'), 'utf8')).toContain('“sam3”: SAM 3, 32x32, 2 classes')
  for (const found of detectionsOf(outDir, 'lines')) {
    const byClass = Object.fromEntries(found.map((f) => [f.class_name, f]))
    expect(byClass.red).toMatchObject({ x1: 64, y1: 64, x2: 128, y2: 96 })
    expect(byClass['a Green car']).toMatchObject({ x1: 192, y1: 0, x2: 256, y2: 32 })
    expect(Math.min(...found.map((f) => f.confidence))).toBeGreaterThan(0.95)
  }
})

test('also runs on crops, beside a trained model', async () => {
  const outDir = join(folder, 'crops')
  const graph = graphOf(
    {
      first: ['model', { model_id: 'colours', iou_threshold: 0 }],
      cut: ['crop', { min_crop_size: 1, source_classes: ['red'] }],
      inside: sam3([{ name: 'red' }, { name: 'green' }]),
      parents: ['sink', { kind: 'json' }],
      children: ['sink', { kind: 'json' }],
    },
    ['source>first', 'first>cut', 'cut>inside', 'first>parents', 'inside>children'],
  )
  const run = await runHere(jobWith(graph, outDir))
  expect(run.error).toBeNull()
  const parents = detectionsOf(outDir, 'parents')
  for (const [i, found] of detectionsOf(outDir, 'children').entries()) {
    expect(found.length).toBeGreaterThan(0)
    for (const child of found) {
      expect(child.class_name).toBe('red')
      expect(parents[i]?.find((p) => p.id === child.parent_id)?.class_name).toBe('red')
      expect([child.x1 >= 56, child.y1 >= 56, child.x2 <= 136, child.y2 <= 104]).not.toContain(false)
    }
  }
})

describe('problems are reported before the first frame', () => {
  const graph = graphOf({ find: sam3([{ name: 'red' }]), last: ['sink'] }, ['source>find', 'find>last'])

  test('an error explains the installation when SAM 3 is missing', async () => {
    const job = jobWith(graph, join(folder, 'missing'))
    const { error } = await runHere({ ...job, models: {} })
    expect(error).toMatchObject({ code: 'model_missing', node_id: 'find' })
    expect(error?.message).toContain('sightline models install-sam3')
  })

  test('an unfit file is named with its input and shape', async () => {
    const copy = sam3Copy(folder)
    copyFileSync(modelFixture('colours-v8'), join(copy, 'vision-encoder.onnx'))
    const { error } = await runHere(jobWith(graph, join(folder, 'misfit'), copy))
    expect(error).toMatchObject({ code: 'model_unsupported', node_id: 'find' })
    expect(error?.message).toContain('“vision-encoder.onnx” does not fit SAM 3: it has no input “images”')
  })
})
