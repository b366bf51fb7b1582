import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEmbedder } from '../../src/platform/datasets/embeddings/embeddings.ts'
import { bundle, modelFixture } from '../engine/support/bundles.ts'
import { writeEmbedder } from '../engine/support/embedder-files.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { type ModelHub, startModelHub } from '../support/model-hub.ts'
import { sightline, warmSightline } from './cli.ts'

const folder = testFolder()
const DETECTOR = readFileSync(modelFixture('colours-v8'))

const IN_PROGRESS = / of 0\.0 MB/

let hub: ModelHub
const env = (data: string) => ({ SIGHTLINE_DATA: join(folder, data), HF_ENDPOINT: hub.url })

beforeAll(async () => {
  hub = await startModelHub()
  hub.addRepository('someone/squares', {
    files: { 'onnx/model.onnx': DETECTOR, 'onnx/model_fp16.onnx': DETECTOR },
    card: { license: 'mit' },
  })
  hub.addRepository('PierreMarieCurie/rf-detr-onnx', {
    files: { 'rf-detr-nano.onnx': readFileSync(modelFixture('colours-rf-detr')) },
  })
})
afterAll(() => hub.close())

describe('models get', () => {
  test('lists the catalogue without the network', async () => {
    const offline = { ...env('list'), HF_ENDPOINT: 'http://127.0.0.1:1' }
    const listed = await warmSightline(['models', 'get', '--list'], folder, offline)
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    expect(listed.stdout).toMatch(/^yolox-s +object detection +640 x 640 +35\.9 MB +Apache-2\.0 +published/m)
    expect(listed.stdout).toMatch(/^rf-detr-nano .*size unknown .*that of the hub/m)
    const asJson = await warmSightline(['models', 'get', '--list', '--json'], folder, offline)
    expect(JSON.parse(asJson.stdout)[0]).toMatchObject({ id: 'yolox-nano', recorded_sha256: null })
  })

  test('downloads and imports a model of the catalogue, with its licence said before', async () => {
    const got = await sightline(['models', 'get', 'rf-detr-nano'], folder, env('data'))
    expect(got.stderr).toMatch(/^Licence: Apache License 2\.0 \(https:\/\/\S+\)\n[\d.]+ of [\d.]+ MB, /)
    expect(got.stdout).toMatch(/^Imported “RF-DETR-Nano” \(checksum as published: [0-9a-f]{64}\)\.\n$/)
    expect(got.code).toBe(0)
    const listed = await warmSightline(['models', 'list', '--json'], folder, env('data'))
    expect(JSON.parse(listed.stdout)).toContainEqual(
      expect.objectContaining({ name: 'RF-DETR-Nano', license_id: 'Apache-2.0' }),
    )
  })

  test('downloads and installs a search model of the catalogue', async () => {
    const from = join(folder, 'clip')
    writeEmbedder(from)
    const paths = ['onnx/vision_model.onnx', 'onnx/text_model.onnx', 'tokenizer.json', 'preprocessor_config.json']
    const bytes = (path: string) => readFileSync(join(from, path.replace('onnx/', '')))
    hub.addRepository('Xenova/clip-vit-base-patch32', {
      files: Object.fromEntries(paths.map((path) => [path, bytes(path)])),
    })
    const got = await warmSightline(['models', 'get', 'clip-vit-b32'], folder, env('data'))
    expect(got.stdout).toMatch(
      /^Installed the search model “CLIP ViT-B-32” \(checksum as published: [0-9a-f]{64}\)\.\n$/,
    )
    expect(await findEmbedder(join(folder, 'data', 'models', 'embedder'))).toMatchObject({ hasText: true })
  })

  test('lists the files of a repository, and takes the one that is named', async () => {
    const listed = await warmSightline(['models', 'get', 'hf:someone/squares', '--list'], folder, env('data'))
    expect(listed.stdout).toMatch(/^Licence: MIT License .*\n\nFile +Size\nonnx\/model\.onnx +0\.0 MB\n/m)
    const several = await warmSightline(['models', 'get', 'someone/squares'], folder, env('data'))
    expect(several).toMatchObject({ code: 1, stdout: '' })
    expect(several.stderr).toContain('“someone/squares” has several files. Name one with --file')
    const args = ['models', 'get', 'someone/squares', '--file', 'onnx/model_fp16.onnx', '--name', 'small', '--json']
    const got = await warmSightline(args, folder, env('data'))
    expect(JSON.parse(got.stdout)).toMatchObject({ model_name: 'small', checksum: 'verified' })
  })

  test('ends with one sentence, and nothing half-written, where the hub can’t be reached or has no such model', async () => {
    const gone = await startModelHub()
    await gone.close()
    const offline = await warmSightline(['models', 'get', 'someone/squares'], folder, {
      ...env('offline'),
      HF_ENDPOINT: gone.url,
    })
    expect(offline).toMatchObject({ code: 1, stdout: '' })
    expect(offline.stderr).toMatch(/^sightline: 127\.0\.0\.1:\d+ can’t be reached \(ECONNREFUSED\)\. [^\n]+\n$/)
    expect(existsSync(join(folder, 'offline', 'downloads'))).toBe(false)
    const missing = await warmSightline(['models', 'get', 'no such model'], folder, env('offline'))
    expect(missing.stderr).toMatch(/^sightline: “no such model” is not a model of the catalogue/)
  })

  test('keeps the bytes when it is interrupted, and resumes with the same command', async () => {
    const data = join(folder, 'interrupted')
    const link = hub.addFile('long.onnx', DETECTOR, { stallAfter: 1500 })
    const child = spawn(process.execPath, [bundle('cli.js'), 'models', 'get', link], {
      cwd: folder,
      env: { ...process.env, ...env('interrupted') },
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const before = said
      said += text
      if (IN_PROGRESS.test(said) && !IN_PROGRESS.test(before)) child.kill('SIGINT')
    })
    const code = await new Promise((resolve) => child.on('exit', resolve))
    expect(said).toMatch(/sightline: Stopped\. The same command resumes the download\.\n$/)
    expect(code).toBe(130)
    hub.serve('long.onnx', {})
    const got = await warmSightline(['models', 'get', link], folder, env('interrupted'))
    expect(got.stdout).toMatch(
      /^Imported “long” \(no published checksum: this one is now recorded: [0-9a-f]{64}\)\.\n$/,
    )
    expect(readdirSync(join(data, 'downloads'))).toEqual(['known.json'])
  })
})

describe('models import', () => {
  test('prints the command that exports a file of another framework', async () => {
    const file = join(folder, 'best.pt')
    writeFileSync(file, 'PK\u0003\u0004archive/data.pkl ultralytics.nn.tasks', 'latin1')
    const imported = await warmSightline(['models', 'import', file], folder, env('data'))
    expect(imported).toMatchObject({
      code: 1,
      stderr:
        'sightline: “best.pt” is a PyTorch file of Ultralytics. Export it to ONNX: yolo export model="best.pt" format=onnx\n',
    })
  })
})
