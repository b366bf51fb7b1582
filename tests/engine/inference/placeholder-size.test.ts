/** Networks whose file states a tiny size that stands for any. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openSession } from '../../../src/engine/inference/detector-session.ts'
import { readOnnxFile } from '../../../src/engine/inference/onnx-file.ts'
import { withFreeSize } from '../../../src/engine/inference/placeholder-size.ts'
import { modelFixture } from '../support/bundles.ts'
import { tensorOf } from '../support/test-frames.ts'

const options = { confidence: 0.4, classIds: null, iou: 0.5, classAgnostic: false, maxDetections: 300 }

test('grids of ten images of 32 x 32 are those of one image of a useful size', async () => {
  const session = await openSession(modelFixture('colours-placeholder'), 1)
  expect(session.inspection).toMatchObject({
    family: 'semantic-map',
    input: { width: 640, height: 640, dynamic: true },
    outputs: [{ name: 'output', shape: ['N', 3, 'H', 'W'] }],
  })
  expect(session.imagesPerRun).toBe(1)
  const size = { width: 640, height: 640 }
  const found = await session.infer(tensorOf([{ x: 400, y: 320, side: 80, color: 'green' }], size), options)
  await session.close()
  expect([...found.classIds]).toEqual([2])
  expect([...found.boxes]).toEqual([400, 320, 480, 400])
})

test('a size that is meant stays', () => {
  const isFreed = (name: string) => {
    const bytes = readFileSync(modelFixture(name))
    return withFreeSize(bytes, readOnnxFile(bytes)) !== null
  }
  expect(isFreed('colours-placeholder')).toBe(true)
  for (const name of ['colours-semantic', 'colours-v8', 'colours-reid-four', 'colours-classify']) {
    expect(isFreed(name), name).toBe(false)
  }
})
