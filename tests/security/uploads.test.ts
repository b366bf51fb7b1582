/** Uploads: a signed URL is valid for one file, and the type of a file is that of its bytes, whatever its name. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileAccess, createGrantedFiles, listSourcesInUse } from '../../src/app/file-access.ts'
import type { Platform } from '../../src/app/platform.ts'
import { createSources } from '../../src/app/sources.ts'
import { createClient } from '../../src/client/client.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const clip = (name: string) => readFileSync(join(root, 'tests/fixtures/torture', name))
const GATE = readFileSync(join(root, 'src/web/server.ts'))
/** One grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

let h: Harness
let folder: string
beforeAll(async () => {
  h = await startHarness({ allowLocalFiles: true })
  folder = mkdtempSync(join(tmpdir(), 'sightline-content-'))
})
afterAll(async () => {
  await h.close()
  rmSync(folder, { recursive: true })
})

interface Place {
  upload_url: string
  gcs_uri: string
}
const place = async (filename = 'clip.mp4') =>
  (await h.api<Place>('POST', '/workflows/upload-url', { body: { filename, content_type: 'video/mp4' } })).body
const put = async ({ upload_url }: Place, body: string | Buffer) => {
  const response = await fetch(upload_url, {
    method: 'PUT',
    body: body as BodyInit,
    headers: { 'content-type': 'video/mp4' },
  })
  const text = await response.text()
  return { status: response.status, code: text && (JSON.parse(text) as { error: { code: string } }).error.code }
}
const contentOf = (uri: string) => h.api<string>('GET', `/uploads/content?uri=${encodeURIComponent(uri)}`)

describe('a signed upload URL', () => {
  it('is rejected when its upload is finished, and the file stays', async () => {
    const target = await place()
    expect(await put(target, 'first')).toEqual({ status: 204, code: '' })
    expect(await put(target, 'second')).toEqual({ status: 409, code: 'wrong_state' })
    expect((await contentOf(target.gcs_uri)).body).toBe('first')
    expect(readdirSync(join(h.dataDir, 'tmp'))).toEqual([])
  })

  it('accepts one of two files that are sent at the same time', async () => {
    const target = await place()
    const bodies = ['a'.repeat(300_000), 'b'.repeat(300_000)]
    const answers = await Promise.all(bodies.map((body) => put(target, body)))
    expect(answers.map((a) => a.status).sort()).toEqual([204, 409])
    const winner = bodies[answers.findIndex((a) => a.status === 204)]
    expect((await contentOf(target.gcs_uri)).body).toBe(winner)
  })
})

describe('the media type on the wire', () => {
  const typeOf = async (uri: string) => (await contentOf(uri)).headers.get('content-type')
  const upload = async (name: string, bytes: Buffer) => {
    const target = await place(name)
    expect((await put(target, bytes)).status).toBe(204)
    return target.gcs_uri
  }

  it.each<[string, Buffer, string]>([
    ['gate.ts', GATE, 'application/octet-stream'],
    ['page.png', Buffer.from('<script>alert(1)</script>'), 'application/octet-stream'],
    ['drawing.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'application/octet-stream'],
    ['stream.mp4', clip('open-start.mpegts'), 'video/mp2t'],
    ['video.txt', clip('one-frame.mp4'), 'video/mp4'],
    ['video.mp4', clip('odd-size.webm'), 'video/webm'],
    ['still.mp4', PNG, 'image/png'],
  ])('of an upload called %s is that of its bytes', async (name, bytes, type) => {
    expect(await typeOf(await upload(name, bytes))).toBe(type)
  })

  it('of a file of this machine is that of its bytes', async () => {
    const write = (name: string, bytes: Buffer) => {
      writeFileSync(join(folder, name), bytes)
      return pathToFileURL(join(folder, name)).href
    }
    expect(await typeOf(write('gate.ts', GATE))).toBe('application/octet-stream')
    expect(await typeOf(write('clip.ts', clip('one-frame.mp4')))).toBe('video/mp4')
  })
})

describe('the files that a host serves to its page', () => {
  /** Composed as in the app, on a scripted platform. */
  const sources = () => {
    const client = createClient({ baseUrl: h.baseUrl, apiKey: h.keys.owner })
    const platform: Platform = {
      use: (work) => work(client),
      file: (path, { headers, ...init }) => {
        const given = new Headers(headers)
        given.set('x-api-key', h.keys.owner)
        return fetch(`${h.baseUrl}${path}`, { ...init, headers: given })
      },
    }
    const path = join(mkdtempSync(join(folder, 'host-')), 'granted-files.json')
    const granted = createGrantedFiles({ path, listUsed: () => listSourcesInUse(platform), log: console.error })
    return createSources(platform, createFileAccess(granted, null))
  }

  it('are videos and images only, although a workflow names another one', async () => {
    const path = join(folder, 'secret.ts')
    const picture = join(folder, 'still.mp4')
    writeFileSync(path, GATE)
    writeFileSync(picture, PNG)
    for (const file of [path, picture]) {
      const config = { kind: 'video', gcs_uri: pathToFileURL(file).href }
      await h.createWorkflow(`Reads ${file.length}`, {
        version: 1,
        nodes: [{ id: 's', type: 'source', config }],
        edges: [],
      })
    }
    const answer = async (file: string) => {
      const uri = pathToFileURL(file).href
      return sources().respond(uri, new Request('http://localhost/'))
    }
    expect((await answer(path)).status).toBe(404)
    const served = await answer(picture)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png'])
    await served.body?.cancel()
  })

  it('are stills or videos by their bytes', async () => {
    const picture = join(folder, 'holiday.mp4')
    writeFileSync(picture, PNG)
    expect(await sources().open(picture)).toMatchObject({ kind: 'image', video: null })
    const handle = await place('holiday.mp4')
    await put(handle, PNG)
    const stored = await sources().stored({ uri: handle.gcs_uri, sizeBytes: PNG.length }, 'holiday.mp4')
    expect(stored).toMatchObject({ kind: 'image', size_bytes: PNG.length })
  })
})
