import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PickedSource } from '../../src/shared/bridge/studio.ts'
import { startWebHost, type WebHost } from '../../src/web/web-host.ts'
import { eventually } from '../setup/eventually.ts'
import { type Browser, browse } from './browser.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** One grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
const GRAPH = { version: 1 as const, nodes: [], edges: [] }

let dataDir = ''
let host: WebHost
let browser: Browser
const lines: string[] = []

const start = (port = 0, signal?: AbortSignal) =>
  startWebHost({
    port,
    ...(signal && { signal }),
    version: '1.2.3',
    dataDir,
    rendererDir: join(dataDir, 'no-renderer'),
    resourcesDir: join(root, 'resources'),
    platformEntry: join(root, 'out', 'node', 'platform.js'),
    env: process.env,
    log: (line) => lines.push(line),
  })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-host-'))
  host = await start()
  browser = await browse(host.newAddress())
})
afterAll(async () => {
  await host?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const upload = (name: string, bytes: Uint8Array) =>
  browser.fetch(`/upload?filename=${encodeURIComponent(name)}`, { method: 'PUT', body: bytes as BodyInit })

/** The platform’s process id, from the note beside its lock. */
const platformPid = () => (JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8')) as { pid: number }).pid

describe('the web host', () => {
  it('reports its capabilities', async () => {
    const { studio, close } = await browser.open()
    expect(await studio.hostInfo({})).toEqual({
      host: 'web',
      version: '1.2.3',
      os: process.platform,
      native_dialogs: false,
      files_base: '/files',
      data_dir: dataDir,
      upload_url: '/upload',
      session_url: '/session',
      account: null,
      updates: false,
      server: null,
      local_files: false,
    })
    await expect(studio.pickSource({ kind: 'video' })).rejects.toMatchObject({ code: 'not_supported' })
    await expect(studio.openSourcePath({ path: '/etc/passwd' })).rejects.toMatchObject({ code: 'not_supported' })
    close()
  })

  it('reports a page that is not built', async () => {
    const page = await browser.fetch('/')
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('npm run build')
  })

  it('calls declared endpoints, and nothing else', async () => {
    const { studio, close } = await browser.open()
    const made = (await studio.api({
      endpoint: 'workflows.create',
      input: { body: { name: 'Over the bridge', graph: GRAPH } },
    })) as { id: string; name: string }
    expect(made.name).toBe('Over the bridge')
    const endpoint = 'workflows.get'
    expect(await studio.api({ endpoint, input: { params: { workflow: made.id } } })).toMatchObject({ id: made.id })
    await expect(studio.api({ endpoint, input: { params: { workflow: 'none' } } })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await studio.api({ endpoint: 'workflows.delete', input: { params: { workflow: made.id } } })).toBeUndefined()
    for (const other of [
      'toString',
      'workflows.explode',
      'workflowRuns.artifact',
      'workflowRuns.events',
      'uploads.put',
    ])
      await expect(studio.api({ endpoint: other, input: {} }), other).rejects.toMatchObject({ code: 'not_supported' })
    await expect(
      studio.api({ endpoint: 'workflows.create', input: { body: { name: '', graph: GRAPH } } }),
    ).rejects.toMatchObject({ details: [expect.objectContaining({ field: expect.stringContaining('name') })] })
    close()
  })

  it('serves several tabs, which share settings', async () => {
    const [first, second] = [await browser.open(), await browser.open()]
    await first.studio.setSettings({ theme: 'dark' })
    expect(await second.studio.getSettings({})).toMatchObject({ theme: 'dark' })
    first.close()
    await expect(second.studio.setSettings({ colour: 'red' } as never)).rejects.toThrow('colour')
    expect(await second.studio.setSettings({ theme: 'light' })).toMatchObject({ theme: 'light' })
    second.close()
  })

  it('reports a missing run', async () => {
    const { studio, close } = await browser.open()
    const follow = async () => {
      for await (const _ of studio.followRun({ run_id: 'none' }));
    }
    await expect(follow()).rejects.toMatchObject({ code: 'not_found' })
    expect((await browser.fetch('/files/runs/none/annotated.mp4')).status).toBe(404)
    close()
  })

  it('stores its secrets for their owner only', async () => {
    const { studio, close } = await browser.open()
    await studio.api({ endpoint: 'workflows.list', input: {} })
    close()
    for (const path of ['web-sessions.json', join('secrets', 'platform-api-key')])
      expect(statSync(join(dataDir, path)).mode & 0o777).toBe(0o600)
  })
})

describe('source media', () => {
  it('are uploaded, described, and served with ranges', async () => {
    const answer = await upload('grey café.png', PNG)
    expect(answer.status).toBe(200)
    const picked = (await answer.json()) as PickedSource
    expect(picked).toMatchObject({ name: 'grey café.png', kind: 'image', size_bytes: PNG.length, video: null })

    const path = `/files/source?uri=${encodeURIComponent(picked.uri)}`
    const whole = await browser.fetch(path)
    expect(whole.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(PNG)
    const part = await browser.fetch(path, { headers: { range: 'bytes=1-3' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 1-3/${PNG.length}`)
    expect(await part.text()).toBe('PNG')
    const beyond = await browser.fetch(path, { headers: { range: 'bytes=100000-' } })
    expect(beyond.status).toBe(416)

    const { studio, close } = await browser.open()
    expect(await studio.describeSource({ uri: picked.uri })).toEqual(picked)
    expect(await studio.describeSource({ uri: 'sightline://uploads/none/none/x.mp4' })).toBeNull()
    close()
  })

  it('that are not videos are rejected in words, and the host keeps running', async () => {
    for (const [name, bytes] of [
      ['empty.mp4', Buffer.alloc(0)],
      ['text.mp4', Buffer.from('Not a video at all. '.repeat(50))],
    ] as const) {
      const answer = await upload(name, bytes)
      expect(answer.status, name).toBe(400)
      const { error } = (await answer.json()) as { error: { code: string; message: string } }
      expect(error.message, name).toMatch(/^[A-Z“].*\.$/)
      expect(error.message).not.toContain(dataDir)
    }
    expect((await upload('../x.png', PNG)).status).toBe(400)
    expect((await upload('', PNG)).status).toBe(400)
    expect((await upload('grey.png', PNG)).status).toBe(200)
  })

  it('of this machine are not served to a page that only names them', async () => {
    const file = join(dataDir, 'street.png')
    const note = join(dataDir, 'note.txt')
    writeFileSync(file, PNG)
    writeFileSync(note, 'private')
    const get = (path: string) => browser.fetch(`/files/source?uri=${encodeURIComponent(pathToFileURL(path).href)}`)
    const { studio, close } = await browser.open()
    for (const path of [file, note]) {
      const config = { kind: 'image', gcs_uri: pathToFileURL(path).href }
      const graph = { version: 1, nodes: [{ id: 's', type: 'source', config }], edges: [] }
      await studio.api({ endpoint: 'workflows.create', input: { body: { name: `With ${path.slice(-8)}`, graph } } })
    }
    close()
    for (const path of [file, note]) expect((await get(path)).status).toBe(404)
  })

  it('are sent as a download on request', async () => {
    const { uri } = (await (await upload('grey.png', PNG)).json()) as PickedSource
    const answer = await browser.fetch(`/files/source?uri=${encodeURIComponent(uri)}&download=1`)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    await answer.arrayBuffer()
  })
})

describe('after a failure', () => {
  it('a killed platform is restarted, and serves the same page', async () => {
    const { studio, close } = await browser.open()
    const before = platformPid()
    process.kill(before, 'SIGKILL')
    const list = () => studio.api({ endpoint: 'workflows.list', input: {} })
    const found = await eventually(() => list().catch(() => undefined))
    expect(found).toBeInstanceOf(Array)
    expect(platformPid()).not.toBe(before)
    close()
  })

  it('serves all data after a restart, at the same port, to a browser that signs in again', async () => {
    const tab = await browser.open()
    await tab.studio.api({ endpoint: 'workflows.create', input: { body: { name: 'Kept', graph: GRAPH } } })
    const port = Number(new URL(host.origin).port)
    await host.stop()
    await tab.closed
    await expect(tab.studio.getSettings({})).rejects.toMatchObject({ code: 'unreachable' })
    host = await start(port)
    expect((await browser.fetch('/')).status).toBe(401)
    browser = await browse(host.newAddress())
    const again = await browser.open()
    expect(
      await again.studio.api({ endpoint: 'workflows.get', input: { params: { workflow: 'Kept' } } }),
    ).toMatchObject({
      name: 'Kept',
    })
    again.close()
  })

  it('a second host on the same folder reports that instead of starting', async () => {
    const second = start()
    // One that starts all the same would take the folder when the first platform is restarted.
    void second.then((started) => started.stop()).catch(() => {})
    await expect(second).rejects.toThrow(/already running/)
  })

  it('a start that is interrupted ends at once', async () => {
    const folder = dataDir
    dataDir = mkdtempSync(join(folder, 'interrupted-'))
    const starting = start(0, AbortSignal.abort(new Error('interrupted')))
    dataDir = folder
    await expect(starting).rejects.toThrow('interrupted')
  })

  it('a taken port is reported', async () => {
    await expect(start(Number(new URL(host.origin).port))).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
