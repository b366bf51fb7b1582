import { expect, test } from 'vitest'
import { openEmbedding } from '../../../src/engine/inference/embedding.ts'
import { modelFixture } from '../support/bundles.ts'

const plain = (red: number, green: number, blue: number): Float32Array => {
  const area = 8 * 16
  return Float32Array.from({ length: 3 * area }, (_, i) => [red, green, blue][Math.floor(i / area)] as number)
}
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)

test('an embedding is a direction, similar for objects that look alike', async () => {
  const session = await openEmbedding(modelFixture('colours-reid'), 1)
  expect([session.input, session.dimension]).toEqual([{ width: 8, height: 16 }, 3])
  const red = (await session.embed(plain(1, 0, 0))) as Float32Array
  const dark = (await session.embed(plain(0.9, 0.05, 0))) as Float32Array
  const green = (await session.embed(plain(0, 1, 0))) as Float32Array
  await session.close()
  expect(dot(red, red)).toBeCloseTo(1, 5)
  expect(dot(red, dark)).toBeGreaterThan(0.95)
  expect(dot(red, green)).toBeLessThan(0)
  // Normalised as in the training of such networks: (1 - 0.485) / 0.229 and so on, at length 1.
  const expected = [2.2489, -2.0357, -1.8044]
  const length = Math.hypot(...expected)
  red.forEach((value, i) => {
    expect(value).toBeCloseTo((expected[i] as number) / length, 3)
  })
})

test('a model without a vector output is rejected with its output', async () => {
  await expect(openEmbedding(modelFixture('colours-v8'), 1)).rejects.toMatchObject({
    code: 'model_unsupported',
    message: expect.stringMatching(/^“colours-v8.onnx” can’t be used: its output is .* where one vector of shape/),
  })
  await expect(openEmbedding(modelFixture('nowhere'), 1)).rejects.toMatchObject({ code: 'model_missing' })
})
