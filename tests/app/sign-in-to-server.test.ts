/** The app is signed in to a real platform; a server of another kind or version is named. */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Connections, createConnections } from '../../src/app/connections.ts'
import { fileSecrets } from '../../src/app/host-files.ts'
import { createServers, type ServerStore, secretOf } from '../../src/app/servers.ts'
import type { ApiKey } from '../../src/shared/api/api-keys.ts'
import type { ServerSignInUpdate } from '../../src/shared/bridge/servers.ts'
import { decide, newMember } from '../platform/accounts/device-authorizations/connecting.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'

let h: Harness
let ada = ''
beforeAll(async () => {
  h = await startHarness()
  ada = await newMember(h, 'ada@example.com')
  vi.stubGlobal('fetch', withoutPause(globalThis.fetch))
})
afterAll(() => h.close())

/** The server asks apps for seconds between their requests; here the person has decided before the first one. */
const withoutPause =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const reply = await send(...request)
    if (!reply.url.endsWith('/device-authorizations') || reply.status !== 201) return reply
    const asked = (await reply.json()) as { interval: number }
    expect(asked.interval).toBeGreaterThan(1)
    return Response.json({ ...asked, interval: 0 }, { status: reply.status })
  }

let folder = ''
let store: ServerStore
let connections: Connections
const secrets = () => fileSecrets(join(folder, 'secrets'))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-sign-in-'))
  store = createServers(join(folder, 'servers.json'), secrets())
  const computer = 'workshop-pc'
  connections = createConnections({ store, version: '0.1.0', computer, onSwitch: () => {}, forget: async () => {} })
})
const running: HttpServer[] = []
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  await rm(folder, { recursive: true, force: true })
})

/** Signs in and answers on the page; returns the updates. */
async function signIn(answer: 'approve' | 'decline', id: string | null = null): Promise<ServerSignInUpdate[]> {
  const updates: ServerSignInUpdate[] = []
  await connections.signIn(
    { id, name: 'Workshop', address: h.baseUrl },
    async (update) => {
      updates.push(update)
      if (update.state === 'waiting') await decide(h, ada, update.user_code, answer)
    },
    new AbortController().signal,
  )
  return updates
}
const keys = async () => (await h.api<ApiKey[]>('GET', '/api/v1/api-keys/')).body.map(({ name }) => name)

describe('a sign-in that was approved', () => {
  it('stores the server with its key in the store of secrets, and ends on the server when it is deleted', async () => {
    const [waiting, done] = await signIn('approve')
    expect(waiting).toMatchObject({ state: 'waiting', url: expect.stringContaining(`${h.baseUrl}/connect?code=`) })
    expect(done).toMatchObject({ state: 'done', check: { problem: null, role: 'member' } })
    const [server] = (await connections.list()).servers
    expect(server).toMatchObject({ name: 'Workshop', address: h.baseUrl, signed_in: true })
    const key = await secrets().get(secretOf(server?.id ?? ''))
    expect(key).toMatch(/^pk_live_/)
    expect(await readFile(join(folder, 'servers.json'), 'utf8')).not.toContain(key)
    expect(await keys()).toContain('Sightline on workshop-pc')
    expect(await connections.delete(server?.id ?? '')).toEqual({ not_signed_out: null })
    expect(await keys()).not.toContain('Sightline on workshop-pc')
  })

  it('is replaced by a second one, and by an API key, which end the first on the server', async () => {
    await signIn('approve')
    const [{ id, name, address } = { id: '', name: '', address: '' }] = (await connections.list()).servers
    await signIn('approve', id)
    await expect.poll(keys).toHaveLength((await keys()).filter((one) => !one.startsWith('Sightline on')).length + 1)
    const api_key = await h.platform.createKey('viewer')
    expect(await connections.save({ id, name, address, api_key })).toEqual({ id, name, address })
    await expect.poll(keys).not.toContain('Sightline on workshop-pc')
    await connections.delete(id)
    expect((await h.api('GET', '/organizations/me', { key: api_key })).status).toBe(200)
  })

  it('asks for another sign-in once its key was revoked, or lost on this computer', async () => {
    await signIn('approve')
    const [server] = (await connections.list()).servers
    const edit = { id: server?.id ?? '', name: 'Workshop', address: h.baseUrl, api_key: null }
    const again = { code: 'key', message: expect.stringContaining('Sign in again') }
    const key = (await secrets().get(secretOf(edit.id))) ?? ''
    await h.api('DELETE', '/api/v1/api-keys/own', { key })
    expect((await connections.test(edit)).problem).toMatchObject(again)
    await secrets().delete(secretOf(edit.id))
    expect((await connections.test(edit)).problem).toMatchObject(again)
  })
})

