import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modelFixture } from '../../engine/support/bundles.ts'
import { DETECTOR, type DownloadsRig, entryOf, OTHER_DETECTOR, startDownloadsRig } from './downloads-rig.ts'

const signal = new AbortController().signal

let rig: DownloadsRig
beforeAll(async () => {
  rig = await startDownloadsRig()
})
afterAll(() => rig.close())

const get = (path: string, bytes: Uint8Array, serving = {}) =>
  rig.get({ source: rig.hub.addFile(path, bytes, serving), file: path })
const failed = (path: string, bytes: Uint8Array, serving = {}) =>
  rig.failed({ source: rig.hub.addFile(path, bytes, serving), file: path })

describe('a link to an ONNX file', () => {
  it('is resolved to its file and size, without a licence', async () => {
    const source = rig.hub.addFile('some squares.onnx', DETECTOR)
    expect(await rig.downloads().resolve(source, signal)).toEqual({
      source,
      title: 'some squares.onnx',
      files: [{ path: 'some squares.onnx', size_bytes: DETECTOR.length, problem: null }],
      licence: null,
      page: null,
    })
  })

  it('records its checksum, recognises the same file, and takes a new version', async () => {
    expect(await get('moving.onnx', DETECTOR)).toMatchObject({ checksum: 'first', model_name: 'moving' })
    expect(await get('moving.onnx', DETECTOR)).toMatchObject({ checksum: 'recorded' })
    expect(await get('moving.onnx', OTHER_DETECTOR)).toMatchObject({ checksum: 'first' })
  })

  it('is downloaded without a stated length', async () => {
    expect(await get('chunked.onnx', DETECTOR, { chunked: true })).toMatchObject({ type: 'done' })
  })

  it.each([true, false])('brings the weights beside it, to a platform that can read them: %s', async (isLocal) => {
    const dir = join(dirname(modelFixture('colours-v8')), 'apart', 'one')
    const folder = `apart-${isLocal}`
    const [source = ''] = readdirSync(dir).map((name) =>
      rig.hub.addFile(`${folder}/${name}`, readFileSync(join(dir, name))),
    )
    const updates: unknown[] = []
    const downloads = rig.downloads({ target: { use: (work) => work(rig.client), isLocal } })
    const request = { source: `${source}?download=true`, file: 'colours-v8.onnx', name: folder }
    await downloads.get(request, async (update) => void updates.push(update), signal)
    expect(updates.at(-1)).toMatchObject({ type: 'done', model_name: folder })
    expect(rig.left()).toEqual([])
  })

  it('is uploaded to a platform that can’t read the files of this machine', async () => {
    const source = rig.hub.addFile('remote.onnx', DETECTOR)
    const downloads = rig.downloads({ target: { use: (work) => work(rig.client), isLocal: false } })
    const updates: unknown[] = []
    await downloads.get({ source, file: 'remote.onnx' }, async (update) => void updates.push(update), signal)
    expect(updates.at(-1)).toMatchObject({ type: 'done', model_name: 'remote' })
  })
})

describe('a link to something else', () => {
  it.each([
    ['page.onnx', '<!DOCTYPE html><html>Sign in</html>', 'text/html; charset=utf-8', 'is a web page'],
    ['page-as-bytes.onnx', '<!DOCTYPE html><html></html>', undefined, 'is a web page'],
    ['pointer.onnx', 'version https://git-lfs.github.com/spec/v1\noid sha256:0', undefined, 'Git LFS'],
    ['archive.onnx', 'PK\u0003\u0004archive/data.pkl ultralytics.nn', undefined, 'yolo export model="archive.onnx"'],
  ])('%s is not kept, and the failure says what it is', async (name, text, contentType, said) => {
    const bytes = Buffer.from(text, 'latin1')
    const failure = await failed(name, bytes, contentType === undefined ? {} : { contentType })
    expect(failure).toMatchObject({ code: 'not_onnx', message: expect.stringContaining(said) })
    expect(rig.left()).not.toContain('file.part')
  })

  it('is given up as soon as the first bytes show it', async () => {
    const large = Buffer.concat([Buffer.from('<html>'), Buffer.alloc(100_000, 'x')])
    expect(await failed('endless.onnx', large, { stallAfter: 80_000 })).toMatchObject({ code: 'not_onnx' })
  })

  it('is refused by its name before anything is sent', async () => {
    const refused = (source: string) => rig.downloads().resolve(source, signal)
    await expect(refused('http://127.0.0.1:9/best.engine')).rejects.toThrow('yolo export model="best.pt" format=onnx')
    await expect(refused('http://127.0.0.1:9/notes.txt')).rejects.toThrow('“notes.txt” is not an ONNX file')
  })

  it('is refused by the doctor with its sentence, and not kept', async () => {
    const unfit = readFileSync(modelFixture('unfit-channels'))
    expect(await failed('unfit-channels.onnx', unfit)).toMatchObject({
      code: 'model_unreadable',
      message: expect.stringContaining('“unfit-channels.onnx” can’t be used'),
    })
    expect(rig.left()).not.toContain('unfit-channels.onnx')
    expect(rig.left()).not.toContain('file.part')
  })

  it('is reported by its status', async () => {
    const source = `${rig.hub.filesUrl}/gone.onnx`
    expect(await rig.failed({ source, file: 'gone.onnx' })).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(source),
    })
    expect(await failed('busy.onnx', DETECTOR, { status: 503 })).toMatchObject({ code: 'download_failed' })
    expect(await failed('private.onnx', DETECTOR, { status: 403 })).toMatchObject({ code: 'download_denied' })
  })
})

