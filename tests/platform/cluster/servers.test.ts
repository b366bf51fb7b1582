/** Several servers on one database and one store: each has all that the others have. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { startCluster } from '../../../tools/cluster/processes.mjs'
import { newPostgresUrl } from '../support/databases.ts'
import { operatorKeyIn } from './operator-key.ts'

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const MODEL = inRoot('resources/models/street-detector.onnx')
/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PATIENCE = { timeout: 60_000, interval: 100 }

let cluster: Awaited<ReturnType<typeof startCluster>>
let addresses: string[]
let operatorKey: string
let clients: ReturnType<typeof createClient>[]
beforeAll(async () => {
  const database = (await newPostgresUrl()) as string
  cluster = await startCluster({ database })
  // At the same time, so that their starts meet.
  const others = await Promise.all([cluster.addServer(), cluster.addServer()])
  addresses = [cluster.baseUrl, ...others.map(({ baseUrl }) => baseUrl)]
  operatorKey = await operatorKeyIn(database)
  clients = addresses.map((baseUrl) => createClient({ baseUrl, apiKey: cluster.apiKey }))
}, 120_000)
afterAll(() => cluster.close())

const [first, second, third] = [0, 1, 2]
const on = (server: number) => clients[server] as ReturnType<typeof createClient>
const operatorOn = (server: number) => createClient({ baseUrl: addresses[server] as string, apiKey: operatorKey })

const call = (server: number, method: string, path: string, key = cluster.apiKey, body?: object, headers = {}) =>
  fetch(`${addresses[server]}/api/v1/developer${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

describe('servers of one database', { timeout: 200_000 }, () => {
  it('that start together make one organization and its models once', async () => {
    const namesOn = async (server: number) => (await on(server).models.list({})).data.map(({ name }) => name)
    const names = await namesOn(first)
    expect(names).toContain('street-detector')
    expect(new Set(names).size).toBe(names.length)
    for (const server of [second, third]) expect(await namesOn(server)).toEqual(names)
  })

  it('are listed by each other', async () => {
    const servers = async () =>
      (await operatorOn(second).operator.workers({})).filter(({ kind, is_lost }) => kind === 'server' && !is_lost)
    await vi.waitFor(async () => expect((await servers()).length).toBeGreaterThanOrEqual(addresses.length), PATIENCE)
  })

  it('take a key that another one has made, until it is revoked', async () => {
    const { api_key, key_id } = await on(first).apiKeys.create({ body: { name: 'For all', role: 'viewer' } })
    expect((await call(second, 'GET', '/models/', api_key)).status).toBe(200)
    await on(third).apiKeys.delete({ params: { key_id } })
    const isRefused = async () => expect((await call(second, 'GET', '/models/', api_key)).status).toBe(401)
    await vi.waitFor(isRefused, PATIENCE)
  })

  it('take a file at an address that another one has signed', async () => {
    const contentType = 'application/octet-stream'
    const body = { filename: 'mine.onnx', content_type: contentType }
    const target = await on(first).models.uploadUrl({ body })
    const upload_url = target.upload_url.replace(addresses[first] as string, addresses[second] as string)
    expect(upload_url).not.toBe(target.upload_url)
    await on(second).upload({ upload_url }, { path: MODEL }, { contentType })
    const { id } = await on(third).models.import({ body: { name: 'mine', gcs_uri: target.gcs_uri } })
    expect((await on(first).models.get({ params: { model: 'mine' } })).id).toBe(id)
  })

  it('wake a caller that waits for an event of another one', async () => {
    const { position } = (await (await call(second, 'GET', '/events/')).json()) as { position: number }
    const waiting = call(second, 'GET', `/events/?after=${position}&wait=30`)
    const { id } = await on(first).datasets.create({ body: { name: 'Exported' } })
    const made = await on(third).exports.create({ body: { dataset: id } })
    const { events } = (await (await waiting).json()) as { events: { type: string; data: { export_id: string } }[] }
    expect(events.map(({ data }) => data.export_id)).toEqual([made.id])
  })

  it('answer a repeated request once among all', async () => {
    const body = { name: 'Once among all' }
    const create = (server: number) =>
      call(server, 'POST', '/datasets/', cluster.apiKey, body, { 'idempotency-key': 'once' })
    const statuses = (await Promise.all([first, second].map(create))).map(({ status }) => status)
    // The later of two at the same time may meet the earlier one in progress.
    for (const status of statuses) expect([201, 409]).toContain(status)
    expect((await create(third)).status).toBe(201)
    const { data } = await on(first).datasets.list({})
    expect(data.filter(({ name }) => name.startsWith(body.name))).toHaveLength(1)
  })

  it('predict with a deployment of another one, until it is paused', async () => {
    const { id: model_id } = await on(first).models.get({ params: { model: 'street-detector' } })
    const body = { model_id, name: 'all', compute_type: 'cpu', min_containers: 1 } as const
    const { deployment, auth_token } = await on(first).deployments.create({ body })
    async function predict(server: number): Promise<number> {
      const address = `${addresses[server]}/api/v1/deployments/${deployment.id}/predict`
      const headers = { authorization: `Bearer ${auth_token}`, 'content-type': 'application/json' }
      const image = { type: 'base64', value: PIXEL }
      return (await fetch(address, { method: 'POST', headers, body: JSON.stringify({ image }) })).status
    }
    for (const server of addresses.keys()) {
      await vi.waitFor(async () => expect(await predict(server)).toBe(200), PATIENCE)
    }
    await on(second).deployments.pause({ params: { deployment: deployment.id } })
    for (const server of addresses.keys()) {
      await vi.waitFor(async () => expect(await predict(server)).toBe(409), PATIENCE)
    }
  })

  it('keep serving when one of them is killed, and while another one starts', async () => {
    const { child } = await cluster.addServer()
    await cluster.kill(child)
    const starting = cluster.addServer()
    expect((await call(first, 'GET', '/models/')).status).toBe(200)
    const { baseUrl } = await starting
    const response = await fetch(`${baseUrl}/api/v1/developer/models/`, { headers: { 'x-api-key': cluster.apiKey } })
    expect(response.status).toBe(200)
  })
})
