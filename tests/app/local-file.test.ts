import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localFileResponse } from '../../src/app/sources.ts'

let folder = ''
let file = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-local-'))
  file = join(folder, 'a.mp4')
  writeFileSync(file, '0123456789')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const get = (headers: Record<string, string> = {}, method = 'GET', path = file) =>
  localFileResponse(path, 'video/mp4', new Request('http://127.0.0.1/x', { headers, method }))

const MEGABYTE = 1024 * 1024

async function restOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(parts)
    parts.push(value)
  }
}

describe('a file of this machine', () => {
  it('is served whole, in ranges, and as headers only', async () => {
    const whole = await get()
    expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, '10', '0123456789'])
    const part = await get({ range: 'bytes=-3' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 7-9/10', '789'])
    const head = await get({}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '10', null])
    const beyond = await get({ range: 'bytes=10-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  it('is sent whole when it changed between two ranges', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag') as string
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })

  it('is not found when it is gone or a folder', async () => {
    expect((await get({}, 'GET', join(folder, 'gone'))).status).toBe(404)
    expect((await get({}, 'GET', folder)).status).toBe(404)
  })

  it('that disappears before it is read fails its reader only', async () => {
    const brief = join(folder, 'brief.mp4')
    writeFileSync(brief, 'abc')
    const [unread, read] = [await get({}, 'GET', brief), await get({}, 'GET', brief)]
    rmSync(brief)
    await expect(read.text()).rejects.toThrow(/ENOENT/)
    expect(unread.status).toBe(200)
  })

  it('is not read far ahead of a slow player', async () => {
    const big = join(folder, 'big.mp4')
    writeFileSync(big, '')
    truncateSync(big, 8 * MEGABYTE)
    const open = async () => (await get({}, 'GET', big)).body?.getReader() as ReadableStreamDefaultReader<Uint8Array>
    const [slow, quick] = [await open(), await open()]
    await slow.read()
    await restOf(quick)
    // The slow player has not yet read these bytes, so it gets the new ones.
    const file = openSync(big, 'r+')
    writeSync(file, 'changed', 4 * MEGABYTE)
    closeSync(file)
    expect((await restOf(slow)).includes('changed')).toBe(true)
  })
})
