import { afterAll, describe, expect, test } from 'vitest'
import { openSession } from '../../../src/engine/inference/detector-session.ts'
import { batchFor, MAX_BATCH } from '../../../src/engine/inference/onnx-batch.ts'
import { createInferencePool, type InferencePool } from '../../../src/engine/inference/pool.ts'
import { bundle, modelFixture } from '../support/bundles.ts'
import { plainFrame, type Square, tensorOf } from '../support/test-frames.ts'

const options = { confidence: 0.05, classIds: null, iou: 0.5, classAgnostic: false, maxDetections: 300 }
const size = { width: 160, height: 96 }

/** Squares that lie between cells, so that scores are no round numbers. */
const squaresOf = (index: number): Square[] => [
  { x: 19 + 7 * index, y: 35, side: 11, color: 'red' },
  { x: 100 - 5 * index, y: 61 - index, side: 13, color: 'green' },
]

const pools: InferencePool[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

test('the images of a batch have the results that each has alone', async () => {
  const session = await openSession(modelFixture('colours-v8-batch'), 1, 'x', { batch: 4 })
  const requests = [0, 1, 2, 3].map((i) => ({ input: tensorOf(squaresOf(i), size), options }))
  const together = await session.batch?.infer(requests)
  const alone = []
  for (const { input } of requests) alone.push(await session.infer(input, options))
  expect(session.batch?.size).toBe(4)
  expect(together).toEqual(alone)
  expect(alone.every(({ count }) => count > 0)).toBe(true)
  await session.close()
})

describe('a model takes one image at a time', () => {
  test.each([
    ['its batch dimension is fixed', 'colours-v8'],
    ['its network fixes the batch dimension that the file declares free', 'colours-v8-free-size'],
    ['it takes the size of the image as well', 'colours-detr-sizes'],
  ])('when %s', async (_, name) => {
    const session = await openSession(modelFixture(name), 1, name, { batch: 4 })
    expect(session.batch).toBeUndefined()
    await session.close()
  })
})

test('larger inputs get smaller batches', () => {
  expect(batchFor(MAX_BATCH, { width: 640, height: 640 })).toBe(8)
  expect(batchFor(MAX_BATCH, { width: 1280, height: 1280 })).toBe(3)
  expect(batchFor(MAX_BATCH, { width: 8000, height: 8000 })).toBe(1)
})

test('the results of a pool do not depend on the size of its batches, nor on a batch that the file fixes', async () => {
  const all: unknown[] = []
  for (const [cpuBatch, file] of [
    [1, 'colours-v8-batch'],
    [2, 'colours-v8-batch'],
    [4, 'colours-v8-batch'],
    [1, 'colours-v8-of-four'],
  ] as const) {
    const pool = createInferencePool(bundle('inference.js'), undefined, 1, { cpuBatch })
    pools.push(pool)
    const model = await pool.open({ path: modelFixture(file), name: 'colours', sha256: 'c' })
    const frames = Array.from({ length: 10 }, (_, index) => {
      const plain = plainFrame(index, index / 10)
      const letterbox: typeof plain.letterbox = (into, target, region) => {
        into.set(tensorOf(squaresOf(index), target))
        return plain.letterbox(into, target, region)
      }
      return { ...plain, letterbox }
    })
    const runs = await Promise.all(frames.map((frame) => model.infer(frame, null, options)))
    all.push(runs.map(({ found }) => found))
  }
  expect(all[1]).toEqual(all[0])
  expect(all[2]).toEqual(all[0])
  expect(all[3]).toEqual(all[0])
})
