/** The Studio that a server serves: only to signed-in people, with their role, their records and no file of the server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { SERVED } from '../../src/app/served-studio.ts'
import type { OrganizationMember } from '../../src/shared/api/organizations.ts'
import type { StudioBatch } from '../../src/shared/api/studio-batches.ts'
import { STUDIO, type StudioClient } from '../../src/shared/bridge/studio.ts'
import { connectBridge } from '../../src/shared/bridge/wire.ts'
import { socketPort } from '../../src/web/node-http.ts'
import { createStudioDoor } from '../../src/web/studio-door.ts'
import { countingGraph } from '../platform/support/graphs.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { inviteTo, linkTo } from '../platform/support/people.ts'
import { VIDEO_BYTES } from '../platform/support/scripted-engine.ts'
import { eventually } from '../setup/eventually.ts'

const OWNER = { full_name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }

let root = ''
let h: Harness
let owner = ''
let viewer = ''
const open: WebSocket[] = []

const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
const post = (url: string, fields: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': 'same-origin' },
  })
const signIn = async (email: string, password: string) => {
  const answer = await post(`${h.baseUrl}/sign-in`, { email, password })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  return cookieOf(answer)
}

async function newViewer(email: string): Promise<string> {
  await inviteTo(h, email, 'viewer')
  const fields = { answer: 'accept', full_name: 'Vera', password: 'a long password' }
  expect((await post(await linkTo(h, email), fields)).status).toBeLessThan(400)
  return signIn(email, 'a long password')
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sightline-door-'))
  const rendererDir = join(root, 'renderer')
  mkdirSync(join(rendererDir, 'assets'), { recursive: true })
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Sightline</title>')
  writeFileSync(join(rendererDir, 'assets', 'index-abc.js'), 'console.log(1)')
  const said: string[] = []
  const studio = createStudioDoor({
    version: '0.0.0-test',
    rendererDir,
    origin: () => h.baseUrl,
    log: (line) => said.push(line),
  })
  h = await startHarness({ studio })
  const created = await post((await h.platform.firstOwnerLink()) ?? '', OWNER)
  expect([created.status, created.headers.get('location')]).toEqual([303, '/'])
  owner = cookieOf(created)
  viewer = await newViewer('vera@example.com')
})
afterAll(async () => {
  for (const socket of open) socket.terminate()
  expect(h.logged).toEqual([])
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

/** The status with which a WebSocket is refused, or 101. */
function upgrade(headers: Record<string, string>, path = '/bridge'): Promise<number> {
  const { hostname, port } = new URL(h.baseUrl)
  return new Promise((resolve, reject) => {
    const asked = request({
      hostname,
      port,
      path,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    })
    asked.on('upgrade', (_, socket) => {
      socket.destroy()
      resolve(101)
    })
    asked.on('response', (response) => resolve(response.statusCode ?? 0))
    asked.on('error', reject)
    asked.end()
  })
}

async function connect(cookie: string): Promise<{ studio: StudioClient; closed: () => boolean }> {
  const socket = new WebSocket(`${h.baseUrl.replace('http', 'ws')}/bridge`, { headers: { cookie, origin: h.baseUrl } })
  open.push(socket)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const studio = connectBridge(STUDIO, socketPort(socket), {
    toError: (error) => Object.assign(new Error(error.message), error),
  })
  return { studio, closed: () => socket.readyState === WebSocket.CLOSED }
}

it('ends a connection that sends a message whose values would take much memory, and reads one of usual values', async () => {
  const { studio, closed } = await connect(owner)
  const call = (count: number) =>
    studio.api({ id: 'workflows.create', input: { body: new Array(count).fill({}) } } as never)
  await expect(call(10_000)).rejects.toMatchObject({ code: 'malformed_request' })
  await expect(call(1_600_000)).rejects.toMatchObject({ code: 'unreachable' })
  expect(closed()).toBe(true)
})

