import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { checkServer } from '../../src/app/servers.ts'

const running: Server[] = []
afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  running.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Reply = [status: number, body: unknown]
const refusal = (status: number, code: string, params = {}): Reply => {
  const text = { code: `api.${code}`, params }
  return [status, { error: { kind: 'E', code, message: `${code}.`, text, details: [] } }]
}

/** A server with these replies by the end of the path. */
const sightline = (replies: Record<string, Reply>, version = '1.2.3') =>
  listen((request, response) => {
    const all: Record<string, Reply> = { 'openapi.json': [200, { info: { title: 'Sightline', version } }], ...replies }
    const path = (request.url ?? '').replace(/\/$/, '').split('/').slice(-1)[0] ?? ''
    const [status, body] = all[path] ?? refusal(404, 'not_found')
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

const test = (baseUrl: string, version = '1.2.9') => checkServer({ baseUrl, apiKey: 'pk_live_abc' }, version)
const ME: Reply = [200, { name: 'Town' }]

describe('the test of a server', () => {
  it('finds the organization and the role of an admin’s key', async () => {
    const address = await sightline({ me: ME, 'api-keys': [200, [{ key_prefix: 'pk_live_a', role: 'admin' }]] })
    expect(await test(address)).toEqual({
      problem: null,
      notes: [],
      organization: 'Town',
      role: 'admin',
      version: '1.2.3',
    })
  })

  it('names the role of a key that only reads', async () => {
    const address = await sightline({ me: ME, 'api-keys': refusal(403, 'role_too_low', { role: 'viewer' }) })
    const found = await test(address)
    expect(found).toMatchObject({ problem: null, role: 'viewer' })
    expect(found.notes.map(({ message }) => message)).toEqual([
      'The key has the role viewer: it shows workflows and runs, but can’t change or run anything.',
    ])
  })

  it.each([
    ['1.1.0', 'newer'],
    ['2.0.0', 'older'],
  ])('from an app of version %s says that the server is %s', async (own, word) => {
    const address = await sightline({ me: ME, 'api-keys': refusal(403, 'role_too_low', { role: 'member' }) })
    expect((await test(address, own)).notes.map(({ message }) => message)).toEqual([
      expect.stringContaining(`the ${word} version 1.2.3`),
    ])
  })

  it('passes on why the server rejects the key', async () => {
    const address = await sightline({ me: refusal(401, 'invalid_key') })
    expect((await test(address)).problem).toMatchObject({ code: 'key', message: 'invalid_key.' })
  })

  it('recognizes a server of another kind', async () => {
    const address = await listen((_, response) => response.end('<h1>Hello</h1>'))
    expect((await test(address)).problem).toMatchObject({ code: 'not_sightline' })
  })

  it('names the address that a server redirects to', async () => {
    const address = await listen((_, reply) =>
      reply.writeHead(301, { location: 'https://town.example/api/v1/openapi.json' }).end(),
    )
    expect((await test(address)).problem?.message).toBe(
      `${address} redirects to https://town.example. Enter that address.`,
    )
  })

  it('recognizes a port without a program, and a server without TLS', async () => {
    const address = await listen((_, response) => response.end())
    const secure = address.replace('http:', 'https:')
    expect((await test(secure)).problem).toMatchObject({ code: 'certificate' })
    running[0]?.close()
    running[0]?.closeAllConnections()
    expect((await test(address)).problem?.message).toContain('No program listens')
  })
})
