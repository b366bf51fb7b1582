import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { devPageResponse } from '../../src/app/page.ts'

let server: Server
let address = ''
let seen: { url: string; cookie: string | undefined }[] = []
beforeEach(async () => {
  seen = []
  server = createServer((request, reply) => {
    seen.push({ url: request.url ?? '', cookie: request.headers.cookie })
    const isPage = request.url === '/'
    reply.writeHead(request.url === '/missing.ts' ? 404 : 200, {
      'content-type': isPage ? 'text/html' : 'text/javascript',
    })
    reply.end(isPage ? '<!doctype html>' : 'export {}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const get = (path: string) =>
  devPageResponse(address, new Request(`sightline://app${path}`, { headers: { cookie: 'session=secret' } }))

describe('the page of a development server', () => {
  it('is forwarded with a policy that allows hot reload from that server alone', async () => {
    const page = await get('/')
    expect(await page.text()).toBe('<!doctype html>')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain(`connect-src 'self' ${address} ${address.replace('http', 'ws')};`)
    expect(policy).toContain("default-src 'none'")
  })

  it('forwards requests for modules with their query, and returns their type and status', async () => {
    const module = await get('/main.tsx?t=1')
    expect([module.status, module.headers.get('content-type')]).toEqual([200, 'text/javascript'])
    expect((await get('/missing.ts')).status).toBe(404)
    expect(seen.map((s) => s.url)).toEqual(['/main.tsx?t=1', '/missing.ts'])
  })

  it('never sends the session cookie of the page to the server', async () => {
    await get('/')
    expect(seen).toEqual([{ url: '/', cookie: undefined }])
  })

  it('reports that the server does not respond, and how to start it', async () => {
    await new Promise((resolve) => server.close(resolve))
    const page = await get('/')
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('npm run dev')
  })
})
