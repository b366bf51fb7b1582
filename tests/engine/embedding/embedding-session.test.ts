/** Embeddings of real files by real networks of ONNX, which are written here. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmbeddingSession } from '../../../src/engine/embedding/embedding-session.ts'
import type { Embedder } from '../../../src/shared/engine-contract/embedding.ts'
import { writeEmbedder } from '../support/embedder-files.ts'

let folder: string
let embedder: Embedder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-embedder-'))
  writeEmbedder(folder)
  embedder = { folder, name: 'colours', sha256: 'a', hasText: true }
})
afterEach(() => rmSync(folder, { recursive: true }))

const session = createEmbeddingSession(() => undefined)

async function image(colour: string, width = 40, height = 20) {
  const path = join(folder, 'image.png')
  await sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toFile(path)
  return (await session.embed({ kind: 'image', embedder, path, name: 'image.png' })).vector
}
const text = async (words: string) =>
  (await session.embed({ kind: 'text', embedder, path: folder, name: 'colours', text: words })).vector

it('an image and the text that describes it have the same direction', async () => {
  expect(await image('#ff0000')).toEqual([127, -127, -127])
  expect(await text('Red')).toEqual([127, -127, -127])
  expect(await image('#0000ff', 20, 60)).toEqual(await text('blue'))
})

it('words that a model does not know hardly count', async () => {
  const [red = 0, green = 0, blue = 0] = await text('a red car')
  expect(red).toBe(127)
  expect(Math.max(green, blue)).toBeLessThan(-100)
})

it('another model is opened when its files change', async () => {
  const before = await image('#00ff00')
  writeFileSync(
    join(folder, 'preprocessor_config.json'),
    JSON.stringify({ image_mean: [1, 1, 1], image_std: [1, 1, 1] }),
  )
  expect(await image('#00ff00')).toEqual(before)
  embedder = { ...embedder, sha256: 'b' }
  expect(await image('#00ff00')).toEqual([-127, 0, -127])
})

it.each([
  ['vision_model.onnx', 'model_unreadable', () => image('#ff0000')],
  ['text_model.onnx', 'model_unreadable', () => text('red')],
  ['tokenizer.json', 'model_unsupported', () => text('red')],
])('a damaged %s is reported as %s, with its name', async (file, code, embed) => {
  writeFileSync(join(folder, file), 'no model')
  embedder = { ...embedder, sha256: file }
  await expect(embed()).rejects.toMatchObject({ code, message: expect.stringContaining(file) })
})

it('a missing file is reported with the command that installs it', async () => {
  rmSync(join(folder, 'vision_model.onnx'))
  embedder = { ...embedder, sha256: 'gone' }
  await expect(image('#ff0000')).rejects.toMatchObject({
    code: 'model_missing',
    message: expect.stringContaining('install-embedder'),
  })
})