describe('a model of the catalogue', () => {
  it('is resolved without the network, and imported under its name with licence and summary', async () => {
    const url = rig.hub.addFile('catalogued.onnx', DETECTOR)
    rig.setCatalogue([entryOf({ id: 'squares', name: 'Squares S', source: { kind: 'url', url } })])
    const offline = rig.downloads({ env: { HF_ENDPOINT: 'http://127.0.0.1:9' } })
    expect(await offline.resolve('squares', signal)).toMatchObject({
      source: 'squares',
      title: 'Squares S',
      licence: { id: 'MIT' },
      files: [{ path: 'catalogued.onnx' }],
    })
    const done = await rig.get({ source: 'squares', file: 'catalogued.onnx' })
    expect(done).toMatchObject({ model_name: 'Squares S', checksum: 'first' })
    expect(await rig.model(done.model_id)).toMatchObject({
      license_id: 'MIT',
      description: 'Finds red and green squares.',
      readme: expect.stringContaining('recorded at its first download'),
    })
    const [listed] = await rig.downloads().catalogue()
    expect(listed).toMatchObject({ id: 'squares', sha256: null, recorded_sha256: done.sha256 })
  })

  it('is refused when it is no longer the file that was first downloaded', async () => {
    const url = rig.hub.addFile('stable.onnx', DETECTOR)
    rig.setCatalogue([entryOf({ id: 'stable', source: { kind: 'url', url } })])
    await rig.get({ source: 'stable', file: 'stable.onnx' })
    rig.hub.addFile('stable.onnx', OTHER_DETECTOR)
    expect(await rig.failed({ source: 'stable', file: 'stable.onnx' })).toMatchObject({
      code: 'wrong_checksum',
      message: expect.stringContaining('not the file that was first downloaded'),
    })
  })

  it('takes its checksum from the hub where the catalogue has none', async () => {
    rig.hub.addRepository('someone/listed', { files: { 'listed.onnx': DETECTOR } })
    const source = { kind: 'hub', repository: 'someone/listed', file: 'listed.onnx' } as const
    rig.setCatalogue([entryOf({ id: 'listed', source })])
    expect(await rig.get({ source: 'listed', file: 'listed.onnx' })).toMatchObject({ checksum: 'verified' })
  })

  it('is refused with another checksum than that of the catalogue', async () => {
    const url = rig.hub.addFile('pinned.onnx', OTHER_DETECTOR)
    rig.setCatalogue([entryOf({ id: 'pinned', source: { kind: 'url', url }, sha256: 'a'.repeat(64) })])
    expect(await rig.failed({ source: 'pinned', file: 'pinned.onnx' })).toMatchObject({ code: 'wrong_checksum' })
  })

  it('is not read from a damaged file', async () => {
    writeFileSync(join(rig.dataDir, 'resources', 'model-catalogue.json'), '{"models": 3}')
    await expect(rig.downloads().catalogue()).rejects.toThrow(/model-catalogue\.json is not valid/)
    rig.setCatalogue([])
  })
})

describe('a proxy', () => {
  const seen: string[] = []
  /** Forwards requests and tunnels, as proxies of companies do. */
  const proxy = createServer((asked, reply) => {
    seen.push(asked.url ?? '')
    const forwarded = httpRequest(asked.url ?? '', { method: asked.method, headers: asked.headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    asked.pipe(forwarded)
  })
  proxy.on('connect', ({ url = '' }, client, head) => {
    seen.push(url)
    const target = connect(Number(url.split(':')[1]), url.split(':')[0], () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      target.write(head)
      target.pipe(client).pipe(target)
    })
    for (const socket of [client, target]) socket.on('error', () => socket.destroy())
  })
  let address = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  })
  afterAll(() => {
    proxy.closeAllConnections()
    proxy.close()
  })

  it.each([
    ['the settings', () => ({ settings: async () => ({ download_proxy: address }) })],
    ['HTTP_PROXY', () => ({ env: { HTTP_PROXY: address } })],
    ['http_proxy', () => ({ env: { http_proxy: address } })],
  ])('of %s carries the download', async (_, options) => {
    seen.length = 0
    const source = rig.hub.addFile('proxied.onnx', DETECTOR)
    const found = await rig.downloads(options()).resolve(source, signal)
    expect(found.files[0]?.size_bytes).toBe(DETECTOR.length)
    expect(seen.join()).toContain(new URL(rig.hub.filesUrl).host)
  })

  it('is left out for the hosts of NO_PROXY', async () => {
    seen.length = 0
    const source = rig.hub.addFile('direct.onnx', DETECTOR)
    await rig.downloads({ env: { HTTP_PROXY: address, NO_PROXY: '127.0.0.1' } }).resolve(source, signal)
    expect(seen).toEqual([])
  })

  it('that is not there is named', async () => {
    const source = rig.hub.addFile('unproxied.onnx', DETECTOR)
    const settings = async () => ({ download_proxy: 'http://127.0.0.1:9' })
    await expect(rig.downloads({ settings }).resolve(source, signal)).rejects.toThrow(/can’t be reached .*proxy/)
  })
})
