/**
 * Callers and receivers that hold a connection: each gets an error and is disconnected, and others are served
 * meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSend } from '../../src/platform/work/webhooks/send.ts'
import { DEVELOPER_PREFIX } from '../../src/shared/api/endpoint.ts'
import { message } from '../../src/shared/messages/message.ts'
import { startWebServer } from '../../src/web/server.ts'
import { createEntryTokens, openSessions } from '../../src/web/sessions.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { eventually } from '../setup/eventually.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ patience: { headersMs: 200, windowMs: 100, windowBytes: 50 } })
})
afterAll(() => h.close())

/** Sends raw bytes, then `drip` repeatedly; resolves with the whole reply when the server ends the connection. */
function hold(head: string, drip = '', port = Number(new URL(h.baseUrl).port)): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const dripping = setInterval(() => drip && socket.writable && socket.write(drip), 20)
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      clearInterval(dripping)
      resolve(answer)
    })
    socket.write(head)
  })
}

const head = (start: string, headers: Record<string, string>) =>
  `${start} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

interface Place {
  upload_url: string
  gcs_uri: string
}

describe('a caller that sends a byte now and then', () => {
  const slow = { status: 'HTTP/1.1 408', code: '"code":"request_too_slow"' }

  it('times out in the middle of its headers', async () => {
    const answer = await hold('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ', 'a')
    expect(answer).toContain(slow.status)
    expect(answer).toContain(slow.code)
  })

  it('times out in the middle of a JSON body', async () => {
    const headers = { 'X-API-Key': h.keys.owner, 'Content-Type': 'application/json', 'Content-Length': '100000' }
    const answer = await hold(`${head(`POST ${DEVELOPER_PREFIX}/workflows/`, headers)}{"name": "`, 'a')
    expect(answer).toContain(slow.status)
    expect(answer).toContain(slow.code)
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it('times out in the middle of an upload, of which nothing is kept', async () => {
    const body = { filename: 'a.mp4', content_type: 'video/mp4' }
    // On a busy machine, the body of this call can be late too.
    const place = await eventually(async () => {
      const { status, body: made } = await h.api<Place>('POST', '/workflows/upload-url', { body })
      return status < 300 ? made : null
    })
    const { pathname, search } = new URL(place.upload_url)
    const headers = { 'Content-Type': 'video/mp4', 'Transfer-Encoding': 'chunked' }
    const answer = await hold(head(`PUT ${pathname}${search}`, headers), '1\r\na\r\n')
    expect(answer).toContain(slow.status)
    expect((await h.api('GET', `/uploads/content?uri=${encodeURIComponent(place.gcs_uri)}`)).status).toBe(404)
  })

  it('is disconnected when it was rejected before its body was complete', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '100000' }
    expect(await hold(head(`POST ${DEVELOPER_PREFIX}/workflows/`, headers), 'a')).toContain('HTTP/1.1 401')
  })
})

it('is disconnected by the web host when it was rejected before its body was complete', async () => {
  const handle = async () => new Response('a page')
  const folder = mkdtempSync(join(tmpdir(), 'sightline-slow-'))
  const options = {
    port: 0,
    tokens: createEntryTokens({ now: Date.now }),
    sessions: await openSessions({ path: join(folder, 'web-sessions.json'), now: Date.now, log: () => undefined }),
    handle,
    onBridge: () => undefined,
    log: () => undefined,
  }
  const web = await startWebServer(options)
  const headers = { Origin: 'http://127.0.0.1', 'Content-Length': '100000' }
  expect(await hold(head('PUT /upload?filename=a.mp4', headers), 'a', web.port)).toContain('HTTP/1.1 401')
  await web.close()
  rmSync(folder, { recursive: true, force: true })
})

it('accepts a body that arrives in pieces, each in time', async () => {
  const { port } = new URL(h.baseUrl)
  const json = JSON.stringify({
    name: 'In pieces',
    graph: { version: 1, nodes: [], edges: [] },
    readme: 'x'.repeat(2000),
  })
  const headers = { 'X-API-Key': h.keys.owner, 'Content-Type': 'application/json', 'Content-Length': `${json.length}` }
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.once('data', (bytes) => {
      resolve(bytes.toString())
      socket.destroy()
    })
    socket.on('error', reject)
    socket.write(head(`POST ${DEVELOPER_PREFIX}/workflows/`, headers))
    let sent = 0
    const next = () => {
      if (sent >= json.length || socket.destroyed) return
      socket.write(json.slice(sent, sent + 400))
      sent += 400
      setTimeout(next, 30)
    }
    next()
  })
  expect(answer).toContain('HTTP/1.1 201')
})

describe('a webhook receiver that holds its connection', () => {
  let server: Server
  let url: string
  const open = new Set<Socket>()
  /** Called with the connection of each call. */
  let answer: (socket: Socket) => void
  beforeAll(async () => {
    server = createServer((request, response) => {
      open.add(request.socket)
      request.socket.on('close', () => open.delete(request.socket))
      request.resume().on('end', () => answer(response.socket as Socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const send = () =>
    createSend({ allowPrivate: true, withinMs: 300 })({
      url,
      deliveryId: 'd',
      eventType: 'webhook.test',
      body: '{}',
      secrets: [],
      at: new Date(0),
    })

  it('times out when it never replies', async () => {
    answer = () => undefined
    expect(await send()).toEqual({ statusCode: null, failure: message('webhook.no_reply', { seconds: 0.3 }) })
    await eventually(() => open.size === 0)
  })

  it('times out when its headers never end', async () => {
    answer = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.writable && socket.write('X-Slow: a\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    }
    expect(await send()).toEqual({ statusCode: null, failure: message('webhook.no_reply', { seconds: 0.3 }) })
    await eventually(() => open.size === 0)
  })

  it('counts as successful, and is disconnected, when the body of its reply never ends', async () => {
    answer = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const drip = setInterval(() => socket.writable && socket.write('1\r\na\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    }
    expect(await send()).toEqual({ statusCode: 200, failure: null })
    await eventually(() => open.size === 0)
  })

  it('is disconnected when it writes without end', async () => {
    const part = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    let written = 0
    answer = (socket) => {
      socket.on('error', () => undefined)
      socket.write('HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n')
      const more = () => {
        while (socket.writable && written < 1000 * part.length) {
          written += part.length
          if (!socket.write(part)) return void socket.once('drain', more)
        }
      }
      more()
    }
    expect(await send()).toEqual({ statusCode: 503, failure: message('webhook.refused', { status: 503 }) })
    await eventually(() => open.size === 0)
    expect(written).toBeLessThan(1000 * part.length)
  })
})
