import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ModelTarget } from '../../../src/app/model-downloads/import-model.ts'
import type { ApiClient } from '../../../src/client/client.ts'
import type { ModelDownloadUpdate } from '../../../src/shared/bridge/model-downloads.ts'
import { mountSmallDisk } from '../../platform/support/small-disk.ts'
import { DETECTOR, type Done, type DownloadsRig, entryOf, OTHER_DETECTOR, startDownloadsRig } from './downloads-rig.ts'

let rig: DownloadsRig
beforeAll(async () => {
  rig = await startDownloadsRig()
})
afterAll(() => rig.close())
beforeEach(() => {
  rig.hub.fileRequests.splice(0)
  rmSync(join(rig.dataDir, 'downloads'), { recursive: true, force: true })
})

const CUT = 1500
let count = 0
/** A link of its own for each test, and its request. */
function link(bytes: Uint8Array, serving = {}) {
  const path = `squares-${++count}.onnx`
  const source = rig.hub.addFile(path, bytes, serving)
  return { path, request: { source, file: path } }
}
const gets = () => rig.hub.fileRequests.filter(({ method }) => method === 'GET')

describe('an interrupted download', () => {
  it('keeps its bytes, and resumes after them', async () => {
    const { path, request } = link(DETECTOR, { stallAfter: CUT })
    expect(await rig.interrupted(request, CUT, 'cut')).toMatchObject({
      code: 'download_interrupted',
      message: expect.stringContaining('Repeat the download: it resumes there.'),
    })
    expect(rig.left()).toEqual(['file.part', 'state.json'])
    rig.hub.serve(path, {})
    const done = await rig.get(request)
    expect(gets()[1]).toMatchObject({ range: `bytes=${CUT}-`, ifRange: expect.stringMatching(/^"[0-9a-f]+"$/) })
    expect((await rig.model(done.model_id)).class_mapping).toEqual({ 0: 'red', 1: 'green' })
    expect(rig.left()).toEqual([])
  })

  it('resumes a file of the hub through a new signed address', async () => {
    rig.hub.addRepository('someone/cut', { files: { 'cut.onnx': DETECTOR } })
    rig.hub.serve('someone/cut/cut.onnx', { stallAfter: CUT })
    const request = { source: 'someone/cut', file: 'cut.onnx' }
    expect(await rig.interrupted(request, CUT, 'cut')).toMatchObject({ code: 'download_interrupted' })
    rig.hub.serve('someone/cut/cut.onnx', {})
    expect(await rig.get(request)).toMatchObject({ checksum: 'verified' })
    expect(gets()[1]?.range).toBe(`bytes=${CUT}-`)
  })

  it('starts over where the file has changed, or the server knows no ranges', async () => {
    const { path, request } = link(DETECTOR, { stallAfter: CUT })
    await rig.interrupted(request, CUT, 'cut')
    rig.hub.addFile(path, OTHER_DETECTOR, {})
    const done = await rig.get(request)
    expect(gets()[1]?.range).toBe(`bytes=${CUT}-`)
    expect(done.model_name).toBe(path.replace('.onnx', ''))

    const other = link(DETECTOR, { stallAfter: CUT })
    await rig.interrupted(other.request, CUT, 'cut')
    rig.hub.serve(other.path, { ranges: false })
    expect(await rig.get(other.request)).toMatchObject({ type: 'done' })
  })

  it('starts over where nothing would tell two versions of a file apart', async () => {
    const { path, request } = link(DETECTOR, { stallAfter: CUT, etag: 'W/"weak"' })
    await rig.interrupted(request, CUT, 'cut')
    rig.hub.serve(path, { etag: null })
    expect(await rig.get(request)).toMatchObject({ type: 'done' })
    expect(gets()[1]?.range).toBeNull()
  })

  it('is only checked again when all bytes had arrived', async () => {
    const { request } = link(DETECTOR)
    const unreachable = () => Promise.reject(Object.assign(new Error('gone'), { code: 'unreachable' }))
    const downloads = rig.downloads({ target: { use: unreachable, isLocal: true } })
    await expect(downloads.get(request, async () => {}, new AbortController().signal)).rejects.toThrow('gone')
    expect(rig.left()).toContain('file.part')
    expect(await rig.get(request)).toMatchObject({ type: 'done' })
    expect(gets()).toHaveLength(1)
  })

  it('whose model could not be described imports no second copy, unless the model is gone', async () => {
    const { path, request } = link(DETECTOR)
    const refuse = { describing: true }
    const use: ModelTarget['use'] = (work) =>
      work({
        ...rig.client,
        models: {
          ...rig.client.models,
          update: (input) => (refuse.describing ? Promise.reject(new Error('gone')) : rig.client.models.update(input)),
        },
      } as ApiClient)
    const get = async () => {
      const updates: ModelDownloadUpdate[] = []
      const downloads = rig.downloads({ target: { use, isLocal: true } })
      await downloads.get(request, async (update) => void updates.push(update), new AbortController().signal)
      return updates.at(-1) as Done
    }
    const copies = async () => (await rig.client.models.list({ query: { name: stem } })).data.map(({ id }) => id)
    const stem = path.replace('.onnx', '')
    await expect(get()).rejects.toThrow('gone')
    await expect(get()).rejects.toThrow('gone')
    const [first = '', ...others] = await copies()
    expect(others).toEqual([])
    refuse.describing = false
    expect(await get()).toMatchObject({ model_id: first, model_name: stem })
    expect((await rig.model(first)).readme).toContain(request.source)
    expect(rig.left()).toEqual([])
    expect(gets()).toHaveLength(1)

    refuse.describing = true
    await expect(get()).rejects.toThrow('gone')
    const second = (await rig.client.models.list({ query: { name: `${stem} (2)` } })).data[0]?.id ?? ''
    await rig.client.models.delete({ params: { model: second } })
    refuse.describing = false
    expect((await get()).model_id).not.toBe(second)
  })

  it('that was stopped keeps its bytes', async () => {
    const { path, request } = link(DETECTOR, { stallAfter: CUT })
    expect(await rig.interrupted(request, CUT, 'stop')).toMatchObject({ name: 'AbortError' })
    rig.hub.serve(path, {})
    expect(await rig.get(request)).toMatchObject({ type: 'done' })
    expect(gets()[1]?.range).toBe(`bytes=${CUT}-`)
  })

  it('is deleted after a week, and not before', async () => {
    const { request } = link(DETECTOR, { stallAfter: CUT })
    await rig.interrupted(request, CUT, 'cut')
    const [folder = ''] = readdirSync(join(rig.dataDir, 'downloads')).filter((name) => name !== 'known.json')
    const dir = join(rig.dataDir, 'downloads', folder)
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const age = (days: number) => {
      for (const path of [join(dir, 'file.part'), join(dir, 'state.json'), dir])
        utimesSync(path, daysAgo(days), daysAgo(days))
    }
    age(6)
    await rig.get(link(DETECTOR).request)
    expect(existsSync(dir)).toBe(true)
    age(8)
    await rig.get(link(DETECTOR).request)
    expect(existsSync(dir)).toBe(false)
  })
})

