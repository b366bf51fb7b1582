/** A server behind a proxy: the names that it is called by, and limits by address that are those of its clients. */
import { EventEmitter, once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { MOST_FAILURES } from '../../src/platform/accounts/limits/unknown-keys.ts'
import { MOST_CONNECTIONS } from '../../src/platform/http/connection-limit.ts'
import { type TrustedProxies, trustedProxiesOf } from '../../src/platform/http/trusted-proxies.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { eventually } from '../setup/eventually.ts'

const PROXY = trustedProxiesOf('127.0.0.1') as TrustedProxies
const STUDIO = { reads: ['/'], writes: [], bridge: '/bridge', answer: async () => {}, connect: () => () => {} }
const OWNER = { full_name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }

let h: Harness

const post = (url: string, fields: Record<string, string>, headers: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  })

describe('the names of a server on loopback', () => {
  beforeAll(async () => {
    const publicUrl = 'https://sightline.example.com'
    h = await startHarness({ studio: STUDIO, publicUrl, allowedHosts: ['vision.example.net'] })
  })
  afterAll(() => h.close())

  const statuses = async (host: string) => {
    const of = async (path: string) => {
      const [reply] = (await once(get(h.baseUrl + path, { headers: { host } }), 'response')) as [IncomingMessage]
      reply.resume()
      return reply.statusCode
    }
    const socket = connect(Number(new URL(h.baseUrl).port), '127.0.0.1')
    const origin = 'https://sightline.example.com'
    const upgrade = ['GET /bridge HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`, 'Connection: upgrade']
    socket.write(`${[...upgrade, 'Upgrade: websocket'].join('\r\n')}\r\n\r\n`)
    const [head] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    const bridge = Number(/^HTTP\/1\.1 (\d+)/.exec(String(head))?.[1])
    return [await of('/api/v1/developer/workflows/'), await of('/sign-in'), await of('/'), bridge]
  }

  it.each([
    'sightline.example.com',
    'Sightline.Example.com:443',
    'sightline.example.com:8443',
    'sightline.example.com.',
    'vision.example.net',
    'localhost:1',
    '127.0.0.1',
  ])('include %s, for the API, the pages and the Studio', async (host) => {
    expect(await statuses(host)).toEqual([401, 200, 303, 401])
  })

  it.each(['evil.example', 'sightline.example.com.evil.example', 'www.sightline.example.com', 'example.com', 'a:b:1'])(
    'do not include %s',
    async (host) => {
      expect(await statuses(host)).toEqual([400, 400, 400, 421])
    },
  )
})

describe('behind a declared proxy', () => {
  let now = new Date()
  let session = ''
  beforeAll(async () => {
    h = await startHarness({ trustProxy: PROXY, now: () => now })
    const owner = await post((await h.platform.firstOwnerLink()) ?? '', OWNER, {})
    session = owner.headers.get('set-cookie')?.split(';')[0] ?? ''
  })
  /** Tests run in any order: each begins with new windows. */
  afterEach(() => {
    now = new Date(now.getTime() + 16 * 60_000)
    expect(h.logged).toEqual([])
  })
  afterAll(() => h.close())

  const from = (address: string) => ({ 'x-forwarded-for': `198.51.100.7, ${address}` })
  const signIn = (email: string, password: string, headers: Record<string, string>) =>
    post(`${h.baseUrl}/sign-in`, { email, password }, headers)

  it('a client whose wrong sign-ins are too many closes the sign-in to no other client', async () => {
    for (let n = 0; n < 100; n++) await signIn(`${n}@example.com`, 'guess-guess', from('203.0.113.1'))
    expect((await signIn(OWNER.email, OWNER.password, from('203.0.113.1'))).status).toBe(429)
    expect((await signIn(OWNER.email, OWNER.password, { forwarded: 'for=203.0.113.1' })).status).toBe(429)
    expect((await signIn(OWNER.email, OWNER.password, from('203.0.113.2'))).status).toBe(303)
    expect((await signIn(OWNER.email, OWNER.password, { forwarded: 'for="203.0.113.2:1"' })).status).toBe(303)
  })

  it('ten wrong passwords slow an account down for their address, and not for its owner elsewhere', async () => {
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push((await signIn(OWNER.email, 'guess-guess', from('203.0.113.1'))).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
    expect((await signIn(OWNER.email, OWNER.password, from('203.0.113.1'))).status).toBe(429)
    expect((await signIn('bob@example.com', 'guess-guess', from('203.0.113.1'))).status).toBe(422)
    expect((await signIn(OWNER.email, OWNER.password, from('203.0.113.2'))).status).toBe(303)
  })

  it('right sign-ins do not count', async () => {
    for (let n = 0; n < 101; n++) await signIn(OWNER.email, OWNER.password, from('203.0.113.1'))
    expect((await signIn(OWNER.email, OWNER.password, from('203.0.113.1'))).status).toBe(303)
  })

  it('invented keys and sessions refuse no valid one, of their address or another', async () => {
    const read = async (headers: Record<string, string>) =>
      (await h.api('GET', '/organizations/me', { key: null, headers })).status
    const invented = (address: string) => read({ 'x-api-key': 'pk_live_invented', ...from(address) })
    for (let n = 0; n < MOST_FAILURES; n++) await invented('203.0.113.1')
    expect(await invented('203.0.113.1')).toBe(429)
    expect(await invented('203.0.113.2')).toBe(401)
    const key = await h.platform.createKey('viewer')
    expect(await read({ 'x-api-key': key, ...from('203.0.113.1') })).toBe(200)
    expect(await read({ cookie: session, ...from('203.0.113.1') })).toBe(200)
    expect(await read({ cookie: 'sightline-session=invented', ...from('203.0.113.1') })).toBe(429)
    const mcp = await fetch(`${h.baseUrl}/mcp`, { headers: { 'x-api-key': key, ...from('203.0.113.1') } })
    expect([401, 429]).not.toContain(mcp.status)
  }, 60_000)

  it('apps that wait at one address block those of no other', async () => {
    const ask = async (address: string) => {
      const body = { app: 'Sightline', computer: 'x' }
      return (await h.api('POST', '/device-authorizations', { key: null, body, headers: from(address) })).status
    }
    expect(await Promise.all(Array.from({ length: 50 }, () => ask('203.0.113.1')))).toEqual(Array(50).fill(201))
    expect(await ask('203.0.113.1')).toBe(429)
    expect(await ask('203.0.113.2')).toBe(201)
  })
})

describe('behind an undeclared proxy', () => {
  beforeAll(async () => {
    h = await startHarness()
  })
  afterAll(() => h.close())

  it('does not believe its headers, and says so once', async () => {
    const signIn = async (client: number) => {
      const fields = { email: 'mallory@example.com', password: 'guess-guess' }
      return (await post(`${h.baseUrl}/sign-in`, fields, { 'x-forwarded-for': `203.0.113.${client}` })).status
    }
    const statuses = []
    for (let client = 0; client < 11; client++) statuses.push(await signIn(client))
    expect(statuses).toEqual([...Array(10).fill(422), 429])
    expect(h.logged).toEqual([expect.stringContaining('--trust-proxy 127.0.0.1')])
  })
})

describe('connections', () => {
  const callers: Socket[] = []
  let from = ''
  beforeAll(() => {
    // Connections of the machine itself have no limit: those of the test come from elsewhere.
    vi.spyOn(Server.prototype, 'emit').mockImplementation(function (this: Server, event: string, ...args: unknown[]) {
      if (event === 'connection') Object.defineProperty(args[0], 'remoteAddress', { value: from })
      return EventEmitter.prototype.emit.call(this, event, ...args)
    })
  })
  afterEach(async () => {
    for (const caller of callers.splice(0)) caller.destroy()
    await h.close()
  })
  afterAll(() => vi.restoreAllMocks())

  /** Opens connections of a client at this address; returns those that the server has not closed. */
  async function open(count: number, address: string): Promise<number> {
    from = address
    const port = Number(new URL(h.baseUrl).port)
    const opened = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => undefined))
    callers.push(...opened)
    await Promise.all(opened.map((caller) => answered(caller)))
    return opened.filter((caller) => !caller.destroyed).length
  }

  async function answered(caller: Socket): Promise<void> {
    caller.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    const done = new AbortController()
    await Promise.race(['data', 'close'].map((event) => once(caller, event, { signal: done.signal }))).catch(() => {})
    done.abort()
  }

  it(`of one address are ${MOST_CONNECTIONS} at most, and those of another are not fewer`, async () => {
    h = await startHarness()
    expect(await open(MOST_CONNECTIONS + 20, '203.0.113.1')).toBe(MOST_CONNECTIONS)
    expect(await open(20, '203.0.113.2')).toBe(20)
    expect(h.logged).toEqual([expect.stringContaining(`203.0.113.1 has ${MOST_CONNECTIONS} open connections`)])
    for (const caller of callers.splice(0)) caller.destroy()
    await eventually(async () => (await open(1, '203.0.113.1')) === 1)
  })

  it.each([
    ['of a trusted proxy', '203.0.113.1'],
    ['of the machine itself', '127.0.0.1'],
  ])('%s have no limit', async (_whose, address) => {
    h = await startHarness({ trustProxy: trustedProxiesOf('203.0.113.1') as TrustedProxies })
    expect(await open(MOST_CONNECTIONS + 20, address)).toBe(MOST_CONNECTIONS + 20)
    expect(h.logged).toEqual([])
  })
})
