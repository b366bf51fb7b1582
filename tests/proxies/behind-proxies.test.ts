/** A real server behind Caddy and nginx, as the guide describes it, in `npm run test:matrix`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { DEVELOPER_PREFIX } from '../../src/shared/api/endpoint.ts'
import { STUDIO } from '../../src/shared/bridge/studio.ts'
import { connectBridge } from '../../src/shared/bridge/wire.ts'
import { socketPort } from '../../src/web/node-http.ts'
import { bundle } from '../engine/support/bundles.ts'
import { countingGraph } from '../platform/support/graphs.ts'
import { eventually } from '../setup/eventually.ts'
import { freePort, NAME, type ProxyName, type RunningProxy, startProxy } from './proxies.ts'

const ORIGIN = `https://${NAME}`
const GIGABYTE = 1024 ** 3
/** Most memory that a server or a proxy needs while a gigabyte passes through it. */
const FEW_BYTES = 0.6 * GIGABYTE
const OWNER = { full_name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }

const dataDir = mkdtempSync(join(tmpdir(), 'sightline-proxied-'))
let server: ChildProcess
let port = 0
let key = ''
let session = ''
let log = ''

beforeAll(async () => {
  port = await freePort()
  const proxy = ['--public-url', ORIGIN, '--trust-proxy', '127.0.0.1']
  const args = ['serve', '--port', String(port), '--data', dataDir, ...proxy]
  server = spawn(process.execPath, [bundle('cli.js'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  server.stderr?.on('data', (part) => {
    log += part
  })
  let said = ''
  server.stdout?.on('data', (part) => {
    said += part
  })
  await eventually(() => said.includes('Owner key') && said.endsWith('\n'))
  const inFile = (name: string) => readFileSync(join(dataDir, name), 'utf8').trim()
  key = inFile('first-owner-key')
  const link = new URL(inFile('first-owner-link'))
  const made = await fetch(`http://127.0.0.1:${port}${link.pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(OWNER),
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  session = made.headers.get('set-cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
  server.kill('SIGKILL')
  await once(server, 'exit')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  expect(log).not.toContain('warning')
})

describe.each<[ProxyName, number]>([
  ['Caddy', 10],
  ['nginx', 20],
])('behind %s', (name, firstClient) => {
  let proxy: RunningProxy
  beforeAll(async () => {
    proxy = await startProxy(name, port)
  })
  afterAll(() => proxy.stop())

  const clientAt = (n: number) => `127.0.0.${firstClient + n}`
  const options = (client: string) => ({
    host: '127.0.0.1',
    port: proxy.port,
    servername: NAME,
    localAddress: client,
    // The certificate of the test is its own.
    rejectUnauthorized: false,
  })

  function begin(method: string, path: string, headers: Record<string, string> = {}, client = clientAt(0)) {
    const asked = request({ ...options(client), method, path, headers: { host: NAME, ...headers }, agent: false })
    return { asked, replied: once(asked, 'response') as Promise<[IncomingMessage]> }
  }

  async function call(method: string, path: string, headers = {}, body = '', client = clientAt(0)) {
    const { asked, replied } = begin(method, path, headers, client)
    asked.end(body)
    const [reply] = await replied
    const text = (await reply.setEncoding('utf8').toArray()).join('')
    return { status: reply.statusCode, headers: reply.headers, text }
  }

  async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const { text } = await call(
      method,
      DEVELOPER_PREFIX + path,
      headers,
      body === undefined ? '' : JSON.stringify(body),
    )
    return text === '' ? (undefined as T) : (JSON.parse(text) as T)
  }

  const signIn = (password: string, client: string, headers = {}) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers }
    const fields = new URLSearchParams({ email: OWNER.email, password })
    return call('POST', '/sign-in', form, String(fields), client)
  }

  it('serves pages, and the Studio with its connection, to people who are signed in', async () => {
    expect((await call('GET', '/sign-in')).status).toBe(200)
    expect((await call('GET', '/')).headers.location).toBe('/sign-in')
    const signed = await signIn(OWNER.password, clientAt(0))
    expect([signed.status, String(signed.headers['set-cookie'])]).toEqual([303, expect.stringContaining('__Host-')])
    const page = await call('GET', '/', { cookie: session })
    const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page.text) ?? []
    expect((await call('GET', script, { cookie: session })).status).toBe(200)

    const headers = { host: NAME, origin: ORIGIN, cookie: session }
    const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}/bridge`, { ...options(clientAt(0)), headers })
    await once(socket, 'open')
    const studio = connectBridge(STUDIO, socketPort(socket), { toError: (error) => new Error(error.message) })
    const { data } = (await studio.api({ endpoint: 'models.list', input: {} } as never)) as { data: unknown[] }
    expect(data).toHaveLength(1)
    socket.terminate()
  })

  it('sends events as they happen', async () => {
    const body = { name: `Counting behind ${name}`, graph: countingGraph() }
    const { id } = await api<{ id: string }>('POST', '/workflows/', body)
    const { run_id } = await api<{ run_id: string }>('POST', `/workflows/${id}/run`)
    const { asked, replied } = begin('GET', `${DEVELOPER_PREFIX}/workflow-runs/${run_id}/events`, { 'x-api-key': key })
    asked.end()
    const [events] = await replied
    expect(events.headers['content-type']).toContain('text/event-stream')
    const ended = once(events, 'end')
    let text = ''
    events.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    // The run ends after its first event has arrived.
    await once(events, 'data')
    await api('POST', `/workflow-runs/${run_id}/cancel`)
    await ended
    expect(text).toContain('cancelled')
  })

  it('stores an upload of a gigabyte, which none of the processes holds in its memory', async () => {
    const file = { filename: `${name}.mp4`, content_type: 'video/mp4' }
    const target = await api<{ upload_url: string; gcs_uri: string }>('POST', '/workflows/upload-url', file)
    const { pathname, search, origin } = new URL(target.upload_url)
    expect(origin).toBe(ORIGIN)
    const headers = { 'content-type': 'video/mp4', 'content-length': String(GIGABYTE) }
    const { asked, replied } = begin('PUT', pathname + search, headers)
    await pipeline(Readable.from(zeros()), asked)
    const [reply] = await replied
    expect(reply.statusCode).toBe(204)
    for (const pid of [server.pid, proxy.pid]) expect(mostMemoryOf(pid as number)).toBeLessThan(FEW_BYTES)
  })

  it('counts the attempts of each client, whatever addresses it claims', async () => {
    const claims = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` })
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push((await signIn('guess-guess', clientAt(1), claims(n))).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
    expect((await signIn(OWNER.password, clientAt(1))).status).toBe(429)
    expect((await signIn(OWNER.password, clientAt(2), claims(1))).status).toBe(303)
  })
})

function* zeros(): Generator<Buffer> {
  const part = Buffer.alloc(1024 * 1024)
  for (let sent = 0; sent < GIGABYTE; sent += part.length) yield part
}

/** Bytes. */
const mostMemoryOf = (pid: number): number =>
  1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