describe('without a session', () => {
  it('the page leads to signing in, and its files are refused', async () => {
    const page = await fetch(`${h.baseUrl}/`, { redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([303, '/sign-in'])
    for (const path of ['/assets/index-abc.js', '/files/source?uri=x', '/files/runs/a/b', '/session']) {
      const answer = await fetch(`${h.baseUrl}${path}`)
      expect([path, answer.status, await answer.json()]).toEqual([path, 401, { sign_in: '/sign-in' }])
    }
    const put = { method: 'PUT', body: 'x', headers: { origin: h.baseUrl } }
    expect((await fetch(`${h.baseUrl}/upload?filename=a.mp4`, put)).status).toBe(401)
  })

  it.each([
    ['no session', () => ({ origin: h.baseUrl }), 401],
    ['an unknown session', () => ({ origin: h.baseUrl, cookie: 'sightline-session=unknown' }), 401],
    ['no origin', () => ({ cookie: owner }), 403],
    ['another origin', () => ({ cookie: owner, origin: 'https://evil.example' }), 403],
    ['the origin null', () => ({ cookie: owner, origin: 'null' }), 403],
    ['another host', () => ({ cookie: owner, origin: 'http://evil.example', host: 'evil.example' }), 421],
    ['a session and its own origin', () => ({ cookie: owner, origin: h.baseUrl }), 101],
  ])('a WebSocket with %s is answered %#', async (_, headers, status) => {
    expect(await upgrade(headers() as Record<string, string>)).toBe(status)
  })

  it('a WebSocket has one path', async () => {
    expect(await upgrade({ cookie: owner, origin: h.baseUrl }, '/other')).toBe(404)
  })
})

describe('a signed-in person', () => {
  it('gets the page, confined to the scripts and connections of this server', async () => {
    const page = await fetch(`${h.baseUrl}/`, { headers: { cookie: owner } })
    expect(await page.text()).toContain('<title>Sightline</title>')
    const policy = page.headers.get('content-security-policy')
    for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(rule)
    }
    const script = await fetch(`${h.baseUrl}/assets/index-abc.js`, { headers: { cookie: owner } })
    expect(await script.text()).toBe('console.log(1)')
    for (const path of ['/assets/..%2f..%2fstudio', '/assets/%2e%2e/secret']) {
      expect((await fetch(`${h.baseUrl}${path}`, { headers: { cookie: owner } })).status).toBe(404)
    }
  })

  it('is named, and no folder of the server is', async () => {
    const { studio } = await connect(viewer)
    const info = await studio.hostInfo({})
    expect(info.account).toEqual({
      user_id: expect.any(String),
      name: 'Vera',
      email: 'vera@example.com',
      organization: 'My organization',
      role: 'viewer',
      url: '/account',
      is_operator: false,
    })
    expect(info).toMatchObject({ data_dir: null, local_files: false, native_dialogs: false, server: null })
    expect(JSON.stringify(info)).not.toContain(root)
    for await (const { check } of studio.followServer({})) {
      expect(check).toMatchObject({ role: 'viewer', notes: [{ text: { code: 'server.person_reads_only' } }] })
      break
    }
  })

  it('acts with the role of the membership', async () => {
    const mine = await connect(owner)
    const theirs = await connect(viewer)
    const create = (studio: StudioClient, name: string) =>
      studio.api({ endpoint: 'workflows.create', input: { body: { name, graph: countingGraph() } } })
    await create(mine.studio, 'By the owner')
    await expect(create(theirs.studio, 'By the viewer')).rejects.toMatchObject({ code: 'role_too_low' })
    const listed = await theirs.studio.api({ endpoint: 'workflows.list', input: {} })
    expect(listed).toContainEqual(expect.objectContaining({ name: 'By the owner' }))
  })

  it.each(Object.entries(SERVED).filter(([, rule]) => rule !== 'allowed'))(
    'is refused %s, with a reason',
    async (name) => {
      const { studio } = await connect(owner)
      const inputs: Record<string, unknown> = {
        pickSource: { kind: 'video' },
        openSourcePath: { path: '/etc/hostname' },
        saveWorkflowFile: {
          path: join(root, 'out.json'),
          file: { format: 'sightline-workflow', version: 1, name: 'W', graph: countingGraph() },
        },
        revealRun: { run_id: 'r' },
        resolveModel: { source: 'http://169.254.169.254/latest' },
        getModel: { source: 'http://127.0.0.1:1/a.onnx', file: 'a.onnx' },
        saveServer: { id: null, name: 'S', address: 'http://127.0.0.1:1', api_key: 'k' },
        testServer: { id: null, name: 'S', address: 'http://127.0.0.1:1', api_key: 'k' },
        deleteServer: { id: 's' },
        signInToServer: { id: null, name: 'S', address: 'http://127.0.0.1:1' },
        switchServer: { id: null },
      }
      const called = (studio[name as keyof StudioClient] as (input: unknown) => unknown)(inputs[name] ?? {})
      const answer = Symbol.asyncIterator in (called as object) ? firstOf(called as AsyncIterable<unknown>) : called
      await expect(answer).rejects.toMatchObject({ code: 'not_supported' })
    },
  )

  it('neither reads nor probes a file of the server', async () => {
    const { studio } = await connect(owner)
    const video = join(root, 'own.mp4')
    writeFileSync(video, VIDEO_BYTES)
    const uri = pathToFileURL(video).href
    // A workflow that names the file does not grant it.
    const graph = countingGraph({ kind: 'video', gcs_uri: uri })
    await studio.api({ endpoint: 'workflows.create', input: { body: { name: 'Names a file', graph } } })
    await studio.api({ endpoint: 'workflows.list', input: {} })
    expect(await studio.describeSource({ uri })).toBeNull()
    const answer = await fetch(`${h.baseUrl}/files/source?uri=${encodeURIComponent(uri)}`, {
      headers: { cookie: owner },
    })
    expect(answer.status).toBe(404)
  })

  it('uploads a video from a page of this server only', async () => {
    const put = (headers: Record<string, string>) =>
      fetch(`${h.baseUrl}/upload?filename=street.mp4`, { method: 'PUT', body: VIDEO_BYTES, headers })
    expect((await put({ cookie: owner, origin: 'https://evil.example' })).status).toBe(403)
    expect((await put({ cookie: owner })).status).toBe(403)
    const stored = await put({ cookie: owner, origin: h.baseUrl })
    expect(stored.status).toBe(200)
    const { uri } = (await stored.json()) as { uri: string }
    const bytes = await fetch(`${h.baseUrl}/files/source?uri=${encodeURIComponent(uri)}`, {
      headers: { cookie: owner },
    })
    expect(await bytes.text()).toBe(VIDEO_BYTES)
    expect((await put({ cookie: viewer, origin: h.baseUrl })).status).toBe(400)
  })

  it('has settings, batches and marks that nobody else sees, also in another browser', async () => {
    const mine = await connect(owner)
    await mine.studio.setSettings({ theme: 'dark' })
    const { revision } = await createBatch(mine.studio, 'b1')
    const theirs = await connect(viewer)
    expect((await theirs.studio.getSettings({})).theme).toBe('system')
    expect(await listBatches(theirs.studio)).toEqual([])
    const elsewhere = await connect(await signIn(OWNER.email, OWNER.password))
    expect((await elsewhere.studio.getSettings({})).theme).toBe('dark')
    const again = (await listBatches(elsewhere.studio)).find(({ value }) => value.id === 'b1')
    expect(again).toMatchObject({ revision, is_own: true })
  })

  it('shows a batch to the organization once it is shared, which a viewer only reads', async () => {
    const mine = await connect(owner)
    const theirs = await connect(viewer)
    const { id } = await createBatch(mine.studio, 'b2')
    const update = (studio: StudioClient, body: object) =>
      studio.api({ endpoint: 'studioBatches.update', input: { params: { record_id: id }, body } })
    await update(mine.studio, { visibility: 'organization' })
    const [seen] = await listBatches(theirs.studio)
    expect(seen).toMatchObject({ id, owner_name: 'Ada Lovelace', is_own: false, visibility: 'organization' })
    const value = { ...seen?.value, items: [] }
    await expect(update(theirs.studio, { value })).rejects.toMatchObject({ code: 'role_too_low' })
    await update(mine.studio, { visibility: 'me' })
    expect(await listBatches(theirs.studio)).toEqual([])
  })
})

async function createBatch(studio: StudioClient, id: string): Promise<StudioBatch> {
  const created_at = '2026-01-01T00:00:00.000Z'
  const body = { id, workflow_id: 'w', workflow_name: 'W', created_at, items: [] }
  return (await studio.api({ endpoint: 'studioBatches.create', input: { body } })) as StudioBatch
}

async function listBatches(studio: StudioClient): Promise<StudioBatch[]> {
  const listed = await studio.api({ endpoint: 'studioBatches.list', input: {} })
  return (listed as { data: StudioBatch[] }).data
}

describe('an open page', () => {
  it('is cut off when its session ends, and can’t connect again', async () => {
    const session = await signIn(OWNER.email, OWNER.password)
    const { closed } = await connect(session)
    const page = await (await fetch(`${h.baseUrl}/account`, { headers: { cookie: session } })).text()
    const [, id = ''] = /<button name="end" value="([\w-]+)">Sign out/.exec(page) ?? []
    await fetch(`${h.baseUrl}/account`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ end: id }),
      headers: { cookie: session, 'sec-fetch-site': 'same-origin' },
    })
    await eventually(closed)
    expect(await upgrade({ cookie: session, origin: h.baseUrl })).toBe(401)
  })

  it('connects again with the new role of its person', async () => {
    const session = await newViewer('promoted@example.com')
    const before = await connect(session)
    const { body } = await h.api<OrganizationMember[]>('GET', '/organizations/members')
    const { id } = body.find(({ email }) => email === 'promoted@example.com') as OrganizationMember
    await h.api('PATCH', `/organizations/members/${id}`, { body: { role: 'member' } })
    await eventually(before.closed)
    const after = await connect(session)
    expect((await after.studio.hostInfo({})).account?.role).toBe('member')
  })
})

async function firstOf(stream: AsyncIterable<unknown>): Promise<unknown> {
  for await (const value of stream) return value
  return null
}
