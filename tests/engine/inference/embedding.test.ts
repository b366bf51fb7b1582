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
  expect(session.input).toMatchObject({ width: 8, height: 16, fit: 'stretch' })
  expect(session.dimension).toBe(3)
  const [red] = (await session.embed([plain(1, 0, 0)])) as [Float32Array]
  const [dark] = (await session.embed([plain(0.9, 0.05, 0)])) as [Float32Array]
  const [green] = (await session.embed([plain(0, 1, 0)])) as [Float32Array]
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

test('a network takes images as its options say', async () => {
  const conversion = { channels: 'bgr' as const, scale: 255, mean: [0], deviation: [1], fit: 'letterbox' as const }
  const session = await openEmbedding(modelFixture('colours-reid'), 1, 'x', { conversion })
  const [orange] = (await session.embed([plain(1, 0.5, 0)])) as [Float32Array]
  await session.close()
  expect(session.input).toMatchObject({ fit: 'letterbox', bars: [114, 114, 114] })
  // Blue, green and red, without a mean, at length 1.
  const expected = [0, 0.5 / Math.hypot(1, 0.5), 1 / Math.hypot(1, 0.5)]
  for (const [i, value] of orange.entries()) expect(value).toBeCloseTo(expected[i] as number, 4)
})

test.each([
  ['a fixed batch of four', 'colours-reid-four', 4],
  ['a free batch', 'colours-reid-batch', 5],
])('%s has the vectors of single images, also where images are missing', async (_, name, size) => {
  const single = await openEmbedding(modelFixture('colours-reid'), 1)
  const session = await openEmbedding(modelFixture(name), 1, name, { batch: 5 })
  expect([session.dimension, session.batch]).toEqual([3, size])
  const images = Array.from({ length: size }, (_, i) => plain(0.2 * i, 0.5, 1 - 0.1 * i))
  const expected: (Float32Array | null)[] = []
  for (const image of images) expected.push(...(await single.embed([image])))
  for (const count of [1, 2, size - 1, size]) {
    const vectors = await session.embed(images.slice(0, count))
    expect(vectors).toHaveLength(count)
    vectors.forEach((vector, i) => {
      vector?.forEach((value, at) => {
        expect(Math.abs(value - (expected[i]?.[at] as number))).toBeLessThan(1e-5)
      })
      expect(vector).not.toBeNull()
    })
  }
  await Promise.all([single.close(), session.close()])
})

test('a network with a free batch takes one image at a time unless more are asked for', async () => {
  const session = await openEmbedding(modelFixture('colours-reid-batch'), 1)
  expect(session.batch).toBe(1)
  await session.close()
})

test('a model without a vector output is rejected with its output', async () => {
  await expect(openEmbedding(modelFixture('colours-v8'), 1)).rejects.toMatchObject({
    code: 'model_unsupported',
    message: expect.stringMatching(/^“colours-v8.onnx” can’t be used: its output is .* where one vector of shape/),
  })
  await expect(openEmbedding(modelFixture('nowhere'), 1)).rejects.toMatchObject({ code: 'model_missing' })
})
