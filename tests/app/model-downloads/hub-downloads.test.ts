import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelDownloadUpdate } from '../../../src/shared/bridge/model-downloads.ts'
import { modelFixture } from '../../engine/support/bundles.ts'
import { startModelHub } from '../../support/model-hub.ts'
import { DETECTOR, type DownloadsRig, startDownloadsRig } from './downloads-rig.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const apart = join(dirname(modelFixture('colours-v8')), 'apart')
/** A model with its weights in other files, below a folder. */
const apartFiles = (kind: 'one' | 'many', below: string): Record<string, Uint8Array> =>
  Object.fromEntries(
    readdirSync(join(apart, kind)).map((name) => [`${below}${name}`, readFileSync(join(apart, kind, name))]),
  )
const signal = new AbortController().signal

let rig: DownloadsRig
beforeAll(async () => {
  rig = await startDownloadsRig()
  rig.hub.addRepository('someone/squares', {
    files: {
      'README.md': Buffer.from('# Squares'),
      'onnx/model_quantized.onnx': DETECTOR,
      'onnx/model.onnx': DETECTOR,
      'onnx/split.onnx': DETECTOR,
      'onnx/split.onnx_data': Buffer.from('weights'),
    },
    card: { license: 'apache-2.0' },
  })
})
afterAll(() => rig.close())

const resolve = (source: string) => rig.downloads().resolve(source, signal)
const refused = (source: string) =>
  resolve(source).then(
    () => ({ code: 'none', message: 'It was resolved.' }),
    ({ code, message }) => ({ code, message }),
  )

describe('a repository of the hub', () => {
  it('lists its ONNX files with sizes and its licence, the usual file first', async () => {
    const found = await resolve('someone/squares')
    expect(found).toMatchObject({
      source: 'hf:someone/squares',
      title: 'someone/squares',
      page: `${rig.hub.url}/someone/squares`,
      licence: { id: 'Apache-2.0', name: 'Apache License 2.0', url: 'https://spdx.org/licenses/Apache-2.0.html' },
    })
    expect(found.files.map(({ path }) => path)).toEqual([
      'onnx/model.onnx',
      'onnx/model_quantized.onnx',
      'onnx/split.onnx',
    ])
    expect(found.files[0]).toMatchObject({ size_bytes: DETECTOR.length, problem: null })
  })

  it('lists a file whose weights are in another last, with the size of both', async () => {
    const { files } = await resolve('someone/squares')
    expect(files[2]).toMatchObject({ size_bytes: DETECTOR.length + 'weights'.length, problem: null })
  })

  it('is asked for the files of weights that a file names, in its own folder', async () => {
    rig.hub.addRepository('someone/apart', { files: apartFiles('many', 'onnx/') })
    const done = await rig.get({ source: 'hf:someone/apart', file: 'onnx/colours-v8.onnx' })
    expect(done).toMatchObject({ checksum: 'verified', model_name: expect.stringMatching(/^colours-v8/) })
    expect((await rig.model(done.model_id)).class_mapping).toEqual({ 0: 'red', 1: 'green' })
    expect(rig.left()).toEqual([])
  })

  it('says which file of weights it lacks, and keeps what has arrived', async () => {
    const { t1: gone, ...files } = apartFiles('many', '')
    expect(gone).toBeDefined()
    rig.hub.addRepository('someone/lacking', { files })
    expect(await rig.failed({ source: 'hf:someone/lacking', file: 'colours-v8.onnx' })).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(
        '“colours-v8.onnx” has its weights in another file, “t1”, which is not beside it',
      ),
    })
    expect(rig.left()).toContain('file.part')
    rig.hub.addRepository('someone/lacking', { files: apartFiles('many', '') })
    expect(await rig.get({ source: 'hf:someone/lacking', file: 'colours-v8.onnx' })).toMatchObject({ type: 'done' })
    expect(rig.left()).toEqual([])
  })

  it.each([
    'hf:someone/squares/onnx/model.onnx',
    'hf:someone/squares@main/onnx/model.onnx',
    'HUB/someone/squares/blob/main/onnx/model.onnx',
    'HUB/someone/squares/resolve/main/onnx/model.onnx?download=true',
    'https://huggingface.co/someone/squares/blob/main/onnx/model.onnx',
  ])('is named with one of its files as %s', async (source) => {
    const found = await resolve(source.replace('HUB', rig.hub.url))
    expect(found.files.map(({ path }) => path)).toEqual(['onnx/model.onnx'])
    expect(found.source).toBe('hf:someone/squares/onnx/model.onnx')
  })

  it('is named by its page', async () => {
    expect((await resolve(`${rig.hub.url}/someone/squares/tree/main`)).files).toHaveLength(3)
    expect((await resolve('https://hf.co/someone/squares')).files).toHaveLength(3)
    const change = await resolve(`${rig.hub.url}/someone/squares/tree/refs%2Fpr%2F1`)
    expect(change).toMatchObject({ source: 'hf:someone/squares@refs%2Fpr%2F1', files: { length: 3 } })
  })

  it('is downloaded through the signed address, checked and imported with its licence', async () => {
    const updates: ModelDownloadUpdate[] = []
    const done = await rig.get({ source: 'hf:someone/squares', file: 'onnx/model.onnx' }, updates)
    expect(done).toMatchObject({ type: 'done', model_name: 'squares', sha256: sha256(DETECTOR), checksum: 'verified' })
    const phases = updates.flatMap((update) => (update.type === 'progress' ? [update.phase] : []))
    expect([...new Set(phases)]).toEqual(['downloading', 'checking', 'importing'])
    expect(updates[0]).toMatchObject({ total_bytes: DETECTOR.length })
    const model = await rig.model(done.model_id)
    expect(model).toMatchObject({
      name: 'squares',
      license_id: 'Apache-2.0',
      class_mapping: { 0: 'red', 1: 'green' },
      training_config: { input: { width: 160, height: 96 } },
      description: `Downloaded from ${rig.hub.url}/someone/squares.`,
    })
    expect(model.readme).toContain(`SHA-256: \`${sha256(DETECTOR)}\`, as published`)
    expect(rig.left()).toEqual([])
  })

  it('gives a model whose name is taken the next free one', async () => {
    const request = { source: 'someone/squares', file: 'onnx/model.onnx', name: 'taken' }
    expect((await rig.get(request)).model_name).toBe('taken')
    expect((await rig.get(request)).model_name).toBe('taken (2)')
  })

  it('keeps a licence without an SPDX identifier as its own text', async () => {
    const card = { license: 'other', license_name: 'squares-licence', license_link: 'LICENSE.md' }
    rig.hub.addRepository('someone/own-terms', { files: { 'own.onnx': DETECTOR }, card })
    const url = `${rig.hub.url}/someone/own-terms/blob/main/LICENSE.md`
    expect((await resolve('someone/own-terms')).licence).toEqual({ id: null, name: 'squares-licence', url })
    const { model_id } = await rig.get({ source: 'someone/own-terms', file: 'own.onnx' })
    expect(await rig.model(model_id)).toMatchObject({
      name: 'own',
      license_id: 'custom',
      license_custom_text: `squares-licence\n\n${url}`,
    })
  })

  it('with another checksum than the listed one is deleted', async () => {
    const listedSha256 = { 'squares.onnx': '0'.repeat(64) }
    rig.hub.addRepository('someone/changed', { files: { 'squares.onnx': DETECTOR }, listedSha256 })
    expect(await rig.failed({ source: 'someone/changed', file: 'squares.onnx' })).toMatchObject({
      code: 'wrong_checksum',
      message: expect.stringContaining(`its checksum is ${sha256(DETECTOR)} instead of ${'0'.repeat(64)}`),
    })
    expect(rig.left()).toEqual([])
  })
})

