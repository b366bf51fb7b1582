/** Requests that are made to confuse: each gets a clear reply, and none reaches its target. */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVELOPER_PREFIX } from '../../src/shared/api/endpoint.ts'
import { memoryOfJson } from '../../src/shared/domain/json-memory.ts'
import { startWebServer, type WebServer } from '../../src/web/server.ts'
import { createEntryTokens, openSessions } from '../../src/web/sessions.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'

let h: Harness
let web: WebServer
let folder: string
let session: string
const handled: string[] = []
beforeAll(async () => {
  h = await startHarness()
  folder = mkdtempSync(join(tmpdir(), 'sightline-hostile-'))
  const sessions = await openSessions({ path: join(folder, 'web-sessions.json'), now: Date.now, log: () => undefined })
  session = await sessions.start(null)
  web = await startWebServer({
    port: 0,
    tokens: createEntryTokens({ now: Date.now }),
    sessions,
    handle: async ({ url }) => {
      handled.push(url)
      return new Response('a page')
    },
    onBridge: (socket) => {
      handled.push('bridge')
      socket.close()
    },
    log: () => undefined,
  })
})
afterAll(async () => {
  await h.close()
  await web.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The status line of the reply to a raw request. */
const statusOf = (port: number, lines: string[]) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.once('data', (bytes) => {
      resolve(bytes.toString().split('\r\n', 1)[0] as string)
      socket.destroy()
    })
    socket.on('error', reject)
  })

describe('a request with two Host headers', () => {
  it.each([
    ['the second names another host', ['Host: 127.0.0.1', 'Host: evil.example']],
    ['both are the same', ['Host: localhost', 'host: localhost']],
  ])('is rejected by the platform when %s', async (_when, hosts) => {
    const port = Number(new URL(h.baseUrl).port)
    expect(await statusOf(port, ['GET /health HTTP/1.1', ...hosts])).toBe('HTTP/1.1 400 Bad Request')
    expect(await statusOf(port, ['GET /health HTTP/1.1', hosts[0] as string])).toBe('HTTP/1.1 200 OK')
  })

  it('is rejected by the web host, for pages and for the bridge', async () => {
    const cookie = `Cookie: sightline-${web.port}=${session}`
    const host = `Host: 127.0.0.1:${web.port}`
    const upgrade = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: a2V5a2V5a2V5a2V5a2V5aw==',
    ]
    const bridge = ['GET /bridge HTTP/1.1', `Origin: http://127.0.0.1:${web.port}`, cookie, ...upgrade]
    expect(await statusOf(web.port, ['GET / HTTP/1.1', cookie, host, 'Host: evil.example'])).toContain(' 400 ')
    expect(await statusOf(web.port, [...bridge, host, 'Host: evil.example'])).toContain(' 400 ')
    expect(handled).toEqual([])
    expect(await statusOf(web.port, ['GET / HTTP/1.1', cookie, host])).toContain(' 200 ')
    expect(await statusOf(web.port, [...bridge, host])).toContain(' 101 ')
  })
})

describe('JSON that is nested too deep', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  it.each([65, 4100, 1_000_000])('is rejected at %i levels with a sentence that names the limit', async (levels) => {
    const failed = await h.fail('POST', '/workflows/', { body: `{"name": "W", "graph": ${nested(levels - 1)}}` })
    expect(failed.status).toBe(400)
    expect(failed.error).toMatchObject({
      code: 'malformed_request',
      message: 'The request body is nested too deep: 64 levels are the limit.',
    })
    expect(h.logged).toEqual([])
  })

  it('is left to the schema up to the limit', async () => {
    const failed = await h.fail('POST', '/workflows/', { body: `{"name": "W", "graph": ${nested(63)}}` })
    expect(failed).toMatchObject({ status: 422, error: { details: [{ field: '/graph' }] } })
  })

  it('is measured outside of strings, whatever they hold', () => {
    const isDeeperThan = (json: string, levels: number) => memoryOfJson(Buffer.from(json), { levels }) === 'too_deep'
    expect(isDeeperThan(JSON.stringify({ a: ['[[[[', '\\"[[[', '{'] }), 2)).toBe(false)
    expect(isDeeperThan('[[],[],[[]]]', 2)).toBe(true)
    expect(isDeeperThan('[[],[],[]]', 2)).toBe(false)
    expect(isDeeperThan('"[[[[', 1)).toBe(false)
  })
})

it('replies to a broken request line, and serves the next caller', async () => {
  const port = Number(new URL(h.baseUrl).port)
  expect(await statusOf(port, ['NOT HTTP AT ALL'])).toBe('HTTP/1.1 400 Bad Request')
  const status = await new Promise((resolve, reject) => {
    request(`${h.baseUrl}${DEVELOPER_PREFIX}/models/`, { headers: { 'x-api-key': h.keys.owner } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(200)
})
