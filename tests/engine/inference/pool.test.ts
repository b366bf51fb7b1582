import { afterAll, expect, test } from 'vitest'
import { inFrame } from '../../../src/engine/blocks/in-frame.ts'
import { createInferencePool } from '../../../src/engine/inference/pool.ts'
import type { Size } from '../../../src/shared/domain/geometry.ts'
import { bundle, modelFixture } from '../support/bundles.ts'
import { plainFrame, type Square, tensorOf } from '../support/test-frames.ts'

const options = { confidence: 0.4, classIds: null, iou: 0.5, classAgnostic: false, maxDetections: 300 }
const squares: Square[] = [
  { x: 16, y: 32, side: 8, color: 'red' },
  { x: 96, y: 64, side: 8, color: 'green' },
]

const pool = createInferencePool(bundle('inference.js'), undefined, 2)
afterAll(() => pool.close())

/** A frame with a known model input. */
function frame(seen = squares, size?: Size) {
  const plain = plainFrame(0, 0, [], size)
  const fits: (string | undefined)[] = []
  const letterbox: typeof plain.letterbox = (into, target, region) => {
    fits.push(target.fit)
    into.set(tensorOf(seen, target))
    return plain.letterbox(into, target, region)
  }
  return { ...plain, letterbox, fits }
}

test('outlines and keypoints return complete from the inference threads, frame after frame', async () => {
  for (const [name, shape] of [
    ['colours-v8-segment', 'rings'],
    ['colours-v8-pose', 'keypoints'],
    ['colours-v8-obb', 'rings'],
  ] as const) {
    const model = await pool.open({ path: modelFixture(name), name, sha256: name })
    const runs = await Promise.all([1, 2, 3].map(() => model.infer(frame(), null, options)))
    for (const run of runs) {
      const detections = inFrame(run, plainFrame(0, 0))
      expect(detections).toHaveLength(2)
      for (const d of detections) expect(d[shape]?.length).toBeGreaterThan(0)
    }
  }
})

test('boxes in the padding of a wide frame do not count towards the maximum', async () => {
  const wide = { width: 160, height: 48 }
  const model = await pool.open({ path: modelFixture('colours-v8'), name: 'yolo', sha256: 'y' })
  const inBar: Square = { x: 16, y: 8, side: 8, color: 'red' }
  const inPicture: Square = { x: 96, y: 40, side: 8, color: 'red' }
  const run = await model.infer(frame([inBar, inPicture], wide), null, { ...options, maxDetections: 1 })
  expect(inFrame(run, wide).map((d) => d.box)).toEqual([{ x1: 92, y1: 12, x2: 108, y2: 28 }])
})

test('models that were trained on stretched images get them stretched', async () => {
  const stretched = frame()
  const detr = await pool.open({ path: modelFixture('colours-detr'), name: 'detr', sha256: 'd' })
  await detr.infer(stretched, null, options)
  const kept = frame()
  const yolo = await pool.open({ path: modelFixture('colours-v8'), name: 'yolo', sha256: 'y' })
  await yolo.infer(kept, null, options)
  expect([stretched.fits, kept.fits]).toEqual([['stretch'], ['letterbox']])
})

test('every appearance counts as progress, so that a frame with many slow ones does not count as a hang', async () => {
  let done = 0
  const counted = createInferencePool(bundle('inference.js'), () => done++, 1)
  const network = await counted.openEmbedding({ path: modelFixture('colours-reid'), name: 'reid', sha256: 'r' })
  const picture = frame()
  const crops = [0, 1, 2].map((i) => network.embed(picture, [{ x1: 8 * i, y1: 8, x2: 8 * i + 32, y2: 72 }]))
  await Promise.race(crops)
  expect(done).toBeGreaterThan(0)
  await Promise.all(crops)
  expect(done).toBe(3)
  const regions = [0, 1, 2].map((i) => ({ x1: 8 * i, y1: 8, x2: 8 * i + 32, y2: 72 }))
  expect(await network.embed(picture, regions)).toEqual((await Promise.all(crops)).flat())
  expect(done).toBe(6)
  await counted.close()
})

test('the crops of a frame share runs of a network with a fixed or free batch, with the vectors of single crops', async () => {
  let runs = 0
  const counted = createInferencePool(bundle('inference.js'), () => runs++, 2, { cpuBatch: 8 })
  const open = (name: string) => counted.openEmbedding({ path: modelFixture(name), name, sha256: name })
  const scene = plainFrame(0, 0, squares)
  const regions = Array.from({ length: 9 }, (_, i) => ({ x1: 10 * i, y1: 20, x2: 10 * i + 32, y2: 80 }))
  const expected = await (await open('colours-reid')).embed(scene, regions)
  for (const [name, expectedRuns] of [
    ['colours-reid-four', 3],
    ['colours-reid-batch', 2],
  ] as const) {
    const network = await open(name)
    runs = 0
    const vectors = await network.embed(scene, regions)
    expect(runs).toBe(expectedRuns)
    vectors.forEach((vector, i) => {
      vector?.forEach((value, at) => {
        expect(value).toBeCloseTo(expected[i]?.[at] as number, 5)
      })
    })
    expect(await network.embed(scene, [])).toEqual([])
  }
  await counted.close()
})
