import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EngineOptions } from '../../../src/engine/host/engine-host.ts'
import { extractFrames } from '../../../src/engine/media/extract-frames.ts'
import { type DetectionRecord, shapedRecord } from '../../../src/engine/sinks/detection-record.ts'
import type { FrameSelection } from '../../../src/shared/domain/frame-selection.ts'
import type { ModelFile, RunImage } from '../../../src/shared/engine-contract/job.ts'
import type { ModelServer, Prediction } from '../../../src/shared/engine-contract/serving.ts'
import { eventually } from '../../setup/eventually.ts'
import { modelFixture, root } from '../support/bundles.ts'
import { processesOf } from '../support/processes.ts'
import { recordedFork } from '../support/recorded-fork.ts'
import { engine, graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const detector = join(root, 'resources', 'models', 'street-detector.onnx')
const colours = modelFixture('colours-v8')
const servers: ModelServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const fileOf = (path: string): ModelFile => ({ path, name: 'my model', sha256: 'a1' })
function serve(path = colours, options: Partial<EngineOptions> = {}): ModelServer {
  const server = engine(options).serveModel(fileOf(path))
  servers.push(server)
  return server
}

const predictionOf = (result: Awaited<ReturnType<ModelServer['predict']>>): Prediction => {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

/** Inserts an EXIF segment with this orientation after the start of a JPEG. */
function turned(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex')
  tiff.writeUInt16LE(orientation, 18)
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, payload, jpeg.subarray(2)])
}

/** Squares on grey. */
async function painted(name: string, squares: readonly (readonly [x: number, y: number, colour: string])[]) {
  const context = createCanvas(160, 96).getContext('2d')
  context.fillStyle = '#808080'
  context.fillRect(0, 0, 160, 96)
  for (const [x, y, colour] of squares) {
    context.fillStyle = colour
    context.fillRect(x, y, 32, 32)
  }
  const path = join(folder, name)
  writeFileSync(path, await context.canvas.encode('png'))
  return { id: 'x', path, name }
}

let photos: RunImage[] = []
let red: RunImage

beforeAll(async () => {
  red = await painted('red.png', [[40, 32, '#ff0000']])
  const frames = join(folder, 'frames')
  mkdirSync(frames)
  const path = join(root, 'resources', 'demo', 'street-crossing.mp4')
  const selection: FrameSelection = { by: 'moments', times_s: [0, 1] }
  const extracted = await extractFrames({ path, name: 'street', outDir: frames, selection }, () => undefined)
  const names = extracted.frames.map(({ name }) => join(frames, name))
  const sideways = join(folder, 'sideways.jpg')
  writeFileSync(sideways, turned(readFileSync(names[0] as string), 6))
  photos = [...names, sideways].map((photo, i) => ({ id: `p${i}`, path: photo, name: `photo ${i}.jpg` }))
})

/** The detections of a run's model block on each image. */
async function runOn(images: RunImage[], path: string, config: object = {}) {
  const outDir = join(folder, `run-${Math.random()}`)
  const graph = graphOf({ find: ['model', { model_id: 'm', ...config }], lines: ['sink', { kind: 'json' }] }, [
    'source>find',
    'find>lines',
  ])
  const job = jobOf(graph, '', outDir, path)
  const run = await runHere({ ...job, source: { ...job.source, kind: 'dataset', name: 'photos', images } })
  expect(run.error).toBeNull()
  return recordsOf(outDir, 'lines.jsonl').map(({ detections }) => detections as DetectionRecord[])
}

const recordsIn = ({ detections }: Prediction) =>
  detections.map((d, id) => shapedRecord({ ...d, id, modelNodeId: 'find' }))
const bare = ({ parent_id, track_id, ...record }: DetectionRecord) => record

