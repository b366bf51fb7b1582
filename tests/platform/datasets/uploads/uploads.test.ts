import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VideoMetadata } from '../../../../src/shared/api/video.ts'
import { eventually } from '../../../setup/eventually.ts'
import { DEMO_URI } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

const LIMIT = 100_000
let h: Harness
let clock = new Date('2026-01-01T00:00:00Z')
beforeAll(async () => {
  h = await startHarness({ maxUploadBytes: LIMIT, now: () => clock })
})
afterAll(() => h.close())

const target = async (filename = 'clip.mp4', content_type = 'video/mp4') =>
  (
    await h.api<{ upload_url: string; gcs_uri: string }>('POST', '/workflows/upload-url', {
      body: { filename, content_type },
    })
  ).body
const put = async (url: string, body: string, type = 'video/mp4') => {
  const response = await fetch(url, { method: 'PUT', body, headers: { 'content-type': type } })
  const text = await response.text()
  return { status: response.status, error: text ? (JSON.parse(text) as { error: { code: string } }).error : null }
}
const content = async (uri: string) => h.api<string>('GET', `/uploads/content?uri=${encodeURIComponent(uri)}`)

describe('an upload', () => {
  it('is put without a key and then found under its handle, by its own organization', async () => {
    const { upload_url, gcs_uri } = await target('Ferien am Meer (1).mp4')
    expect(gcs_uri).toMatch(/^sightline:\/\/uploads\/[0-9a-f-]+\/[0-9a-f-]+\/Ferien%20am%20Meer%20\(1\)\.mp4$/)
    expect((await content(gcs_uri)).status).toBe(404)
    expect(await put(upload_url, 'VIDEO bytes')).toEqual({ status: 204, error: null })
    expect((await content(gcs_uri)).body).toBe('VIDEO bytes')
  })

  it('that broke off can be put again while its URL is valid', async () => {
    const { upload_url, gcs_uri } = await target()
    await put(upload_url, 'x'.repeat(LIMIT + 1))
    expect((await put(upload_url, 'whole')).status).toBe(204)
    expect((await content(gcs_uri)).body).toBe('whole')
  })

  it('is rejected under any URL except the issued one', async () => {
    const { upload_url } = await target()
    const other = await target()
    const changed = (change: (url: URL) => void) => {
      const url = new URL(upload_url)
      change(url)
      return put(url.href, 'x')
    }
    const refused = { status: 403, error: { kind: 'ForbiddenError', code: 'invalid_signature' } }
    expect(await changed((u) => u.searchParams.set('signature', 'AAAA'))).toMatchObject(refused)
    expect(await changed((u) => u.searchParams.set('expires', '9999999999'))).toMatchObject(refused)
    expect(await changed((u) => (u.pathname = u.pathname.replace('clip', 'clop')))).toMatchObject(refused)
    expect(await changed((u) => (u.pathname = new URL(other.upload_url).pathname))).toMatchObject(refused)
    expect(await put(upload_url, 'x', 'text/html')).toMatchObject(refused)
    expect(await changed((u) => u.searchParams.delete('signature'))).toMatchObject({ status: 422 })
  })

  it('is rejected when the URL has expired', async () => {
    const { upload_url } = await target()
    clock = new Date(clock.getTime() + 61 * 60_000)
    expect(await put(upload_url, 'x')).toMatchObject({ status: 403, error: { code: 'invalid_signature' } })
  })

  it('that is too large is rejected, with or without a declared length, and leaves nothing', async () => {
    const { upload_url, gcs_uri } = await target()
    const tooLarge = { status: 413, error: { code: 'payload_too_large' } }
    expect(await put(upload_url, 'x'.repeat(LIMIT + 1))).toMatchObject(tooLarge)
    const status = await new Promise<number>((resolve, reject) => {
      const req = request(upload_url, { method: 'PUT', headers: { 'content-type': 'video/mp4' } }, (response) => {
        response.resume()
        resolve(response.statusCode as number)
      })
      req.on('error', reject)
      req.write('x'.repeat(LIMIT))
      req.end('xx')
    })
    expect(status).toBe(413)
    expect((await content(gcs_uri)).status).toBe(404)
    await eventually(() => readdirSync(join(h.dataDir, 'tmp')).length === 0)
    expect((await put(upload_url, 'x'.repeat(LIMIT))).status).toBe(204)
  })

  it('that breaks off leaves nothing', async () => {
    const { upload_url, gcs_uri } = await target()
    const headers = { 'content-type': 'video/mp4', 'content-length': `${LIMIT}` }
    const req = request(upload_url, { method: 'PUT', headers })
    req.on('error', () => {})
    // A small body would be held in memory until it is whole.
    req.write('VIDEO half'.repeat(8000))
    await eventually(() => readdirSync(join(h.dataDir, 'tmp')).length === 1)
    req.destroy()
    await eventually(() => readdirSync(join(h.dataDir, 'tmp')).length === 0)
    expect((await content(gcs_uri)).status).toBe(404)
  })

  it.each(['a/b.mp4', '..', '..\\x', 'a\u0000b', 'a\nb'])('cannot be named %j', async (filename) => {
    const failed = await h.fail('POST', '/video/upload-url', { body: { filename, content_type: 'video/mp4' } })
    expect(failed).toMatchObject({ status: 422, error: { details: [{ field: '/filename' }] } })
  })

  it('may have any other name', async () => {
    for (const filename of ['.hidden', '%2e%2e', 'ü 日本.mp4', 'a?b#c&d', `${'é'.repeat(250)}.mp4`]) {
      const { upload_url, gcs_uri } = await target(filename)
      expect((await put(upload_url, filename)).status, filename).toBe(204)
      expect((await content(gcs_uri)).body).toBe(filename)
    }
  })
})

