import { afterAll, expect, test } from 'vitest'
import { inFrame } from '../../../src/engine/blocks/in-frame.ts'
import { createInferencePool, type DeviceSettings, type InferencePool } from '../../../src/engine/inference/pool.ts'
import type { DeviceUsed } from '../../../src/shared/domain/device.ts'
import type { ModelFile } from '../../../src/shared/engine-contract/job.ts'
import { bundle, modelFixture } from '../support/bundles.ts'
import { type Fault, faultyDevice } from '../support/faulty-device.ts'
import { testFolder } from '../support/test-folder.ts'
import { plainFrame, type Square, tensorOf } from '../support/test-frames.ts'

const folder = testFolder()
const options = { confidence: 0.4, classIds: null, iou: 0.5, classAgnostic: false, maxDetections: 300 }
const onGpu = (name: string): ModelFile => ({ path: modelFixture(name), name, sha256: name, device: 'cuda:2' })

const pools: InferencePool[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

function poolWith(entry: string, settings: DeviceSettings = {}): InferencePool {
  const pool = createInferencePool(entry, undefined, 2, settings)
  pools.push(pool)
  return pool
}

/** A frame with a red square whose place tells it from the others. */
function frame(index: number) {
  const squares: Square[] = [{ x: 16 + 8 * index, y: 32, side: 8, color: 'red' }]
  const plain = plainFrame(index, index / 10)
  const letterbox: typeof plain.letterbox = (into, target, region) => {
    into.set(tensorOf(squares, target))
    return plain.letterbox(into, target, region)
  }
  return { ...plain, letterbox }
}

const lefts = async (pool: InferencePool, file: ModelFile, count: number) => {
  const model = await pool.open(file)
  const runs = await Promise.all(Array.from({ length: count }, (_, i) => model.infer(frame(i), null, options)))
  return { model, lefts: runs.map((run) => inFrame(run, plainFrame(0, 0)).map(({ box }) => box.x1)) }
}
const expected = (count: number) => Array.from({ length: count }, (_, i) => [12 + 8 * i])

test.each<[Fault, number]>([
  ['opening', 0],
  ['death', 0],
  ['death', 5],
])(
  'a device that fails by %s after %d images is replaced by the CPU, and every frame has its result',
  async (fault, after) => {
    const failed: { name: string; device: DeviceUsed; error: unknown }[] = []
    const onFallback: DeviceSettings['onFallback'] = ({ name }, device, error) => failed.push({ name, device, error })
    const pool = poolWith(faultyDevice(folder, fault, after), { names: { 'cuda:2': 'Second GPU' }, onFallback })
    const { model, lefts: seen } = await lefts(pool, onGpu('colours-v8-batch'), 12)
    expect(seen).toEqual(expected(12))
    expect(model.device).toMatchObject({ id: 'cpu', kind: 'cpu', fell_back: true })
    expect(failed).toMatchObject([{ name: 'colours-v8-batch', device: { id: 'cuda:2', name: 'Second GPU' } }])
  },
)

test('an appearance network whose device fails continues on the CPU with the same vectors', async () => {
  const region = { x1: 8, y1: 8, x2: 40, y2: 72 }
  const file = onGpu('colours-reid')
  const onCpu = await poolWith(bundle('inference.js')).openEmbedding({ ...file, device: 'cpu' })
  const failing = await poolWith(faultyDevice(folder, 'death', 1)).openEmbedding(file)
  expect(failing.device).toEqual({ id: 'cuda:2', kind: 'cuda', name: 'CUDA' })
  const all = await Promise.all([1, 2, 3].map(() => failing.embed(frame(1), [region])))
  const own = await onCpu.embed(frame(1), [region])
  expect(all).toEqual([own, own, own])
  expect(failing.device).toMatchObject({ id: 'cpu', fell_back: true })
})

test('a model that fails on the CPU too fails with the reason of the CPU', async () => {
  const pool = poolWith(faultyDevice(folder, 'opening'))
  await expect(pool.open(onGpu('unfit-operator'))).rejects.toMatchObject({ code: 'model_unsupported' })
})

test('a model without another device reports the CPU', async () => {
  const model = await poolWith(bundle('inference.js')).open({ ...onGpu('colours-v8'), device: 'cpu' })
  expect(model.device).toMatchObject({ id: 'cpu', kind: 'cpu' })
  expect(model.device.fell_back).toBeUndefined()
})
