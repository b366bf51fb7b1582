// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import {
  cancelDownload,
  dismissDownload,
  download,
  downloadsStore,
  transferRate,
} from '../../../../../src/renderer/parts/model/get-model/downloads.ts'
import { modelsStore } from '../../../../../src/renderer/parts/model/models/models-store.ts'
import { aModel } from '../../../examples.ts'
import { done, failure, hostWithDownloads, progressOf, resolved } from './fake-downloads.ts'

const request = { title: 'Street-S', source: 'street-s', file: null, receiver: null }
const states = () => downloadsStore.getState().all.map(({ state }) => state)
const becomes = (at: string) => expect.poll(() => states().map((state) => state.at)).toEqual([at])

test('a download shows its bytes, and at the end the record of the imported model', async () => {
  const { host, asked, send } = hostWithDownloads([], {}, { models: [aModel({ name: 'Street-S' })] })
  const ended = download(host, request)
  await send(progressOf(500))
  await becomes('running')
  expect(states()[0]).toMatchObject({ progress: { received_bytes: 500, total_bytes: 1000 } })
  await send(done)
  expect((await ended)?.state).toMatchObject({ at: 'done', name: 'Street-S', model: { class_mapping: { 0: 'car' } } })
  expect(asked).toEqual([{ source: 'street-s', file: 'model.onnx' }])
  expect(modelsStore.getState().changes).toBe(1)
})

test('a download that is under way is not started again', async () => {
  const { host, asked, send } = hostWithDownloads()
  const first = download(host, request)
  const second = download(host, request)
  await send(done)
  await Promise.all([first, second])
  expect(asked).toHaveLength(1)
  expect(states()).toHaveLength(1)
})

test('a cancelled download is resumed by the same call, in its place of the list', async () => {
  const { host, asked, send } = hostWithDownloads()
  const first = download(host, request)
  await send(progressOf(500))
  await becomes('running')
  cancelDownload(downloadsStore.getState().all[0]?.key ?? '')
  expect((await first)?.state).toEqual({ at: 'cancelled' })
  const second = download(host, request)
  await send(done)
  expect((await second)?.state.at).toBe('done')
  expect(asked).toEqual([asked[1], asked[1]])
  expect(states()).toHaveLength(1)
})

test('a failed download keeps the code and the sentence of the host', async () => {
  const { host, fail } = hostWithDownloads()
  const ended = download(host, request)
  await fail(failure('no_network', 'The hub can’t be reached.'))
  expect((await ended)?.state).toEqual({ at: 'failed', code: 'no_network', message: 'The hub can’t be reached.' })
  expect(modelsStore.getState().changes).toBe(0)
})

test('a source that can’t be resolved fails without a download', async () => {
  const { host, asked } = hostWithDownloads([], { 'street-s': failure('not_found', 'There is no such repository.') })
  expect((await download(host, request))?.state).toMatchObject({ at: 'failed', code: 'not_found' })
  expect(asked).toEqual([])
})

test('a stream that ends before the model is there is a failure that can be retried', async () => {
  const { host } = hostWithDownloads()
  Object.assign(host.studio, { getModel: async function* () {} })
  expect((await download(host, { ...request, file: 'model.onnx' }))?.state).toMatchObject({
    at: 'failed',
    message: expect.stringContaining('the download resumes'),
  })
})

test('only an ended download can be removed from the list', async () => {
  const { host, send } = hostWithDownloads([], { 'street-s': resolved() })
  const ended = download(host, request)
  const key = downloadsStore.getState().all[0]?.key ?? ''
  dismissDownload(key)
  expect(states()).toHaveLength(1)
  await send(done)
  await ended
  dismissDownload(key)
  expect(states()).toEqual([])
})

test('the rate counts the bytes of this attempt only', () => {
  const rate = transferRate()
  expect(rate(5_000_000, 0)).toBeNull()
  expect(rate(6_000_000, 500)).toBe(2_000_000)
  expect(rate(9_000_000, 2000)).toBe(2_000_000)
  // The server had no ranges: the download started over.
  expect(rate(0, 3000)).toBeNull()
  expect(rate(1_000_000, 4000)).toBe(1_000_000)
})
