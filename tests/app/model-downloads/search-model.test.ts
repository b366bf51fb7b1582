/** Search models: several files of the hub, installed together. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findEmbedder } from '../../../src/platform/datasets/embeddings/embeddings.ts'
import type { ModelDownloadUpdate } from '../../../src/shared/bridge/model-downloads.ts'
import { writeEmbedder } from '../../engine/support/embedder-files.ts'
import { testFolder } from '../../engine/support/test-folder.ts'
import { type DownloadsRig, entryOf, startDownloadsRig } from './downloads-rig.ts'

const REPOSITORY = 'colours/clip'
const folder = testFolder()
let rig: DownloadsRig
let files: Record<string, Uint8Array>
let installed: string
beforeAll(async () => {
  rig = await startDownloadsRig()
  installed = join(rig.dataDir, 'models/embedder')
  writeEmbedder(folder)
  const read = (name: string) => readFileSync(join(folder, name))
  files = {
    'onnx/vision_model.onnx': read('vision_model.onnx'),
    'onnx/text_model.onnx': read('text_model.onnx'),
    'tokenizer.json': read('tokenizer.json'),
    'preprocessor_config.json': read('preprocessor_config.json'),
  }
  const source = {
    kind: 'search_model' as const,
    repository: REPOSITORY,
    files: {
      image: 'onnx/vision_model.onnx',
      text: 'onnx/text_model.onnx',
      tokenizer: 'tokenizer.json',
      settings: 'preprocessor_config.json',
    },
  }
  rig.setCatalogue([entryOf({ id: 'colours', name: 'Colours', source, task: null, use: 'search', classes: 0 })])
})
afterAll(() => rig.close())
beforeEach(() => rig.hub.addRepository(REPOSITORY, { files }))

const request = { source: 'colours', file: 'onnx/vision_model.onnx' }
const total = () => Object.values(files).reduce((sum, { length }) => sum + length, 0)

it('is installed with its name, and replaces another one', async () => {
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(installed, 'old.onnx'), '')
  const updates: ModelDownloadUpdate[] = []
  const done = await rig.get(request, updates)
  expect(done).toMatchObject({ type: 'done', model_id: null, model_name: 'Colours', checksum: 'verified' })
  expect(updates.some((one) => one.type === 'progress' && one.total_bytes === total())).toBe(true)
  expect(readdirSync(installed).sort()).toEqual([
    'embedder.json',
    'preprocessor_config.json',
    'text_model.onnx',
    'tokenizer.json',
    'vision_model.onnx',
  ])
  expect(await findEmbedder(installed)).toMatchObject({ name: 'Colours', hasText: true })
  expect(await rig.downloads().catalogue()).toMatchObject([{ id: 'colours', is_search_model: true }])
  expect(rig.left()).toEqual([])
})

it('has the size of all its files', async () => {
  const found = await rig.downloads().resolve('colours', new AbortController().signal)
  expect(found).toMatchObject({ source: 'colours', title: 'Colours', files: [{ size_bytes: total(), problem: null }] })
})

it('with a file that is not the published one leaves the installed model as it is', async () => {
  await rig.get(request)
  const before = await findEmbedder(installed)
  const listedSha256 = { 'onnx/text_model.onnx': 'f'.repeat(64) }
  rig.hub.addRepository(REPOSITORY, { files, listedSha256 })
  expect(await rig.failed(request)).toMatchObject({ code: 'wrong_checksum' })
  expect(await findEmbedder(installed)).toEqual(before)
  rig.hub.addRepository(REPOSITORY, { files })
  expect(await rig.get(request)).toMatchObject({ type: 'done' })
})

it('that lacks a file is not installed, and the file is named', async () => {
  const { 'tokenizer.json': _, ...others } = files
  rig.hub.addRepository(REPOSITORY, { files: others })
  expect(await rig.failed(request)).toEqual({
    code: 'not_found',
    message: expect.stringContaining('“tokenizer.json” in “colours/clip”'),
  })
})

it('resumes after an interruption with the files that have arrived', async () => {
  rig.hub.serve(`${REPOSITORY}/onnx/text_model.onnx`, { stallAfter: 100 })
  const failure = await rig.interrupted(request, 100, 'cut')
  expect(failure).toMatchObject({ code: 'download_interrupted' })
  rig.hub.serve(`${REPOSITORY}/onnx/text_model.onnx`, {})
  const before = rig.hub.fileRequests.length
  await rig.get(request)
  const repeated = rig.hub.fileRequests.slice(before).map(({ path, range }) => [path.split('/').at(-1), range])
  expect(repeated).toContainEqual(['text_model.onnx', 'bytes=100-'])
  expect(repeated.map(([name]) => name)).not.toContain('vision_model.onnx')
})

it('is refused for the platform of a server', async () => {
  const downloads = rig.downloads({ target: { use: () => Promise.reject(new Error('not called')), isLocal: false } })
  const get = downloads.get(request, async () => undefined, new AbortController().signal)
  await expect(get).rejects.toThrow('on the machine that keeps them')
})
