import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { probe } from '../../../src/engine/media/probe.ts'
import { createOutputFolder } from '../../../src/engine/output/output-folder.ts'
import { annotationsSink, MAX_IMAGES } from '../../../src/engine/sinks/annotations-sink.ts'
import type { SinkContext } from '../../../src/engine/sinks/sink-writer.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { AnnotationRecord } from '../../../src/shared/domain/annotation-record.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { englishOf, type Message } from '../../../src/shared/messages/message.ts'
import { testFolder } from '../support/test-folder.ts'
import { noFindings, plainFrame, SIZE } from '../support/test-frames.ts'

const folder = testFolder()
const config = withDefaults('sink', { kind: 'annotations', dataset_project_id: 'street' })

const detection = (over: Partial<Detection> = {}): Detection => ({
  box: { x1: 10.125, y1: 20, x2: 30, y2: 40 },
  score: 0.87654,
  classId: 0,
  className: 'car',
  modelNodeId: 'm',
  id: 1,
  ...over,
})

interface Given {
  detections: Detection[] | null
  image?: { id: string | null; name: string }
}

async function open(name: string) {
  const dir = join(folder, name)
  mkdirSync(dir, { recursive: true })
  const output = await createOutputFolder(dir, 'r')
  const warnings: string[] = []
  const node = { id: 'out', kind: 'sink', config, inlets: [] }
  const header = { run_id: 'run-1', workflow: { name: 'W' } }
  const context = {
    node,
    output,
    header,
    saved: null,
    warn: (w: Message) => warnings.push(englishOf(w)),
  } as unknown as SinkContext
  return { dir, output, warnings, context }
}

const input = ({ detections, image }: Given, index: number) => ({
  frame: { ...plainFrame(index, index / 10), source: image },
  frames: [],
  events: [],
  found: noFindings,
  detections,
})

async function write(name: string, frames: Given[]) {
  const { dir, output, warnings, context } = await open(name)
  const sink = await annotationsSink(context)
  for (const [i, given] of frames.entries()) await sink.write(input(given, i))
  await sink.finish([])
  const artifacts = await output.describe()
  await output.commit(() => undefined)
  return { dir, warnings, artifacts, ...readLines(dir) }
}

function readLines(dir: string) {
  const lines = readFileSync(join(dir, 'out-annotations.jsonl'), 'utf8').trimEnd().split('\n')
  const [header, ...records] = lines.map((line) => JSON.parse(line) as unknown)
  return { header, records: records as AnnotationRecord[] }
}

test('frames with detections are recorded, with their images', async () => {
  const run = await write('video', [{ detections: [] }, { detections: [detection()] }, { detections: null }])
  expect(run.header).toMatchObject({ format: 'sightline-annotations', dataset: 'street', run_id: 'run-1' })
  const [record] = run.records
  expect(run.records).toHaveLength(1)
  expect(record).toMatchObject({ image_id: null, filename: 'frame-000001.jpg', frame_index: 1, time_s: 0.1, ...SIZE })
  expect(record?.annotations).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'car',
      type: 'bbox',
      confidence: 0.8765,
      bounding_box: { x: 10.13, y: 20, w: 19.87, h: 20 },
    },
  ])
  expect(await probe(join(run.dir, record?.picture as string))).toMatchObject({
    kind: 'image',
    codec: 'mjpeg',
    ...SIZE,
  })
  expect(run.artifacts.map((a) => [a.kind, a.records])).toEqual([
    ['annotations', null],
    ['annotations', 1],
  ])
})

test('every image of a data set is recorded, even without detections, without a copy of its own', async () => {
  const run = await write('dataset', [
    { detections: [], image: { id: 'a', name: 'night/1.png' } },
    { detections: [detection()], image: { id: 'b', name: '2.png' } },
    { detections: [detection()], image: { id: null, name: 'local.png' } },
  ])
  expect(run.records.map((r) => [r.image_id, r.filename, r.picture === null, r.annotations.length])).toEqual([
    ['a', 'night/1.png', true, 0],
    ['b', '2.png', true, 1],
    [null, 'local.jpg', false, 1],
  ])
})

test('the same run gives the same ids again, another annotation another', async () => {
  const frames = [{ detections: [detection(), detection()] }, { detections: [detection()] }]
  const ids = async (name: string) => (await write(name, frames)).records.flatMap((r) => r.annotations.map((a) => a.id))
  const once = await ids('once')
  expect(new Set(once).size).toBe(3)
  expect(await ids('again')).toEqual(once)
})

test('outlines are clipped to the frame; those without area in it are dropped', async () => {
  const ring = [-5, 10, 20, 10, 20, 200]
  const run = await write('outlines', [
    {
      detections: [
        detection({ rings: [ring, [1, 1, 2, 2]], box: { x1: -5, y1: 10, x2: 20, y2: 200 } }),
        detection({ box: { x1: SIZE.width + 1, y1: 0, x2: SIZE.width + 9, y2: 5 } }),
      ],
    },
  ])
  expect(run.records[0]?.annotations).toMatchObject([
    {
      type: 'polygon',
      polygon: {
        paths: [
          [
            { x: 0, y: 10 },
            { x: 20, y: 10 },
            { x: 20, y: SIZE.height },
          ],
        ],
      },
      bounding_box: { x: 0, y: 10, w: 20, h: SIZE.height - 10 },
    },
  ])
})

test('frames beyond the limit are skipped, and their number is reported', async () => {
  const { context, warnings } = await open('many')
  const names = Array.from({ length: MAX_IMAGES - 1 }, (_, i) => `p-${i}.jpg`)
  const first = await annotationsSink(context)
  const state = (await first.save?.()) as { file: object }
  await first.close()
  const saved = { ...state, records: names.length, pictures: names, leftOut: 0 }
  const sink = await annotationsSink({ ...context, saved })
  for (let i = 0; i < 3; i++) await sink.write(input({ detections: [detection()] }, i))
  await sink.finish([])
  expect(warnings).toEqual([
    expect.stringMatching(/^The first 2000 annotated frames were stored; 2 more were skipped\./),
  ])
})

test('a resumed run ends with the same files as an uninterrupted one', async () => {
  const frames = [
    { detections: [detection()] },
    { detections: [detection({ score: 0.5 })] },
    { detections: [detection()] },
  ]
  const whole = await write('piece', frames)
  const { dir, context } = await open('continued')
  const first = await annotationsSink(context)
  await first.write(input(frames[0] as Given, 0))
  const saved = await first.save?.()
  await first.write(input(frames[1] as Given, 1))
  await first.close()
  const second = await createOutputFolder(dir, 'r2', join(dir, '.work-r'))
  const sink = await annotationsSink({ ...context, output: second, saved })
  for (const i of [1, 2]) await sink.write(input(frames[i] as Given, i))
  await sink.finish([])
  await second.commit(() => undefined)
  expect(readLines(dir)).toEqual({ header: whole.header, records: whole.records })
  expect(readdirSync(dir).sort()).toEqual(readdirSync(whole.dir).sort())
})
