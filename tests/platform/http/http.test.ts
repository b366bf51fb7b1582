/** Rules for every reply: one error format, headers, accepted callers. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVELOPER_PREFIX } from '../../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../../src/shared/api/errors.ts'
import { storedText } from '../support/databases.ts'
import { detectingGraph } from '../support/graphs.ts'
import { type Harness, startHarness } from '../support/harness.ts'

let h: Harness
let clock = new Date('2026-01-01T00:00:00Z')
beforeAll(async () => {
  h = await startHarness({ now: () => clock })
})
afterAll(() => h.close())

const shape = {
  error: {
    kind: expect.any(String),
    code: expect.any(String),
    message: expect.stringMatching(/\.$/),
    text: { code: expect.any(String), params: expect.any(Object) },
    details: expect.any(Array),
  },
}

describe('every failure has the same format', () => {
  it.each<[string, string, string, object, number, string]>([
    ['an unknown address', 'GET', '/nothing', {}, 404, 'not_found'],
    ['a verb that an address lacks', 'PUT', '/models/', {}, 404, 'not_found'],
    ['no key', 'GET', '/models/', { key: null }, 401, 'invalid_key'],
    ['a role that is too low', 'POST', '/workflows/', { key: 'viewer', body: {} }, 403, 'role_too_low'],
    ['broken JSON', 'POST', '/workflows/', { body: '{"name": ' }, 400, 'malformed_request'],
    ['no body', 'POST', '/workflows/', {}, 400, 'malformed_request'],
    ['an empty JSON body', 'POST', '/workflows/', { body: '' }, 400, 'malformed_request'],
    ['a body of another type', 'POST', '/workflows/', { body: 'a=b', headers: form }, 400, 'malformed_request'],
    ['a body that is no object', 'POST', '/workflows/', { body: '[]' }, 422, 'invalid_field'],
    ['a poisoned body', 'POST', '/workflows/', { body: '{"__proto__": {}}' }, 400, 'malformed_request'],
    ['a missing field', 'POST', '/workflows/', { body: {} }, 422, 'invalid_field'],
    ['a body that is too large', 'POST', '/workflows/', { body: { name: 'x'.repeat(9e6) } }, 413, 'payload_too_large'],
    ['an address that is not encoded right', 'GET', '/models/%E0%A4%A', {}, 400, 'malformed_request'],
    ['a name beyond all measure', 'GET', `/models/${'x'.repeat(5000)}`, {}, 404, 'not_found'],
    [
      'thousands of invalid values in a field that may be null',
      'POST',
      '/storage-connections/x/import',
      { body: { project_id: 'x', keys: Array(1500).fill('') } },
      422,
      'invalid_field',
    ],
    ['a query that is not known', 'GET', '/workflows/x?verbose=1', {}, 422, 'invalid_field'],
  ])('%s', async (_what, method, path, given: { key?: string | null }, status, code) => {
    const key = given.key === 'viewer' ? { key: h.keys.viewer } : {}
    const answer = await h.api<ErrorBody>(method, path, { ...given, ...key })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect(answer.body).toEqual(shape)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('a request that is not HTTP fails in the same format', async () => {
    const { port } = new URL(h.baseUrl)
    const text = await new Promise<string>((resolve, reject) => {
      let got = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('HELLO\r\n\r\n'))
      socket.on('data', (chunk) => {
        got += chunk
      })
      socket.on('end', () => resolve(got))
      socket.on('error', reject)
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(text.slice(text.indexOf('{')))).toEqual(shape)
  })

  it('an internal failure reveals no internals', async () => {
    const broken = await startHarness()
    broken.engine.probe = () => Promise.reject(new Error('secret path /home/x'))
    const body = { store_path: 'sightline://demo/street-crossing.mp4' }
    const failed = await broken.fail('POST', '/video/probe', { body })
    expect(failed).toMatchObject({ status: 500, error: { kind: 'ServerError', code: 'internal' } })
    expect(JSON.stringify(failed)).not.toContain('secret')
    expect(broken.logged.join()).toContain('secret path')
    await broken.close()
  })
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }

it('names every wrong field, below unions too', async () => {
  const graph = { ...detectingGraph(), edges: [{ source: 1 }] }
  const body = { name: '', graph, layout: { nodes: { a: { x: 'left' } } }, readme: 5, template_key: 7 }
  const { error } = await h.fail('POST', '/workflows/', { body })
  expect(Object.fromEntries(error.details.map((d) => [d.field, d.message]))).toEqual({
    '/name': 'must NOT have fewer than 1 characters',
    '/graph/edges/0/source': 'must be string',
    '/graph/edges/0/target': 'is required',
    '/layout/nodes/a/x': 'must be number',
    '/layout/nodes/a/y': 'is required',
    '/readme': 'must be string or null',
    '/template_key': 'must be string',
  })
})

describe('keys', () => {
  it('are not stored in plain text', async () => {
    expect(h.keys.owner).toMatch(/^pk_live_[\w-]{43}$/)
    const bytes = await storedText(h.dataDir, 'api_keys')
    expect(bytes).toContain(h.keys.owner.slice(0, 14))
    expect(bytes).not.toContain(h.keys.owner.slice(0, 24))
  })

  it('stop working when they expire or are revoked', async () => {
    const expiresAt = new Date(clock.getTime() + 1000).toISOString()
    const expiring = await h.platform.createKey('viewer', { expiresAt })
    const revoked = await h.platform.createKey('viewer', { name: 'To be revoked' })
    const status = async (key: string) => (await h.api('GET', '/models/', { key })).status
    expect([await status(expiring), await status(revoked)]).toEqual([200, 200])
    clock = new Date(clock.getTime() + 1000)
    await h.platform.revokeKeys('To be revoked')
    expect([await status(expiring), await status(revoked)]).toEqual([401, 401])
    expect((await h.fail('GET', '/models/', { key: expiring })).error.message).toContain('expired')
  })
})

describe('a server on loopback', () => {
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${h.baseUrl}/health`, { headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })

  it('only accepts callers that use its loopback name (DNS rebinding)', async () => {
    const { port } = new URL(h.baseUrl)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'LOCALHOST', `[::1]:${port}`]) {
      expect(await statusFor(host), host).toBe(200)
    }
    for (const host of ['evil.example', `localhost.evil.example:${port}`, '127.0.0.1.evil.example', '10.0.0.1']) {
      expect(await statusFor(host), host).toBe(400)
    }
  })

  it('lets no page of another origin read from it', async () => {
    const headers = { origin: 'https://evil.example' }
    const answer = await h.api('GET', '/models/', { headers })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await fetch(`${h.baseUrl}${DEVELOPER_PREFIX}/models/`, { method: 'OPTIONS', headers })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })
})

it('reports that it is alive without a key', async () => {
  const response = await fetch(`${h.baseUrl}/health`)
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
})