describe('what is not in the hub', () => {
  it('is reported with its name: a repository, a file, and a repository without ONNX', async () => {
    expect(await refused('nobody/nothing')).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('There is no public repository “nobody/nothing”'),
    })
    expect(await refused('hf:someone/squares/onnx/gone.onnx')).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('There is no file “onnx/gone.onnx” in “someone/squares”'),
    })
    rig.hub.addRepository('someone/weights', { files: { 'model.safetensors': Buffer.from('x') } })
    expect(await refused('someone/weights')).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('optimum-cli export onnx --model someone/weights onnx'),
    })
    const ncnn = { 'model.ncnn.param': Buffer.from('7767517'), 'model.ncnn.bin': Buffer.from('x') }
    rig.hub.addRepository('someone/ncnn', { files: { ...ncnn, 'README.md': Buffer.from('# ncnn') } })
    expect(await refused('someone/ncnn')).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('“someone/ncnn” has no ONNX file. “model.ncnn.param” is a model of ncnn'),
    })
  })

  it('is reported for a file of another kind with the command that exports it', async () => {
    expect(await refused('hf:someone/squares/best.pt')).toMatchObject({
      code: 'not_onnx',
      message: expect.stringContaining('yolo export model="best.pt" format=onnx'),
    })
  })

  it('is reported for a gated repository with the page on which to accept its terms', async () => {
    rig.hub.addRepository('someone/gated', { files: { 'model.onnx': DETECTOR }, gated: true })
    expect((await resolve('someone/gated')).files).toHaveLength(1)
    expect(await rig.failed({ source: 'someone/gated', file: 'model.onnx' })).toMatchObject({
      code: 'download_denied',
      message: expect.stringContaining(`Open ${rig.hub.url}/someone/gated`),
    })
  })

  it('is reported for text that is no source, and for addresses other than the web', async () => {
    expect(await refused('squares please')).toMatchObject({ code: 'invalid_source' })
    expect(await refused('file:///etc/passwd')).toMatchObject({
      code: 'invalid_source',
      message: expect.stringContaining('http:// or https://'),
    })
  })
})

describe('the hub itself', () => {
  const via = (model_hub: string) =>
    rig
      .downloads({ settings: async () => ({ model_hub }) })
      .resolve('someone/squares', signal)
      .then(
        () => 'resolved',
        ({ code, message }) => ({ code, message }),
      )

  it('is a mirror where the settings name one', async () => {
    const downloads = rig.downloads({ env: {}, settings: async () => ({ model_hub: `${rig.hub.url}/` }) })
    expect((await downloads.resolve('someone/squares', signal)).page).toBe(`${rig.hub.url}/someone/squares`)
  })

  it('is reported in one sentence when it can’t be reached', async () => {
    const gone = await startModelHub()
    await gone.close()
    expect(await via(gone.url)).toEqual({
      code: 'no_network',
      message: `${new URL(gone.url).host} can’t be reached (ECONNREFUSED). Check the network connection and the proxy in the settings, then repeat the download.`,
    })
    expect(rig.left()).toEqual([])
  })

  it('is reported when its reply is not that of a hub', async () => {
    expect(await via(rig.hub.filesUrl)).toMatchObject({ code: 'not_found' })
    const page = rig.hub.addFile('api/models/someone/squares/revision/main', Buffer.from('<html>Sign in</html>'))
    expect(page).toContain(rig.hub.filesUrl)
    expect(await via(rig.hub.filesUrl)).toMatchObject({
      code: 'download_failed',
      message: expect.stringContaining('is not that of a hub'),
    })
  })
})
