/** Refused calls whose large body is still on its way: the caller can read the reply, and can't hold the connection. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVELOPER_PREFIX } from '../../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../../src/shared/api/errors.ts'
import { deploy } from '../models/deployments/desk.ts'
import { type Harness, startHarness } from '../support/harness.ts'

const MEGABYTE = 1024 * 1024
/** Far above the buffers of a connection, and below the longest body of a prediction. */
const LARGE = 30 * MEGABYTE

const MAX_UPLOAD = MEGABYTE
let h: Harness
let predictPath: string
let uploadPath: string
beforeAll(async () => {
  h = await startHarness({ maxUploadBytes: MAX_UPLOAD })
  predictPath = `/api/v1/deployments/${(await deploy(h)).deployment.id}/predict`
  const place = { filename: 'clip.mp4', content_type: 'video/mp4' }
  const { body } = await h.api<{ upload_url: string }>('POST', '/workflows/upload-url', { body: place })
  const { pathname, search } = new URL(body.upload_url)
  uploadPath = `${pathname}${search}`
})
afterAll(() => h.close())

interface Refused {
  method: string
  path: string
  headers: Record<string, string>
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=x' }
const WRONG_TOKEN = { authorization: 'Bearer pk_deploy_wrong' }
const workflows = `${DEVELOPER_PREFIX}/workflows/`

const refused: [string, () => Refused, number, string][] = [
  [
    'a prediction with a wrong token',
    () => ({ method: 'POST', path: predictPath, headers: { ...WRONG_TOKEN, ...JSON_TYPE } }),
    ...([401, 'invalid_key'] as const),
  ],
  [
    'the form of a prediction with a wrong token',
    () => ({ method: 'POST', path: predictPath, headers: { ...WRONG_TOKEN, ...FORM_TYPE } }),
    ...([401, 'invalid_key'] as const),
  ],
  [
    'JSON with a wrong key',
    () => ({ method: 'POST', path: workflows, headers: { 'x-api-key': 'pk_live_wrong', ...JSON_TYPE } }),
    ...([401, 'invalid_key'] as const),
  ],
  [
    'JSON of a role that is too low',
    () => ({ method: 'POST', path: workflows, headers: { 'x-api-key': h.keys.viewer, ...JSON_TYPE } }),
    ...([403, 'role_too_low'] as const),
  ],
  [
    'JSON beyond the limit',
    () => ({ method: 'POST', path: workflows, headers: { 'x-api-key': h.keys.owner, ...JSON_TYPE } }),
    ...([413, 'payload_too_large'] as const),
  ],
  [
    'a body of a type that is not accepted',
    () => ({ method: 'POST', path: workflows, headers: { 'x-api-key': h.keys.owner, 'content-type': 'text/csv' } }),
    ...([400, 'malformed_request'] as const),
  ],
  [
    'an upload with a wrong signature',
    () => ({ method: 'PUT', path: `${uploadPath}x`, headers: { 'content-type': 'video/mp4' } }),
    ...([403, 'invalid_signature'] as const),
  ],
  [
    'an upload beyond the limit',
    () => ({ method: 'PUT', path: uploadPath, headers: { 'content-type': 'video/mp4' } }),
    ...([413, 'payload_too_large'] as const),
  ],
  [
    'a call of the tools with a wrong key',
    () => ({ method: 'POST', path: '/mcp', headers: { 'x-api-key': 'pk_live_wrong', ...JSON_TYPE } }),
    ...([401, 'invalid_key'] as const),
  ],
  [
    'a body at an unknown address',
    () => ({ method: 'POST', path: '/nothing', headers: JSON_TYPE }),
    ...([404, 'not_found'] as const),
  ],
  [
    'a body at an address that is not encoded right',
    () => ({ method: 'POST', path: '/%E0%A4%A', headers: JSON_TYPE }),
    ...([400, 'malformed_request'] as const),
  ],
]

const codeOf = (body: string) => (JSON.parse(body) as ErrorBody).error.code

describe('the caller reads the refusal of', () => {
  it.each(refused)('%s with fetch', async (_what, call, status, code) => {
    const { method, path, headers } = call()
    const response = await fetch(`${h.baseUrl}${path}`, { method, headers, body: Buffer.alloc(LARGE, ' ') })
    expect([response.status, codeOf(await response.text())]).toEqual([status, code])
  })

  it.each(refused)('%s after it has sent the whole body', async (_what, call, status, code) => {
    const { method, path, headers } = call()
    const socket = connect(Number(new URL(h.baseUrl).port), '127.0.0.1')
    socket.pause()
    socket.write(headOf(method, path, { ...headers, 'transfer-encoding': 'chunked' }))
    const part = chunk(MEGABYTE)
    for (let sent = 0; sent < LARGE; sent += MEGABYTE) await written(socket, part)
    await written(socket, '0\r\n\r\n')
    const reply = await textOf(socket)
    expect(reply).toContain(`HTTP/1.1 ${status} `)
    expect(codeOf(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1))).toBe(code)
  })
})