describe('probing a video', () => {
  const probe = (store_path: string, key?: string) =>
    h.api<VideoMetadata>('POST', '/video/probe', { body: { store_path }, ...(key ? { key } : {}) })

  it('reads an upload of its own path, or bundled media', async () => {
    const body = { filename: 'v.mp4', content_type: 'video/mp4' }
    const place = await h.api<{ upload_url: string; store_path: string }>('POST', '/video/upload-url', { body })
    await put(place.body.upload_url, 'VIDEO')
    const facts = { duration_seconds: 1, native_fps: 30, width: 1280, height: 720, frame_count: 30 }
    expect((await probe(place.body.store_path)).body).toEqual(facts)
    expect((await probe(DEMO_URI)).body).toEqual(facts)
    expect((await probe(place.body.store_path, h.foreignKey)).status).toBe(404)
  })

  it('reports why it cannot', async () => {
    const text = await h.upload('notes.mp4', 'just text')
    expect(await probe(text)).toMatchObject({ status: 400, body: { error: { code: 'video_unreadable' } } })
    const picture = await h.upload('still.mp4', 'IMAGE')
    expect(JSON.stringify((await probe(picture)).body)).toContain('an image')
    expect(await probe('sightline://uploads/none/none/none')).toMatchObject({ status: 404 })
  })
})

describe('local files', () => {
  it('are handles only when the server serves the person at this machine', async () => {
    const local = await startHarness({ allowLocalFiles: true })
    const file = new URL(`file://${join(local.dataDir, 'lock.json')}`).href
    const folder = new URL(`file://${local.dataDir}`).href
    const missing = `${file}.missing`
    const get = async (uri: string, of: Harness) =>
      (await of.api('HEAD', `/uploads/content?uri=${encodeURIComponent(uri)}`)).status
    expect(await get(file, local)).toBe(200)
    expect(await get(folder, local)).toBe(404)
    expect(await get(missing, local)).toBe(404)
    expect(await get(file, h)).toBe(404)
    await local.close()
  })
})
