import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPartFolder, type PartFolder } from '../../../src/app/downloads/part-folder.ts'
import { downloadFailure } from '../../../src/app/downloads/report.ts'
import { receive } from '../../../src/app/downloads/transfer.ts'
import { openWebFetch, type WebFetch } from '../../../src/app/downloads/web-fetch.ts'
import { message } from '../../../src/shared/messages/message.ts'
import { eventually } from '../../setup/eventually.ts'
import { type ModelHub, type Serving, startModelHub } from '../../support/model-hub.ts'

const BYTES = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 7919) >> 3)
const OTHER = BYTES.map((byte) => byte ^ 0xff)

let hub: ModelHub
let web: WebFetch
const dir = mkdtempSync(join(tmpdir(), 'sightline-again-'))
/** What the pauses were, in milliseconds. */
let waits: number[]
let onWait: () => void
beforeAll(async () => {
  hub = await startModelHub()
  web = await openWebFetch({
    proxy: '',
    env: {},
    version: '0.0.0-test',
    wait: async (ms) => {
      waits.push(ms)
      onWait()
    },
  })
})
afterAll(async () => {
  await web.close()
  await hub.close()
  rmSync(dir, { recursive: true, force: true })
})
beforeEach(() => {
  waits = []
  onWait = () => {}
  hub.isOffline = false
  hub.fileRequests.splice(0)
})

let made = 0
async function part(serving: Serving): Promise<{ path: string; url: string; part: PartFolder }> {
  const path = `file-${++made}.bin`
  const hasArrived = (bytes: number) => eventually(async () => (await into.size()) === bytes)
  const url = hub.addFile(path, BYTES, { ...serving, hasArrived })
  const into = await openPartFolder(dir, url, path, new AbortController().signal)
  return { path, url, part: into }
}

const get = (url: string, into: PartFolder, signal = new AbortController().signal) => {
  const refusal = (status: number) =>
    downloadFailure('download_failed', message('model_get.denied', { host: '', status }))
  return receive(
    { url, file: 'file.bin', sizeBytes: null, hasChecksum: false, refusal, space: 1 },
    into,
    web,
    signal,
    () => {},
  )
}
const received = (into: PartFolder) => readFileSync(into.partPath)
const ranges = () => hub.fileRequests.map(({ range }) => range)

describe('a connection that breaks', () => {
  it('is resumed three times by itself, after pauses that grow', async () => {
    const { url, part: into } = await part({ cutAfter: 60_000 })
    expect(await get(url, into)).toBe(BYTES.length)
    expect(received(into)).toEqual(Buffer.from(BYTES))
    expect(ranges()).toEqual([null, 'bytes=60000-', 'bytes=120000-', 'bytes=180000-'])
    expect(waits).toHaveLength(3)
    waits.forEach((ms, i) => {
      expect(ms).toBeGreaterThanOrEqual(500 * 2 ** i)
      expect(ms).toBeLessThanOrEqual(1000 * 2 ** i)
    })
  })

  it('is left to the user after that, with its bytes', async () => {
    const { url, part: into } = await part({ cutAfter: 40_000 })
    await expect(get(url, into)).rejects.toMatchObject({ code: 'download_interrupted' })
    expect(ranges()).toHaveLength(4)
    expect(await into.size()).toBe(160_000)
    expect(await get(url, into)).toBe(BYTES.length)
    expect(received(into)).toEqual(Buffer.from(BYTES))
  })

  it('says that it resumes, also where the server is out of reach meanwhile', async () => {
    const { url, part: into } = await part({ cutAfter: 40_000 })
    onWait = () => {
      hub.isOffline = true
    }
    await expect(get(url, into)).rejects.toMatchObject({ code: 'download_interrupted' })
    expect(waits).toHaveLength(3)
  })

  it('starts over where the server knows no ranges', async () => {
    const { path, url, part: into } = await part({ ranges: false, cutAfter: 60_000 })
    onWait = () => hub.serve(path, { ranges: false })
    expect(await get(url, into)).toBe(BYTES.length)
    expect(received(into)).toEqual(Buffer.from(BYTES))
  })

  it.each([false, true])('starts over where the file has changed meanwhile, If-Range ignored: %s', async (ignores) => {
    const { path, url, part: into } = await part({ cutAfter: 60_000 })
    onWait = () => void hub.addFile(path, OTHER, { ignoresIfRange: ignores })
    expect(await get(url, into)).toBe(BYTES.length)
    expect(received(into)).toEqual(Buffer.from(OTHER))
  })

  it('is not resumed for someone who has stopped the download', async () => {
    const { url, part: into } = await part({ cutAfter: 60_000 })
    const stop = new AbortController()
    onWait = () => stop.abort()
    await expect(get(url, into, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(ranges()).toEqual([null])
  })
})

describe('a server that is busy', () => {
  it('is asked again, as late as it wants', async () => {
    const { path, url, part: into } = await part({ status: 503, headers: { 'retry-after': '7' } })
    onWait = () => hub.serve(path, {})
    expect(await get(url, into)).toBe(BYTES.length)
    expect(waits).toEqual([7000])
  })

  it('may name a date', async () => {
    const at = new Date(Date.now() + 60_000).toUTCString()
    const { path, url, part: into } = await part({ status: 429, headers: { 'retry-after': at } })
    onWait = () => hub.serve(path, {})
    await get(url, into)
    expect(waits[0]).toBeGreaterThan(1000)
    expect(waits[0]).toBeLessThanOrEqual(60_000)
  })

  it('is not waited for longer than two minutes: the sentence names the time', async () => {
    const { url, part: into } = await part({ status: 503, headers: { 'retry-after': '3600' } })
    await expect(get(url, into)).rejects.toThrow('asks to come back in 3,600 seconds')
    expect(waits).toEqual([])
  })

  it('is given up after three more replies', async () => {
    const { url, part: into } = await part({ status: 502 })
    await expect(get(url, into)).rejects.toMatchObject({ code: 'download_failed' })
    expect(ranges()).toHaveLength(4)
  })
})

describe('a failure that another attempt would not mend', () => {
  it.each([403, 404, 410])('is reported at once: status %d', async (status) => {
    const { url, part: into } = await part({ status })
    await expect(get(url, into)).rejects.toThrow()
    expect(ranges()).toHaveLength(1)
  })

  it('is a server that is out of reach from the start', async () => {
    const { url, part: into } = await part({ refuses: () => true })
    await expect(get(url, into)).rejects.toMatchObject({ code: 'no_network' })
    expect(waits).toEqual([])
  })
})
