/** The calls of the page, through a real web host with its platform and engine. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelDownloadUpdate } from '../../../src/shared/bridge/model-downloads.ts'
import type { StudioClient } from '../../../src/shared/bridge/studio.ts'
import { startWebHost, type WebHost } from '../../../src/web/web-host.ts'
import { bundle, modelFixture, root } from '../../engine/support/bundles.ts'
import { type ModelHub, startModelHub } from '../../support/model-hub.ts'
import { browse } from '../../web/browser.ts'

let dataDir = ''
let hub: ModelHub
let host: WebHost
let studio: StudioClient

beforeAll(async () => {
  hub = await startModelHub()
  hub.addRepository('someone/squares', { files: { 'squares.onnx': readFileSync(modelFixture('colours-v8')) } })
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-bridge-'))
  host = await startWebHost({
    port: 0,
    version: '1.2.3',
    dataDir,
    rendererDir: join(dataDir, 'no-renderer'),
    resourcesDir: join(root, 'resources'),
    platformEntry: bundle('platform.js'),
    env: process.env,
    log: () => {},
  })
  studio = (await (await browse(host.newAddress())).open()).studio
  await studio.setSettings({ model_hub: hub.url })
})
afterAll(async () => {
  await host?.stop()
  await hub.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function received(stream: AsyncIterable<ModelDownloadUpdate>): Promise<ModelDownloadUpdate[]> {
  const updates: ModelDownloadUpdate[] = []
  for await (const update of stream) updates.push(update)
  return updates
}

describe('the bridge', () => {
  it('returns the catalogue', async () => {
    const models = await studio.modelCatalogue({})
    expect(models.find(({ id }) => id === 'yolox-s')).toMatchObject({ name: 'YOLOX-S', recorded_sha256: null })
  })

  it('resolves a repository of the hub in the settings, and streams its download until the model is imported', async () => {
    const { source, files } = await studio.resolveModel({ source: 'someone/squares' })
    const updates = await received(studio.getModel({ source, file: files[0]?.path ?? '' }))
    expect(updates[0]).toMatchObject({ type: 'progress', phase: 'downloading' })
    const done = updates.at(-1) as ModelDownloadUpdate & { type: 'done' }
    expect(done).toMatchObject({ type: 'done', model_name: 'squares', checksum: 'verified' })
    const read = { endpoint: 'models.get', input: { params: { model: done.model_id } } }
    expect(await studio.api(read)).toMatchObject({ class_mapping: { 0: 'red', 1: 'green' } })
  })

  it('carries failures with their code, sentence and text for other languages', async () => {
    await expect(studio.resolveModel({ source: 'nobody/nothing' })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('nobody/nothing'),
      text: { code: 'model_get.missing_repository' },
    })
    const file = hub.addFile('page.onnx', Buffer.from('<html></html>'))
    await expect(received(studio.getModel({ source: file, file: 'page.onnx' }))).rejects.toMatchObject({
      code: 'not_onnx',
    })
  })

  it('ends a stopped stream without a failure', async () => {
    const link = hub.addFile('stalled.onnx', readFileSync(modelFixture('colours-v8')), { stallAfter: 1000 })
    const stop = new AbortController()
    const stream = studio.getModel({ source: link, file: 'stalled.onnx' }, stop.signal)
    for await (const _ of stream) stop.abort()
    hub.serve('stalled.onnx', {})
    expect((await received(studio.getModel({ source: link, file: 'stalled.onnx' }))).at(-1)).toMatchObject({
      type: 'done',
    })
  })

  it('refuses settings that are no web address', async () => {
    await expect(studio.setSettings({ download_proxy: 'proxy:8080' })).rejects.toMatchObject({
      code: 'malformed_request',
      message: expect.stringContaining('download_proxy'),
    })
  })
})
