/** Callers that never end their side of a connection: the server does, so that they hold none of its descriptors. */
import { spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OPENAPI_PATH } from '../../src/platform/http/openapi.ts'
import { startWebServer, type WebServer } from '../../src/web/server.ts'
import { createEntryTokens, openSessions } from '../../src/web/sessions.ts'
import { bundle } from '../engine/support/bundles.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { eventually } from '../setup/eventually.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-lasting-'))
const callers: Socket[] = []
/** The servers' sides of all connections. */
const accepted: Socket[] = []
const note = (event: unknown) => void accepted.push((event as { socket: Socket }).socket)
const openAt = (port: number) => accepted.filter((socket) => socket.localPort === port && !socket.destroyed)
beforeAll(() => subscribe('net.server.socket', note))
afterAll(() => {
  unsubscribe('net.server.socket', note)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
beforeEach(() => {
  callers.length = accepted.length = 0
})
afterEach(() => {
  for (const caller of callers) caller.destroy()
})

/** Sends this, and neither reads nor ends its side. */
async function call(port: number, text: string): Promise<Socket> {
  const caller = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  callers.push(caller)
  caller.on('error', () => undefined)
  await Promise.race([once(caller, 'connect'), once(caller, 'close')])
  caller.write(text)
  return caller
}

const HALF_HEADERS = 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: a'
const UPGRADE = 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
const CLAIMED_BODY = 'POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\na'

describe('the platform closes the connection of a caller', () => {
  let h: Harness
  const port = () => Number(new URL(h.baseUrl).port)
  beforeAll(async () => {
    h = await startHarness({
      studio: { reads: [], writes: [], bridge: '/bridge', answer: async () => {}, connect: () => () => {} },
      patience: { headersMs: 200, windowMs: 100, windowBytes: 50, replyMs: 200, restMs: 200 },
    })
  })
  afterAll(() => h.close())

  it.each([
    ['whose headers never end', HALF_HEADERS],
    ['that sends nothing', ''],
    ['whose request is malformed', 'NONSENSE\r\n\r\n'],
    ['whose body never ends', CLAIMED_BODY],
    ['whose WebSocket is refused', UPGRADE],
  ])('%s', async (_title, text) => {
    await call(port(), text)
    await eventually(() => accepted.some((socket) => socket.localPort === port()))
    await eventually(() => openAt(port()).length === 0)
    expect((await fetch(`${h.baseUrl}/health`)).status).toBe(200)
  })

  it('that does not read its replies', async () => {
    // More than the buffers of both systems hold.
    const caller = await call(port(), `GET ${OPENAPI_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(200))
    caller.pause()
    await eventually(() => accepted.some((socket) => socket.localPort === port()))
    await eventually(() => openAt(port()).length === 0)
    expect((await fetch(`${h.baseUrl}/health`)).status).toBe(200)
  })
})

describe('the web host closes the connection of a caller', () => {
  let web: WebServer
  beforeAll(async () => {
    web = await startWebServer({
      port: 0,
      tokens: createEntryTokens({ now: Date.now }),
      sessions: await openSessions({ path: join(folder, 'sessions.json'), now: Date.now, log: () => undefined }),
      handle: async () => new Response('a page'),
      onBridge: () => undefined,
      log: () => undefined,
      headersWithinMs: 200,
    })
  })
  afterAll(() => web.close())

  it.each([
    ['whose headers never end', HALF_HEADERS],
    ['whose request is malformed', 'NONSENSE\r\n\r\n'],
    ['whose WebSocket is refused', UPGRADE],
  ])('%s', async (_title, text) => {
    await call(web.port, text)
    await eventually(() => accepted.some((socket) => socket.localPort === web.port))
    await eventually(() => openAt(web.port).length === 0)
    expect(callers).toHaveLength(1)
  })
})

it.runIf(process.platform !== 'win32')('with 600 descriptors, a server survives 700 refused callers', async () => {
  const serve = [process.execPath, bundle('cli.js'), 'serve', '--port', '0', '--data', join(folder, 'served')]
  const server = spawn('sh', ['-c', 'ulimit -n 600; exec "$@"', 'sh', ...serve], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    let said = ''
    for await (const part of server.stdout) {
      said += part
      if (said.includes('Owner key')) break
    }
    const url = /serves (\S+)/.exec(said)?.[1] as string
    const port = Number(new URL(url).port)
    for (let n = 0; n < 700; n += 100) {
      await Promise.all(Array.from({ length: 100 }, () => call(port, 'NONSENSE\r\n\r\n')))
    }
    const status = () =>
      fetch(`${url}/health`).then(
        (reply) => reply.status,
        () => null,
      )
    expect(await eventually(status)).toBe(200)
  } finally {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
})
