import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { contentSecurityPolicy, pageResponse } from '../../src/app/page.ts'
import { startWebServer, type WebServer } from '../../src/web/server.ts'
import { createEntryTokens, openSessions } from '../../src/web/sessions.ts'

const tokens = createEntryTokens({ now: Date.now })
let SESSION = ''
let root = ''
let renderer = ''
let server: WebServer
let connected = 0
const handled: string[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sightline-web-'))
  renderer = join(root, 'renderer')
  mkdirSync(join(renderer, 'assets'), { recursive: true })
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>Sightline</title>')
  writeFileSync(join(renderer, 'assets', 'index-abc.js'), 'console.log(1)')
  writeFileSync(join(root, 'secret.txt'), 'secret')
  const sessions = await openSessions({ path: join(root, 'web-sessions.json'), now: Date.now, log: () => {} })
  SESSION = await sessions.start(null)
  server = await startWebServer({
    port: 0,
    tokens,
    sessions,
    log: () => {},
    handle: async (r) => {
      handled.push(new URL(r.url).pathname)
      if (new URL(r.url).pathname === '/crash') throw new Error('/secret/path of the machine')
      return pageResponse(renderer, contentSecurityPolicy(), r)
    },
    onBridge: () => connected++,
  })
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Plain HTTP, so that every header can be set as an attacker would. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const r = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    r.on('error', reject)
    r.end()
  })

const cookie = () => `sightline-${server.port}=${SESSION}`
const withSession = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(path, { cookie: cookie(), ...headers }, method)

describe('without the token', () => {
  it('nothing is served, and a page explains how to get in', async () => {
    for (const path of [
      '/',
      '/index.html',
      '/assets/index-abc.js',
      '/files/runs/a/b',
      '/crash',
      '/?token=wrong',
      '/?token=',
    ]) {
      const answer = await ask(path)
      expect(answer.status, path).toBe(401)
      expect(answer.body).toContain('new address')
    }
    expect(handled).not.toContain('/files/runs/a/b')
  })

  it('a wrong cookie is not a session', async () => {
    for (const value of ['', 'x', `${SESSION}x`, SESSION.slice(1)])
      expect((await ask('/', { cookie: `sightline-${server.port}=${value}` })).status).toBe(401)
    expect((await ask('/', { cookie: `other=${SESSION}` })).status).toBe(401)
  })
})

describe('with the token', () => {
  it('a browser gets a strict cookie and a clean address', async () => {
    const token = tokens.issue()
    const answer = await ask(`/?token=${token}`)
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe('/')
    const [given = ''] = answer.headers['set-cookie'] ?? []
    expect(given).toMatch(/HttpOnly/)
    expect(given).toMatch(/SameSite=Strict/)
    expect(given).not.toContain(token)
    const page = await ask('/', { cookie: given.split(';')[0] as string })
    expect(page.status).toBe(200)
    expect(page.body).toContain('Sightline')
  })

  it('a link on another site gets in too, through a page that repeats the request from the same origin', async () => {
    const token = tokens.issue()
    const answer = await ask(`/?token=${token}`, { 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toBeUndefined()
    const [, again = ''] = /^0;url=(.*)$/.exec(String(answer.headers.refresh)) ?? []
    expect((await ask(again, { 'sec-fetch-site': 'same-origin' })).status).toBe(303)
  })

  it('another name for this machine is still rejected', async () => {
    for (const host of ['evil.example', `evil.example:${server.port}`, '127.0.0.1.evil.example', '0.0.0.0']) {
      expect((await ask(`/?token=${tokens.issue()}`, { host })).status, host).toBe(421)
      expect((await withSession('/', { host })).status, host).toBe(421)
    }
    expect((await withSession('/', { host: `localhost:${server.port}` })).status).toBe(200)
  })
})

describe('with a session', () => {
  it('the page is served with a policy that runs no foreign, inline or evaluated script', async () => {
    const policy = String((await withSession('/')).headers['content-security-policy'])
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1]
    expect(scripts).toBe("'self'")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect((await withSession('/assets/index-abc.js')).headers['x-content-type-options']).toBe('nosniff')
  })

  it('no path leads out of the page’s folder', async () => {
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '//secret.txt',
      '/assets/%00',
      '/%',
      '/.hidden',
      `${root}/secret.txt`,
      `/${encodeURIComponent(join(root, 'secret.txt'))}`,
    ]) {
      const answer = await withSession(path)
      expect(answer.status, path).toBe(404)
      expect(answer.body, path).not.toContain('secret')
    }
  })

  it('a request line with another server in it is handled here', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(
          `GET http://evil.example/index.html HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${cookie()}\r\nConnection: close\r\n\r\n`,
        ),
      )
      let text = ''
      socket.on('data', (part) => {
        text += part
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer).toContain('200 OK')
    expect(answer).toContain('<title>Sightline</title>')
  })

  it('another origin may neither read nor change', async () => {
    for (const origin of ['http://evil.example', 'null', `https://127.0.0.1:${server.port}`, 'http://127.0.0.1:1']) {
      expect((await withSession('/', { origin })).status, origin).toBe(403)
      expect((await withSession('/upload', { origin }, 'PUT')).status, origin).toBe(403)
    }
    expect((await withSession('/upload', {}, 'PUT')).status).toBe(403)
  })

  it('internal errors are not exposed', async () => {
    const answer = await withSession('/crash')
    expect(answer.status).toBe(500)
    expect(answer.body).not.toContain('secret')
  })

  it('a page that is not built is reported', async () => {
    const missing = await pageResponse(join(root, 'nowhere'), '', new Request('http://127.0.0.1/'))
    expect(missing.status).toBe(503)
    expect(await missing.text()).toContain('npm run build')
  })
})

describe('the bridge', () => {
  const dial = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers })
      socket.on('open', () => {
        socket.terminate()
        resolve(101)
      })
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
      socket.on('error', () => {})
    })
  const origin = () => `http://127.0.0.1:${server.port}`

  it('opens to its own page only', async () => {
    const before = connected
    expect(await dial('/bridge', { origin: origin() })).toBe(401)
    expect(await dial('/bridge', { cookie: cookie() })).toBe(403)
    expect(await dial('/bridge', { cookie: cookie(), origin: 'http://evil.example' })).toBe(403)
    expect(await dial('/bridge', { cookie: cookie(), origin: 'http://evil.example', host: 'evil.example' })).toBe(421)
    expect(await dial('/other', { cookie: cookie(), origin: origin() })).toBe(404)
    expect(connected).toBe(before)
    expect(await dial('/bridge', { cookie: cookie(), origin: origin() })).toBe(101)
    expect(connected).toBe(before + 1)
  })
})