describe('a model that is kept open', () => {
  test('detects in photos what the model block of a run detects, also in a photo that EXIF turns', async () => {
    const server = serve(detector)
    expect(await server.ready).toMatchObject({ ok: true, value: { modelType: 'object_detection' } })
    const predicted = await Promise.all(photos.map((photo) => server.predict(photo).then(predictionOf)))
    const expected = await runOn(photos, detector)
    expect(expected.every((found) => found.length > 0)).toBe(true)
    expect(predicted.map((one) => recordsIn(one).map(bare))).toEqual(expected.map((found) => found.map(bare)))
    const [first, , sideways] = predicted
    expect([sideways?.width, sideways?.height]).toEqual([first?.height, first?.width])
  })

  test('has the settings of the block: confidence, classes and the largest number', async () => {
    const server = serve()
    const photo = await painted('squares.png', [
      [0, 0, '#ff0000'],
      [64, 32, '#ff0000'],
      [128, 64, '#ff0000'],
      [128, 0, '#00ff00'],
    ])
    const filter = ['red', 'no such class']
    const options = { confidence: 0.05, classFilter: filter, maxDetections: 2 }
    const predicted = predictionOf(await server.predict(photo, options))
    const config = { confidence_threshold: 0.05, class_filter: filter, max_detections: 2 }
    const [expected] = await runOn([photo], colours, config)
    expect(recordsIn(predicted).map(bare)).toEqual(expected?.map(bare))
    expect(predicted.detections).toHaveLength(2)
    const none = predictionOf(await server.predict(photo, { classFilter: ['no such class'] }))
    expect(none.detections).toEqual([])
  })

  test.each(['colours-v8-segment', 'colours-v8-pose', 'colours-classify'])(
    'returns outlines, keypoints and classes as the block does: %s',
    async (name) => {
      const server = serve(modelFixture(name))
      const predicted = predictionOf(await server.predict(red, { confidence: 0.05 }))
      const [expected] = await runOn([red], modelFixture(name), { confidence_threshold: 0.05 })
      expect(predicted.detections.length).toBeGreaterThan(0)
      expect(recordsIn(predicted).map(bare)).toEqual(expected?.map(bare))
    },
  )

  test('returns as many classes of a classifier as are wanted, the best first', async () => {
    const server = serve(modelFixture('colours-classify'))
    const all = predictionOf(await server.predict(red, { confidence: 0, maxDetections: 10 })).detections
    const scores = all.map(({ score }) => score)
    expect(all.length).toBeGreaterThan(1)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(new Set(all.map(({ classId }) => classId)).size).toBe(all.length)
    const two = predictionOf(await server.predict(red, { confidence: 0, maxDetections: 2 })).detections
    expect(two).toEqual(all.slice(0, 2))
    expect(predictionOf(await server.predict(red, { confidence: 0 })).detections).toEqual(all.slice(0, 1))
  })

  test('names the file in the failure of an image that cannot be read, and continues', async () => {
    const server = serve()
    const path = join(folder, 'stored-4711')
    writeFileSync(path, 'no image at all')
    const failed = await server.predict({ path, name: 'holiday.jpg' })
    expect(failed).toMatchObject({ ok: false, error: { code: 'source_unreadable' } })
    expect(!failed.ok && failed.error.message).toContain('“holiday.jpg”')
    expect((await server.predict(red)).ok).toBe(true)
    expect(server.pending).toBe(0)
  })

  test('fails its requests with the reason when its file is not a model', async () => {
    const path = join(folder, 'no-model.onnx')
    writeFileSync(path, 'no model')
    const server = serve(path)
    const early = server.predict(red)
    expect(await server.ready).toMatchObject({ ok: false, error: { code: 'model_unreadable' } })
    expect(await early).toMatchObject({ ok: false, error: { code: 'model_unreadable' } })
    expect(await server.predict(red)).toMatchObject({ error: { code: 'model_unreadable' } })
  })
})

describe('the end of its process', () => {
  test('when it is killed, fails the pending requests and gives the reason', async () => {
    const server = serve(modelFixture('hanging'))
    await server.ready
    const pending = [0, 1, 2].map(() => server.predict(red))
    expect(server.pending).toBe(3)
    process.kill(server.pid as number, 'SIGKILL')
    expect(await server.ended).toMatchObject({ code: 'engine_died', message: expect.stringContaining('SIGKILL') })
    for (const result of await Promise.all(pending)) expect(result).toMatchObject({ error: { code: 'engine_died' } })
    expect(await server.predict(red)).toMatchObject({ error: { code: 'engine_died' } })
  })

  test('when the model hangs, it is killed and its requests fail', async () => {
    const server = serve(modelFixture('hanging'), { limits: { stalledMs: 2500, silentMs: 8000 } })
    expect(await server.predict(red)).toMatchObject({ ok: false, error: { code: 'engine_hung' } })
    expect(await server.ended).toMatchObject({ code: 'engine_hung' })
  })

  test('is not brought about by a long time without requests', async () => {
    const { fork, beats } = recordedFork()
    const server = serve(colours, { fork })
    await server.ready
    const before = beats.length
    await eventually(() => beats.length >= before + 3)
    // A process whose activity stays the same counts as stalled.
    const [first, second, third] = beats.slice(before).map(({ activity }) => activity) as [number, number, number]
    expect([second > first, third > second]).toEqual([true, true])
    expect((await server.predict(red)).ok).toBe(true)
  })

  test('by close fails what is pending, without a reason that it ended by itself', async () => {
    const server = serve()
    await server.ready
    const { pid } = server
    const pending = server.predict(red)
    let ended = false
    void server.ended.then(() => {
      ended = true
    })
    server.close()
    expect(await pending).toMatchObject({ ok: false, error: { code: 'engine_died' } })
    await expect.poll(() => processesOf(process.pid, 'engine.js').includes(pid as number)).toBe(false)
    expect(ended).toBe(false)
  })
})
