/** The limits of bodies: each endpoint accepts the most entries that it declares, and refuses a byte more than its limit. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestCheck } from '../../src/platform/http/validation.ts'
import { BODY_BYTES, credentialOf, type Endpoint, maxBodyBytesOf } from '../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../src/shared/api/errors.ts'
import { ENDPOINTS, type EndpointId } from '../../src/shared/api/index.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { insertImages } from '../platform/support/many-images.ts'
import { largestBody } from './largest-body.ts'
import { SAMPLES } from './samples.ts'
import { addressOf, keyFor, NOTHING } from './things.ts'

let h: Harness
beforeAll(async () => {
  // A refused caller need not send the rest of its body.
  h = await startHarness({ patience: { restMs: 1 } })
})
afterAll(() => h.close())

const withBody = [...ENDPOINTS].filter(([, { body }]) => body !== undefined)
const parsing = [...ENDPOINTS].filter(([, { method, rawBody }]) => method !== 'GET' && !rawBody)

const placeOf = (id: string) => {
  const endpoint = ENDPOINTS.get(id) as Endpoint
  return { endpoint, address: addressOf(endpoint, SAMPLES[id as EndpointId](NOTHING)) }
}

it('limits bodies of calls without a credential to 16 KiB', () => {
  const open = parsing.filter(([, endpoint]) => credentialOf(endpoint) === 'none')
  expect(open.length).toBeGreaterThan(0)
  for (const [id, endpoint] of open) expect(maxBodyBytesOf(endpoint), id).toBeLessThanOrEqual(16 * 1024)
})

it.each([
  ...['workflows.create', 'workflows.update', 'workflows.preview', 'datasets.create', 'datasets.update'],
  ...['annotations.save', 'annotations.bulk', 'imageAnnotations.edit', 'propagation.follow', 'imports.create'],
  ...['autoAnnotate.batch', 'deployments.create'],
])('%s, which carries annotations, a graph or classes, takes 8 MiB', (id) => {
  expect(maxBodyBytesOf(ENDPOINTS.get(id) as Endpoint)).toBe(BODY_BYTES.large)
})

/** The credential of an owner, whatever the endpoint wants: a wrong one is refused first. */
const headersOf = (endpoint: Endpoint): Record<string, string> => ({
  'content-type': 'application/json',
  ...(credentialOf(endpoint) === 'api_key' && { 'x-api-key': keyFor(h, endpoint) }),
})

/** The status of a call that announces a body, and sends nothing of it. */
const announced = (method: string, path: string, headers: Record<string, string>, length: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    const all = { ...headers, 'content-length': length }
    const call = request(`${h.baseUrl}${path}`, { method, agent: false, headers: all })
    call.on('error', reject).on('response', ({ statusCode }) => {
      resolve(statusCode)
      call.destroy()
    })
    call.flushHeaders()
  })

it.each(parsing.map(([id]) => id))('%s refuses a body beyond its limit before it arrives', async (id) => {
  const { endpoint, address } = placeOf(id)
  const status = await announced(endpoint.method, address, headersOf(endpoint), maxBodyBytesOf(endpoint) + 1)
  const needsOther = ['session', 'deployment_token'].includes(credentialOf(endpoint))
  expect(status).toBe(needsOther ? 401 : 413)
})

it('the tools of agents refuse a body beyond 8 MiB, and any of a caller without a key', async () => {
  const type = { 'content-type': 'application/json' }
  expect(await announced('POST', '/mcp', { ...type, 'x-api-key': h.keys.owner }, BODY_BYTES.large + 1)).toBe(413)
  expect(await announced('POST', '/mcp', type, 100)).toBe(401)
})

it('refuses a body of unknown length when it passes the limit', async () => {
  const body = new Blob([' '.repeat(BODY_BYTES.open + 1)]).stream()
  const { address } = placeOf('deviceAuthorizations.create')
  const { status } = await fetch(`${h.baseUrl}${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit)
  expect(status).toBe(413)
})

describe('the most entries that its schema allows, each of usual size, are accepted by', () => {
  /** What they name does not exist; the limits come first. */
  it.each(withBody.map(([id]) => id))('%s', async (id) => {
    const { endpoint, address } = placeOf(id)
    const schema = endpoint.body as NonNullable<Endpoint['body']>
    const body = largestBody(schema)
    expect(requestCheck(schema, 'body')(body)).toBeNull()
    const json = JSON.stringify(body)
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(maxBodyBytesOf(endpoint))
    const response = await fetch(`${h.baseUrl}${address}`, {
      method: endpoint.method,
      headers: headersOf(endpoint),
      body: json,
    })
    const text = await response.text()
    expect([413, 429, 503], text).not.toContain(response.status)
    expect(response.status, text).not.toBe(500)
    if (response.status < 400) return
    const { code } = (JSON.parse(text) as ErrorBody).error
    expect(code, text).not.toBe('malformed_request')
  })
})

describe('the server carries out', () => {
  const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))
  const box = (i: number) => ({
    name: 'car',
    type: 'bbox',
    confidence: 0.875,
    bounding_box: { x: 10.25 + (i % 50), y: 20.5, w: 30.75, h: 40.125 },
  })

  it('a batch of 10,000 ids', async () => {
    const { dataset, images } = await insertImages(h, 1)
    const image_ids = [...images.map(({ id }) => id), ...times(9999, (i) => `${i}`.padStart(37, 'x'))]
    const { status, body } = await h.api<{ failed: unknown[] }>('POST', '/batch/images/move', {
      body: { dataset_name: dataset, image_ids },
    })
    expect(status, JSON.stringify(body).slice(0, 500)).toBe(200)
    expect(body.failed).toHaveLength(9999)
  })

  it('200 saves of 100 boxes, and one of 10,000', async () => {
    const { images } = await insertImages(h, 200)
    const saves = images.map(({ id }) => ({ image_id: id, annotations: times(100, box) }))
    const bulk = await h.api<{ results: { success: boolean }[] }>('POST', '/annotations/bulk', { body: { saves } })
    expect(bulk.status, JSON.stringify(bulk.body)).toBe(200)
    const [{ dataset_id, id }] = images as [(typeof images)[0]]
    const path = `/annotations/${dataset_id}/${id}`
    const one = await h.api('POST', path, { body: { annotations: times(10_000, box) }, headers: { 'if-match': '*' } })
    expect(one.status, JSON.stringify(one.body)).toBe(200)
  })

  it('a graph of 2,000 blocks with their places', async () => {
    const ids = times(2000, (i) => crypto.randomUUID().replace(/^.{4}/, `${i}`.padStart(4, '0')))
    const graph = {
      version: 1,
      nodes: ids.map((id) => ({
        id,
        type: 'filter',
        config: { classes: ['car', 'truck', 'bus'], min_confidence: 0.25 },
      })),
      edges: ids
        .slice(1)
        .map((target, i) => ({ source: ids[i], target, sourceHandle: 'detections', targetHandle: 'in' })),
    }
    const layout = { nodes: Object.fromEntries(ids.map((id, i) => [id, { x: 320.5 * i, y: 240.25 }])) }
    const { status, body } = await h.api('POST', '/workflows/', { body: { name: 'Large', graph, layout } })
    expect(status, JSON.stringify(body).slice(0, 500)).toBe(201)
  })

  it('a data set of 10,000 classes', async () => {
    const classes = times(10_000, (i) => ({ name: `class number ${i}`, color: '#a1b2c3' }))
    const { status } = await h.api('POST', '/datasets/', { body: { name: 'Classes', classes } })
    expect(status).toBe(201)
  })
})