it('a sign-in that was declined fails, and stores nothing', async () => {
  await expect(signIn('decline')).rejects.toMatchObject({ code: 'denied' })
  expect((await connections.list()).servers).toEqual([])
})

it('a sign-in that is stopped stores nothing', async () => {
  const stop = new AbortController()
  const emit = async () => stop.abort(new Error('stopped'))
  const server = { id: null, name: 'Workshop', address: h.baseUrl }
  await expect(connections.signIn(server, emit, stop.signal)).rejects.toThrow('stopped')
  expect((await connections.list()).servers).toEqual([])
})

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  running.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const attempt = (address: string, name = 'Workshop') =>
  connections.signIn({ id: null, name, address }, async () => {}, new AbortController().signal)

describe('a sign-in says what is wrong with', () => {
  it('a server that does not sign apps in yet', async () => {
    const address = await listen((_, reply) => {
      reply.end(JSON.stringify({ info: { title: 'Sightline', version: '0.0.9' }, paths: {} }))
    })
    await expect(attempt(address)).rejects.toMatchObject({
      code: 'not_supported',
      message: expect.stringContaining('connect with an API key'),
    })
  })

  it('a server that names a page which no browser should open', async () => {
    const address = await listen((request, reply) => {
      const paths = { '/api/v1/developer/device-authorizations': {} }
      const document = { info: { title: 'Sightline', version: '0.1.0' }, paths }
      const url = 'javascript:alert(1)'
      const codes = { device_code: 'x', user_code: 'y', verification_url: url, verification_url_complete: url }
      const body = request.method === 'GET' ? document : { ...codes, expires_in: 600, interval: 5 }
      reply.writeHead(request.method === 'GET' ? 200 : 201, { 'content-type': 'application/json' })
      reply.end(JSON.stringify(body))
    })
    await expect(attempt(address)).rejects.toMatchObject({ code: 'not_supported' })
  })

  it('a port without a program, another server, an address and a name', async () => {
    const other = await listen((_, reply) => reply.end('<h1>Hello</h1>'))
    await expect(attempt(other)).rejects.toMatchObject({ code: 'not_sightline' })
    await expect(attempt(other.replace('http:', 'https:'))).rejects.toMatchObject({ code: 'certificate' })
    running[0]?.close()
    running[0]?.closeAllConnections()
    await expect(attempt(other)).rejects.toMatchObject({ code: 'unreachable' })
    await expect(attempt('https://a.example/path')).rejects.toThrow('Enter the address')
    await expect(attempt(other, ' ')).rejects.toThrow('Enter a name')
  })
})

it('a connection that is deleted while its server is away says that its key is left there', async () => {
  const address = await listen((_, reply) => reply.end())
  const { id } = await store.save({ id: null, name: 'Gone', address, api_key: 'pk_live_x' }, 'signed_in')
  running[0]?.close()
  running[0]?.closeAllConnections()
  const { not_signed_out } = await connections.delete(id)
  expect(not_signed_out?.message).toContain('cannot be reached')
  expect((await connections.list()).servers).toEqual([])
})