describe('the parts of unfinished downloads', () => {
  it('are counted and removed, except for those of a download that is under way', async () => {
    const downloads = rig.downloads()
    expect(await downloads.unfinished()).toMatchObject({ bytes: 0, count: 0, clearable: { bytes: 0, count: 0 } })
    const left = link(DETECTOR, { stallAfter: CUT })
    await rig.interrupted(left.request, CUT, 'cut')
    const { bytes, count, clearable } = await downloads.unfinished()
    expect({ count, clearable }).toEqual({ count: 1, clearable: { bytes, count: 1 } })
    expect(bytes).toBeGreaterThan(CUT)

    const live = link(DETECTOR, { stallAfter: CUT })
    const stop = new AbortController()
    let meanwhile: unknown
    const first = rig.downloads().get(
      live.request,
      async () => {
        if (meanwhile === undefined) {
          meanwhile = await downloads.unfinished()
          await downloads.clear()
        }
        stop.abort()
      },
      stop.signal,
    )
    await expect(first).rejects.toThrow()
    expect(meanwhile).toMatchObject({ count: 2, clearable: { count: 1 } })
    expect(await downloads.unfinished()).toMatchObject({ count: 1 })
    await downloads.clear()
    expect(readdirSync(join(rig.dataDir, 'downloads'))).toEqual([])

    rig.hub.serve(left.path, {})
    expect(await rig.get(left.request)).toMatchObject({ type: 'done' })
  })
})

describe('two downloads of one file', () => {
  it('are not made at once', async () => {
    const { path, request } = link(DETECTOR, { stallAfter: CUT })
    const stop = new AbortController()
    let second: unknown
    const first = rig.downloads().get(
      request,
      async () => {
        second ??= await rig.failed(request)
        stop.abort()
      },
      stop.signal,
    )
    await expect(first).rejects.toThrow()
    expect(second).toMatchObject({ code: 'download_running', message: expect.stringContaining(path) })
  })
})

describe('a full disk', () => {
  const disk = mountSmallDisk(1)
  afterAll(() => disk?.remove())

  it.skipIf(disk === null)('is reported before the download with the space that it needs', async () => {
    const large = Buffer.concat([DETECTOR, Buffer.alloc(1_000_000)])
    rig.setCatalogue([
      entryOf({ id: 'large', source: { kind: 'url', url: link(large).request.source }, size_bytes: large.length }),
    ])
    const downloads = rig.downloads({ dataDir: disk?.dir as string })
    const failure = await downloads
      .get({ source: 'large', file: 'large.onnx' }, async () => {}, new AbortController().signal)
      .catch((error) => error)
    expect(failure).toMatchObject({
      code: 'disk_full',
      message: expect.stringMatching(/needs 3 MB, and .* has \d MB left/),
    })
    expect(readdirSync(join(disk?.dir as string, 'downloads'))).toEqual([])
  })
})