it('keeps a connection whose refused body has ended', async () => {
  const socket = connect(Number(new URL(h.baseUrl).port), '127.0.0.1')
  const headers = { 'x-api-key': 'pk_live_wrong', ...JSON_TYPE, 'transfer-encoding': 'chunked' }
  socket.write(headOf('POST', workflows, headers))
  for (let sent = 0; sent < LARGE; sent += MEGABYTE) await written(socket, chunk(MEGABYTE))
  socket.write('0\r\n\r\n')
  await once(socket, 'data')
  socket.write(headOf('GET', '/health', { connection: 'close' }))
  expect(await textOf(socket)).toContain('HTTP/1.1 200 ')
})

describe('a caller whose refused body never ends is disconnected', () => {
  const endless = async (harness: Harness, path: string, send: (socket: Socket) => Promise<unknown>) => {
    const socket = connect(Number(new URL(harness.baseUrl).port), '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    let reply = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      reply += bytes
    })
    socket.write(headOf('POST', path, { ...WRONG_TOKEN, ...JSON_TYPE, 'transfer-encoding': 'chunked' }))
    while (!socket.destroyed) await Promise.race([send(socket), closed])
    return { reply, sent: socket.bytesWritten }
  }

  it.each([
    ['at an endpoint', predictAnywhere],
    ['at an unknown address', () => '/nothing'],
  ])('after the bytes that are discarded, %s', async (_where, path) => {
    const bounded = await startHarness({ patience: { restBytes: 2 * MEGABYTE } })
    const { sent } = await endless(bounded, path(), (socket) => written(socket, chunk(MEGABYTE)).catch(() => undefined))
    expect(sent).toBeLessThan(LARGE)
    await bounded.close()
  })

  it.each([
    ['at an endpoint', predictAnywhere, 401],
    ['at an unknown address', () => '/nothing', 404],
  ])('after the time for it, however steadily it sends, %s', async (_where, path, status) => {
    const bounded = await startHarness({ patience: { restMs: 200 } })
    const drip = async (socket: Socket) => {
      socket.write(chunk(1))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const { reply, sent } = await endless(bounded, path(), drip)
    expect(reply).toContain(`HTTP/1.1 ${status} `)
    expect(sent).toBeLessThan(MEGABYTE)
    await bounded.close()
  })
})

/** A path that takes bodies of 32 MiB; the deployment need not exist. */
function predictAnywhere(): string {
  return '/api/v1/deployments/00000000-0000-7000-8000-000000000000/predict'
}

const headOf = (method: string, path: string, headers: Record<string, string>) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    '\r\n',
  ].join('\r\n')

const chunk = (bytes: number) =>
  Buffer.concat([Buffer.from(`${bytes.toString(16)}\r\n`), Buffer.alloc(bytes, ' '), Buffer.from('\r\n')])

const written = (socket: Socket, bytes: string | Buffer) =>
  new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())))

/** Reads until the first reply is whole, or the connection ends. */
function textOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const end = () => {
      socket.destroy()
      resolve(text)
    }
    socket.on('data', (bytes) => {
      text += bytes
      const [head = '', body] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (body !== undefined && Buffer.byteLength(body) >= length) end()
    })
    socket.once('error', reject).once('end', end)
    socket.resume()
  })
}
